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
    let value = instance.form.states[uncounted: state].use { form in
      form.reactions[uncounted: reaction].use { reaction in
        if let new = newStates.value(of: state, in: instance) {
          laterValue(of: reaction, after: new, at: instance.at(form.cell), in: instance)
        } else {
          reaction.value(in: instance, cells)
        }
      }
    }
    if let value { newStates.set(state, of: instance, to: value) }
  }

  /// The value of a reaction to the second event in a micro-step, which finds the state as the first has left it.
  private func laterValue(
    of reaction: StateForm.Reaction, after new: CellValue, at address: CellAddress, in instance: TimeInstance
  ) -> CellValue? {
    let former = cells.engine.value(at: address)
    cells.engine.setConstant(new, at: address)
    defer { cells.engine.setConstant(former, at: address) }
    return reaction.value(in: instance, cells)
  }

  /// Lets all new states take effect together.
  ///
  /// - Returns: Whether there were any.
  func takeEffect() -> Bool {
    guard !newStates.isEmpty else { return false }
    let engine = cells.engine
    newStates.takeAll { instance, state, value in
      let cell = instance.form.states[uncounted: state].use { $0.cell }
      engine.setConstant(value, at: instance.at(cell))
    }
    return true
  }

  /// The rules that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    (newStates.isEmpty ? [] : ["R1: new states still wait"]) + newStates.brokenRules(of: instances)
  }
}

extension StateForm.Reaction {
  /// What the first clause that holds makes of the state; `nil` when none holds.
  fileprivate func value(in instance: TimeInstance, _ cells: InstantCells) -> CellValue? {
    for index in clauses.indices {
      if let value = clauses[uncounted: index].use({ $0.value(in: instance, cells) }) { return value }
    }
    return nil
  }
}

extension StateForm.Clause {
  /// What it makes of the state; `nil` when its condition does not hold.
  fileprivate func value(in instance: TimeInstance, _ cells: InstantCells) -> CellValue? {
    if let condition, !cells.holds(condition, in: instance) { return nil }
    return cells.value(of: value, in: instance)
  }
}
