import CellModel
import Engine

/// How many rows a table has, and its last ones, or all, with what their sheets remember.
package struct TableContents: Hashable {
  package struct Row: Hashable {
    var cells: [CellValue]
    var memory: [StreamMemory]
  }
  package var count: Int
  package var rows: [Row]

  package init(count: Int, rows: [Row]) { (self.count, self.rows) = (count, rows) }
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
  var contents: TableContents { contents(from: 0, without: []) }

  /// What the rows from a position on hold, with blanks in columns that do not count.
  func contents(from first: Int, without unread: Set<Int>) -> TableContents {
    let (table, count) = (table, count)
    let rows = first < count ? (first..<count).map { content(ofRow: $0, of: table, without: unread) } : []
    return TableContents(count: count, rows: rows)
  }

  func content(ofRow row: Int) -> TableContents.Row { content(ofRow: row, of: table) }

  /// What a row holds, with blanks in columns that do not count; `nil` where there is none.
  func content(ofRow row: Int, without unread: Set<Int>) -> TableContents.Row? {
    row < count ? content(ofRow: row, of: table, without: unread) : nil
  }

  private func content(
    ofRow row: Int, of table: LoadedTable, without unread: Set<Int> = []
  ) -> TableContents.Row {
    let cells = table.valueColumns.map { column -> CellValue in
      if unread.contains(column) { return .blank }
      return engine.value(at: CellAddress(grid: table.grid, row: row, column: column))
    }
    guard row < table.rows.count else { return TableContents.Row(cells: cells, memory: []) }
    let instance = table.rows[row]
    let memory = zip(instance.form.streams, instance.memory.all).map { $0.unnumbered($1) }
    return TableContents.Row(cells: cells, memory: memory)
  }

  /// Gives the table as many rows as it had, and those from a position on what they held.
  func restore(_ contents: TableContents, from first: Int = 0) {
    while count < contents.count { insert(at: count, []) }
    while count > contents.count { delete(at: count - 1) }
    timeline.streams.step.pending.removeAll()
    let table = table
    for (row, content) in contents.rows.enumerated() { restore(content, toRow: first + row, of: table) }
  }

  func restore(_ content: TableContents.Row, toRow row: Int) { restore(content, toRow: row, of: table) }

  private func restore(_ content: TableContents.Row, toRow row: Int, of table: LoadedTable) {
    for (column, value) in zip(table.valueColumns, content.cells) {
      let address = CellAddress(grid: table.grid, row: row, column: column)
      // What is so already disturbs nobody; a row that has just come holds formulas.
      if engine.value(at: address).isIdentical(to: value), !engine.formulas.hasFormula(at: address) { continue }
      engine.setConstant(value, at: address)
    }
    // A sheet that was read again from its file may have other streams.
    guard row < table.rows.count, table.rows[row].memory.all.count == content.memory.count else { return }
    table.rows[row].memory.all = content.memory
  }
}
