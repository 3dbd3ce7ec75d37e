import CellModel
import Diagnostics

@testable import SheetText

/// Writes what was read as one line a statement, for comparison in tests.
struct Outline {
  let source: SourceText

  static func of(_ document: SheetDocument) -> String {
    let outline = Outline(source: document.source)
    return document.statements.map { outline.statement($0) }.joined(separator: "\n")
  }

  static func of(_ entry: PromptReading.Entry, in source: SourceText) -> String {
    let outline = Outline(source: source)
    return switch entry {
    case .statement(let statement): outline.statement(statement)
    case .step(let step): "step " + outline.step(step)
    case .expression(let formula): "expression " + outline.formula(formula)
    }
  }

  private func formula(_ formula: SheetFormula) -> String { source[formula.span] }
  private func formula(_ prefix: String, _ formula: SheetFormula?) -> String {
    formula.map { " \(prefix)<\(source[$0.span])>" } ?? ""
  }
  private func type(_ type: WrittenType?) -> String { type.map { ":\($0.type)" } ?? "" }
  private func format(_ format: WrittenText?) -> String { format.map { " as<\($0.text)>" } ?? "" }
  private func names(_ names: [WrittenText]) -> String { names.map(\.text).joined(separator: " ") }
  private func formulas(_ formulas: [SheetFormula]) -> String { formulas.map { "<\(formula($0))>" }.joined() }
  private func values(_ values: [SheetFormula?]) -> String {
    "(" + values.map { $0.map { formula($0) } ?? "_" }.joined(separator: " | ") + ")"
  }
  private func domain(_ domain: Domain?) -> String {
    switch domain?.kind {
    case nil: ""
    case .range(let lower, let upper): " in<\(formula(lower))><\(formula(upper))>"
    case .choices(let choices): " in<\(formula(choices))>"
    }
  }
  private func position(_ position: RowPosition) -> String {
    switch position {
    case .first: "first"
    case .last: "last"
    case .before(let row): "before<\(formula(row))>"
    case .after(let row): "after<\(formula(row))>"
    }
  }

  func statement(_ statement: Statement) -> String {
    var result = kind(statement.kind)
    if let grid = statement.grid { result += " @\(grid)" }
    if let documentation = statement.documentation {
      result +=
        " ///\(documentation.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "/"))"
    }
    return result
  }

  private func kind(_ kind: Statement.Kind) -> String {
    switch kind {
    case .cell(let cell):
      let target =
        switch cell.target {
        case .name(let name): name.text
        case .address(let row, let column, _): "R\(row)C\(column)"
        case .area(let top, let left, let bottom, let right, _): "R\(top)C\(left):R\(bottom)C\(right)"
        }
      return "\(cell.isConstant ? "constant" : "formula") \(target) <\(formula(cell.formula))>\(format(cell.format))"
    case .input(let input):
      return "input \(input.name.text)\(type(input.type))\(domain(input.domain))" + formula("=", input.initial)
        + format(input.format) + formula("where", input.condition)
    case .table(let table): return self.table(table)
    case .grid(let name): return "sheet \(name.text)"
    case .check(let check):
      return "\(check.isAlways ? "always" : "never") '\(check.label.text)'" + formula("", check.condition)
    case .test(let test): return "test '\(test.label.text)' {" + test.steps.map(step).joined(separator: "; ") + "}"
    case .event(let event):
      return "event \(event.name.text)\(type(event.type))\(domain(event.domain))" + formula("=", event.stream)
    case .state(let state):
      let clauses = state.clauses.map {
        " {on<\(formula($0.event))>\(formula("where", $0.condition)):\(formula("", $0.value))}"
      }
      return "state \(state.name.text)\(type(state.type))" + formula("=", state.initial) + format(state.format)
        + clauses.joined()
    case .service(let service):
      return "service \(service.name.text)(\(names(service.parameters)))\(type(service.type))\(domain(service.domain))"
        + formula("=", service.body)
    case .action(let action):
      return "action \(action.name.text)(\(names(action.parameters)))" + formula("when", action.condition)
        + formula("=", action.body)
    case .fetch(let fetch):
      return "fetch \(fetch.name.text)\(type(fetch.type))" + formula("=", fetch.request)
        + formula("else", fetch.placeholder)
    case .use(let use):
      return "use '\(use.path.text)' as \(use.name.text)" + use.bindings.map { " {\(binding($0))}" }.joined()
    case .binding(let binding): return self.binding(binding)
    case .modes(let modes):
      let lines = modes.modes.map { " {'\($0.label.text)'\(formula("when", $0.condition)): \(formulas($0.values))}" }
      return "modes \(modes.name.text) over \(formulas(modes.cells))" + lines.joined()
    case .chart(let chart):
      return "chart '\(chart.label.text)' \(formulas(chart.columns))" + (chart.kind.map { " as \($0.rawValue)" } ?? "")
    case .option(let option): return "option \(option.name.text) \(option.rounds) \(option.tolerance)"
    case .invalid(let name): return "invalid \(name?.text ?? "")"
    }
  }

