import CellModel
import LiveSheets
import SheetPrograms

/// All that an exploration tries in the states of a sheet, in the order in which it is tried: each value of each input,
/// each event, each action, each answer to each open call, and the next timer.
///
/// A row of a table of sheets brings its steps with it, by its place: they are behind all that were there, once for the first
/// state that has such a row, and can happen in each that has one. So a step has its number for good.
struct StepList {
  private let sheet: LiveSheet
  /// What tests give and stop; `nil` where it is not looked at.
  private let given: GivenValues?
  private(set) var steps: [SheetStep] = []
  /// The inputs, triggers and services of which not all values are tried.
  private(set) var tried = TriedValues()
  /// Whether there are steps in rows of sheets.
  private(set) var concernsRows = false
  /// How many rows of each table of sheets have steps.
  private var rowCounts: [Int]
  /// How many open calls of a service have answers.
  private var callCount = 0

  /// How many integers a range may have for each of them to be tried.
  private static let domainLimit = 32
  /// How many open calls of a service are told apart: as many as there may be at load, a run has one as a rule, or as were
  /// seen, but no more than a search can do with.
  private static let (leastCalls, mostCalls) = (4, 16)

  /// - Parameter usesTests: Whether inputs and payloads without a declared domain take the values that tests give them.
  init(of sheet: LiveSheet, usesTests: Bool) {
    self.sheet = sheet
    given = usesTests ? GivenValues(in: sheet) : nil
    let possibilities = Possibilities(of: sheet)
    rowCounts = possibilities.rowCounts
    add(possibilities)
    for (name, rule) in possibilities.declaredServices where Self.values(of: rule) == nil { tried.sampled.append(name) }
    addAnswers(upTo: min(max(possibilities.runCount, Self.leastCalls), Self.mostCalls))
    steps.append(SheetStep(kind: .time, text: "wait"))
  }

  private mutating func add(_ possibilities: Possibilities) {
    addInputs(possibilities)
    addTriggers(possibilities)
    addStops(possibilities)
    concernsRows = steps.contains { $0.row != nil }
  }

  // MARK: What comes later

  /// Adds the steps that the sheet has in its state now and in none before: those in rows that came, and answers to
  /// further calls.
  mutating func addNew() {
    addRows()
    addCalls()
  }

  private mutating func addRows() {
    guard !rowCounts.isEmpty else { return }
    let possibilities = Possibilities(of: sheet, beyond: rowCounts)
    let counts = zip(rowCounts, possibilities.rowCounts).map { max($0, $1) }
    guard counts != rowCounts else { return }
    rowCounts = counts
    add(possibilities)
  }

  /// Where more calls of a service are open than are told apart, that is noted.
  private mutating func addCalls() {
    let open = sheet.services.openCalls
    guard open.count > callCount else { return }
    let counts = Dictionary(open.map { ($0.service.lowercased(), 1) }, uniquingKeysWith: +)
    addAnswers(upTo: min(counts.values.max() ?? 0, Self.mostCalls))
    for name in sheet.services.names where counts[name.lowercased(), default: 0] > callCount {
      guard !tried.inLateCalls.contains(name) else { continue }
      tried.inLateCalls.append(name)
      tried.sampled.append(name)
    }
  }

  // MARK: Inputs, triggers, answers

  private mutating func addInputs(_ possibilities: Possibilities) {
    for (path, address, rule) in possibilities.inputs {
      let row = possibilities.row(of: address)
      let declared = Self.values(of: rule)
      let title = row.map { possibilities.title(of: path, in: $0) } ?? path
      note(title, rule, holding: sheet.value(at: address))
      let values = declared ?? given?.byPath[path.lowercased()] ?? []
      for value in values {
        let text = value.isBlank ? "clear \(path)" : "\(path) = \(sheet.literal(value))"
        steps.append(SheetStep(kind: .set(address, value), text: text, row: row))
      }
      if declared == nil, values.allSatisfy(\.isBlank) { TriedValues.add(title, to: &tried.untouched) }
    }
  }

