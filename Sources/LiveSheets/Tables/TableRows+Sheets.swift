import CellModel
import Engine

/// Rows that are sheets: time begins and ends in each of them.
extension TableRows {
  /// Lets time begin in the rows that a table has at load.
  func beginAll() {
    guard let form = loaded.tableDefinitions[number].form else { return }
    let count = count
    loaded.tableDefinitions[number].rows = (0..<count).map { TimeInstance(form.form, row: $0) }
    for row in loaded.tableDefinitions[number].rows { begin(row) }
  }

  /// Lets time begin in a row that was inserted.
  func begin(at position: Int, _ values: [CellValue]) {
    guard let form = loaded.tableDefinitions[number].form else { return }
    loaded.tableDefinitions[number].setFirstValues(inRow: position, values, loaded.engine)
    for row in loaded.tableDefinitions[number].rows[position...] { row.row = (row.row ?? 0) + 1 }
    let instance = TimeInstance(form.form, row: position)
    loaded.tableDefinitions[number].rows.insert(instance, at: position)
    begin(instance)
  }

  /// Makes values of what its inputs begin with, which bindings may set; its states follow what they begin with until
  /// the row has settled.
  private func begin(_ instance: TimeInstance) {
    timeline.add(instance)
    loaded.engine.recalculate()
    let table = loaded.tableDefinitions[number]
    for column in table.firstFormulas.keys.sorted() where table.columns[column].kind == .input {
      let address = CellAddress(grid: table.grid, row: instance.row ?? 0, column: column)
      guard loaded.engine.formulas.hasFormula(at: address) else { continue }
      let value = loaded.engine.value(at: address)
      loaded.engine.setConstant(table.columns[column].input?.inSpelling(value) ?? value, at: address)
    }
    timeline.streams.connect(instance)
    timeline.cells.noteChange()
    timeline.streams.step.beginning.append(instance)
  }

  /// Ends what happens in a row that is deleted: its timers, and its calls.
  func end(at position: Int) {
    let instance = loaded.tableDefinitions[number].rows.remove(at: position)
    instance.hasEnded = true
    for row in loaded.tableDefinitions[number].rows[position...] { row.row = (row.row ?? 1) - 1 }
    timeline.end(instance)
  }
}

extension LoadedTable {
  /// Puts the first values of a row's cells, after those that are given for its inputs.
  func setFirstValues(inRow row: Int, _ given: [CellValue], _ engine: Engine) {
    for (index, column) in columns.enumerated() where index >= given.count && column.formula == nil {
      if let formula = firstFormulas[index] {
        engine.setFormula(formula, at: CellAddress(grid: grid, row: row, column: index))
        continue
      }
      let value = column.value ?? .blank
      if !value.isBlank { engine.setConstant(value, at: CellAddress(grid: grid, row: row, column: index)) }
    }
  }
}
