import CellModel
import Diagnostics
import Functions
import SheetText

/// The words of each finding.
extension TimeFinding {
  var words: DiagnosticWords {
    switch self {
    case .notAStream(let text, let span, let kind):
      let help: String? =
        switch kind {
        case "action":
          "write \(text).started, \(text).values, \(text).succeeded, \(text).failed, \(text).finished or \(text).stopped"
        case "cell": "write \(text).changed for each change of the cell"
        case "used sheet": "name one of its events, as in \(text).event"
        case "value": Self.helpForStream(text)
        default: nil
        }
      return DiagnosticWords(
        "\(text) is not a stream of events", at: span, label: "\(LiveFinding.article(kind)) \(kind)", help: help)
    case .unknownEvent(let name, let span, let events):
      return DiagnosticWords(
        "there is no event named \(name)", at: span, label: "not defined in this sheet",
        suggestion: NearNames.suggestion(for: name, among: events))
    case .unknownTrigger(let name, let span, let names):
      let help = Self.helpForStep(name)
      let words = help == nil ? StepKeyword.allCases.map(\.rawValue) : []
      return DiagnosticWords(
        "there is no event or action named \(name)", at: span, label: "not defined in this sheet",
        suggestion: NearNames.suggestion(for: name, among: names) ?? NearNames.suggestion(for: name, among: words),
        help: help)
    case .unknownMoment(let field, let owner, let name, let moments, let span):
      return DiagnosticWords(
        "\(owner) has no stream named \(field)", at: span, label: "it has \(moments.joined(separator: ", "))",
        suggestion: NearNames.suggestion(for: field, among: moments).map { "\(name).\($0)" })
    case .streamOfRow(let field, let row, let table, let span):
      return DiagnosticWords(
        "\(row) has no stream named \(field)", at: span, label: "of a row only changes of its cells are followed",
        help: "count there, state hits = 0 { on \(field) : hits + 1 }, add up here, hits = SUM(\(table)[hits]), "
          + "and write on hits.changed")
    case .notACell(let text, let span, let names):
      return DiagnosticWords(
        "there is no cell named \(text)", at: span, label: "its changes cannot be followed",
        suggestion: NearNames.suggestion(for: text, among: names), cure: .declareInput)
    case .unknownInput(let text, let span, let names):
      return DiagnosticWords(
        "there is no cell named \(text)", at: span, label: "it cannot be bound",
        suggestion: NearNames.suggestion(for: text, among: names), cure: .declareInput)
    case .unknownStreamFunction(let name, let span, let isFunction):
      let names = StreamFunctions.names
      let help =
        isFunction
        ? "MAP(…, LAMBDA(x, \(name)(x))) makes it of each payload"
        : Self.helpForFunction(name)
          ?? "streams are made with \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
      return DiagnosticWords(
        "\(name) makes no stream of events", at: span,
        label: isFunction ? "a function of values" : "not a function of streams",
        suggestion: isFunction || name.contains(".") ? nil : NearNames.suggestion(for: name, among: names), help: help)
    case .streamArgumentCount(let name, let count, let counts, let span):
      let least = counts.lowerBound
      let words = "\(counts.count == 1 ? "" : "at least ")\(least) argument\(least == 1 ? "" : "s")"
      let takesStream = StreamFunctions.function(named: name)?.takesStream != false
      return DiagnosticWords(
        "\(name)\(takesStream ? " of a stream" : "") takes \(words), not \(count)", at: span, label: "\(count) given")
    case .notPositive(let span):
      return DiagnosticWords(
        "an interval is a number of seconds from 0.000001 on", at: span, label: "time would stand still")
    case .streamCycle(let names, let span):
      return DiagnosticWords(
        "the event \(names[0]) is made of itself: \((names + names.prefix(1)).joined(separator: " → "))", at: span,
        label: "it would never come first")
    case .unreachableClause(let stream, let span, let first):
      return DiagnosticWords(
        "this clause for \(stream) is never reached",
        at: [
          Diagnostic.Label(span, "a second clause for the same stream"),
          Diagnostic.Label(first, "this one has no condition, so it is always taken"),
        ], help: "give the first one a condition with where, or remove one of them")
    case .startArgumentCount(let action, let count, let parameters, let span):
      return Self.argumentCount(
        action, count, parameters.count, span, form: parameters.isEmpty ? "start" : Self.call("start", parameters))
    case .serviceArgumentCount(let service, let count, let parameters, let span):
      return Self.argumentCount(service, count, parameters.count, span, form: Self.call(service, parameters))
    case .guardedCallInFormula(let name, let span):
      return DiagnosticWords(
        "\(name) stands around a call of a service, which only an action or a fetch may make", at: span,
        label: "a formula has its value at once", help: "write fetch answer = \(name)(…)")
    case .guardedCallArguments(let name, let count, let counts, let span):
      let words = counts.map { "\($0)" }.joined(separator: " or ")
      return DiagnosticWords(
        "\(name) takes \(words) arguments, not \(count)", at: span, label: "\(count) given",
        help: GuardedCalls.help(for: name))
    case .nothingToCall(let name, let span):
      return DiagnosticWords(
        "\(name) stands around a call of a service", at: span, label: "this calls none",
        help: GuardedCalls.help(for: name))
    case .badGuardNumber(let name, let span, let isCount):
      return DiagnosticWords(
        isCount
          ? "\(name) takes a whole number of times from 0 on"
          : "\(name) takes a number of seconds \(GuardedCalls.range(of: name))",
        at: span, label: "this is none")
    case .bindingToFormula(let name, let kind, let span):
      return DiagnosticWords(
        "\(name) is \(kind), and only an input can be bound", at: span, label: "what it is follows from its definition")
    case .unboundCell(let why, let span):
      return DiagnosticWords(why, at: span, label: "only a cell that can be set can be bound")
    case .updateOfFormula(let column):
      return DiagnosticWords(
        "\(column.text) is a formula, and only a column of values can be updated", at: column.span,
        label: "it follows from its row")
    case .boundTwice(let name, let span, let first):
      return DiagnosticWords(
        "\(name) is bound twice", at: [Diagnostic.Label(span, "again here"), Diagnostic.Label(first, "first here")],
        help: "bind it to one expression that decides between the two")
    case .tooManyValues(let count, let most, let table, let span):
      return DiagnosticWords(
        "\(table) takes \(most) value\(most == 1 ? "" : "s") a row, not \(count)", at: span,
        label: "one for each column that is not computed")
    case .serviceInFormula(let name, let span):
      return DiagnosticWords(
        "\(name) is a service, which only an action or a fetch may call", at: span,
        label: "a formula has its value at once", help: "write fetch answer = \(name)(…)")
    case .streamInFormula(let name, let span):
      return DiagnosticWords(
        "\(name) makes a stream of events, which has no value", at: span, label: "a formula has its value at once",
        help: "write event happening = \(name)(…) and name the event here")
    case .unknownServiceOfTest(let name, let span, let names):
      return DiagnosticWords(
        "there is no service named \(name)", at: span, label: "not declared in this sheet",
        suggestion: NearNames.suggestion(for: name, among: names))
    case .noService(let name, let span, let near, let hint):
      return DiagnosticWords(
        "there is no service or function named \(name)", at: span, label: "neither declared nor in the catalog",
        suggestion: near ?? hint?.suggestion, help: near == nil ? hint?.words : nil)
    case .notACellButA(let kind, let name, let span):
      let help: String? =
        switch kind {
        case "action": "its cells are \(name).isEnabled, \(name).isExecuting, \(name).value and \(name).error"
        case "service": "its cell is \(name).calls"
        case "used sheet": "reach its cells with a dot, as in \(name).cell"
        default: nil
        }
      return DiagnosticWords(
        "\(name) is \(LiveFinding.article(kind)) \(kind), not a cell", at: span, label: "it has no value of its own",
        help: help)
    case .unknownPart(let field, let name, let kind, let parts, let span):
      return DiagnosticWords(
        "the \(kind) \(name) has no cell named \(field)", at: span, label: "it has \(parts.joined(separator: ", "))",
        suggestion: NearNames.suggestion(for: field, among: parts).map { "\(name).\($0)" },
        help: Self.helpForPart(field, of: name, kind))
    case .guardFailed(let span, let words):
      return DiagnosticWords("a condition could not be judged, so it does not hold", at: span, label: words)
    case .notANumber(let span, let isCount, let isComputed):
      return DiagnosticWords(
        isCount ? "a count is a number from 0 on" : "a time is a number of seconds from 0 on", at: span,
        label: isComputed ? "this is none, so it counts as 0" : "this is none")
    case .loop(let names, let limit, let labels):
      return DiagnosticWords(
        "an instant did not end after \(limit) steps: \((names + names.prefix(1)).joined(separator: " → "))",
        at: labels, help: "an event that follows from itself needs a condition that ends it")
    case .tooManyTimers(let limit, let now, let span):
      return DiagnosticWords(
        "time stopped at \(NumberText.general(now.seconds)) seconds, after \(limit) timers in one go",
        at: span.map { [Diagnostic.Label($0, "the next one")] } ?? [],
        help: "let less time pass at once, or raise --limit, of which each timer takes 10")
    case .bindingLoop(let names, let limit, let labels):
      return DiagnosticWords(
        "inputs did not come to rest after \(limit) rounds: \((names + names.prefix(1)).joined(separator: " → "))",
        at: labels, help: "inputs that are bound to each other need values that both keep")
    case .refusedRow(let table, let span, let words):
      return DiagnosticWords("no row is inserted into \(table)", at: span, label: words)
    case .refusedBinding(let name, let span, let words):
      return DiagnosticWords("\(name) keeps its value", at: span, label: words)
    }
  }

