import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import SheetText

/// Performing the steps of tests and of the prompt that change values.
extension LiveSheet {
  package enum StepOutcome {
    case done
    case refused(Refusal)
    case failed(Diagnostic)
  }

  /// Performs one step; an `expect` is not one of these.
  ///
  /// - Parameter home: The name on the `sheet` line above the test; addresses that stand alone lie there.
  package func perform(_ step: TestStep, home: String? = nil) -> StepOutcome {
    do throws(Refusal) {
      switch step.kind {
      case .assign(let target, let value):
        try set(path(target, home), to: self.value(value, home))
      case .clear(let target): try set(path(target, home), to: .blank)
      case .insert(let position, let table, let values):
        let name = path(table, home)
        try insertRow(into: name, at: try index(of: position, in: name, home), values.map { value($0, home) })
      case .delete(let target): try delete(target, home)
      case .instant(let steps): return try performTogether(steps, home)
      case .wait(let seconds):
        guard case .number(let number) = value(seconds, home), number >= 0 else {
          return .failed(
            Diagnostic(code: "bad-wait", "wait takes a number of seconds", at: seconds.span, label: "not one"))
        }
        setClock(engine.now() + number / 86_400)
      case .trigger(let name, _): return .failed(StepDiagnostics.unknownEvent(path(name, nil), name.span, laterNames))
      case .answer(let service, _), .given(let service, _):
        return .failed(StepDiagnostics.unknownService(service, laterNames))
      case .expect: break
      }
      return .done
    } catch { return .refused(error) }
  }

  private func value(_ formula: SheetFormula?, _ home: String?) -> CellValue {
    formula.map { engine.evaluate(atHome($0.tree, home), in: scope) } ?? .blank
  }

  /// Several changes in one instant: inputs and constants are set together.
  private func performTogether(_ steps: [TestStep], _ home: String?) throws(Refusal) -> StepOutcome {
    var sets: [(String, CellValue)] = []
    for step in steps {
      switch step.kind {
      case .assign(let target, let value): sets.append((path(target, home), self.value(value, home)))
      case .clear(let target): sets.append((path(target, home), .blank))
      default:
        let outcome = perform(step, home: home)
        guard case .done = outcome else { return outcome }
      }
    }
    try transaction { (change) throws(Refusal) in
      for (path, value) in sets { try change.set(path, to: value) }
    }
    return .done
  }

  /// A target as it is written, which is how cells are looked up.
  func path(_ formula: SheetFormula, _ home: String?) -> String { atHome(formula.tree, home).text() }

  private func index(of position: RowPosition, in table: String, _ home: String?) throws(Refusal) -> Int {
    guard let loaded = self.table(named: table) else {
      throw Refusal(
        .unknown, table, "there is no table named \(table)",
        suggestion: NearNames.suggestion(for: table, among: tableDefinitions.map(\.definition.name.text)))
    }
    switch position {
    case .first: return 0
    case .last: return engine.rowCount(of: loaded.grid)
    case .before(let formula): return try row(formula, home) - 1
    case .after(let formula): return try row(formula, home)
    }
  }

  private func row(_ formula: SheetFormula, _ home: String?) throws(Refusal) -> Int {
    guard case .number(let number) = value(formula, home), abs(number) < 1e9 else {
      throw Refusal(.place, path(formula, home), "a row is a number, counted from 1")
    }
    return Int(number)
  }

  private func delete(_ target: SheetFormula, _ home: String?) throws(Refusal) {
    let tree = atHome(target.tree, home)
    guard case .subscript_(let base, let index) = tree[tree.root], case .name(let name, _) = tree[base] else {
      throw Refusal(.place, path(target, home), "delete takes a row of a table, such as ledger[1]")
    }
    guard case .number(let number) = engine.evaluate(tree.subtree(at: index), in: scope), abs(number) < 1e9 else {
      throw Refusal(.place, path(target, home), "a row is a number, counted from 1")
    }
    try deleteRow(of: name, at: Int(number) - 1)
  }
}

/// The words of steps that name what is not there.
enum StepDiagnostics {
  static func unknownEvent(_ name: String, _ span: SourceSpan, _ later: [String: String]) -> Diagnostic {
    if let kind = later[name.lowercased()] { return LiveDiagnostics.notYet(kind, span) }
    return Diagnostic(
      code: "unknown-event", "there is no event or action named \(name)", at: span, label: "not in this sheet",
      help: NearNames.suggestion(for: name, among: later.keys.sorted()).map { "did you mean \($0)?" }
        ?? "a test sets a cell with =, as in \(name) = 1")
  }

  static func unknownService(_ name: WrittenText, _ later: [String: String]) -> Diagnostic {
    if let kind = later[name.key] { return LiveDiagnostics.notYet(kind, name.span) }
    return Diagnostic(
      code: "unknown-service", "there is no service named \(name.text)", at: name.span, label: "not in this sheet",
      help: NearNames.suggestion(for: name.text, among: later.keys.sorted()).map { "did you mean \($0)?" })
  }
}
