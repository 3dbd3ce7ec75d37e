import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Reads the steps of tests and of the prompt: what they would do to a sheet is found out before anything is done.
struct StepReader {
  let sheet: LiveSheet
  /// The name on the `sheet` line above the step; addresses that stand alone lie there.
  let home: String?
  /// Whether only literals are read: anything else is blank, of which nothing is refused.
  var readsLiteralsOnly = false

  private var finder: TriggerFinder { sheet.triggers }

  private func path(_ formula: SheetFormula) -> String { sheet.path(formula, home) }

  /// What becomes of steps that are looked at before they are performed.
  enum Preparation {
    case ready([PreparedChange])
    case not(Outcome)
  }

  /// Checks a step, or several changes in one instant; when one of them is refused none takes effect.
  func prepared(_ step: TestStep) -> Preparation {
    var steps = [step]
    if case .instant(let several) = step.kind { steps = several }
    var changes: [PreparedChange] = []
    // Rows are numbered as the steps before have left them.
    var rowCounts: [Int: Int] = [:]
    for step in steps {
      do throws(Refusal) {
        changes.append(PreparedChange(step: step, effect: try change(of: step, &rowCounts)))
      } catch {
        guard steps.count > 1 else { return .not(.refused(error)) }
        return .not(.failed([LiveFinding.refusedStep(error, at: step.span).diagnostic], nil))
      }
    }
    if let refused = refused(changes) {
      guard steps.count > 1 else { return .not(.refused(refused.why)) }
      return .not(.failed([LiveFinding.refusedStep(refused.why, at: refused.step.span).diagnostic], nil))
    }
    return .ready(changes)
  }

  /// The first change whose value is not allowed beside all that is set in the instant.
  private func refused(_ changes: [PreparedChange]) -> (step: TestStep, why: Refusal)? {
    let sets = changes.compactMap { if case .set(let taken) = $0.effect { (step: $0.step, taken: taken) } else { nil } }
    let taken = sets.map(\.taken)
    if let refused = sheet.acceptance.refused(taken) { return (sets[refused.number].step, refused.why) }
    guard changes.contains(where: isWaiting) else { return nil }
    return sheet.acceptance.supposing(taken) {
      changes.lazy.filter(isWaiting).compactMap { change in refusal(of: change).map { (change.step, $0) } }.first
    }
  }

  private func isWaiting(_ change: PreparedChange) -> Bool {
    if case .trigger(let trigger, _) = change.effect { finder.waits(trigger) } else { false }
  }

  /// Why an event does not take its payload.
  private func refusal(of change: PreparedChange) -> Refusal? {
    guard case .trigger(let target, _) = change.step.kind, case .trigger(let trigger, let arguments) = change.effect
    else { return nil }
    return finder.refusal(of: trigger, path(target), arguments)
  }

  func change(
    of step: TestStep, _ rowCounts: inout [Int: Int]
  ) throws(Refusal) -> PreparedChange.Effect {
    switch step.kind {
    case .assign(let target, let value): return try set(target, self.value(value))
    case .clear(let target): return try set(target, .blank)
    case .insert(let position, let table, let values):
      let name = path(table)
      let rows = try sheet.rows(ofTable: name)
      let count = rowCounts[rows.number] ?? rows.count
      let place = try index(of: position, in: name, count: count)
      let values = written(values)
      try rows.checkInsertion(at: place, count: count, values)
      rowCounts[rows.number] = count + 1
      return .insert(table: rows.number, at: place, values)
    case .delete(let target):
      let (name, row) = try self.row(of: target)
      let rows = try sheet.rows(ofTable: name)
      let count = rowCounts[rows.number] ?? rows.count
      try rows.checkDeletion(at: row, count: count)
      rowCounts[rows.number] = count - 1
      return .delete(table: rows.number, row: row)
    case .trigger(let target, let payload):
      var arguments: [CellValue] =
        switch payload {
        case .none: []
        case .value(let formula): [value(formula)]
        case .arguments(let formulas): written(formulas)
        }
      let trigger = try finder.trigger(named: sheet.placing.atHome(target.tree, home))
      if case .arguments = payload { arguments = finder.given(arguments, to: trigger) }
      guard finder.waits(trigger) else {
        return .trigger(try finder.checked(trigger, path(target), arguments), arguments)
      }
      try finder.checkCount(trigger, path(target), arguments)
      return .trigger(trigger, arguments)
    case .stop(let target): return try stopping(target)
    case .answer(let service, let answer):
      guard let state = sheet.timeline.work.services[service.key] else { throw sheet.services.unknown(service.text) }
      return .answer(try openCall(of: state, answer.call).number, self.answer(answer))
    case .wait, .given, .instant, .expect:
      throw Refusal(.notTogether, of: "")
    }
  }