  private func binding(_ binding: BindingDefinition) -> String {
    "bind <\(formula(binding.target))> \(binding.isTwoWay ? "<~>" : "<~") <\(formula(binding.value))>"
  }

  private func table(_ table: TableDefinition) -> String {
    var result = "table \(table.name.text)"
    if let path = table.source { result += " from '\(path.text)'" }
    if let path = table.instanceSource { result += " of '\(path.text)'" }
    if let header = table.header {
      result += " |" + header.columns.map { "\($0.name.text)\(type($0.type))" }.joined(separator: "|") + "|"
    }
    for row in table.rows {
      result +=
        " |"
        + row.cells.map { value($0.value) + ($0.value.kind == .plain ? "" : " \($0.value.kind)") }.joined(
          separator: "|")
        + "|"
    }
    for column in table.columns {
      result += " {\(column.name.text)\(formula("=", column.formula))\(format(column.format))"
      result += "\(column.documentation.map { " ///\($0.text)" } ?? "")}"
    }
    result += formula("rows", table.rowCount)
    for clause in table.clauses {
      result += " {on<\(formula(clause.event))>\(formula("where", clause.condition)): "
      switch clause.change {
      case .insert(let place, let values): result += "insert \(position(place)) \(self.values(values))"
      case .delete(let condition): result += "delete\(formula("where", condition))"
      case .update(let column, let value, let condition):
        result += "update \(column.text)\(formula("=", value))\(formula("where", condition))"
      }
      result += "}"
    }
    return result
  }

  func value(_ value: CellValue) -> String {
    switch value {
    case .blank: "_"
    case .number(let number, _): number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
    case .text(let text): "'\(text)'"
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text
    case .array(let array): "{" + array.elements.map { self.value($0) }.joined(separator: ",") + "}"
    case .record(let record):
      "{" + zip(record.names, record.values).map { "\($0): \(self.value($1))" }.joined(separator: ", ") + "}"
    case .lambda: "lambda"
    }
  }

  func step(_ step: TestStep) -> String {
    switch step.kind {
    case .assign(let target, let value): return "set <\(formula(target))> <\(formula(value))>"
    case .trigger(let target, .none): return "do <\(formula(target))>"
    case .trigger(let target, .value(let value)): return "do <\(formula(target))> <\(formula(value))>"
    case .trigger(let target, .arguments(let values)): return "do <\(formula(target))> \(self.values(values))"
    case .answer(let service, let answer):
      let call = answer.call.map { "[\(formula($0))]" } ?? ""
      return "\(service.text)\(call) \(answer.kind)" + formula("", answer.value)
    case .given(let service, let answer): return "given \(service.text) \(answer.kind)" + formula("", answer.value)
    case .wait(let seconds): return "wait <\(formula(seconds))>"
    case .clear(let target): return "clear <\(formula(target))>"
    case .insert(let place, let table, let values):
      return "insert \(position(place)) <\(formula(table))> \(self.values(values))"
    case .stop(let action): return "stop <\(formula(action))>"
    case .delete(let row): return "delete <\(formula(row))>"
    case .instant(let steps): return "{" + steps.map { self.step($0) }.joined(separator: "; ") + "}"
    case .expect(let expectations):
      return "expect "
        + expectations.map {
          switch $0 {
          case .condition(let condition): return "<\(formula(condition))>"
          case .call(let service, let arguments, let isExpected, _):
            return "\(isExpected ? "" : "not ")called \(service.text)\(arguments.map { values($0) } ?? "")"
          }
        }.joined(separator: ", ")
    }
  }
}
