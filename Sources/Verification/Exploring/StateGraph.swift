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
  /// The names of the inputs and states that differ.
  package var names: [String]
}

extension SheetModel {
  /// The states of a search as people tell them apart, and its steps.
  func graph(of search: Search<SheetModel>) -> StateGraph {
    let varying = keeper.slots.places.indices.filter { slot in
      guard case .cell = keeper.slots.places[slot] else { return false }
      let kind = title(ofSlot: slot).kind
      return (kind == .input || kind == .state) && search.varies(slot)
    }
    let modes = ModesCells.all(of: sheet)
    var graph = StateGraph(
      states: [], steps: [], modes: modes.map(\.name), names: varying.map { title(ofSlot: $0).name })
    for number in 0..<search.stateCount {
      let state = search.state(number)
      keeper.restore(state)
      graph.states.append(
        StateGraph.State(
          modes: modes.map { sheet.value(at: $0.cell).text ?? "" },
          values: varying.map { sheet.literal(keeper.value(state[$0])) }))
    }
    var known: Set<StateGraph.Step> = []
    for transition in search.transitions where transition.from != transition.to {
      let step = StateGraph.Step(
        from: transition.from, to: transition.to, text: text(of: transition.step, seconds: transition.seconds))
      if known.insert(step).inserted { graph.steps.append(step) }
    }
    return graph
  }
}
