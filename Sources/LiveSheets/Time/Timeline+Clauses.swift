import CellModel
import Engine

/// What events make of states and tables.
extension Timeline {
  /// A new value of a state cell, or a change of a table, that takes effect at the end of the micro-step.
  private enum Effect {
    case set(CellAddress, CellValue)
    case insert(table: Int, at: Int, [CellValue])
    /// Rows of a table, the last one first.
    case delete(table: Int, rows: [Int])
  }

  /// Evaluates the clauses that events have reached and lets the new states take effect together.
  func performClauses() {
    guard !reached.isEmpty else { return }
    settleFormulas()
    let clauses = reached
    reached.removeAll(keepingCapacity: true)
    var states: [CellAddress: CellValue] = [:]
    var effects: [Effect] = []
    for clause in clauses {
      switch clause {
      case .state(let instance, let state, let reaction):
        guard !instance.hasEnded else { continue }
        react(instance, instance.form.states[state], reaction, &states)
      case .table(let instance, let number):
        if !instance.hasEnded { react(instance, instance.form.tableClauses[number], &effects) }
      }
    }
    for (address, value) in states { engine.setConstant(value, at: address) }
    for effect in effects { perform(effect) }
    if !states.isEmpty || !effects.isEmpty { isUnsettled = true }
  }

  private func react(
    _ instance: TimeInstance, _ state: StateForm, _ reaction: Int, _ states: inout [CellAddress: CellValue]
  ) {
    let address = instance.at(state.cell)
    // Of two events of one micro-step the second finds its own state as the first has left it; all else is as it was.
    let former = states[address].map { value in
      let former = engine.value(at: address)
      engine.setConstant(value, at: address)
      return former
    }
    for clause in state.reactions[reaction].clauses {
      if let condition = clause.condition, !holds(condition, in: instance) { continue }
      states[address] = clause.value.value(in: engine, row: instance.row)
      break
    }
    if let former { engine.setConstant(former, at: address) }
  }

  // MARK: Tables

  private func react(_ instance: TimeInstance, _ clause: TableClauseForm, _ effects: inout [Effect]) {
    if let condition = clause.condition, !holds(condition, in: instance) { return }
    func value(_ expression: TimeExpression) -> CellValue { expression.value(in: engine, row: instance.row) }
    let table = sheet.tableDefinitions[clause.table]
    let rowCount = engine.rowCount(of: table.grid)
    switch clause.change {
    case .insert(let position, let values):
      let at: Int? =
        switch position {
        case .first: 0
        case .last: rowCount
        case .before(let row): value(row).number.map { Int($0.clamped(to: 1...1e9)) - 1 }
        case .after(let row): value(row).number.map { Int($0.clamped(to: 0...1e9)) }
        }
      guard let at, at <= rowCount else { return }
      effects.append(.insert(table: clause.table, at: at, values.map { $0.map(value) ?? .blank }))
    case .delete(let condition):
      let rows = (0..<rowCount).reversed().filter { row in condition.map { holds($0, inRow: row) } ?? true }
      effects.append(.delete(table: clause.table, rows: rows))
    case .update(let column, let value, let condition):
      for row in 0..<rowCount where condition.map({ holds($0, inRow: row) }) ?? true {
        effects.append(
          .set(CellAddress(grid: table.grid, row: row, column: column), value.value(in: engine, row: row)))
      }
    }
  }

  /// Whether the condition of a clause holds for a row of its table.
  private func holds(_ condition: TimeExpression, inRow row: Int) -> Bool {
    switch condition.value(in: engine, row: row) {
    case .logical(let logical): return logical
    case .number(let number): return number != 0
    case .error(let error):
      report(condition.unit.located(TimeDiagnostics.guardFailed(condition.span, LiveSheet.words(for: error))))
      return false
    default: return false
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .set(let address, let value): engine.setConstant(value, at: address)
    case .insert(let table, let position, let values):
      sheet.insertRow(of: table, at: min(position, engine.rowCount(of: sheet.tableDefinitions[table].grid)), values)
    case .delete(let table, let rows):
      for row in rows where row < engine.rowCount(of: sheet.tableDefinitions[table].grid) {
        sheet.deleteRow(of: table, at: row)
      }
    }
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
