import CellModel
import Diagnostics
import Engine
import Formulas

/// Finds events and actions by their paths, and checks what they are given.
package struct TriggerFinder {
  let sheet: LiveSheet

  /// The names of the events from outside and of the actions.
  package var names: [String] {
    guard let form = sheet.timeline.instances.first?.form else { return [] }
    return form.events.filter { $0.stream == nil }.map(\.name) + form.actions.map(\.name)
  }

  var eventNames: [String] {
    sheet.timeline.instances.first?.form.events.filter { !$0.isMoment }.map(\.name) ?? []
  }

  /// The event or action of a path as it is written, found once for many events.
  func trigger(at path: String) throws(Refusal) -> Trigger {
    if let known = sheet.timeline.triggers[path] { return known }
    let trigger = try trigger(named: FormulaParser.parse(path, dialect: .sheet).tree)
    sheet.timeline.triggers.note(trigger, for: path)
    return trigger
  }

  /// The event or action of a path such as `tap`, `adding.add` or `people[2].adding.add`.
  func trigger(named path: FormulaTree) throws(Refusal) -> Trigger {
    let tree = sheet.placing.tree(path, sheet.units[0], nil)
    guard !tree.nodes.isEmpty else { throw unknownTrigger(path.text()) }
    switch tree[tree.root] {
    case .name(let name, sheet: nil):
      if let main = sheet.timeline.instances.first, let trigger = trigger(name, of: main) { return trigger }
    case .member(let base, let field):
      guard let row = try instance(tree, base) else { break }
      if let trigger = trigger(field, of: row) { return trigger }
    default: break
    }
    throw unknownTrigger(path.text())
  }

  private func trigger(_ name: String, of instance: TimeInstance) -> Trigger? {
    if let event = instance.form.eventNumbers[name.lowercased()] { return .event(instance, event) }
    return instance.form.actionNumbers[name.lowercased()].map { .action(instance, $0) }
  }

  /// The row of a table of sheets that `people[2]` means.
  private func instance(_ tree: FormulaTree, _ index: FormulaTree.Index) throws(Refusal) -> TimeInstance? {
    guard case .subscript_(let base, let number) = tree[index], case .name(let name, _) = tree[base],
      let table = sheet.loaded.tables.table(named: name), table.form != nil
    else { return nil }
    let row = sheet.engine.expressions.evaluate(tree.subtree(at: number), in: sheet.scope).number ?? 0
    guard row >= 1, row <= Double(table.rows.count) else {
      throw Refusal(.noRow(row, count: table.rows.count), of: name)
    }
    return table.rows[Int(row) - 1]
  }

  private func unknownTrigger(_ name: String) -> Refusal {
    if sheet.loaded.isUnread(name) { return Refusal(.unread, of: name) }
    if case .success(let cell) = sheet.cell(name), cell.kind != .blank {
      return Refusal(.notATrigger(cell.kind), of: name)
    }
    return Refusal(
      .unknown("event or action", near: NearNames.suggestion(for: name, among: names)), of: name)
  }

  /// Checks that an event takes a payload and an action its arguments.
  func checked(_ trigger: Trigger, _ path: String, _ arguments: [CellValue]) throws(Refusal)
    -> Trigger
  {
    try checkCount(trigger, path, arguments)
    if let refusal = refusal(of: trigger, path, arguments) { throw refusal }
    return trigger
  }

  /// Whether what an event accepts may depend on what is set in the same instant.
  func waits(_ trigger: Trigger) -> Bool {
    guard case .event(let instance, let number) = trigger else { return false }
    return instance.form.events[number].rule.computedDomain != nil
  }

  /// Checks that an event may be fired with a payload at all, and that an action has its number of arguments.
  func checkCount(_ trigger: Trigger, _ path: String, _ arguments: [CellValue]) throws(Refusal) {
    switch trigger {
    case .event(let instance, let number):
      if instance.form.events[uncounted: number].use({ $0.stream != nil }) {
        throw Refusal(.madeOfAStream, of: path)
      }
      guard arguments.count <= 1 else {
        throw Refusal(.payloadCount(arguments.count), of: path)
      }
      if let payload = arguments.first, !payload.isBlank, instance.form.events[uncounted: number].use({ $0.isPlain }) {
        throw Refusal(.noPayload, of: path)
      }
    case .action(let instance, let number):
      let count = instance.form.actions[number].parameters.count
      guard arguments.count == count else {
        throw Refusal(.argumentCount(arguments.count, wanted: count), of: path)
      }
    }
  }

  /// What stands between parentheses for an action: as `(, )` are two arguments that are left blank, `()` is one where one
  /// is wanted.
  func given(_ arguments: [CellValue], to trigger: Trigger) -> [CellValue] {
    guard arguments.isEmpty, case .action(let instance, let number) = trigger,
      instance.form.actions[number].parameters.count == 1
    else { return arguments }
    return [.blank]
  }

  /// Why an event does not take its payload.
  func refusal(of trigger: Trigger, _ path: String, _ arguments: [CellValue]) -> Refusal? {
    guard case .event(let instance, let number) = trigger, let payload = arguments.first, !payload.isBlank else {
      return nil
    }
    return instance.form.events[uncounted: number].use { event in
      sheet.acceptance.refusal(ofPayload: payload, by: event, in: instance, path)
    }
  }
}
