import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Performing the steps of tests and of the prompt that change values.
extension LiveSheet {
  /// Performs one step; an `expect` is not one of these.
  ///
  /// - Parameter home: The name on the `sheet` line above the test; addresses that stand alone lie there.
  package func perform(_ step: TestStep, home: String? = nil) -> Outcome {
    do throws(Refusal) {
      switch step.kind {
      case .wait(let seconds):
        guard case .number(let number, _) = value(seconds, home), number >= 0 else {
          return .failed([LiveFinding.badWait(at: seconds.span).diagnostic], nil)
        }
        advance(by: number)
        return .done
      case .given(let service, let answer): try given(service.text, self.answer(answer, home))
      case .expect: break
      default:
        switch prepared(step, home) {
        case .ready(let changes): return perform(changes)
        case .not(let outcome): return outcome
        }
      }
      return .done
    } catch { return .refused(error) }
  }

  /// What becomes of steps that are looked at before they are performed.
  enum Preparation {
    case ready([PreparedChange])
    case not(Outcome)
  }

  /// Checks a step, or several changes in one instant; when one of them is refused none takes effect.
  func prepared(_ step: TestStep, _ home: String?) -> Preparation {
    var steps = [step]
    if case .instant(let several) = step.kind { steps = several }
    var changes: [PreparedChange] = []
    // Rows are numbered as the steps before have left them.
    var rowCounts: [Int: Int] = [:]
    for step in steps {
      do throws(Refusal) {
        changes.append(PreparedChange(step: step, effect: try change(of: step, home, &rowCounts)))
      } catch {
        guard steps.count > 1 else { return .not(.refused(error)) }
        return .not(.failed([LiveFinding.refusedStep(error, at: step.span).diagnostic], nil))
      }
    }
    return .ready(changes)
  }

  private func change(
    of step: TestStep, _ home: String?, _ rowCounts: inout [Int: Int]
  ) throws(Refusal) -> PreparedChange.Effect {
    switch step.kind {
    case .assign(let target, let value): return try set(target, self.value(value, home), home)
    case .clear(let target): return try set(target, .blank, home)
    case .insert(let position, let table, let values):
      let name = path(table, home)
      let rows = try rows(ofTable: name)
      let count = rowCounts[rows.number] ?? rows.count
      let place = try index(of: position, count: count, home)
      let values = written(values, home)
      try rows.checkInsertion(at: place, count: count, values)
      rowCounts[rows.number] = count + 1
      return .insert(table: rows.number, at: place, values)
    case .delete(let target):
      let (name, row) = try self.row(of: target, home)
      let rows = try rows(ofTable: name)
      let count = rowCounts[rows.number] ?? rows.count
      try rows.checkDeletion(at: row, count: count)
      rowCounts[rows.number] = count - 1
      return .delete(table: rows.number, row: row)
    case .trigger(let target, let payload):
      let arguments: [CellValue] =
        switch payload {
        case .none: []
        case .value(let formula): [value(formula, home)]
        case .arguments(let formulas): written(formulas, home)
        }
      let trigger = try self.trigger(named: atHome(target.tree, home))
      return .trigger(try checked(trigger, path(target, home), arguments), arguments)
    case .stop(let target): return try stopping(target, home)
    case .answer(let service, let answer):
      guard let state = timeline.work.services[service.key] else { throw unknownService(service.text) }
      guard let call = openCalls.last(where: { $0.service.lowercased() == service.key }) else {
        let count = Int(engine.value(at: state.calls).number ?? 0)
        throw Refusal(
          .noOpenCall(madeCount: count, cancelled: state.cancelledCount), of: service.text, speakingOf: state.name)
      }
      return .answer(call.number, self.answer(answer, home))
    case .wait, .given, .instant, .expect:
      throw Refusal(.notTogether, of: "")
    }
  }

  /// `stop save`; where an event is named so, what stands behind is its payload.
  private func stopping(_ target: SheetFormula, _ home: String?) throws(Refusal) -> PreparedChange.Effect {
    let named: Trigger
    do throws(Refusal) { named = try trigger(named: atHome(target.tree, home)) } catch {
      guard let event = try? trigger(named: .name("stop")), case .event = event else { throw error }
      let payload = [value(target, home)]
      return .trigger(try checked(event, "stop", payload), payload)
    }
    guard case .action(let instance, let action) = named else { throw Refusal(.notAnAction, of: path(target, home)) }
    return .stop(instance, action)
  }

