import CellModel
import Engine
import SheetPrograms
import SheetText
import TestSupport

@testable import LiveSheets

/// One random series of events on a sheet: sets, events, triggers, answers, waits, and rows that come and go.
struct EventSeries {
  private(set) var sheet: LiveSheet
  private(set) var log: [String] = []
  private var random: SeededGenerator
  /// The literals of the sheet's tests, which are worth to be tried.
  private let literals: [CellValue]
  /// Whether services also answer what they do not declare, and more than once, bound inputs are set by hand and tables get any rows; no sheet
  /// promises that its checks hold then.
  let isWild: Bool
  private var rules: [String: InputRule] = [:]

  init(_ document: SheetDocument, _ environment: LiveSheet.Environment, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isWild = random.happens(25)
    sheet = LiveSheet(document, environment: environment)
    literals = document.literalsOfTests
    for service in sheet.timeline.work.services.values { rules[service.name] = service.rule }
  }

  // MARK: Steps

  mutating func step() {
    switch random.number(0...99) {
    case ..<25: setInput()
    case ..<50: fire()
    case ..<72: answer()
    case ..<85: wait()
    case ..<90: setTogether()
    default: moveRows()
    }
  }

  private mutating func setInput() {
    guard let (path, rule) = inputs.randomElement(using: &random) else { return }
    let value = value(for: rule)
    log.append("\(path) = \(value)")
    try? sheet.set(path, to: value)
  }

  private mutating func setTogether() {
    let inputs = inputs
    guard !inputs.isEmpty else { return }
    var sets: [(String, CellValue)] = []
    for _ in 0..<3 {
      let (path, rule) = random.one(of: inputs)
      sets.append((path, value(for: rule)))
    }
    log.append("{ \(sets.map { "\($0.0) = \($0.1)" }.joined(separator: "; ")) }")
    do throws(Refusal) {
      try sheet.transaction { (change) throws(Refusal) in
        for (path, value) in sets { try change.set(path, to: value) }
      }
    } catch { log.append("  \(error.message)") }
  }

  private mutating func fire() {
    guard let (path, rules) = triggers.randomElement(using: &random) else { return }
    var values: [CellValue] = []
    for rule in rules { values.append(value(for: rule)) }
    log.append("\(path)(\(values.map { "\($0)" }.joined(separator: ", ")))")
    _ = try? sheet.trigger(path, values)
  }

  private mutating func answer() {
    guard let call = sheet.services.openCalls.randomElement(using: &random) else { return }
    let answer = answer(to: call)
    log.append("\(call.service) \(answer)")
    sheet.services.answer(call.number, answer)
  }

  private mutating func answer(to call: ServiceCall) -> ServiceAnswer {
    let rule = rules[call.service] ?? InputRule(type: .any)
    let value = isWild && random.happens(50) ? anything() : value(for: rule)
    switch random.number(0...9) {
    case ..<5: return .replies(value)
    case ..<8: return .fails("not found")
    case ..<9: return isWild ? .sends(value) : .replies(value)
    default: return isWild ? .completes : .fails("timed out")
    }
  }

  private mutating func wait() {
    let times = [0, 0.1, 0.25, 0.5, 1, 3]
    var time = sheet.time + SheetTime(seconds: random.one(of: times))
    if let next = sheet.nextTimer, random.happens(50) { time = next }
    log.append("wait \((time - sheet.time).seconds)")
    sheet.advance(to: time)
  }

  private mutating func moveRows() {
    let tables = sheet.tableDefinitions.indices.filter { isWild || sheet.tableDefinitions[$0].form != nil }
    guard let number = tables.randomElement(using: &random) else { return setInput() }
    let table = sheet.tableDefinitions[number]
    let count = sheet.engine.grids.rowCount(of: table.grid)
    if count > 6 || (count > 0 && random.happens(50)) {
      let row = random.number(0...count - 1)
      log.append("delete \(table.name)[\(row + 1)]")
      sheet.change { sheet.rows(ofTable: number).delete(at: row) }
    } else {
      let position = random.number(0...count)
      var values: [CellValue] = []
      for column in table.columns.prefix(table.literalCount) {
        values.append(value(for: column.input ?? InputRule(type: column.type ?? .any)))
      }
      log.append("insert before \(position + 1) \(table.name) \(values)")
      let rows = sheet.rows(ofTable: number)
      guard (try? rows.checkInsertion(at: position, count: count, values)) != nil else { return }
      sheet.change { rows.insert(at: position, values) }
    }
  }

  // MARK: What there is

