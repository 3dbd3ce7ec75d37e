import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Reads the statements of a sheet about time into a form.
struct FormReader {
  let sheet: any FormSurroundings
  let form: TimeForm
  let services: Set<String>
  /// The place of the expressions in a section of a unit; in a table of sheets in the first row.
  let place: (SheetUnit, String?) -> CellAddress
  /// The cell of a full name; in a table of sheets that of the first row.
  let cell: (String) -> CellAddress?
  var streams: StreamReader
  private var bound: [CellAddress: SourceSpan] = [:]
  /// What services do, by their keys; the first declaration with a body says it.
  private(set) var serviceBodies: [String: RunForm] = [:]

  init(
    _ sheet: any FormSurroundings, _ form: TimeForm, services: Set<String>,
    place: @escaping (SheetUnit, String?) -> CellAddress, cell: @escaping (String) -> CellAddress?
  ) {
    self.sheet = sheet
    self.form = form
    self.services = services
    self.place = place
    self.cell = cell
    streams = StreamReader(sheet, form)
  }

  mutating func read(_ statements: [ProgramStatement]) {
    // Streams may name events and actions that are defined further down.
    for placed in statements { declare(placed) }
    for placed in statements { read(placed) }
    checkStreamCycles(statements)
  }

  // MARK: Names

  private func declare(_ placed: ProgramStatement) {
    let unit = placed.unit
    switch placed.statement.kind {
    case .event(let event):
      let name = unit.fullName(event.name.text)
      guard let cell = cell(name) else { return }
      form.eventNumbers[name.lowercased()] = form.events.count
      let home = placed.statement.grid
      let computed = ComputedDomain(event.type, event.domain, unit, home: home)
      // What a domain has in it in a row, only the row tells.
      let isKnown = form.table == nil || computed == nil
      var rule = sheet.rule(type: event.type, domain: isKnown ? event.domain : nil, unit, home: home)
      rule.computedDomain = computed
      form.events.append(
        EventForm(
          name: name, cell: cell, rule: rule, span: event.name.span, stream: nil,
          isPlain: event.type == nil && event.domain == nil))
    case .action(let action):
      let name = unit.fullName(action.name.text)
      guard let enabled = cell("\(name).isEnabled"), let executing = cell("\(name).isExecuting"),
        let value = cell("\(name).value"), let error = cell("\(name).error")
      else { return }
      form.actionNumbers[name.lowercased()] = form.actions.count
      let condition = action.condition.map { self.placed($0, placed.statement, unit) }
      form.actions.append(
        ActionForm(
          name: name, condition: condition, conditions: action.condition.map { parts(of: $0, placed) } ?? [],
          body: run(action.body, placed, parameters: action.parameters), isEnabled: enabled, isExecuting: executing,
          value: value, error: error, parameters: action.parameters.map(\.text)))
      declareMoments(of: name, action.name.span, unit)
    default: break
    }
  }

  /// A moment of an action that is read as a value is an event made of that stream.
  private func declareMoments(of action: String, _ span: SourceSpan, _ unit: SheetUnit) {
    for moment in ActionMoment.allCases {
      let name = "\(action).\(moment.rawValue)"
      guard let cell = cell(name) else { continue }
      form.eventNumbers[name.lowercased()] = form.events.count
      form.streams.append(
        StreamForm(kind: .action(form.actions.count - 1, moment), text: name, span: span, unit: unit))
      form.events.append(
        EventForm(
          name: name, cell: cell, rule: InputRule(type: .any), span: span, stream: form.streams.count - 1,
          isPlain: true, isMoment: true))
    }
  }

  private func placed(
    _ formula: SheetFormula, _ statement: Statement, _ unit: SheetUnit, hidden: Set<String> = []
  ) -> TimeExpression {
    TimeExpression(
      sheet.placed(formula.tree, unit, statement.grid, hidden: hidden), span: formula.span, unit: unit,
      origin: place(unit, statement.grid))
  }

  private func expression(_ formula: SheetFormula, _ placed: ProgramStatement) -> TimeExpression {
    self.placed(formula, placed.statement, placed.unit)
  }

  /// The conditions that AND joins, each by itself, and then the whole.
  private func parts(
    of condition: SheetFormula, _ placed: ProgramStatement
  ) -> [(part: TimeExpression, text: String)] {
    let tree = condition.tree
    guard !tree.nodes.isEmpty else { return [] }
    var indices: [FormulaTree.Index] = []
    if case .call(let name, let arguments) = tree[tree.root], name.uppercased() == "AND" { indices = arguments }
    return (indices + [tree.root]).map { index in
      let part = tree.subtree(at: index)
      let expression = TimeExpression(
        sheet.placed(part, placed.unit, placed.statement.grid), span: tree.span(of: index), unit: placed.unit,
        origin: place(placed.unit, placed.statement.grid))
      return (expression, part.text())
    }
  }

