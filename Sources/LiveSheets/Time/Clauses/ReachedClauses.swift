import CellModel

/// Evaluates the clauses that the events of a micro-step have reached, and lets what they say take effect.
final class ReachedClauses {
  private let cells: InstantCells
  private let streams: Streams
  let states: StateClauses
  private let tables: TableClauses
  let actions: Actions

  init(_ streams: Streams, _ states: StateClauses, _ tables: TableClauses, _ actions: Actions) {
    self.streams = streams
    cells = streams.cells
    self.states = states
    self.tables = tables
    self.actions = actions
  }

  /// Evaluates all clauses on the old states, and then lets the new states, rows and runs take effect together.
  func perform() {
    guard !streams.step.reached.isEmpty else { return }
    cells.settleFormulas()
    var effects: [TableEffect] = []
    var commands: [ActionCommand] = []
    for index in streams.step.reached.indices {
      let reached = streams.step.reached[index]
      if streams.step.told.hasRepeats { show(streams.step.told.payloads(at: reached.place)) }
      reached.instance.use { instance in
        switch reached.clause {
        case .state(let state, let reaction): states.react(instance, state, reaction)
        case .action(let action, let reaction):
          if let command = actions.command(of: action, reaction, in: instance) { commands.append(command) }
        case .table(let number): tables.react(instance, instance.form.tableReactions[number], &effects)
        }
      }
    }
    if streams.step.told.hasRepeats { show(streams.step.told.last) }
    streams.step.endReached()
    let hasNewStates = states.takeEffect()
    tables.perform(effects)
    for command in commands { actions.perform(command) }
    if hasNewStates || !effects.isEmpty { cells.noteChange() }
  }

  /// Where an event happened more than once in a micro-step, lets its name be the payload that a clause was reached by.
  private func show(_ payloads: [CellAddress: CellValue]) {
    for (cell, payload) in payloads where cells.engine.value(at: cell) != payload {
      cells.set(cell, to: payload)
    }
    cells.settleFormulas()
  }
}
