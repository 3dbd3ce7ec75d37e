import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Tables whose rows are sheets.
extension LiveSheet {
  /// Makes the table of a `table … of` statement, with a column for each cell of the sheet in its rows.
  func loadInstances(of table: ProgramTable, _ units: [SheetUnit]) {
    let columns = table.columns.map(withRule)
    loaded.tables.noteDottedColumns(units.first?.paths ?? [], of: table.name)
    let written = table.definition.rows.map { row in
      table.writtenInputs.filter { $0.cell < row.cells.count }.map { input in
        (input.column, Self.value(of: row.cells[input.cell], for: columns[input.column], in: table.place.unit))
      }
    }
    let count =
      !written.isEmpty
      ? written.count
      : Int(
        (table.definition.rowCount.flatMap { constant($0) }?.number ?? 0)
          .clamped(to: 0...Double(TableDefinition.mostSheets)))
    let grid = engine.addTable(named: table.name, columns: columns.map(\.name), rows: count, in: scope)
    var made = LoadedTable(table, grid: grid, columns: columns)
    made.form = RowForm(self, units, grid: grid, columns: columns)
    made.shownCount = columns.prefix { $0.kind?.comesWithEvents != true }.count
    addRowChecks(units, &made)
    tableDefinitions.append(made)
    guard count > 0 else { return }
    for row in 0..<count { setFirstValues(of: made, row: row, []) }
    for (row, values) in written.enumerated() {
      for (column, value) in values {
        engine.setConstant(value, at: CellAddress(grid: grid, row: row, column: column))
      }
    }
    for index in columns.indices {
      guard let tree = columnFormula(index, of: made) else { continue }
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: index, bottom: count - 1, right: index))
    }
    for (index, tree) in made.hiddenFormulas.enumerated() {
      let column = columns.count + index
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: column, bottom: count - 1, right: column))
    }
  }

  /// What a written cell gives an input: what it says, or its letters for an input that takes a text.
  private static func value(of cell: TableCell, for column: TableColumn, in unit: SheetUnit) -> CellValue {
    guard column.input?.type == .text, !cell.value.isBlank, !cell.isQuoted else { return cell.value }
    return if case .text = cell.value { cell.value } else { .text(String(unit.document.source[cell.span])) }
  }

  /// Written rows give inputs only what these accept.
  func checkWrittenRows() {
    for table in loaded.program.tables where table.definition.instanceSource != nil {
      guard let made = self.table(named: table.name), made.form != nil else { continue }
      for (row, written) in table.definition.rows.enumerated() {
        for input in table.writtenInputs where input.cell < written.cells.count {
          let column = made.columns[input.column]
          let value = engine.value(at: CellAddress(grid: made.grid, row: row, column: input.column))
          guard let rule = column.input, let refusal = refusal(of: value, by: rule, column.name) else { continue }
          add(LiveFinding.refusedCell(refusal, written.cells[input.cell].span).diagnostic, of: table.place.unit)
        }
      }
    }
  }

  /// The column of an input with what it accepts, which only a loaded sheet can tell.
  private func withRule(_ column: TableColumn) -> TableColumn {
    guard case .input(let input) = column.content, let unit = column.unit else { return column }
    var column = column
    column.input = rule(of: input, unit)
    column.input?.name = column.name
    return column
  }

  private func addRowChecks(_ units: [SheetUnit], _ table: inout LoadedTable) {
    for unit in units {
      for statement in unit.document.statements {
        for condition in statement.meaning.conditions {
          addRowCheck(LoadedCheck(condition.mapping { placed($0, unit, statement.grid) }, of: unit), &table)
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
    loaded.checks.append(check)
  }

  // MARK: Rows

  /// Puts the first values of a row's cells, after those that are given for its inputs.
  private func setFirstValues(of table: LoadedTable, row: Int, _ given: [CellValue]) {
    for (index, column) in table.columns.enumerated() where index >= given.count && column.formula == nil {
      let value = column.value ?? .blank
      if !value.isBlank { engine.setConstant(value, at: CellAddress(grid: table.grid, row: row, column: index)) }
    }
  }

  /// Lets time begin in the rows that a table has at load.
  func beginRows(of number: Int) {
    guard let form = tableDefinitions[number].form else { return }
    let count = engine.rowCount(of: tableDefinitions[number].grid)
    tableDefinitions[number].rows = (0..<count).map { TimeInstance(form.form, row: $0) }
    for row in tableDefinitions[number].rows { begin(row, form) }
  }

  /// Lets time begin in a row that was inserted.
  func beginRow(of number: Int, at position: Int, _ values: [CellValue]) {
    guard let form = tableDefinitions[number].form else { return }
    setFirstValues(of: tableDefinitions[number], row: position, values)
    for row in tableDefinitions[number].rows[position...] { row.row = (row.row ?? 0) + 1 }
    let instance = TimeInstance(form.form, row: position)
    tableDefinitions[number].rows.insert(instance, at: position)
    begin(instance, form)
  }

  private func begin(_ instance: TimeInstance, _ form: RowForm) {
    timeline.instances.append(instance)
    engine.recalculate()
    for state in form.form.states {
      guard let first = form.initial[Int(state.cell.column)], first.tree.constant == nil else { continue }
      engine.setConstant(first.value(in: engine, row: instance.row), at: instance.at(state.cell))
    }
    timeline.connect(instance)
    timeline.isUnsettled = true
    timeline.start(instance)
  }

  /// Ends what happens in a row that is deleted: its timers, and its calls.
  func endRow(of number: Int, at position: Int) {
    let instance = tableDefinitions[number].rows.remove(at: position)
    instance.hasEnded = true
    for row in tableDefinitions[number].rows[position...] { row.row = (row.row ?? 1) - 1 }
    timeline.end(instance)
  }
}
