import CellModel
import Formulas
import Functions

extension FormulaTree {
  /// The formula with `!` behind the names of sheets in texts that INDIRECT reads, where LibreOffice has a point.
  ///
  /// A text may be joined of pieces, as in `INDIRECT(A1&".B2")`; what is not written out in them stays as it is.
  ///
  /// - Parameter isSheet: Whether a name is that of a sheet.
  package func namingSheetsAsExcel(_ isSheet: (String) -> Bool) -> FormulaTree {
    var result = self
    for case .call(let name, let arguments) in nodes where FunctionNames.plain(name) == "INDIRECT" {
      guard let text = arguments.first else { continue }
      for (number, piece) in concatenated(by: text).enumerated() {
        guard case .text(let words) = self[piece] else { continue }
        let written = OpenAddressText(words, isFirst: number == 0, isSheet).excel
        if written != words { result.nodes[Int(piece)] = .text(written) }
      }
    }
    return result
  }
}

/// An address of LibreOffice in a text, or a piece of one: `Sheet.A1`, `'My sheet'.A1:.B2`, `.A1`.
struct OpenAddressText {
  /// The same as Excel has it.
  let excel: String

  /// - Parameter isFirst: Whether nothing stands before the text.
  init(_ text: String, isFirst: Bool, _ isSheet: (String) -> Bool) {
    let corners = Self.corners(of: text, isInQuotes: !isFirst && text.hasPrefix("'"))
    let first = Self.written(corners[0], isFirst: isFirst, isSheet)
    let sheet = first.lastIndex(of: "!").map { first[...$0] } ?? ""
    let others = corners.dropFirst().map { corner in
      // Excel names the sheet once.
      corner.hasPrefix(".")
        ? String(corner.dropFirst()) : String(Self.written(corner, isFirst: true, isSheet).trimmingPrefix(sheet))
    }
    excel = ([first] + others).joined(separator: ":")
  }

  /// The parts between colons that stand in no apostrophes.
  ///
  /// - Parameter isInQuotes: Whether the text begins within apostrophes, of which the first ends them.
  private static func corners(of text: String, isInQuotes: Bool) -> [String] {
    var (corners, isQuoted) = ([""], isInQuotes)
    for character in text {
      if character == "'" { isQuoted.toggle() }
      if character == ":", !isQuoted { corners.append("") } else { corners[corners.count - 1].append(character) }
    }
    return corners
  }

  private static func written(_ corner: String, isFirst: Bool, _ isSheet: (String) -> Bool) -> String {
    // What is joined before the point is the sheet, or the end of its name.
    if !isFirst, let point = corner.firstIndex(of: "."), corner[..<point].allSatisfy({ $0 == "'" }) {
      return corner[..<point] + "!" + corner[corner.index(after: point)...]
    }
    guard isFirst, let point = corner.lastIndex(of: ".") else { return corner }
    let prefix = corner[..<point].drop { $0 == "$" }
    return isSheet(A1Notation.unquoted(prefix)) ? prefix + "!" + corner[corner.index(after: point)...] : corner
  }
}
