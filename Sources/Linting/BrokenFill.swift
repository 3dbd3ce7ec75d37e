import Diagnostics
import Formulas

/// A formula that goes on on both sides of a cell that has something else.
struct BrokenFill {
  /// The formula as it would stand in the cell.
  let formula: FormulaTree
  private let neighbour: GridFormulas.Cell
  private let neighbourAddress: String

  /// - Parameter fewest: How many cells there are at least on each side.
  init?(at place: GridFormulas.Place, fewest: Int, in sheet: LintedSheet) {
    guard let before = sheet.grids.broken(at: place, fewest: fewest), let neighbour = sheet.grids[before] else {
      return nil
    }
    self.neighbour = neighbour
    neighbourAddress = before.address
    formula = sheet.tree(of: neighbour).shifted(
      rows: place.row - neighbour.origin.row, columns: place.column - neighbour.origin.column)
  }

  func report(_ message: String, at cell: GridFormulas.Cell, to report: inout LintReport) {
    report.add(
      message, at: cell.span, label: "\(neighbourAddress) would go on as \(formula.text())",
      others: [Diagnostic.Label(neighbour.span, "this formula is broken off")])
  }
}