  private func run(_ body: SheetFormula, _ placed: ProgramStatement, parameters: [WrittenText]) -> RunForm {
    let tree = sheet.placed(body.tree, placed.unit, placed.statement.grid, hidden: Set(parameters.map(\.key)))
    let origin = place(placed.unit, placed.statement.grid)
    return RunReader(unit: placed.unit, origin: origin, services: services, catalog: sheet.catalog)
      .form(tree, span: body.span, parameters: parameters.map(\.text))
  }

  // MARK: Contents

  private mutating func read(_ placed: ProgramStatement) {
    do throws(Diagnostic) {
      switch placed.statement.kind {
      case .event(let event): try read(event, placed)
      case .state(let state): try read(state, placed)
      case .service(let service):
        if let body = service.body, serviceBodies[service.name.key] == nil {
          serviceBodies[service.name.key] = run(body, placed, parameters: service.parameters)
        }
      case .action(let action): try readClauses(of: action, placed)
      case .fetch(let fetch): read(fetch, placed)
      case .use(let use):
        for binding in use.bindings { read(binding, placed, of: use.name.text) }
      case .binding(let binding): try read(binding, placed, target: "")
      default: break
      }
    } catch { sheet.addInstead(error, of: placed.unit) }
  }

  private mutating func read(_ event: EventDefinition, _ placed: ProgramStatement) throws(Diagnostic) {
    guard let stream = event.stream, let number = form.eventNumbers[placed.unit.fullName(event.name.text).lowercased()]
    else { return }
    form.events[number].stream = try self.stream(stream, placed)
  }

  private mutating func stream(_ formula: SheetFormula, _ placed: ProgramStatement) throws(Diagnostic) -> Int {
    let tree = sheet.placed(formula.tree, placed.unit, placed.statement.grid)
    return try streams.stream(tree, in: placed.unit, at: place(placed.unit, placed.statement.grid))
  }

  /// Whether a clause stands behind one of the same stream that always holds, which is reported.
  private func isUnreachable(
    _ clause: SourceSpan, of stream: Int, after unguarded: [Int: SourceSpan], in unit: SheetUnit
  ) -> Bool {
    guard let first = unguarded[stream] else { return false }
    sheet.add(TimeFinding.unreachableClause(form.streams[stream].text, clause, first).diagnostic, of: unit)
    return true
  }

  private mutating func read(_ state: StateDefinition, _ placed: ProgramStatement) throws(Diagnostic) {
    let name = placed.unit.fullName(state.name.text)
    guard let address = cell(name) else { return }
    var reactions: [StateForm.Reaction] = []
    var unguarded: [Int: SourceSpan] = [:]
    for clause in state.clauses {
      let stream = try self.stream(clause.event, placed)
      if isUnreachable(clause.span, of: stream, after: unguarded, in: placed.unit) { continue }
      if clause.condition == nil { unguarded[stream] = clause.span }
      let made = StateForm.Clause(
        condition: clause.condition.map { expression($0, placed) }, value: expression(clause.value, placed))
      if let known = reactions.firstIndex(where: { $0.stream == stream }) {
        reactions[known].clauses.append(made)
      } else {
        reactions.append(StateForm.Reaction(stream: stream, clauses: [made]))
      }
    }
    form.states.append(StateForm(name: name, cell: address, reactions: reactions))
  }

  private mutating func readClauses(of action: ActionDefinition, _ placed: ProgramStatement) throws(Diagnostic) {
    guard let number = form.actionNumbers[placed.unit.fullName(action.name.text).lowercased()] else { return }
    var unguarded: [Int: SourceSpan] = [:]
    for clause in action.clauses {
      if clause.effect == .start, clause.arguments.count != action.parameters.count {
        sheet.add(
          TimeFinding.startArgumentCount(
            action.name.text, clause.arguments.count, action.parameters.map(\.text), clause.span
          ).diagnostic, of: placed.unit)
        continue
      }
      let stream = try self.stream(clause.event, placed)
      if isUnreachable(clause.span, of: stream, after: unguarded, in: placed.unit) { continue }
      if clause.condition == nil { unguarded[stream] = clause.span }
      let made = (
        condition: clause.condition.map { expression($0, placed) }, effect: clause.effect,
        arguments: clause.arguments.map { argument in argument.map { expression($0, placed) } }
      )
      if let known = form.actions[number].reactions.firstIndex(where: { $0.stream == stream }) {
        form.actions[number].reactions[known].clauses.append(made)
      } else {
        form.actions[number].reactions.append(ActionReaction(stream: stream, clauses: [made]))
      }
    }
  }

