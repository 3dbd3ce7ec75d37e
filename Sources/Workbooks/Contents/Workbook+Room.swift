import CellModel

extension Workbook {
  /// Refuses what no program could open: a sheet with more rows or columns than there are in a workbook.
  ///
  /// A table of a text may have as many rows as a sheet and the names of its columns above them.
  func requireRoom() throws(WorkbookFault) {
    for sheet in sheets {
      let (rows, columns) = sheet.extent
      if rows > Area.lastRow + 1 { throw .tooLarge("\(rows) rows", of: sheet.name, room: Area.lastRow + 1) }
      if columns > Area.lastColumn + 1 {
        throw .tooLarge("\(columns) columns", of: sheet.name, room: Area.lastColumn + 1)
      }
    }
  }
}

extension WorkbookSheet {
  /// How many rows and columns there are up to the last cell that holds something or lies in a table.
  fileprivate var extent: (rows: Int, columns: Int) {
    let constants = columns.values.lazy.compactMap { $0.rows.last.map { Int($0) + 1 } }.max() ?? 0
    let tableRows = tables.lazy.map { $0.block.bottom + 1 }.max() ?? 0
    let tableColumns = tables.lazy.map { $0.block.right + 1 }.max() ?? 0
    let computed = formulas.extent
    return (
      max(constants, computed.rows, tableRows), max((columns.keys.max() ?? -1) + 1, computed.columns, tableColumns)
    )
  }
}
