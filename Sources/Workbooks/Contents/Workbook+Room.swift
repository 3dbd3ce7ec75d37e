import CellModel

extension Workbook {
  /// Refuses what no program could open: a sheet with more rows or columns than there are in a workbook.
  ///
  /// A table of a text may have as many rows as a sheet and the names of its columns above them.
  func requireRoom() throws(WorkbookFault) {
    for sheet in sheets {
      let (rows, columns) = (sheet.rowCount, sheet.columnCount)
      if rows > Area.lastRow + 1 { throw .tooLarge("\(rows) rows", of: sheet.name, room: Area.lastRow + 1) }
      if columns > Area.lastColumn + 1 {
        throw .tooLarge("\(columns) columns", of: sheet.name, room: Area.lastColumn + 1)
      }
    }
  }
}

extension WorkbookSheet {
  /// How many rows there are down to the last cell that holds something.
  fileprivate var rowCount: Int {
    let constants = columns.values.lazy.compactMap { $0.rows.last.map(Int.init) }.max() ?? -1
    let computed = formulas.lazy.map { Int($0.row) }.max() ?? -1
    let listed = tables.lazy.map(\.block.bottom).max() ?? -1
    return max(constants, computed, listed) + 1
  }

  fileprivate var columnCount: Int {
    let computed = formulas.lazy.map { Int($0.column) }.max() ?? -1
    let listed = tables.lazy.map(\.block.right).max() ?? -1
    return max(columns.keys.max() ?? -1, computed, listed) + 1
  }
}
