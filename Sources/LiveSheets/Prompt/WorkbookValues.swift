import CellModel
import Engine

/// The values in the sheets of used workbooks at one time, each sheet as one array.
struct WorkbookValues {
  private struct Sheet {
    var area: Area
    var values: CellArray

    func value(_ row: Int, _ column: Int) -> CellValue {
      row < values.rows && column < values.columns ? values[row, column] : .blank
    }
  }

  /// By the name that the sheet gives them, such as `model.Inputs`.
  private var sheets: [String: Sheet] = [:]

  init() {}

  init(of sheet: LiveSheet) {
    for (name, grid) in sheet.loaded.workbooks.grids {
      let all = Area(grid: grid, top: 0, left: 0, bottom: Area.lastRow, right: Area.lastColumn)
      let used = sheet.engine.usedArea(all)
      guard !used.isEmpty, let values = sheet.engine.array(of: used).array else { continue }
      sheets[name] = Sheet(area: used, values: values)
    }
  }

  /// Calls the body with each cell of a sheet that was there at an earlier time and had another value, and that value.
  func forEachChange(since former: WorkbookValues, _ body: (CellAddress, CellValue) -> Void) {
    for (name, new) in sheets.sorted(by: { $0.key < $1.key }) {
      guard let old = former.sheets[name] else { continue }
      // Both begin in the first cell of the sheet.
      for row in 0..<max(new.values.rows, old.values.rows) {
        for column in 0..<max(new.values.columns, old.values.columns) {
          let before = old.value(row, column)
          guard !before.isIdentical(to: new.value(row, column)) else { continue }
          body(CellAddress(grid: new.area.grid, row: row, column: column), before)
        }
      }
    }
  }
}
