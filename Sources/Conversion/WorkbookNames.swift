/// The names of a sheet as a workbook may have them.
///
/// Excel takes `R`, `C` and what looks like an address of the R1C1 notation for cells.
struct WorkbookNames {
  static func name(_ name: String) -> String { isTaken(name) ? name + "_" : name }

  private static func isTaken(_ name: String) -> Bool {
    var rest = name.lowercased()[...]
    guard let first = rest.first, first == "r" || first == "c" else { return false }
    if first == "r" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    if rest.first == "c" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    return rest.isEmpty
  }

  private static let mostLetters = 31

  /// Whether Excel takes a name for a sheet.
  static func isSheetName(_ name: String) -> Bool { sheetName(name, besides: []) == name }

  /// A name for a sheet that Excel takes: at most 31 characters, none of `[]:*?/\`, and no apostrophe at its ends.
  static func sheetName(_ name: String, besides others: [String]) -> String {
    var plain = String(name.map { "[]:*?/\\".contains($0) ? "_" : $0 }.prefix(mostLetters))
    while plain.utf16.count > mostLetters { plain.removeLast() }
    while plain.hasPrefix("'") { plain.removeFirst() }
    while plain.hasSuffix("'") { plain.removeLast() }
    if plain.isEmpty { plain = "Sheet" }
    var unique = plain
    var number = 2
    while others.contains(where: { $0.lowercased() == unique.lowercased() }) {
      unique = "\(plain.prefix(27)) \(number)"
      number += 1
    }
    return unique
  }
}