  private func set(_ target: SheetFormula, _ value: CellValue, _ home: String?) throws(Refusal) -> PreparedChange.Effect
  {
    let path = path(target, home)
    return .set(try settable(path), try accepted(value, for: path))
  }

  /// Values between parentheses; empty parentheses have none.
  private func written(_ values: [SheetFormula?], _ home: String?) -> [CellValue] {
    if values.count == 1, values[0] == nil { return [] }
    return values.map { value($0, home) }
  }

  private func answer(_ answer: TestStep.Answer, _ home: String?) -> ServiceAnswer {
    let value = value(answer.value, home)
    switch answer.kind {
    case .replies: return .replies(value)
    case .sends: return .sends(value)
    case .fails: return .fails(value.isBlank ? "failed" : display(value, format: nil))
    }
  }

  /// Performs changes in one instant.
  ///
  /// - Parameter note: Called for each change by hand: before a value is set or a row deleted, behind an insertion.
  func perform(_ changes: [PreparedChange], noting note: (PreparedChange) -> Void = { _ in }) -> Outcome {
    var ignored: String?
    change {
      // What is set is there, and rows are where they will be, before anything is triggered.
      for change in changes {
        switch change.effect {
        case .set(let address, let value):
          note(change)
          engine.setConstant(value, at: address)
        case .insert(let table, let position, let values):
          rows(ofTable: table).insert(at: position, values)
          note(change)
        case .delete(let table, let row):
          note(change)
          rows(ofTable: table).delete(at: row)
        case .trigger, .stop, .answer: break
        }
      }
      for change in changes {
        switch change.effect {
        case .trigger(let trigger, let arguments):
          if case .ignored(let words) = perform(trigger, arguments) { ignored = words }
        case .stop(let instance, let action):
          if let words = timeline.stop(action, of: instance) { ignored = words }
        case .answer(let call, let answer): timeline.work.answer(call, answer)
        case .set, .insert, .delete: break
        }
      }
    }
    return ignored.map { .ignored($0) } ?? .done
  }

  private func value(_ formula: SheetFormula?, _ home: String?) -> CellValue {
    formula.map { engine.evaluate(atHome($0.tree, home), in: scope) } ?? .blank
  }

  /// A target as it is written, which is how cells are looked up.
  package func path(_ formula: SheetFormula, _ home: String?) -> String { atHome(formula.tree, home).text() }

  private func index(of position: RowPosition, count: Int, _ home: String?) throws(Refusal) -> Int {
    switch position {
    case .first: 0
    case .last: count
    case .before(let formula): try row(formula, home) - 1
    case .after(let formula): try row(formula, home)
    }
  }

  private func row(_ formula: SheetFormula, _ home: String?) throws(Refusal) -> Int {
    guard case .number(let number, _) = value(formula, home), abs(number) < 1e9 else {
      throw Refusal(.rowNumber, of: path(formula, home))
    }
    return Int(number)
  }

  /// The table and the row, counted from 0, that `ledger[1]` means.
  private func row(of target: SheetFormula, _ home: String?) throws(Refusal) -> (String, Int) {
    let tree = atHome(target.tree, home)
    guard case .subscript_(let base, let index) = tree[tree.root], let name = tree.dottedName(base) else {
      throw Refusal(.noRowNamed, of: path(target, home))
    }
    guard case .number(let number, _) = engine.evaluate(tree.subtree(at: index), in: scope), abs(number) < 1e9 else {
      throw Refusal(.rowNumber, of: path(target, home))
    }
    return (name, Int(number) - 1)
  }
}

/// A step that has been checked and is to take effect.
struct PreparedChange {
  enum Effect {
    case set(CellAddress, CellValue)
    case trigger(LiveSheet.Trigger, [CellValue])
    case stop(TimeInstance, Int)
    case answer(Int, ServiceAnswer)
    case insert(table: Int, at: Int, [CellValue])
    case delete(table: Int, row: Int)
  }

  var step: TestStep
  var effect: Effect

  /// How the value that is set is written, where it is a literal.
  func typed(in source: SourceText) -> String? {
    guard case .assign(_, let value) = step.kind, value.isConstant else { return nil }
    return source[value.span]
  }

  /// How the values of a row are written, those that are literals.
  func typedValues(in source: SourceText) -> [String?] {
    guard case .insert(_, _, let values) = step.kind else { return [] }
    return values.map { value in value.flatMap { $0.isConstant ? source[$0.span] : nil } }
  }
}
