import CellModel
import SheetPrograms

/// The grids of the cells that statements define, of which most are on that of the one before.
struct GridOfLine {
  let sheet: LiveSheet
  private var last: (line: String?, unit: SheetUnit, grid: GridID)?

  init(sheet: LiveSheet) { self.sheet = sheet }

  mutating func grid(of placed: ProgramStatement) -> GridID {
    let line = placed.line
    if let last, last.line == line, last.unit === placed.unit { return last.grid }
    let grid = sheet.grid(of: placed.statement, placed.unit)
    last = (line, placed.unit, grid)
    return grid
  }
}
