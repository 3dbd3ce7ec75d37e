import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// One thing that may happen to a sheet next, as an exploration tries it.
package struct ExplorationStep {
  enum Kind {
    case set(CellAddress, CellValue)
    /// An event or action of an instance, which is told by its place: rows come and go.
    case event(place: Int, Int, [CellValue])
    case action(place: Int, Int, [CellValue])
    /// Time runs to the next timer.
    case time
    /// The answer to an open call of a service, counted from the latest.
    case answer(service: String, earlier: Int, ServiceAnswer)
  }
  var kind: Kind
  /// The step as a test writes it; time runs for as long as it takes, so its step is written when it has run.
  package var text: String
  package var isTime: Bool { if case .time = kind { true } else { false } }
}

extension LiveSheet {
  /// How many integers a range may have for each of them to be tried, and how many open calls of a service are told
  /// apart.
  private static let domainLimit = 32
  private static let callLimit = 4

  /// All that may happen to the sheet, in the order in which it is tried.
  ///
  /// - Parameter usesTests: Whether inputs and payloads without a declared domain take the values that tests give them.
  package func explorationSteps(usesTests: Bool) -> [ExplorationStep] {
    let given = usesTests ? testValues() : [:]
    var steps: [ExplorationStep] = []
    for (name, address, rule) in exploredInputs() {
      for value in values(of: rule) ?? given[name.lowercased()] ?? [] {
        if value.isBlank {
          steps.append(ExplorationStep(kind: .set(address, .blank), text: "clear \(name)"))
        } else {
          steps.append(ExplorationStep(kind: .set(address, value), text: "\(name) = \(literal(value))"))
        }
      }
    }
    for instance in timeline.instances { addTriggers(of: instance, given, &steps) }
    for (key, state) in timeline.services.sorted(by: { $0.key < $1.key }) {
      var answers: [ServiceAnswer] = [.fails("failed")]
      answers += (values(of: state.rule) ?? [.blank]).map { .replies($0) }
      for earlier in 0..<Self.callLimit {
        for answer in answers {
          steps.append(
            ExplorationStep(
              kind: .answer(service: key, earlier: earlier, answer), text: text(of: answer, state.name, earlier)))
        }
      }
    }
    steps.append(ExplorationStep(kind: .time, text: "wait"))
    return steps
  }

  private func text(of answer: ServiceAnswer, _ service: String, _ earlier: Int) -> String {
    let note = earlier == 0 ? "" : "  // the call \(earlier) before the latest"
    switch answer {
    case .fails(let reason): return "\(service) fails \(literal(.text(reason)))\(note)"
    case .replies(let value), .sends(let value):
      return "\(service) replies\(value.isBlank ? "" : " " + literal(value))\(note)"
    case .completes: return service
    }
  }

  private func addTriggers(
    of instance: TimeInstance, _ given: [String: [CellValue]], _ steps: inout [ExplorationStep]
  ) {
    let prefix = pathPrefix(of: instance)
    for (number, event) in instance.form.events.enumerated() where event.stream == nil {
      let name = prefix + event.name
      let payloads = event.isPlain ? [.blank] : values(of: event.rule) ?? given[name.lowercased()] ?? [.blank]
      for payload in payloads {
        steps.append(
          ExplorationStep(
            kind: .event(place: timeline.place(instance), number, payload.isBlank ? [] : [payload]),
            text: payload.isBlank ? name : "\(name) \(literal(payload))"))
      }
    }
    for (number, action) in instance.form.actions.enumerated() {
      let name = prefix + action.name
      if action.parameters.isEmpty {
        steps.append(ExplorationStep(kind: .action(place: timeline.place(instance), number, []), text: name))
        continue
      }
      for first in given[name.lowercased()] ?? [.blank] {
        let arguments = [first] + Array(repeating: CellValue.blank, count: action.parameters.count - 1)
        let written = arguments.map { $0.isBlank ? "" : literal($0) }.joined(separator: ", ")
        steps.append(
          ExplorationStep(
            kind: .action(place: timeline.place(instance), number, arguments), text: "\(name)(\(written))"))
      }
    }
  }

  /// What stands before the names of a row: `people[2].`.
  private func pathPrefix(of instance: TimeInstance) -> String {
    guard let row = instance.row, let table = tableDefinitions.first(where: { $0.grid == instance.form.table }) else {
      return ""
    }
    return "\(table.name)[\(row + 1)]."
  }

  // MARK: Values

  /// The inputs of the sheet, of those it uses, and of the rows it has at load.
  private func exploredInputs() -> [(name: String, address: CellAddress, rule: InputRule)] {
    var found: [(name: String, address: CellAddress, rule: InputRule)] = []
    for address in order {
      if let definition = definitions[address], let rule = definition.input {
        found.append((definition.name, address, rule))
      }
    }
    for table in tableDefinitions where table.form != nil {
      for row in table.rows.indices {
        for (column, info) in table.columns.enumerated() {
          guard let rule = info.input else { continue }
          found.append(
            ("\(table.name)[\(row + 1)].\(info.name)", CellAddress(grid: table.grid, row: row, column: column), rule))
        }
      }
    }
    return found
  }

  /// The values of a declared domain; `nil` when there is none that can be listed.
  private func values(of rule: InputRule) -> [CellValue]? {
    switch rule.domain {
    case .choices(let choices)?: return choices
    case .range(let low, let high)?:
      guard low == low.rounded(), high == high.rounded(), high - low < Double(Self.domainLimit) else { return nil }
      return stride(from: low, through: high, by: 1).map { .number($0) }
    case nil: return rule.type == .logical ? [.logical(true), .logical(false)] : nil
    }
  }

