import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Makes a table of a program in the engine of its sheet.
struct TableLoader {
  let loaded: LoadedProgram
  let table: ProgramTable

  private var engine: Engine { loaded.engine }

  /// Makes the table with its rows, and formulas over them.
  func load() {
    switch table.content {
    case .unread:
      loaded.tables.unread.insert(table.name.lowercased())
      add(rows: 0)
    case .values(let rows): load(rows)
    case .sheets(let units): load(sheets: units)
    case .instances(let count): load(instances: count)
    }
  }

  @discardableResult
  private func add(rows: Int) -> GridID {
    let grid = engine.names.addTable(
      named: table.name, columns: table.columns.map(\.name), rows: rows, in: loaded.scope)
    loaded.tables.add(LoadedTable(table, grid: grid, columns: table.columns))
    return grid
  }

  private func load(_ rows: [[CellValue]]) {
    loaded.tables.noteDottedColumns(
      table.columns.map { $0.name.lowercased() }.filter { $0.contains(".") }, of: table.name)
    let grid = add(rows: rows.count)
    loaded.tableDefinitions[loaded.tableDefinitions.count - 1].loadedRows = RowDigest(rows)
    for column in rows.first?.indices ?? 0..<0 {
      engine.setConstants(rows.map { $0[column] }, from: CellAddress(grid: grid, row: 0, column: column))
    }
    guard !rows.isEmpty else { return }
    let made = loaded.tableDefinitions[loaded.tableDefinitions.count - 1]
    for (index, tree) in loaded.placing.columnFormulas(of: made) {
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: index, bottom: rows.count - 1, right: index))
    }
  }

  // MARK: Tables of sheets

  /// Makes the table of a `table … of` statement whose rows have names of their own: each of its cells shows one of those.
  private func load(instances count: Int) {
    loaded.tables.noteDottedColumns(
      table.columns.map { $0.name.lowercased() }.filter { $0.contains(".") }, of: table.name)
    let grid = engine.names.addTable(
      named: table.name, columns: table.columns.map(\.name), shown: table.columns.shown.count, rows: count,
      in: loaded.scope)
    var made = LoadedTable(table, grid: grid, columns: table.columns)
    made.hasFixedRows = true
    loaded.tables.add(made)
    for (index, tree) in loaded.placing.columnFormulas(of: made) where !made.showsNames(inColumn: index) {
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: index, bottom: count - 1, right: index))
    }
    for (index, column) in table.columns.enumerated() where made.showsNames(inColumn: index) {
      for row in 0..<count {
        let name = RowInstance.prefix(table.name, row + 1) + column.name
        engine.setFormula(.name(name), at: CellAddress(grid: grid, row: row, column: index))
      }
    }
  }

  /// Makes the table of a `table … of` statement, with a column for each cell of the sheet in its rows.
  private func load(sheets units: [SheetUnit]) {
    let columns = table.columns.map(withRule)
    loaded.tables.noteDottedColumns(units.first?.paths ?? [], of: table.name)
    let written = table.definition.rows.map { row in
      table.writtenInputs.filter { $0.cell < row.cells.count }.map { input in
        (
          input.column,
          row.cells[input.cell].value(for: columns[input.column].input?.type, in: table.place.unit.document)
        )
      }
    }
    let count =
      !written.isEmpty
      ? written.count
      : Int(
        (table.definition.rowCount.flatMap { loaded.entry.constant($0, table.place.unit, table.place.statement.grid) }?
          .number
          ?? 0)
          .clamped(to: 0...Double(TableDefinition.mostSheets)))
    let grid = engine.names.addTable(
      named: table.name, columns: columns.map(\.name), shown: columns.shown.count, rows: count, in: loaded.scope)
    var made = LoadedTable(table, grid: grid, columns: columns)
    made.form = RowForm(loaded, units, grid: grid, columns: columns)
    for (index, column) in columns.enumerated() {
      guard let first = column.first, let unit = column.unit else { continue }
      made.firstFormulas[index] = loaded.placing.tree(first.tree, unit, column.home)
    }
    addRowChecks(units, &made)
    loaded.tables.add(made)
    guard count > 0 else { return }
    for row in 0..<count { made.setFirstValues(inRow: row, [], engine) }
    for (row, values) in written.enumerated() {
      for (column, value) in values {
        engine.setConstant(value, at: CellAddress(grid: grid, row: row, column: column))
      }
    }
    for (index, tree) in loaded.placing.columnFormulas(of: made) {
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: index, bottom: count - 1, right: index))
    }
    for (index, tree) in made.hiddenFormulas.enumerated() {
      let column = columns.count + index
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: column, bottom: count - 1, right: column))
    }
  }

  /// The column of an input with what it accepts, which only a loaded sheet can tell.
  private func withRule(_ column: TableColumn) -> TableColumn {
    guard case .input(let input) = column.content, let unit = column.unit else { return column }
    var column = column
    column.input = loaded.entry.rule(of: input, unit, home: column.home)
    return column
  }

  private func addRowChecks(_ units: [SheetUnit], _ table: inout LoadedTable) {
    for unit in units {
      for statement in unit.document.statements {
        for condition in statement.meaning.conditions {
          addRowCheck(
            LoadedCheck(
              condition.mapping { loaded.placing.tree($0, unit, statement.grid) }, of: unit, home: statement.grid),
            &table)
        }
      }
    }
  }

  private func addRowCheck(_ check: LoadedCheck, _ table: inout LoadedTable) {
    var check = check
    check.table = table.grid
    check.address = CellAddress(
      grid: table.grid, row: 0, column: table.columns.count + table.hiddenFormulas.count)
    table.hiddenFormulas.append(check.tree)
    loaded.checks.add(check)
  }
}
