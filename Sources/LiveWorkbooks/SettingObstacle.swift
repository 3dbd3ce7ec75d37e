import CellModel
import Engine

/// What keeps a cell of a workbook from being set to a value.
package enum SettingObstacle: Sendable, Hashable {
  case severalCells
  case formula
  /// The cell is one of those that an array formula fills, of which none can be changed alone.
  case partOfArray
  case partOfWhatIfTable
  /// The array of the formula in another cell lies there.
  case spilled(from: String)
  /// The cell is the header of a table's column, by which formulas know that.
  case header(table: String)

  /// The obstacle as a statement about the cell.
  package func words(for cell: String) -> String {
    switch self {
    case .severalCells: "\(cell) is a range, and only a single cell can be set"
    case .formula: "\(cell) has a formula, which cannot be set"
    case .partOfArray: "\(cell) is part of an array formula, and cannot be set alone"
    case .partOfWhatIfTable: "\(cell) is part of a what-if table, and cannot be set"
    case .spilled(let anchor): "\(cell) is filled by the formula in \(anchor), and cannot be set"
    case .header(let table):
      "\(cell) names a column of the table \(table), by which formulas know it, and cannot be set"
    }
  }

  /// What to do instead.
  package var help: String? {
    switch self {
    case .severalCells: nil
    case .formula, .partOfArray, .partOfWhatIfTable, .spilled: "set what it reads"
    case .header: "rename the column in the program that made the workbook"
    }
  }
}

extension LiveWorkbook {
  /// What keeps the one cell of an area from being set; `nil` where nothing does.
  package func obstacle(toSetting area: Area) -> SettingObstacle? {
    guard area.isSingleCell else { return .severalCells }
    let cell = area.topLeft
    // What somebody has set or entered meanwhile is set again.
    if hasStoredFormula(at: cell), engine.formulas.hasFormula(at: cell) { return .formula }
    guard let position = grids.firstIndex(of: cell.grid) else { return nil }
    let sheet = contents.sheets[position]
    let (row, column) = (Int(cell.row), Int(cell.column))
    if sheet.arrays.formulas.contains(where: { !$0.isDynamic && $0.block.contains(row: row, column: column) }) {
      return .partOfArray
    }
    if whatIfTables.hasCell(at: cell) { return .partOfWhatIfTable }
    if let anchor = engine.spills.anchor(covering: cell), anchor != cell {
      return .spilled(from: engine.names.name(of: anchor))
    }
    let table = sheet.tables.first { table in
      table.hasHeaders && row == table.block.top && table.block.contains(row: row, column: column)
    }
    return table.map { .header(table: $0.name) }
  }
}
