import CellModel
import Diagnostics
import Formulas
import ReactiveCore
import SheetPrograms

/// Hearing what happens in a sheet.
extension TriggerFinder {
  /// The signal of an event, derived ones included, or of a moment of an action: `tap`, `add.succeeded`,
  /// `people[2].adding.add.failed`.
  ///
  /// It sends within an instant, an event before those that are made of it, and before any clause is evaluated; the sheet
  /// may neither be read nor changed then. The signal of a row goes with the row and ends with it. The same path gives the
  /// same signal again, as long as it means the same.
  ///
  /// - Throws: A refusal when there is no event and no such moment.
  package func occurrences(of path: String) throws(Refusal) -> Signal<CellValue, Never> {
    let tree = FormulaParser.parse(path, dialect: .sheet).tree
    if let (action, moment) = moment(in: tree),
      case .action(let instance, let number) = try trigger(named: action)
    {
      return instance.pipes.outerSignal(of: .action(number, moment))
    }
    switch try trigger(named: tree) {
    case .event(let instance, let number): return instance.pipes.outerSignal(of: .event(number))
    case .action:
      throw Refusal(.notAnEvent(near: "\(path).succeeded"), of: path)
    }
  }

  /// Whether an event has no payload, or an action no parameters; `false` for what is neither.
  package func takesNothing(_ path: String) -> Bool {
    switch try? trigger(named: FormulaParser.parse(path, dialect: .sheet).tree) {
    case .event(let instance, let number): instance.form.events[number].isPlain
    case .action(let instance, let number): instance.form.actions[number].parameters.isEmpty
    case nil: false
    }
  }

  /// The action and its moment that a path such as `add.succeeded` names.
  private func moment(in tree: FormulaTree) -> (FormulaTree, ActionMoment)? {
    guard !tree.nodes.isEmpty, case .member(let base, let field) = tree[tree.root],
      let moment = ActionMoment(rawValue: field.lowercased())
    else { return nil }
    let action = tree.subtree(at: base)
    guard case .action? = try? trigger(named: action) else { return nil }
    return (action, moment)
  }
}
