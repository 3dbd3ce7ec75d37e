import CellModel

/// A field of a record, or the column of one cell, as it is written behind a dot: `row.name`, `row.[unit price]`.
package enum FieldName {
  /// The name itself, or in brackets one that is more than names with dots between them.
  package static func text(_ name: String) -> String { isPlain(name) ? name : "[" + escaped(name) + "]" }

  /// Whether a name is names with dots between them.
  static func isPlain(_ name: String) -> Bool {
    if name.utf8.contains(Ascii.space) { return false }
    // Most have no dots, and each field of a chain is asked.
    if !name.utf8.contains(Ascii.dot) { return StructuredReference.isPlainColumn(name) }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      StructuredReference.isPlainColumn(String($0))
    }
  }

  /// A name as it stands in brackets of its own, with `'` before a sign that means something there.
  static func escaped(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case Ascii.leftBracket, Ascii.rightBracket, Ascii.hash, Ascii.apostrophe, Ascii.at:
        bytes.append(Ascii.apostrophe)
      default: break
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
