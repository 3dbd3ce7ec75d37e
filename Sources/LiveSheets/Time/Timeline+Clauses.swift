import CellModel
import Engine

/// What events make of states and tables.
extension Timeline {
  /// Evaluates the clauses that events have reached and lets the new states take effect together.
  func performClauses() {
    guard !step.reached.isEmpty else { return }
    settleFormulas()
    var effects: [TableEffect] = []
    var commands: [ActionCommand] = []
    for index in step.reached.indices {
      let clause = step.reached[index]
      let instance = clause.instance
      if instance.hasEnded { continue }
      if step.told.hasRepeats { showPayloads(before: clause.told) }
      switch clause.clause {
      case .state(let state, let reaction): react(instance, state, reaction)
      case .action(let action, let reaction):
        if let command = command(of: action, reaction, in: instance) { commands.append(command) }
      case .table(let number): react(instance, instance.form.tableClauses[number], &effects)
      }
    }
    if step.told.hasRepeats { showPayloads(before: .max) }
    step.endReached()
    let isChanged = !step.newStates.isEmpty || !effects.isEmpty
    takeEffect()
    perform(effects)
    for command in commands { perform(command) }
    if isChanged { isUnsettled = true }
  }

  /// Lets all new states take effect together.
  private func takeEffect() {
    for index in step.newStates.values.indices {
      let (instance, state, value) = step.newStates.values[index]
      engine.setConstant(value, at: instance.at(instance.form.states[state].cell))
    }
    step.newStates.removeAll()
  }

  private func react(_ instance: TimeInstance, _ state: Int, _ reaction: Int) {
    let address = instance.at(instance.form.states[state].cell)
    // Of two events of one micro-step the second finds its own state as the first has left it; all else is as it was.
    let former = step.newStates.value(of: state, in: instance).map { value in
      let former = engine.value(at: address)
      engine.setConstant(value, at: address)
      return former
    }
    for clause in instance.form.states[state].reactions[reaction].clauses {
      if let condition = clause.condition, !holds(condition, in: instance) { continue }
      let value = clause.value.value(in: engine, row: instance.row)
      step.newStates.set(state, of: instance, to: value)
      break
    }
    if let former { engine.setConstant(former, at: address) }
  }

  // MARK: Tables

  private func react(_ instance: TimeInstance, _ clause: TableClauseForm, _ effects: inout [TableEffect]) {
    if let condition = clause.condition, !holds(condition, in: instance) { return }
    func value(_ expression: TimeExpression) -> CellValue { expression.value(in: engine, row: instance.row) }
    let table = sheet.tableDefinitions[clause.table]
    let rowCount = engine.rowCount(of: table.grid)
    switch clause.change {
    case .insert(let position, let values):
      let place: TableEffect.Place? =
        switch position {
        case .first: .first
        case .last: .last
        case .before(let row): value(row).number.map { .before(Int($0.clamped(to: 1...1e9)) - 1) }
        case .after(let row): value(row).number.map { .after(Int($0.clamped(to: 0...1e9)) - 1) }
        }
      guard let place, place.isIn(rowCount) else { return }
      let row = values.map { $0.map(value) ?? .blank }
      do throws(Refusal) {
        try sheet.rows(ofTable: clause.table).checkInsertion(at: 0, count: rowCount, row)
        effects.append(.insert(table: clause.table, place, row))
      } catch { report(clause, TimeFinding.refusedRow(table.name, clause.span, error.message)) }
    case .delete(let condition):
      for row in (0..<rowCount).reversed() where condition.map({ holds($0, inRow: row) }) ?? true {
        effects.append(.delete(table: clause.table, row: row))
      }
    case .update(let column, let value, let condition):
      for row in 0..<rowCount where condition.map({ holds($0, inRow: row) }) ?? true {
        let rule = table.columns[column]
        do throws(Refusal) {
          let value = try sheet.rows(ofTable: clause.table).accepted(
            value.value(in: engine, row: row), by: rule, inRow: row)
          effects.append(.set(table: clause.table, row: row, column: column, value))
        } catch {
          let name = "\(table.name)[\(row + 1)].\(rule.name)"
          report(clause, TimeFinding.refusedBinding(name, clause.span, error.message))
        }
      }
    }
  }

  private func report(_ clause: TableClauseForm, _ finding: TimeFinding) {
    report(clause.unit.located(finding.diagnostic))
  }

  /// Whether the condition of a clause holds for a row of its table.
  private func holds(_ condition: TimeExpression, inRow row: Int) -> Bool {
    holds(condition.value(in: engine, row: row), condition)
  }

  /// Where an event happened more than once in a micro-step, lets its name be the payload that a clause was reached by.
  private func showPayloads(before count: Int) {
    for (cell, payload) in step.told.payloads(before: count) where engine.value(at: cell) != payload {
      setCell(cell, to: payload)
    }
    settleFormulas()
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
