import CellModel
import Workbooks

extension WorkbookSheet {
  /// What is not carried over of a what-if table, in words.
  static let keptWhatIfCell = "cell of a what-if table, which keeps its value"

  /// How many cells of what-if tables have only their values, because a cell that they need has been deleted.
  var brokenWhatIfCells: Int { whatIfTables.reduce(0) { $0 + ($1.isWhole ? 0 : valueCount(in: $1.block)) } }

  /// Gives each cell of the what-if tables a formula of its own in place of its value, as OpenFormula has them.
  mutating func makeOperations() {
    for table in whatIfTables where table.isWhole {
      for column in columns.keys.sorted() where (table.block.left...table.block.right).contains(column) {
        guard let constants = columns[column] else { continue }
        for place in constants.places(in: table.block.top...table.block.bottom) {
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
  }
}
