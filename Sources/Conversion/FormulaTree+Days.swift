import CellModel
import Formulas

extension FormulaTree {
  /// An array constant with days and times for those of its numbers that their cells show so.
  ///
  /// A workbook has no days in its constants, only in what cells show.
  ///
  /// - Parameter format: The format of the cell so many rows below and columns beside the first.
  /// - Returns: `nil` for any other formula, where no cell shows a day, and where one shows a number in a form of its own.
  func showingDays(_ dates: DateSystem, format: (_ row: Int, _ column: Int) -> String) -> FormulaTree? {
    guard let last = nodes.last, case .array(_, let columns, let elements) = last else { return nil }
    var result = self
    for (place, element) in elements.enumerated() {
      guard case .number(let number, _) = self[element] else { continue }
      let literal = SheetLiteral(.number(number), SheetFormat(format(place / columns, place % columns)), dates)
      guard !literal.hasFormat else { return nil }
      if case .number(let day, let kind) = TypedText.value(typed: literal.text), kind.isDay || kind == .time {
        result.nodes[Int(element)] = .date(day, kind, text: literal.text)
      }
    }
    return result.nodes == nodes ? nil : result
  }
}