  private var inputs: [(String, InputRule)] {
    let named = sheet.definitions.order.compactMap { address in
      sheet.definitions[address].flatMap { definition in definition.input.map { (definition.name, $0) } }
    }
    return named.filter { isWild || !bound.contains($0.0) }
      + sheet.tableDefinitions.filter { isWild || $0.form != nil }.flatMap { table in
        let bound = Set(table.form?.form.bindings.map(\.targetName) ?? [])
        let columns = table.columns.prefix(table.literalCount).filter { isWild || !bound.contains($0.name) }
        return (0..<sheet.engine.grids.rowCount(of: table.grid)).flatMap { row in
          columns.map { ("\(table.name)[\(row + 1)].\($0.name)", $0.input ?? InputRule(type: $0.type ?? .any)) }
        }
      }
  }

  private var bound: Set<String> { Set(sheet.timeline.instances.first?.form.bindings.map(\.targetName) ?? []) }

  private var triggers: [(String, [InputRule])] {
    guard let main = sheet.timeline.instances.first else { return [] }
    return Self.triggers(of: main.form, "")
      + sheet.tableDefinitions.flatMap { table in
        table.rows.indices.flatMap { row in
          table.form.map { Self.triggers(of: $0.form, "\(table.name)[\(row + 1)].") } ?? []
        }
      }
  }

  private static func triggers(of form: TimeForm, _ prefix: String) -> [(String, [InputRule])] {
    form.events.filter { $0.stream == nil }.map { (prefix + $0.name, $0.isPlain ? [] : [$0.rule]) }
      + form.actions.map { (prefix + $0.name, $0.parameters.map { _ in InputRule(type: .any) }) }
  }

  // MARK: Values

  private mutating func value(for rule: InputRule) -> CellValue {
    if rule.domain == nil, random.happens(10) { return .blank }
    switch rule.domain {
    case .choices(let choices)?: return random.one(of: choices)
    case .range(let low, let high)?:
      return .number(random.one(of: [low, high, (low + high) / 2, low.rounded(.up)]))
    case nil: break
    }
    let fitting = literals.filter { rule.type.mismatch(of: $0) == nil }
    if let known = fitting.randomElement(using: &random), random.happens(60) { return known }
    switch rule.type {
    case .logical: return .logical(random.happens(50))
    case .number, .date: return .number(random.one(of: [0, 1, 2.5, 20, 1000]))
    case .text: return .text(random.one(of: ["", " ", "a", "longer than eight"]))
    case .any, .record, .list: return fitting.randomElement(using: &random) ?? .blank
    }
  }

  private mutating func anything() -> CellValue {
    let values = literals + [.blank, .number(-1), .text(""), .text("x"), .logical(true), .error(.notAvailable)]
    return random.one(of: values)
  }

  // MARK: What must hold

  /// Every cell: named ones, those of tables with their hidden columns, and the conditions of checks.
  private var cells: [CellAddress] {
    sheet.definitions.order + sheet.loaded.checks.list.filter { $0.table == nil }.map(\.address)
      + sheet.tableDefinitions.flatMap { table in
        (0..<sheet.engine.grids.rowCount(of: table.grid)).flatMap { row in
          (0..<table.columns.count + table.hiddenFormulas.count).map {
            CellAddress(grid: table.grid, row: row, column: $0)
          }
        }
      }
  }

  /// What is not as it must be between two instants.
  func faults(checksHold: Bool) -> [String] {
    var faults = sheet.timeline.brokenRules()
    let cells = cells
    let incremental = cells.map { sheet.engine.value(at: $0) }
    sheet.recalculate()
    for (cell, value) in zip(cells, incremental) {
      let anew = sheet.engine.value(at: cell)
      if anew != value { faults.append("\(sheet.engine.names.name(of: cell)) is \(value), and evaluated anew \(anew)") }
    }
    if checksHold, !sheet.checks.allHold {
      faults += sheet.checks.broken.map { "\($0.title) is broken: \($0.values.map { "\($0.name) \($0.text)" })" }
    }
    return faults
  }
}

extension SheetDocument {
  fileprivate var literalsOfTests: [CellValue] {
    statements.flatMap { statement -> [CellValue] in
      guard case .test(let test) = statement.kind else { return [] }
      return test.steps.flatMap(\.literals)
    }
  }
}

extension TestStep {
  fileprivate var literals: [CellValue] {
    switch kind {
    case .assign(_, let value): [value.constant].compactMap { $0 }
    case .trigger(_, .value(let value)): [value.constant].compactMap { $0 }
    case .trigger(_, .arguments(let values)), .insert(_, _, let values): values.compactMap { $0?.constant }
    case .answer(_, let answer), .given(_, let answer): [answer.value?.constant].compactMap { $0 }
    case .instant(let steps): steps.flatMap(\.literals)
    default: []
    }
  }
}
