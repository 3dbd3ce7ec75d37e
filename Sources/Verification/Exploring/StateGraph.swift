import CellModel
import LiveSheets

/// The states of a sheet that were seen, and the steps from one to the next.
package struct StateGraph: Sendable {
  package struct State: Sendable, Hashable {
    /// The mode of each `modes` statement that holds; nothing where none does.
    package var modes: [String]
    /// The inputs and states that differ between states, with their values.
    package var values: [String]
  }

  package struct Step: Sendable, Hashable {
    package var from: Int
    package var to: Int
    package var text: String
  }

  /// The first is that in which all begins.
  package var states: [State]
  package var steps: [Step]
  /// The names of the `modes` statements.
  package var modes: [String]
  /// The names of the inputs and states that differ, of those in rows by their columns.
  package var names: [String]
}

extension SheetModel {
  /// The states of a search as people tell them apart, and its steps.
  func graph(of search: Search<SheetModel>) -> StateGraph {
    let varying = keeper.slots.places.indices.filter { slot in
      switch keeper.slots.places[slot] {
      case .cell: [.input, .state].contains(title(ofSlot: slot).kind) && search.varies(slot)
      case .rows(let table, _):
        keeper.slots.table(numbered: table)?.all.contains(where: search.varies) ?? false
      case .row, .memory, .pendingWork, .cycles: false
      }
    }
    let modes = ModesCells.all(of: sheet)
    var graph = StateGraph(states: [], steps: [], modes: modes.map(\.name), names: varying.flatMap(names(ofSlot:)))
    for number in 0..<search.stateCount {
      let state = search.state(number)
      keeper.restore(state)
      graph.states.append(
        StateGraph.State(
          modes: modes.map { sheet.value(at: $0.cell).text ?? "" },
          values: varying.flatMap { texts(ofSlot: $0, state) }))
    }
    graph.leaveOutConstants()
    var known: Set<StateGraph.Step> = []
    for transition in search.transitions where transition.from != transition.to {
      let step = StateGraph.Step(
        from: transition.from, to: transition.to, text: text(of: transition.step, seconds: transition.seconds))
      if known.insert(step).inserted { graph.steps.append(step) }
    }
    return graph
  }

  /// What a slot is called: a cell by its name, and rows by the columns of their table.
  private func names(ofSlot slot: Int) -> [String] {
    guard case .rows(let table, _) = keeper.slots.places[slot] else { return [title(ofSlot: slot).name] }
    return ["ROWS(\(title(ofSlot: slot).name))"] + sheet.state.columns(ofTable: table).map(\.name)
  }

  /// What a slot holds in a state, which the sheet is in.
  private func texts(ofSlot slot: Int, _ state: [UInt32]) -> [String] {
    guard case .rows(let table, _) = keeper.slots.places[slot] else {
      return [sheet.literal(keeper.value(state[slot]))]
    }
    let columns = sheet.state.columns(ofTable: table).map(\.values)
    return ["\(keeper.rowCount(state[slot]))"]
      + columns.map { "{\($0.map { sheet.literal($0) }.joined(separator: "; "))}" }
  }
}

extension StateGraph {
  /// Leaves out what is the same in all states, as columns may be whose rows differ.
  fileprivate mutating func leaveOutConstants() {
    let kept = names.indices.filter { name in states.contains { $0.values[name] != states[0].values[name] } }
    guard kept.count < names.count else { return }
    names = kept.map { names[$0] }
    for state in states.indices { states[state].values = kept.map { states[state].values[$0] } }
  }
}
