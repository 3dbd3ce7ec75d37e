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

extension LiveSheet {
  /// The columns of a table that hold values rather than formulas.
  private func valueColumns(of table: LoadedTable) -> [Int] {
    table.columns.indices.filter { table.columns[$0].formula == nil }
  }

  func contents(of number: Int) -> TableContents {
    let table = tableDefinitions[number]
    let columns = valueColumns(of: table)
    return TableContents(rows: (0..<engine.rowCount(of: table.grid)).map { content(ofRow: $0, of: table, columns) })
  }

  func content(ofRow row: Int, _ number: Int) -> TableContents.Row {
    let table = tableDefinitions[number]
    return content(ofRow: row, of: table, valueColumns(of: table))
  }

  private func content(ofRow row: Int, of table: LoadedTable, _ columns: [Int]) -> TableContents.Row {
    let cells = columns.map { engine.value(at: CellAddress(grid: table.grid, row: row, column: $0)) }
    guard row < table.rows.count else { return TableContents.Row(cells: cells, memory: []) }
    let instance = table.rows[row]
    let memory = zip(instance.form.streams, instance.memory.all).map { $0.unnumbered($1) }
    return TableContents.Row(cells: cells, memory: memory)
  }

  func restore(_ contents: TableContents, to number: Int) {
    let rows = rows(ofTable: number)
    while rows.count < contents.rows.count { rows.insert(at: rows.count, []) }
    while rows.count > contents.rows.count { rows.delete(at: rows.count - 1) }
    timeline.streams.step.pending.removeAll()
    for (row, content) in contents.rows.enumerated() { restore(content, toRow: row, number) }
  }

  func restore(_ content: TableContents.Row, toRow row: Int, _ number: Int) {
    let table = tableDefinitions[number]
    for (column, value) in zip(valueColumns(of: table), content.cells) {
      engine.setConstant(value, at: CellAddress(grid: table.grid, row: row, column: column))
    }
    // A sheet that was read again from its file may have other streams.
    guard row < table.rows.count, table.rows[row].memory.all.count == content.memory.count else { return }
    table.rows[row].memory.all = content.memory
  }
}
