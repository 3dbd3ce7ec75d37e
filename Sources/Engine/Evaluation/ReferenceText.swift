import CellModel
import Formulas

/// A reference in a text, as INDIRECT takes it; other ways to write it become the one that formulas have.
struct ReferenceText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// An address as LibreOffice has it, `Inputs.A1:Inputs.B2`, `$'My sheet'.A1:.B2` or `Inputs.B:B`, in Excel's form; any
  /// other text as it is.
  ///
  /// - Parameter isSheet: Whether there is a sheet of a name.
  func withoutPoints(_ isSheet: (String) -> Bool) -> String {
    guard !text.utf8.contains(Ascii.exclamation), text.utf8.contains(Ascii.dot) else { return text }
    var sheet: String?
    var corners: [Substring] = []
    for corner in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard let point = corner.lastIndex(of: ".") else {
        corners.append(corner)
        continue
      }
      var name = corner[..<point]
      if name.first == "$" { name = name.dropFirst() }
      if sheet == nil { sheet = A1Notation.unquoted(name) }
      corners.append(corner[corner.index(after: point)...])
    }
    guard let sheet, isSheet(sheet), corners.allSatisfy(Self.isCell) || corners.count == 2 && Self.areLines(corners)
    else { return text }
    return "\(A1Notation.quoted(sheet))!\(corners.joined(separator: ":"))"
  }

  private static func isCell(_ corner: Substring) -> Bool { A1Notation.cell(corner.filter { $0 != "$" }) != nil }

  /// Whether corners are those of whole columns, or of whole rows.
  private static func areLines(_ corners: [Substring]) -> Bool {
    let corners = corners.map { $0.utf8.drop { $0 == Ascii.dollar } }
    return corners.allSatisfy { !$0.isEmpty && $0.count <= 3 && $0.allSatisfy(Ascii.isLetter) }
      || corners.allSatisfy { !$0.isEmpty && $0.count <= 7 && $0.allSatisfy(Ascii.isDigit) }
  }

  /// A reference of which rows may be written with zeros before them, `A01` or `05:07`, as INDIRECT takes it; names such as
  /// `total05` stay as they are.
  var withoutLeadingZeros: String {
    guard text.utf8.contains(Ascii.zero) else { return text }
    let start = text.utf8.lastIndex(of: Ascii.exclamation).map { text.utf8.index(after: $0) } ?? text.startIndex
    let corners = text[start...].split(separator: ":", omittingEmptySubsequences: false).map { corner in
      let column = corner.utf8.prefix { Ascii.isLetter($0) || $0 == Ascii.dollar }
      let row = corner.utf8[column.endIndex...].drop { $0 == Ascii.zero }
      let isAddress = column.count { $0 != Ascii.dollar } <= 3 && !row.isEmpty && row.allSatisfy(Ascii.isDigit)
      return isAddress ? corner[..<column.endIndex] + corner[row.startIndex...] : corner
    }
    return text[..<start] + corners.joined(separator: ":")
  }
}
