import CellModel
import LiveSheets
import SheetPrograms

/// All that an exploration tries in each state of a sheet, in the order in which it is tried: each value of each input,
/// each event, each action, each answer to each open call, and the next timer.
struct StepList {
  private let sheet: LiveSheet
  /// The values that tests give, by path in lower case.
  private let given: [String: [CellValue]]
  private(set) var steps: [SheetStep] = []
  /// The inputs, triggers and services of which not all values are tried.
  private(set) var tried = TriedValues()

  /// How many integers a range may have for each of them to be tried.
  private static let domainLimit = 32
  /// How many open calls of a service are told apart: as many as there may be, a run has one as a rule, but no more than
  /// a search can do with.
  let callLimit: Int

  /// - Parameter usesTests: Whether inputs and payloads without a declared domain take the values that tests give them.
  init(of sheet: LiveSheet, usesTests: Bool) {
    self.sheet = sheet
    callLimit = min(max(Possibilities(of: sheet).runCount, 4), 16)
    given = usesTests ? GivenValues(in: sheet).byPath : [:]
    addInputs()
    addTriggers()
    addStops(stoppedByTests: usesTests)
    addAnswers()
    steps.append(SheetStep(kind: .time, text: "wait"))
  }

  private mutating func addInputs() {
    for (path, address, rule) in Possibilities(of: sheet).inputs {
      let declared = Self.values(of: rule)
      note(path, rule, holding: sheet.value(at: address))
      let values = declared ?? given[path.lowercased()] ?? []
      for value in values {
        let text = value.isBlank ? "clear \(path)" : "\(path) = \(sheet.literal(value))"
        steps.append(SheetStep(kind: .set(address, value), text: text))
      }
      if declared == nil, values.allSatisfy(\.isBlank) { tried.untouched.append(path) }
    }
  }

  /// Notes what a rule tells about the values that it lists.
  ///
  /// - Parameter value: What an input holds at load.
  private mutating func note(_ path: String, _ rule: InputRule, holding value: CellValue = .blank) {
    let isListed = Self.values(of: rule) != nil
    let isFine = isListed && Self.isFine(rule, value)
    if !isListed || rule.computedDomain != nil || isFine { tried.sampled.append(path) }
    if isListed, rule.computedDomain != nil { tried.asLoaded.append(path) }
    if isFine { tried.inWholeNumbers.append(path) }
  }

  /// Whether a range has values between whole numbers: percentages, or what it holds at load.
  private static func isFine(_ rule: InputRule, _ value: CellValue) -> Bool {
    guard case .range(let low, let high)? = rule.domain, low < high else { return false }
    return rule.boundsKind == .percent || value.number.map { $0 != $0.rounded() } ?? false
  }

  private mutating func addTriggers() {
    for (path, trigger, payload) in Possibilities(of: sheet).triggerables {
      switch payload {
      case .nothing: steps.append(SheetStep(kind: .fire(trigger, []), text: path))
      case .value(let rule):
        note(path, rule)
        for payload in Self.values(of: rule) ?? given[path.lowercased()] ?? [.blank] {
          let text = payload.isBlank ? path : "\(path) \(sheet.literal(payload))"
          steps.append(SheetStep(kind: .fire(trigger, payload.isBlank ? [] : [payload]), text: text))
        }
      case .arguments(let count):
        tried.sampled.append(path)
        for first in given[path.lowercased()] ?? [.blank] {
          let arguments = [first] + Array(repeating: CellValue.blank, count: count - 1)
          let written = arguments.map { $0.isBlank ? "" : sheet.literal($0) }.joined(separator: ", ")
          steps.append(SheetStep(kind: .fire(trigger, arguments), text: "\(path)(\(written))"))
        }
      }
    }
  }

  /// An action is stopped where the sheet or one of its tests says that it may be.
  private mutating func addStops(stoppedByTests: Bool) {
    var stopped = Possibilities(of: sheet).stoppables
    if stoppedByTests {
      let paths = GivenValues(in: sheet).stopped
      for (path, trigger, _) in Possibilities(of: sheet).triggerables where paths.contains(path.lowercased()) {
        if !stopped.contains(where: { $0.trigger == trigger }) { stopped.append((path, trigger)) }
      }
    }
    for (path, trigger) in stopped { steps.append(SheetStep(kind: .stop(trigger), text: "stop \(path)")) }
  }

  private mutating func addAnswers() {
    for (name, rule) in Possibilities(of: sheet).declaredServices {
      if Self.values(of: rule) == nil { tried.sampled.append(name) }
      let answers = [.fails("failed")] + (Self.values(of: rule) ?? [.blank]).map { ServiceAnswer.replies($0) }
      for earlier in 0..<callLimit {
        for answer in answers {
          steps.append(
            SheetStep(
              kind: .answer(service: name.lowercased(), earlier: earlier, answer), text: text(of: answer, name, earlier)
            ))
        }
      }
    }
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