  /// Notes what a rule tells about the values that it lists.
  ///
  /// - Parameter value: What an input holds when its steps are added.
  private mutating func note(_ title: String, _ rule: InputRule, holding value: CellValue = .blank) {
    let isListed = Self.values(of: rule) != nil
    let isFine = isListed && Self.isFine(rule, value)
    if !isListed || rule.computedDomain != nil || isFine { TriedValues.add(title, to: &tried.sampled) }
    if isListed, rule.computedDomain != nil { TriedValues.add(title, to: &tried.asLoaded) }
    if isFine { TriedValues.add(title, to: &tried.inWholeNumbers) }
  }

  /// Whether a range has values between whole numbers: percentages, or what it holds at load.
  private static func isFine(_ rule: InputRule, _ value: CellValue) -> Bool {
    guard case .range(let low, let high)? = rule.domain, low < high else { return false }
    return rule.boundsKind == .percent || value.number.map { $0 != $0.rounded() } ?? false
  }

  private mutating func addTriggers(_ possibilities: Possibilities) {
    for (path, trigger, payload) in possibilities.triggerables {
      let given = given?.byPath[path.lowercased()] ?? [.blank]
      let title = trigger.row.map { possibilities.title(of: path, in: $0) } ?? path
      switch payload {
      case .nothing: steps.append(SheetStep(kind: .fire(trigger, []), text: path, row: trigger.row))
      case .value(let rule):
        note(title, rule)
        for payload in Self.values(of: rule) ?? given {
          let text = payload.isBlank ? path : "\(path) \(sheet.literal(payload))"
          steps.append(
            SheetStep(kind: .fire(trigger, payload.isBlank ? [] : [payload]), text: text, row: trigger.row))
        }
      case .arguments(let count):
        TriedValues.add(title, to: &tried.sampled)
        for first in given {
          let arguments = [first] + Array(repeating: CellValue.blank, count: count - 1)
          let written = arguments.map { $0.isBlank ? "" : sheet.literal($0) }.joined(separator: ", ")
          steps.append(
            SheetStep(kind: .fire(trigger, arguments), text: "\(path)(\(written))", row: trigger.row))
        }
      }
    }
  }

  /// An action is stopped where the sheet or one of its tests says that it may be.
  private mutating func addStops(_ possibilities: Possibilities) {
    var stopped = possibilities.stoppables
    if let paths = given?.stopped {
      for (path, trigger, _) in possibilities.triggerables where paths.contains(path.lowercased()) {
        if !stopped.contains(where: { $0.trigger == trigger }) { stopped.append((path, trigger)) }
      }
    }
    for (path, trigger) in stopped {
      steps.append(SheetStep(kind: .stop(trigger), text: "stop \(path)", row: trigger.row))
    }
  }

  /// Adds the answers to further calls, counted from the latest, so that there are those to so many.
  private mutating func addAnswers(upTo count: Int) {
    guard count > callCount else { return }
    for (name, rule) in Possibilities(of: sheet).declaredServices {
      let answers = [.fails("failed")] + (Self.values(of: rule) ?? [.blank]).map { ServiceAnswer.replies($0) }
      for earlier in callCount..<count {
        for answer in answers {
          steps.append(
            SheetStep(
              kind: .answer(service: name.lowercased(), earlier: earlier, answer), text: text(of: answer, name, earlier)
            ))
        }
      }
    }
    callCount = count
  }

  private func text(of answer: ServiceAnswer, _ service: String, _ earlier: Int) -> String {
    let call = earlier == 0 ? service : "\(service)[\(-1 - earlier)]"
    switch answer {
    case .fails(let reason): return "\(call) fails \(sheet.literal(.text(reason)))"
    case .replies(let value), .sends(let value):
      return "\(call) replies\(value.isBlank ? "" : " " + sheet.literal(value))"
    case .completes: return service
    }
  }

  /// The values of a declared domain; `nil` when there is none that can be listed.
  private static func values(of rule: InputRule) -> [CellValue]? {
    switch rule.domain {
    case .choices(let choices)?: return choices
    case .range(let low, let high)?:
      guard low == low.rounded(), high == high.rounded(), high - low < Double(domainLimit) else { return nil }
      return stride(from: low, through: high, by: 1).map { .number($0, rule.boundsKind) }
    case nil: return rule.type == .logical ? [.logical(true), .logical(false)] : nil
    }
  }
}