  /// The inputs and payloads without a declared domain, which an exploration leaves as they are unless tests give them
  /// values.
  package var openDomains: [String] {
    exploredInputs().filter { values(of: $0.rule) == nil }.map(\.name)
  }

  /// What the tests set inputs to and give to events and actions, by path in lower case; blank comes first for inputs.
  private func testValues() -> [String: [CellValue]] {
    var found: [String: [CellValue]] = [:]
    func add(_ path: SheetFormula, _ value: SheetFormula?, isInput: Bool) {
      let value = value.flatMap { $0.constant ?? ($0.tree.freeNames.isEmpty ? evaluate($0).value : nil) } ?? .blank
      let key = self.path(path, nil).lowercased()
      if found[key] == nil, isInput { found[key] = [.blank] }
      if found[key]?.contains(value) != true, !value.isError { found[key, default: []].append(value) }
    }
    func add(_ step: TestStep) {
      switch step.kind {
      case .assign(let target, let value): add(target, value, isInput: true)
      case .trigger(let target, .value(let value)): add(target, value, isInput: false)
      case .trigger(let target, .arguments(let values)): add(target, values.first ?? nil, isInput: false)
      case .instant(let steps): for step in steps { add(step) }
      default: break
      }
    }
    for statement in storedDocument.statements {
      if case .test(let test) = statement.kind { for step in test.steps { add(step) } }
    }
    return found
  }

  // MARK: Stepping

  /// Lets a step happen; `false` when it cannot happen now, and then nothing is changed.
  package func perform(_ step: ExplorationStep) -> Bool {
    switch step.kind {
    case .set(let address, let value):
      if case .table = engine.kind(of: address.grid), engine.rowCount(of: address.grid) <= Int(address.row) {
        return false
      }
      guard engine.value(at: address) != value, isAccepted(value, at: address) else { return false }
      change { engine.setConstant(value, at: address) }
    case .event(let place, let number, let arguments):
      guard let instance = timeline.instance(at: place) else { return false }
      change { _ = perform(.event(instance, number), arguments) }
    case .action(let place, let number, let arguments):
      guard let instance = timeline.instance(at: place) else { return false }
      if !instance.form.hears(.refused, of: number) {
        timeline.settle()
        guard isEnabled(number, instance) else { return false }
      }
      change { _ = perform(.action(instance, number), arguments) }
    case .time:
      guard let next = nextTimer else { return false }
      advance(to: next)
    case .answer(let service, let earlier, let answer):
      let open = openCalls.filter { $0.service.lowercased() == service }
      guard earlier < open.count else { return false }
      self.answer(open[open.count - 1 - earlier].number, answer)
    }
    return true
  }

  private func isEnabled(_ action: Int, _ instance: TimeInstance) -> Bool {
    engine.value(at: instance.at(instance.form.actions[action].isEnabled)) == .logical(true)
  }

  private func isAccepted(_ value: CellValue, at address: CellAddress) -> Bool {
    guard let rule = inputRule(at: address), rule.condition != nil else { return true }
    timeline.settle()
    return refusal(of: value, by: rule, rule.name ?? "") == nil
  }

  // MARK: Checks and modes

  /// A check as an exploration judges it.
  package struct ExploredCheck {
    package var label: String
    /// The cells of its condition: one, or one for each row of a table.
    package var cells: [CellAddress]
    package var isNever: Bool
  }

  package var exploredChecks: [ExploredCheck] {
    checks.map { check in
      let rows = check.table.map { engine.rowCount(of: $0) }
      return ExploredCheck(
        label: check.label, cells: rows.map { (0..<$0).map { check.address(inRow: $0) } } ?? [check.address],
        isNever: check.kind == .never)
    }
  }

  /// Whether a check with a condition of a value holds.
  package static func holds(_ value: CellValue, isNever: Bool) -> Bool {
    switch value {
    case .logical(let holds): holds != isNever
    case .number(let number): (number != 0) != isNever
    default: false
    }
  }

  /// A `modes` statement of the sheet, or of one that it uses, as an exploration follows it.
  package struct ExploredModes {
    package var name: String
    /// The cell that names the mode that holds.
    package var cell: CellAddress
    package var cellNames: [String]
    package var cells: [CellAddress]
    /// The modes with the values that each asks of the cells.
    package var modes: [(label: String, values: [CellValue])]
  }

  package var exploredModes: [ExploredModes] {
    checks.compactMap { check in
      guard let modes = check.modes, check.table == nil,
        case .cell(let cell)? = engine.binding(of: check.label, in: scope)
      else { return nil }
      let cells = modes.cells.compactMap { engine.area(of: $0, in: scope)?.topLeft }
      guard cells.count == modes.cells.count else { return nil }
      return ExploredModes(
        name: check.label, cell: cell, cellNames: modes.cells.map { $0.text() }, cells: cells,
        modes: modes.modes.map { mode in (mode.label, mode.values.map { engine.evaluate($0, in: scope) }) })
    }
  }
}

extension TimeForm {
  /// Whether any stream is made of a moment of an action.
  func hears(_ moment: ActionMoment, of action: Int) -> Bool {
    streams.contains {
      if case .action(action, let heard) = $0.kind { heard == moment } else { false }
    }
  }
}