  private static func argumentCount(
    _ name: String, _ given: Int, _ wanted: Int, _ span: SourceSpan, form: String
  ) -> DiagnosticWords {
    DiagnosticWords(
      "\(name) takes \(wanted) argument\(wanted == 1 ? "" : "s"), not \(given)", at: span,
      label: given == 0 ? "nothing is given here" : "\(given) given", help: "write \(form)")
  }

  private static func call(_ name: String, _ parameters: [String]) -> String {
    "\(name)(\(parameters.joined(separator: ", ")))"
  }

  /// What somebody means who reaches with a dot for what is a step of a test.
  private static func helpForPart(_ field: String, of name: String, _ kind: String) -> String? {
    switch (kind, field.lowercased()) {
    case ("service", "replies"), ("service", "reply"): "write \(name) replies value"
    case ("service", "sends"), ("service", "send"): "write \(name) sends value"
    case ("service", "fails"), ("service", "fail"): "write \(name) fails \"reason\""
    case ("action", "apply"), ("action", "start"), ("action", "run"), ("action", "execute"): "write \(name) alone"
    default: nil
    }
  }

  /// What somebody means who calls an operator of ReactiveSwift, or calls one behind its stream.
  private static func helpForFunction(_ name: String) -> String? {
    let parts = name.split(separator: ".")
    let called = parts.last?.lowercased() ?? ""
    if ["combinelatest", "zip", "and", "or"].contains(called) {
      return "a formula follows all that it reads; write .changed behind its name for a stream"
    }
    if ["flatmap", "flatten"].contains(called) {
      return "a fetch asks anew when what it reads changes: write fetch answer = service(cell)"
    }
    guard let function = operators[called] ?? StreamFunctions.names.first(where: { $0.lowercased() == called }) else {
      return nil
    }
    var stream = parts.count > 1 ? parts.dropLast().joined(separator: ".") : "s"
    if stream.lowercased().hasSuffix(".signal") { stream = stream.dropLast(6) + "changed" }
    if stream.lowercased().hasSuffix(".producer") { stream = "VALUES(\(stream.dropLast(9)))" }
    return switch function {
    case "SCAN": "write SCAN(initial, \(stream), LAMBDA(acc, x, …))"
    case "DISTINCT", "PAIRWISE": "write \(function)(\(stream))"
    default: "write \(function)(\(stream), …)"
    }
  }

