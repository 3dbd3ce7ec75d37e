import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms

/// Reads the streams that a sheet writes into the nodes of its form.
struct StreamReader {
  unowned let sheet: any FormSurroundings
  let form: TimeForm
  let origin: CellAddress
  private var known: [String: Int] = [:]
  private var watchNumbers: [Area: Int] = [:]

  init(_ sheet: any FormSurroundings, _ form: TimeForm, origin: CellAddress) {
    self.sheet = sheet
    self.form = form
    self.origin = origin
  }

  /// The functions that make a stream of streams, with the fewest and the most arguments.
  static let functions: [String: ClosedRange<Int>] = [
    "MAP": 2...2, "FILTER": 2...2, "SCAN": 3...3, "MERGE": 1...255, "DELAY": 2...2, "DEBOUNCE": 2...2,
    "THROTTLE": 2...2, "HOLD": 2...2, "TAKE": 2...2, "DROP": 2...2, "TAKEUNTIL": 2...2, "DISTINCT": 1...1,
    "PAIRWISE": 1...1, "SAMPLE": 2...2, "EVERY": 1...1, "VALUES": 1...1,
  ]

  /// The number of the stream that a tree means; what is no stream is a finding.
  mutating func stream(
    _ tree: FormulaTree, _ index: FormulaTree.Index, in unit: SheetUnit
  ) throws(Diagnostic) -> Int {
    let text = tree.subtree(at: index).text()
    let key = text.lowercased()
    if let number = known[key] { return number }
    let kind = try kind(tree, index, unit)
    form.streams.append(StreamForm(kind: kind, text: text, span: tree.span(of: index), unit: unit))
    known[key] = form.streams.count - 1
    return form.streams.count - 1
  }

  private mutating func kind(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ unit: SheetUnit
  ) throws(Diagnostic) -> StreamForm.Kind {
    switch tree[index] {
    case .parenthesized(let operand): return try kind(tree, operand, unit)
    case .name(let name, sheet: nil):
      if let event = form.eventNumbers[name.lowercased()] { return .event(event) }
      if let kind = sheet.otherNames[name.lowercased()] ?? (form.actionNumbers[name.lowercased()].map { _ in "action" })
      {
        throw TimeFinding.notAStream(name, tree.span(of: index), kind: kind).diagnostic
      }
      if sheet.isCell(name, at: origin) {
        throw TimeFinding.notAStream(name, tree.span(of: index), kind: "cell").diagnostic
      }
      throw TimeFinding.unknownEvent(name, tree.span(of: index), form.events.map(\.name)).diagnostic
    case .member(let base, let field): return try moment(field, of: base, tree, index)
    case .call(let name, let arguments): return try call(FormulaTree.functionName(name), arguments, tree, index, unit)
    default:
      throw TimeFinding.notAStream(tree.subtree(at: index).text(), tree.span(of: index), kind: "value").diagnostic
    }
  }

  /// `username.changed` or `add.succeeded`.
  private mutating func moment(
    _ field: String, of base: FormulaTree.Index, _ tree: FormulaTree, _ index: FormulaTree.Index
  ) throws(Diagnostic) -> StreamForm.Kind {
    if let name = tree.dottedName(base), let action = form.actionNumbers[name.lowercased()] {
      if let moment = ActionMoment(rawValue: field.lowercased()) { return .action(action, moment) }
      throw TimeFinding.unknownMoment(
        field, of: "the action \(name)", name, ActionMoment.allCases.map(\.rawValue), tree.span(of: index)
      ).diagnostic
    }
    guard field.lowercased() == "changed" else {
      let base = tree.subtree(at: base).text()
      throw TimeFinding.unknownMoment(field, of: base, base, ["changed"], tree.span(of: index)).diagnostic
    }
    return .changes(watch: try watch(tree, base), givesCurrent: false)
  }

  private mutating func watch(_ tree: FormulaTree, _ index: FormulaTree.Index) throws(Diagnostic) -> Int {
    let part = tree.subtree(at: index)
    guard let area = sheet.area(of: part, at: origin) else {
      throw TimeFinding.notACell(part.text(), tree.span(of: index), sheet.knownNames).diagnostic
    }
    if let number = watchNumbers[area] { return number }
    form.watches.append(area)
    watchNumbers[area] = form.watches.count - 1
    return form.watches.count - 1
  }

  private mutating func call(
    _ name: String, _ arguments: [FormulaTree.Index], _ tree: FormulaTree, _ index: FormulaTree.Index,
    _ unit: SheetUnit
  ) throws(Diagnostic) -> StreamForm.Kind {
    guard let counts = Self.functions[name] else {
      throw TimeFinding.unknownStreamFunction(
        name, tree.nameSpan(of: index), isFunction: sheet.isFunction(name)
      ).diagnostic
    }
    guard counts.contains(arguments.count) else {
      throw TimeFinding.streamArgumentCount(name, arguments.count, counts, tree.span(of: index)).diagnostic
    }
    func expression(_ position: Int) -> TimeExpression {
      let part = tree.subtree(at: arguments[position])
      for finding in sheet.misplacedNames(in: part) { sheet.addInstead(finding, of: unit) }
      return TimeExpression(part, span: tree.span(of: arguments[position]), unit: unit, origin: origin)
    }
    func source(_ position: Int) throws(Diagnostic) -> Int { try stream(tree, arguments[position], in: unit) }
    switch name {
    case "EVERY":
      let seconds = expression(0)
      if let number = seconds.tree.constant?.number, number <= 0 {
        throw TimeFinding.notPositive(tree.span(of: arguments[0])).diagnostic
      }
      return .every(seconds)
    case "VALUES": return .changes(watch: try watch(tree, arguments[0]), givesCurrent: true)
    case "MAP": return .map(try source(0), expression(1))
    case "FILTER": return .filter(try source(0), expression(1))
    case "SCAN": return .scan(try source(1), initial: expression(0), expression(2))
    case "DELAY": return .delay(try source(0), expression(1))
    case "DEBOUNCE": return .debounce(try source(0), expression(1))
    case "THROTTLE": return .throttle(try source(0), expression(1))
    case "HOLD": return .hold(try source(0), expression(1))
    case "TAKE": return .take(try source(0), expression(1))
    case "DROP": return .drop(try source(0), expression(1))
    case "TAKEUNTIL": return .takeUntil(try source(0), stop: try source(1))
    case "DISTINCT": return .distinct(try source(0))
    case "PAIRWISE": return .pairwise(try source(0))
    case "SAMPLE": return .sample(try source(0), by: try source(1))
    default:
      var sources: [Int] = []
      for position in arguments.indices { sources.append(try source(position)) }
      return .merge(sources)
    }
  }
}
