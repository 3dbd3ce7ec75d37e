import CellModel
import Formulas
import SheetText

/// The cells of grids that formulas read, as rectangles.
struct ReadAreas {
  private var areas: [String: AreaIndex] = [:]

  init(_ sheet: LintedSheet) {
    var known: [String: Set<CellRectangle>] = [:]
    for formula in sheet.formulas(with: .references) {
      let statement = sheet.document.statements[formula.statement]
      let reach = statement.reach
      for reference in formula.tree.references {
        let grid = reference.value.sheet?.first.lowercased() ?? statement.grid?.lowercased() ?? ""
        guard let area = reference.value.shape.rectangle(reaching: reach),
          known[grid, default: []].insert(area).inserted
        else { continue }
        areas[grid, default: AreaIndex()].add(area, number: known.count)
      }
    }
  }

  func contains(row: Int, column: Int, grid: String) -> Bool {
    areas[grid]?.contains(row: row, column: column) ?? false
  }
}
