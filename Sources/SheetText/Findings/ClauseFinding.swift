import Diagnostics

/// What can be wrong with clauses, and with what they hear of: events and actions.
enum ClauseFinding: DiagnosticFact {
  case arrowForColon(_ arrow: String, at: SourceSpan)
  /// Several streams in one clause.
  case severalStreams(_ streams: String, at: SourceSpan)
  case unknownClause(of: StaticString, help: StaticString, at: SourceSpan)
  case badTableChange(at: SourceSpan, meant: String? = nil)
  case severalColumns(at: SourceSpan)
  case missingPosition(at: SourceSpan)
  case badActionClause(at: SourceSpan)
  /// Another word before the condition of an action.
  case wordForWhen(_ word: WrittenText)
  /// A comma between what an action does first and what it does then.
  case commaBetweenSteps(_ first: String, _ then: String, at: SourceSpan)
  case notOnlyName(ofParameter: WrittenText, at: SourceSpan)
  /// - Parameter type: What the payload is declared to be.
  case payloadInParentheses(_ event: WrittenText, type: String, at: SourceSpan)

  var code: DiagnosticCode {
    switch self {
    case .arrowForColon: .missingColon
    case .severalStreams, .commaBetweenSteps, .notOnlyName, .payloadInParentheses: .unexpectedText
    case .unknownClause, .badActionClause: .unknownClause
    case .badTableChange, .severalColumns: .badTableChange
    case .missingPosition: .missingPosition
    case .wordForWhen: .missingWhen
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .arrowForColon(let arrow, let span):
      return DiagnosticWords(
        "there is no : before what the event does", at: span, label: "not \(arrow)", help: "write on event : value")
    case .severalStreams(let streams, let span):
      return DiagnosticWords(
        "a clause follows one stream", at: span, label: "another one begins behind it", help: "write MERGE(\(streams))")
    case .unknownClause(let what, let help, let span):
      return DiagnosticWords(
        "this is not a clause of \(what)", at: span, label: "does not begin with on", help: "write \(help)")
    case .badTableChange(let span, let meant):
      return DiagnosticWords(
        "this is not a change of a table", at: span,
        label: "insert first (…), delete where … or update column = … goes here", help: meant.map { "write \($0)" })
    case .severalColumns(let span):
      return DiagnosticWords(
        "a clause updates one column", at: span, label: "another one begins behind it",
        help: "write a clause for each: on event : update column = value")
    case .missingPosition(let span):
      return DiagnosticWords("insert does not say where", at: span, label: "first, last, before n or after n goes here")
    case .badActionClause(let span):
      return DiagnosticWords(
        "this is nothing that an event does to an action", at: span, label: "start or stop goes here",
        help: "write on event : start, or on event : stop")
    case .wordForWhen(let word):
      return DiagnosticWords(
        "the condition of an action stands behind when", at: word.span, label: "not \(word.text)", help: "write when",
        cure: .write("when", isSafe: true))
    case .commaBetweenSteps(let first, let then, let span):
      return DiagnosticWords(
        "an action is a single expression", at: span, label: "a comma goes on with nothing",
        help: "let one come after the other: write LET(x, \(first), \(then))")
    case .notOnlyName(let parameter, let span):
      return DiagnosticWords(
        "a parameter is a name and nothing else", at: span, label: "neither a type nor a value goes here",
        help: "write \(parameter.text)")
    case .payloadInParentheses(let event, let type, let span):
      return DiagnosticWords(
        "an event has one payload, which stands in no parentheses", at: span, label: ": and a type go here",
        help: "write event \(event.text): \(type)")
    }
  }
}
