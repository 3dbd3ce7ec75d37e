import CellModel

/// A field of a record, or the column of one cell, as it is written behind a dot: `row.name`, `row.[unit price]`.
package enum FieldName {
  /// The name itself, or in brackets one that is more than names with dots between them.
  package static func text(_ name: String) -> String { isPlain(name) ? name : "[" + escaped(name) + "]" }

  /// Whether a name is names with dots between them.
  static func isPlain(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0.utf8) }
  }

  /// A name as it stands in brackets of its own, with `'` before a sign that means something there.
  static func escaped(_ name: String) -> String {
    let signs: Set<Character> = ["[", "]", "#", "'", "@"]
    return name.contains(where: signs.contains) ? name.map { signs.contains($0) ? "'\($0)" : "\($0)" }.joined() : name
  }

  private static func isName(_ bytes: Substring.UTF8View) -> Bool {
    guard let first = bytes.first, Ascii.isLetter(first) || first == Ascii.underscore || first >= 0x80 else {
      return false
    }
    return bytes.allSatisfy { Ascii.isNamePart($0) || $0 >= 0x80 }
  }
}