  /// Stream functions by the names that ReactiveSwift has for them.
  private static let operators = [
    "skiprepeats": "DISTINCT", "uniquevalues": "DISTINCT", "combineprevious": "PAIRWISE", "skip": "DROP",
    "reduce": "SCAN", "withlatest": "SAMPLE", "takeuntil": "TAKEUNTIL", "compactmap": "FILTER",
  ]

  /// What somebody means who joins streams or conditions by a word, compares a cell, or calls functions one behind the other.
  private static func helpForStream(_ text: String) -> String? {
    if text.contains(").") { return "streams stand inside of functions, as in FILTER(MAP(s, …), …)" }
    let cell = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    if let sign = text.dropFirst(cell.count).first(where: { $0 != " " }), "=<>".contains(sign), !cell.isEmpty {
      return "write \(cell).changed where \(text)"
    }
    let words = text.split(separator: " ")
    guard let place = words.indices.dropFirst().dropLast().first(where: { joiners.contains(words[$0].lowercased()) })
    else { return nil }
    let (first, rest) = (words[..<place].joined(separator: " "), words[(place + 1)...].joined(separator: " "))
    return words[place].lowercased() == "or" ? "write MERGE(\(first), \(rest))" : "write \(first) where \(rest)"
  }

  private static let joiners: Set<String> = ["or", "if", "when"]

  /// What a step of a test is that somebody writes as in another language.
  private static func helpForStep(_ word: String) -> String? {
    switch word.lowercased() {
    case "assert", "verify", "ensure", "should", "check": "write expect x = 5"
    case "set", "let": "write x = 5"
    case "call", "do", "run", "fire", "trigger", "press", "click", "start", "apply":
      "write the name of the action or event alone"
    case "send", "emit", "post", "raise", "dispatch", "push": "write the name of the event, and its payload behind it"
    case "sleep", "pause", "advance", "tick", "elapse", "pass": "write wait 1"
    case "then", "when", "and": "leave it out: a step begins with nothing else"
    case "fail", "reject": "write service fails \"reason\""
    case "reply", "answer", "respond", "return": "write service replies value"
    case "update": "write table[1].column = 5"
    default: nil
    }
  }
}