  private func read(_ fetch: FetchDefinition, _ placed: ProgramStatement) {
    let name = placed.unit.fullName(fetch.name.text)
    guard let address = cell(name) else { return }
    form.fetches.append(
      FetchForm(
        name: name, cell: address, body: run(fetch.request, placed, parameters: []),
        placeholder: fetch.placeholder.map { expression($0, placed) }))
  }

  // MARK: Bindings

  /// Reads a binding of a used sheet's input; one that is wrong does not hide the next.
  private mutating func read(_ binding: BindingDefinition, _ placed: ProgramStatement, of use: String) {
    do throws(Diagnostic) { try read(binding, placed, target: use + ".") } catch {
      sheet.addInstead(error, of: placed.unit)
    }
  }

  private mutating func read(
    _ binding: BindingDefinition, _ placed: ProgramStatement, target prefix: String
  ) throws(Diagnostic) {
    var target = binding.target.tree
    if !prefix.isEmpty, let name = target.dottedName(target.root) {
      target = FormulaTree(nodes: [.name(prefix + name, sheet: nil)], spans: [binding.target.span])
      if !placed.unit.isMain {
        target = .name(placed.unit.fullName(prefix + name))
      }
    } else if !prefix.isEmpty, case .reference(var reference) = target[target.root] {
      // A cell on the grid of the used sheet.
      let sheet = reference.sheet.map { prefix + $0.first } ?? String(prefix.dropLast())
      reference.sheet = SheetPrefix(placed.unit.fullName(sheet))
      target = FormulaTree(nodes: [.reference(reference)], spans: [binding.target.span])
    } else {
      target = sheet.placed(target, placed.unit, placed.statement.grid)
    }
    let origin = place(placed.unit, placed.statement.grid)
    let (address, name, rule) = try input(target, binding.target.span, at: origin)
    if let first = bound[address] { throw TimeFinding.boundTwice(name, binding.span, first).diagnostic }
    bound[address] = binding.span
    let value = expression(binding.value, placed)
    var form = BindingForm(
      target: address, targetName: name, rule: rule, value: value, model: nil, span: binding.span, unit: placed.unit,
      waits: rule?.readsOthers(name, sheet.catalog) ?? false)
    if binding.isTwoWay {
      let model = try input(value.tree, binding.value.span, at: origin)
      form.model = (cell: model.0, name: model.1, rule: model.2)
    }
    self.form.add(form)
  }

  /// The input that a tree names; anything else cannot be bound.
  private func input(
    _ tree: FormulaTree, _ span: SourceSpan, at origin: CellAddress
  ) throws(Diagnostic) -> (CellAddress, String, InputRule?) {
    let text = tree.text()
    let found = sheet.area(of: tree, at: origin)
    guard let area = found, area.isSingleCell else {
      if found != nil { throw TimeFinding.bindingToFormula(text, "more than one cell", span).diagnostic }
      if let kind = sheet.otherNames[text.lowercased()] {
        throw TimeFinding.bindingToFormula(text, "\(LiveFinding.article(kind)) \(kind)", span).diagnostic
      }
      throw TimeFinding.unknownInput(text, span, sheet.knownNames).diagnostic
    }
    let address = area.topLeft
    let kind = sheet.kind(at: address)
    if let obstacle = sheet.obstacle(toSetting: area) {
      throw TimeFinding.unboundCell(obstacle.words(for: text), span).diagnostic
    }
    guard kind.isSettable else {
      throw TimeFinding.bindingToFormula(text, kind.wordWithArticle, span).diagnostic
    }
    return (address, text, sheet.inputRule(at: address))
  }

  // MARK: Circles

  /// An event that is made of itself would never come first.
  private func checkStreamCycles(_ statements: [ProgramStatement]) {
    // An event that is in no circle is in none of another's, so it is looked through once.
    var passed: Set<Int> = []
    for (number, event) in form.events.enumerated() {
      guard let stream = event.stream, let path = circle(from: number, through: stream, passingBy: passed) else {
        passed.insert(number)
        continue
      }
      form.events[number].stream = nil
      let unit = sheet.units.first { $0.declared.names.contains(event.name.lowercased()) } ?? sheet.units[0]
      sheet.add(TimeFinding.streamCycle(path.map { form.events[$0].name }, event.span).diagnostic, of: unit)
    }
  }

  private func circle(from event: Int, through stream: Int, passingBy passed: Set<Int>) -> [Int]? {
    var stack: [(stream: Int, path: [Int])] = [(stream, [event])]
    var seen: Set<Int> = []
    while let (stream, path) = stack.popLast() {
      guard seen.insert(stream).inserted else { continue }
      if case .event(let other) = form.streams[stream].kind {
        if other == event { return path }
        if !passed.contains(other), let next = form.events[other].stream { stack.append((next, path + [other])) }
      }
      stack += form.streams[stream].sources.map { ($0, path) }
    }
    return nil
  }
}
