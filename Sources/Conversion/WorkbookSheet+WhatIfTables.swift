import CellModel
import Workbooks

extension WorkbookSheet {
  /// What is not carried over of a what-if table, in words.
  static let keptWhatIfCell = "cell of a what-if table, which keeps its value"

  /// Gives each cell of the what-if tables a formula of its own in place of its value, as OpenFormula has them.
  ///
  /// - Returns: How many cells keep their values, because a cell that they need has been deleted.
  mutating func makeOperations() -> Int {
    var left = 0
    for table in whatIfTables {
      for (column, constants) in columns where (table.block.left...table.block.right).contains(column) {
        let first = constants.position(of: table.block.top)
        let rows = constants.rows[first...].prefix { Int($0) <= table.block.bottom }
        guard table.isWhole else {
          left += rows.count
          continue
        }
        for place in rows.indices {
          formulas.append(
            StoredFormula(
              row: constants.rows[place], column: Int32(column), style: constants.styles[place],
              kind: .plain(table.operation(row: Int(constants.rows[place]), column: column)),
              stored: constants.values[place]))
        }
        columns[column]?.remove(rows: table.block.top...table.block.bottom)
      }
    }
    whatIfTables = []
    return left
  }
}