  /// The open call of a service that a step answers.
  private func openCall(of service: ServiceState, _ which: SheetFormula?) throws(Refusal) -> ServiceCall {
    let open = sheet.services.openCalls(of: service.name)
    guard let latest = open.last else {
      let count = service.calls.map { Int(sheet.engine.value(at: $0).number ?? 0) }
      throw Refusal(
        .noOpenCall(madeCount: count ?? service.callCount, cancelled: service.cancelledCount), of: service.name)
    }
    guard let which else { return latest }
    guard case .number(let number, _) = value(which), abs(number) < 1e9, abs(number) >= 1 else {
      throw Refusal(.callNumber, of: service.name)
    }
    let place = number < 0 ? open.count + Int(number) : Int(number) - 1
    guard open.indices.contains(place) else {
      throw Refusal(.noSuchCall(Int(number), openCount: open.count), of: service.name)
    }
    return open[place]
  }

  /// `stop save`; where an event is named so, what stands behind is its payload.
  private func stopping(_ target: SheetFormula) throws(Refusal) -> PreparedChange.Effect {
    let named: Trigger
    do throws(Refusal) { named = try finder.trigger(named: sheet.placing.atHome(target.tree, home)) } catch {
      guard let event = try? finder.trigger(named: .name("stop")), case .event = event else { throw error }
      let payload = [value(target)]
      return .trigger(try finder.checked(event, "stop", payload), payload)
    }
    guard case .action(let instance, let action) = named else { throw Refusal(.notAnAction, of: path(target)) }
    return .stop(instance, action)
  }

  private func set(_ target: SheetFormula, _ value: CellValue) throws(Refusal) -> PreparedChange.Effect {
    .set(try sheet.acceptance.taken(sheet.settableCell(path(target)), value))
  }

  /// Values between parentheses; empty parentheses have none.
  private func written(_ values: [SheetFormula?]) -> [CellValue] {
    if values.count == 1, values[0] == nil { return [] }
    return values.map { value($0) }
  }

  func answer(_ answer: TestStep.Answer) -> ServiceAnswer {
    let value = value(answer.value)
    switch answer.kind {
    case .replies: return .replies(value)
    case .sends: return .sends(value)
    case .fails: return .fails(value.isBlank ? "failed" : sheet.display(value, format: nil))
    }
  }

  func value(_ formula: SheetFormula?) -> CellValue {
    guard let formula, !readsLiteralsOnly || formula.isConstant else { return .blank }
    return sheet.placing.value(of: formula.tree, home)
  }

  private func index(of position: RowPosition, in table: String, count: Int) throws(Refusal) -> Int {
    switch position {
    case .first: return 0
    case .last: return count
    case .before(let formula): return try row(formula) - 1
    case .after(let formula):
      let row = try row(formula)
      guard (0...count).contains(row) else { throw Refusal(.noRow(Double(row), count: count), of: table) }
      return row
    }
  }

  private func row(_ formula: SheetFormula) throws(Refusal) -> Int {
    guard case .number(let number, _) = value(formula), abs(number) < 1e9 else {
      throw Refusal(.rowNumber, of: path(formula))
    }
    return Int(number)
  }

  /// The table and the row, counted from 0, that `ledger[1]` means.
  private func row(of target: SheetFormula) throws(Refusal) -> (String, Int) {
    let tree = sheet.placing.atHome(target.tree, home)
    guard case .subscript_(let base, let index) = tree[tree.root], let name = tree.dottedName(base) else {
      throw Refusal(.noRowNamed, of: path(target))
    }
    guard case .number(let number, _) = sheet.placing.value(of: tree.subtree(at: index), home),
      abs(number) < 1e9
    else {
      throw Refusal(.rowNumber, of: path(target))
    }
    return (name, Int(number) - 1)
  }
}
