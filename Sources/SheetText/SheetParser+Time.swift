import CellModel
import Diagnostics

/// Reading events, states, services, actions, fetches, used sheets, bindings and modes.
extension SheetParser {
  mutating func event() -> Statement.Kind? {
    guard let name = definedName(of: "an event") else { return nil }
    var isValid = true
    var event = EventDefinition(name: name)
    event.type = type(&isValid)
    event.domain = domain(&isValid)
    if take(Ascii.equals) { event.stream = expression([], "a stream") }
    if !isValid { cursor = limit }
    return .event(event)
  }

  mutating func state() -> Statement.Kind? {
    guard let name = definedName(of: "a state") else { return nil }
    var isValid = true
    let type = type(&isValid)
    if isValid, isNext("in") {
      findings.append(.domainOfState(name.text, at: elementSpan()))
      return nil
    }
    guard isValid, expectEquals(behind: name) else { return nil }
    guard let initial = expression([.block, .as], "the first value of a state") else { return nil }
    let format = format()
    var clauses: [StateDefinition.Clause] = []
    clauseBlock(of: "a state", help: "on event : value") { parser, head, item in
      guard let value = parser.expression([], "the new value") else { return }
      clauses.append(
        StateDefinition.Clause(event: head.event, condition: head.condition, value: value, span: item.span))
    }
    return .state(StateDefinition(name: name, type: type, initial: initial, format: format, clauses: clauses))
  }

  /// Passes the `=` of a definition, or reports that it is missing.
  mutating func expectEquals(behind name: WrittenText) -> Bool {
    if take(Ascii.equals) { return true }
    let place = cursor < limit ? elementSpan() : behind()
    findings.append(.missingEquals(behind: name, at: place, value: ""))
    return false
  }

  mutating func service() -> Statement.Kind? {
    guard let name = definedName(of: "a service"), let parameters = parameters() else { return nil }
    var isValid = true
    var service = ServiceDefinition(name: name, parameters: parameters)
    service.type = type(&isValid)
    service.domain = domain(&isValid)
    if take(Ascii.equals) { service.body = expression([], "what the service does") }
    if !isValid { cursor = limit }
    return .service(service)
  }

  /// Reads `action name(parameters) when condition = body { clauses }`; the last `=` outside brackets begins the body.
  mutating func action() -> Statement.Kind? {
    guard let name = definedName(of: "an action"), let parameters = parameters() else { return nil }
    var condition: SheetFormula?
    if take("when") {
      condition = expression(.lastEquals, "a condition")
      if condition == nil { return nil }
    }
    guard expectEquals(behind: name), let body = expression(.block, "what the action does") else { return nil }
    var clauses: [ActionDefinition.Clause] = []
    clauseBlock(of: "an action", help: "on event : start") { parser, head, item in
      guard let effect = parser.actionEffect() else {
        parser.findings.append(
          .badActionClause(at: parser.cursor < parser.limit ? parser.elementSpan() : parser.behind()))
        return
      }
      var arguments: [SheetFormula?] = []
      if effect == .start, parser.nextByte() == Ascii.leftParenthesis {
        guard let values = parser.arguments() else { return }
        arguments = values
      }
      clauses.append(
        ActionDefinition.Clause(
          event: head.event, condition: head.condition, effect: effect, arguments: arguments, span: item.span))
    }
    return .action(
      ActionDefinition(name: name, parameters: parameters, condition: condition, body: body, clauses: clauses))
  }

  private mutating func actionEffect() -> ActionDefinition.Effect? {
    if take("start") { return .start }
    return take("stop") ? .stop : nil
  }

  /// Reads the clauses behind a statement, if there is a block of them.
  private mutating func clauseBlock(
    of what: StaticString, help: StaticString,
    _ read: (inout SheetParser, (event: SheetFormula, condition: SheetFormula?), Item) -> Void
  ) {
    block { parser, item in
      let before = parser.findings.count
      guard parser.isNext("on") else {
        parser.findings.append(.unknownClause(of: what, help: help, at: item.span))
        return
      }
      guard let head = parser.clauseHead() else { return }
      read(&parser, head, item)
      parser.finish(before)
    }
  }

  mutating func fetch() -> Statement.Kind? {
    guard let name = definedName(of: "a fetch") else { return nil }
    var isValid = true
    let type = type(&isValid)
    guard isValid, expectEquals(behind: name) else { return nil }
    guard let request = expression(.else, "what is fetched") else { return nil }
    var placeholder: SheetFormula?
    if take("else") {
      placeholder = expression([], "the value until the answer")
      if placeholder == nil { return nil }
    }
    return .fetch(FetchDefinition(name: name, type: type, request: request, placeholder: placeholder))
  }

  mutating func use() -> Statement.Kind? {
    guard let path = path(after: "use") else { return nil }
    guard take("as") else {
      findings.append(.missingAlias(at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    guard let name = definedName(of: "the used sheet") else { return nil }
    var bindings: [BindingDefinition] = []
    block { parser, _ in
      let before = parser.findings.count
      guard let binding = parser.bindingDefinition() else { return }
      parser.finish(before)
      bindings.append(binding)
    }
    return .use(UseDefinition(path: path, name: name, bindings: bindings))
  }

  /// Reads `input <~ expression` or `input <~> input`.
  mutating func bindingDefinition() -> BindingDefinition? {
    let start = cursor
    guard let target = path("a bound input") else { return nil }
    guard nextByte() == Ascii.less, cursor + 1 < limit, bytes[cursor + 1] == Ascii.tilde else {
      findings.append(.missingArrow(at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    cursor += 2
    let isTwoWay = cursor < limit && bytes[cursor] == Ascii.greater
    if isTwoWay { cursor += 1 }
    guard let value = isTwoWay ? path("the other input") : expression([], "the bound value") else { return nil }
    return BindingDefinition(
      target: target, isTwoWay: isTwoWay, value: value, span: SourceSpan(start, value.span.upper))
  }

  mutating func modes() -> Statement.Kind? {
    guard let name = definedName(of: "the modes") else { return nil }
    guard take("over") else {
      findings.append(.missingOver(behind: name, at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    var cells: [SheetFormula] = []
    repeat {
      guard let cell = path("a cell") else { return nil }
      cells.append(cell)
    } while take(Ascii.comma)
    var modes: [ModesDefinition.Mode] = []
    var labels: [String: WrittenText] = [:]
    let hasBlock = block { parser, item in
      let before = parser.findings.count
      guard let mode = parser.mode(item) else { return }
      parser.finish(before)
      if mode.values.count != cells.count {
        parser.findings.append(.modeLength(mode, cells))
      }
      if let first = labels[mode.label.text.lowercased()] {
        parser.findings.append(.modeTwice(mode.label, first))
      } else {
        labels[mode.label.text.lowercased()] = mode.label
      }
      modes.append(mode)
    }
    guard hasBlock else {
      findings.append(.missingBlock(of: "modes", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    return .modes(ModesDefinition(name: name, cells: cells, modes: modes))
  }

  private mutating func mode(_ item: Item) -> ModesDefinition.Mode? {
    guard let label = label(of: "a mode") else { return nil }
    guard take("when") else {
      findings.append(.missingWhen(at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    guard let condition = expression(.colon, "a condition") else { return nil }
    guard take(Ascii.colon) else {
      findings.append(
        .missingColon(before: "the values of the mode", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    var values: [SheetFormula] = []
    repeat {
      guard let value = expression(.comma, "the value of a cell") else { return nil }
      values.append(value)
    } while take(Ascii.comma)
    return ModesDefinition.Mode(label: label, condition: condition, values: values, span: item.span)
  }
}
