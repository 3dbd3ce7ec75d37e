import CellModel
import Engine

/// The rows of a table with what their sheets remember.
package struct TableContents: Hashable {
  package struct Row: Hashable {
    var cells: [CellValue]
    var memory: [StreamMemory]
  }
  package var rows: [Row]

  package init(rows: [Row]) { self.rows = rows }
}

extension SheetState {
  /// The columns of a table that tell its states apart, as a sheet writes them, with what they hold now from row to row.
  package func columns(ofTable number: Int) -> [(name: String, values: [CellValue])] {
    let (table, rows) = (tableDefinitions[number], rows(number))
    return table.savedColumns.filter { table.columns[$0].formula == nil }.map { column in
      let values = (0..<rows.count).map {
        engine.value(at: CellAddress(grid: table.grid, row: $0, column: column))
      }
      return ("\(table.name)[\(table.columns[column].name)]", values)
    }
  }
}

/// What rows hold, to be taken and put back.
extension TableRows {
  /// The columns that hold values rather than formulas.
  private var valueColumns: [Int] {
    let columns = columns
    return columns.indices.filter { columns[$0].formula == nil }
  }

  var contents: TableContents { contents(without: []) }

  /// What the rows hold, with blanks in columns that do not count.
  func contents(without unread: Set<Int>) -> TableContents {
    let (table, columns) = (table, valueColumns)
    return TableContents(rows: (0..<count).map { content(ofRow: $0, of: table, columns, without: unread) })
  }

  func content(ofRow row: Int) -> TableContents.Row { content(ofRow: row, of: table, valueColumns) }

  private func content(
    ofRow row: Int, of table: LoadedTable, _ columns: [Int], without unread: Set<Int> = []
  ) -> TableContents.Row {
    let cells = columns.map { column -> CellValue in
      if unread.contains(column) { return .blank }
      return engine.value(at: CellAddress(grid: table.grid, row: row, column: column))
    }
    guard row < table.rows.count else { return TableContents.Row(cells: cells, memory: []) }
    let instance = table.rows[row]
    let memory = zip(instance.form.streams, instance.memory.all).map { $0.unnumbered($1) }
    return TableContents.Row(cells: cells, memory: memory)
  }

  func restore(_ contents: TableContents) {
    while count < contents.rows.count { insert(at: count, []) }
    while count > contents.rows.count { delete(at: count - 1) }
    timeline.streams.step.pending.removeAll()
    for (row, content) in contents.rows.enumerated() { restore(content, toRow: row) }
  }

  func restore(_ content: TableContents.Row, toRow row: Int) {
    let table = table
    for (column, value) in zip(valueColumns, content.cells) {
      engine.setConstant(value, at: CellAddress(grid: table.grid, row: row, column: column))
    }
    // A sheet that was read again from its file may have other streams.
    guard row < table.rows.count, table.rows[row].memory.all.count == content.memory.count else { return }
    table.rows[row].memory.all = content.memory
  }
}
