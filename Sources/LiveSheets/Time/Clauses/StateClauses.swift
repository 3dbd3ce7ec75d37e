import CellModel
import Engine

/// States and what the clauses of a micro-step make of them.
///
/// - R1. All clauses of a micro-step find the states as they were at its beginning; of two events that change one state the
///   second finds it as the first has left it.
final class StateClauses {
  private let cells: InstantCells
  @exclusivity(unchecked) private(set) var newStates = NewStates()

  init(_ cells: InstantCells) { self.cells = cells }

  /// Gives a state the value of the first clause that holds.
  func react(_ instance: TimeInstance, _ state: Int, _ reaction: Int) {
    let engine = cells.engine
    let form = instance.form.states[state]
    let address = instance.at(form.cell)
    let former = newStates.value(of: state, in: instance).map { value in
      let former = engine.value(at: address)
      engine.setConstant(value, at: address)
      return former
    }
    for clause in form.reactions[reaction].clauses {
      if let condition = clause.condition, !cells.holds(condition, in: instance) { continue }
      let value = cells.value(of: clause.value, in: instance)
      newStates.set(state, of: instance, to: value)
      break
    }
    if let former { engine.setConstant(former, at: address) }
  }

  /// Lets all new states take effect together.
  ///
  /// - Returns: Whether there were any.
  func takeEffect() -> Bool {
    guard !newStates.isEmpty else { return false }
    for index in newStates.values.indices {
      let new = newStates.values[index]
      cells.engine.setConstant(new.value, at: new.instance.at(new.instance.form.states[new.state].cell))
    }
    newStates.removeAll()
    return true
  }

  /// The rules that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    (newStates.isEmpty ? [] : ["R1: new states still wait"]) + newStates.brokenRules(of: instances)
  }
}
