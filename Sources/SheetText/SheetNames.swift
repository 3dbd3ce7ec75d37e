import CellModel
import Diagnostics

/// What may be a name of a cell.
enum SheetNames {
  /// Why a word cannot be defined; `nil` if it can.
  static func finding(about name: WrittenText) -> (any DiagnosticFact)? {
    if A1Notation.cell(name.text) != nil { return NameFinding.addressAsName(name) }
    if isReserved(name.text) { return NameFinding.reservedName(name) }
    return isWellFormed(name.text) ? nil : NameFinding.badName(name)
  }

  static func isReserved(_ text: String) -> Bool {
    (text.utf8.count == 4 || text.utf8.count == 5) && ["true", "false"].contains(text.lowercased())
  }

  /// Whether a text starts with a letter or `_` and goes on with letters, digits and `_`.
  static func isWellFormed(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isWordStart else { return false }
    if text.utf8.allSatisfy({ $0 < 0x80 && $0.isWord }) { return true }
    var isFirst = true
    for scalar in text.unicodeScalars {
      defer { isFirst = false }
      let properties = scalar.properties
      if properties.isAlphabetic || scalar == "_" { continue }
      if !isFirst, properties.numericType != nil || properties.generalCategory == .nonspacingMark { continue }
      return false
    }
    return true
  }
}
