import CellModel
import Diagnostics
import Functions
import SheetText

/// The words of what is wrong with statements about time.
enum TimeDiagnostics {
  /// - Parameter kind: What it is instead, in a word.
  static func notAStream(_ text: String, _ span: SourceSpan, kind: String) -> Diagnostic {
    let help: String? =
      switch kind {
      case "action": "write \(text).started, \(text).values, \(text).succeeded, \(text).failed or \(text).finished"
      case "cell": "write \(text).changed for each change of the cell"
      case "used sheet": "name one of its events, as in \(text).event"
      default: nil
      }
    return Diagnostic(
      code: "not-a-stream", "\(text) is not a stream of events", at: span,
      label: "\(LiveDiagnostics.article(kind)) \(kind)", help: help)
  }

  static func unknownEvent(_ name: String, _ span: SourceSpan, _ events: [String]) -> Diagnostic {
    Diagnostic(
      code: "not-a-stream", "there is no event named \(name)", at: span, label: "not defined in this sheet",
      help: NearNames.suggestion(for: name, among: events).map { "did you mean \($0)?" })
  }

  static func unknownTrigger(_ name: String, _ span: SourceSpan, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "there is no event or action named \(name)", at: span, label: "not defined in this sheet",
      help: NearNames.suggestion(for: name, among: names).map { "did you mean \($0)?" })
  }

  static func unknownMoment(
    _ field: String, of owner: String, _ name: String, _ moments: [String], _ span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      code: "not-a-stream", "\(owner) has no stream named \(field)", at: span,
      label: "it has \(moments.joined(separator: ", "))",
      help: NearNames.suggestion(for: field, among: moments).map { "did you mean \(name).\($0)?" })
  }

  /// A cell that is to be followed and is none.
  static func notACell(_ text: String, _ span: SourceSpan, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "there is no cell named \(text)", at: span, label: "its changes cannot be followed",
      help: NearNames.suggestion(for: text, among: names).map { "did you mean \($0)?" })
  }

  static func unknownInput(_ text: String, _ span: SourceSpan, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "there is no cell named \(text)", at: span, label: "it cannot be bound",
      help: NearNames.suggestion(for: text, among: names).map { "did you mean \($0)?" })
  }

  static func unknownStreamFunction(_ name: String, _ span: SourceSpan, isFunction: Bool) -> Diagnostic {
    let names = StreamReader.functions.keys.sorted()
    let help =
      isFunction
      ? "MAP(…, LAMBDA(x, \(name)(x))) makes it of each payload"
      : NearNames.suggestion(for: name, among: names).map { "did you mean \($0)?" }
        ?? "streams are made with \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    return Diagnostic(
      code: "not-a-stream", "\(name) makes no stream of events", at: span,
      label: isFunction ? "a function of values" : "not a function of streams", help: help)
  }

  static func streamArgumentCount(
    _ name: String, _ count: Int, _ counts: ClosedRange<Int>, _ span: SourceSpan
  ) -> Diagnostic {
    let least = counts.lowerBound
    let words = "\(counts.count == 1 ? "" : "at least ")\(least) argument\(least == 1 ? "" : "s")"
    let isSource = name == "EVERY" || name == "VALUES"
    return Diagnostic(
      code: "wrong-argument-count", "\(name)\(isSource ? "" : " of a stream") takes \(words), not \(count)", at: span,
      label: "\(count) given")
  }

  static func notPositive(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-interval", "an interval is a number of seconds greater than 0", at: span,
      label: "time would stand still")
  }

  static func streamCycle(_ names: [String], _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "circular-stream",
      "the event \(names[0]) is made of itself: \((names + names.prefix(1)).joined(separator: " → "))", at: span,
      label: "it would never come first")
  }

  static func unreachableClause(_ stream: String, _ span: SourceSpan, _ first: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unreachable-clause", "this clause for \(stream) is never reached",
      at: [
        Diagnostic.Label(span, "a second clause for the same stream"),
        Diagnostic.Label(first, "this one has no condition, so it is always taken"),
      ], help: "give the first one a condition with where, or remove one of them")
  }

  static func bindingToFormula(_ name: String, _ kind: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-binding", "\(name) is \(kind), and only an input can be bound", at: span,
      label: "what it is follows from its definition")
  }

  static func updateOfFormula(_ column: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "bad-update", "\(column.text) is a formula, and only a column of values can be updated", at: column.span,
      label: "it follows from its row")
  }

  static func boundTwice(_ name: String, _ span: SourceSpan, _ first: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bound-twice", "\(name) is bound twice",
      at: [Diagnostic.Label(span, "again here"), Diagnostic.Label(first, "first here")],
      help: "bind it to one expression that decides between the two")
  }

  static func tooManyValues(_ count: Int, _ most: Int, _ table: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "row-length", "\(table) takes \(most) value\(most == 1 ? "" : "s") a row, not \(count)", at: span,
      label: "one for each column that is not computed")
  }

  static func serviceInFormula(_ name: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "service-in-formula", "\(name) is a service, which only an action or a fetch may call", at: span,
      label: "a formula has its value at once", help: "write fetch answer = \(name)(…)")
  }

  static func streamInFormula(_ name: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "stream-in-formula", "\(name) makes a stream of events, which has no value", at: span,
      label: "a formula has its value at once", help: "write event happening = \(name)(…) and name the event here")
  }

  static func unknownService(
    _ name: String, _ span: SourceSpan, _ services: [String], _ catalog: FunctionCatalog
  ) -> Diagnostic {
    if let reason = catalog.absence(of: name) { return LiveDiagnostics.absentFunction(name, span, reason) }
    return Diagnostic(
      code: "unknown-function", "there is no service or function named \(name)", at: span,
      label: "neither declared nor in the catalog",
      help: NearNames.suggestion(for: name, among: services).map { "did you mean \($0)?" }
        ?? FunctionHint(for: name, in: catalog)?.words)
  }

  static func notACellButA(_ kind: String, _ name: String, _ span: SourceSpan) -> Diagnostic {
    let help: String? =
      switch kind {
      case "action": "its cells are \(name).isEnabled, \(name).isExecuting, \(name).value and \(name).error"
      case "service": "its cell is \(name).calls"
      case "used sheet": "reach its cells with a dot, as in \(name).cell"
      default: nil
      }
    return Diagnostic(
      code: "unknown-name", "\(name) is \(LiveDiagnostics.article(kind)) \(kind), not a cell", at: span,
      label: "it has no value of its own", help: help)
  }

  static func unknownPart(
    _ field: String, of name: String, _ kind: String, _ parts: [String], _ span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "the \(kind) \(name) has no cell named \(field)", at: span,
      label: "it has \(parts.joined(separator: ", "))",
      help: NearNames.suggestion(for: field, among: parts).map { "did you mean \(name).\($0)?" })
  }

  static func guardFailed(_ span: SourceSpan, _ words: String) -> Diagnostic {
    Diagnostic(
      .warning, code: "guard-error", "a condition could not be judged, so it does not hold", at: span, label: words)
  }

  static func notSeconds(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .warning, code: "bad-interval", "a time is a number of seconds", at: span,
      label: "this is none, so it counts as 0")
  }

  static func loop(_ names: [String], _ limit: Int, _ labels: [Diagnostic.Label] = []) -> Diagnostic {
    Diagnostic(
      code: "event-loop",
      "an instant did not end after \(limit) steps: \((names + names.prefix(1)).joined(separator: " → "))", at: labels,
      help: "an event that follows from itself needs a condition that ends it")
  }

  static func tooManyTimers(_ limit: Int, _ now: SheetTime, _ span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      code: "event-loop",
      "time stopped at \(NumberText.general(now.seconds)) seconds, after \(limit) timers in one go",
      at: span.map { [Diagnostic.Label($0, "the next one")] } ?? [], help: "let less time pass at once")
  }

  static func bindingLoop(_ names: [String], _ limit: Int, _ labels: [Diagnostic.Label]) -> Diagnostic {
    Diagnostic(
      code: "event-loop",
      "inputs did not come to rest after \(limit) rounds: \((names + names.prefix(1)).joined(separator: " → "))",
      at: labels, help: "inputs that are bound to each other need values that both keep")
  }

  static func refusedBinding(_ name: String, _ span: SourceSpan, _ words: String) -> Diagnostic {
    Diagnostic(.warning, code: "refused-binding", "\(name) keeps its value", at: span, label: words)
  }
}
