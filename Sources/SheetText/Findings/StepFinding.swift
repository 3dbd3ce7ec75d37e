import Diagnostics

/// What can be wrong with the steps of a test.
enum StepFinding: DiagnosticFact {
  case unknownStep(at: SourceSpan, meant: String? = nil)
  /// Another word than those with which a service answers, and the one that is meant.
  case wordForAnswer(_ word: WrittenText, meant: String)
  case comparisonAsStep(_ text: String, at: SourceSpan)
  /// An answer that says which call it is for by its arguments.
  case answerWithArguments(of: String, at: SourceSpan)
  /// Several values behind the name of an action or event, without parentheses.
  case bareArguments(of: String, _ values: String, at: SourceSpan)
  case badGiven(at: SourceSpan)
  case unitOfSeconds(_ seconds: String, at: SourceSpan)
  case notAChange(at: SourceSpan)

  var code: DiagnosticCode {
    switch self {
    case .unknownStep, .wordForAnswer, .comparisonAsStep, .answerWithArguments: .unknownStep
    case .bareArguments, .unitOfSeconds: .unexpectedText
    case .badGiven: .badGiven
    case .notAChange: .notAChange
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .unknownStep(let span, let meant):
      return DiagnosticWords(
        "this is not a step of a test", at: span,
        label: "neither a change, nor an event or action, nor one of \(steps)", help: meant.map { "write \($0)" })
    case .wordForAnswer(let word, let meant):
      return DiagnosticWords(
        "a service replies, sends or fails", at: word.span, label: "not \(word.text)", help: "write \(meant)",
        cure: .write(meant))
    case .comparisonAsStep(let text, let span):
      let condition = text.replacing("==", with: "=", maxReplacements: 1)
      let isShort = !condition.contains { $0.isNewline } && condition.utf8.count < 60
      return DiagnosticWords(
        "a comparison changes nothing", at: span, label: "this compares",
        help: isShort ? "write expect \(condition)" : "write expect before it")
    case .answerWithArguments(let service, let span):
      return DiagnosticWords(
        "an answer names its service alone", at: span, label: "the latest open call is answered",
        help: "write \(service) replies value, or \(service)[1] replies value for the first of several open calls")
    case .bareArguments(let name, let values, let span):
      let isShort = !values.contains { $0.isNewline } && values.utf8.count < 60
      return DiagnosticWords(
        "an event takes one value, and the arguments of an action stand in parentheses", at: span,
        label: "another value begins behind it", help: isShort ? "write \(name)(\(values))" : nil)
    case .badGiven(let span):
      return DiagnosticWords(
        "given does not say what the service answers", at: span, label: "replies or fails goes here",
        help: "write given service replies value")
    case .unitOfSeconds(let seconds, let span):
      return DiagnosticWords(
        "wait takes a number of seconds and nothing else", at: span, label: "no unit goes here",
        help: "write wait \(seconds.split(whereSeparator: \.isWhitespace).joined(separator: " "))")
    case .notAChange(let span):
      return DiagnosticWords(
        "this changes nothing, so it cannot be part of one instant", at: span,
        label: "only changes and events stand between these braces")
    }
  }

  private var steps: String { StepKeyword.allCases.map(\.rawValue).joined(separator: " ") }
}
