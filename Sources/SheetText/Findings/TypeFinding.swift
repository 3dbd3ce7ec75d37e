import CellModel
import Diagnostics

/// What can be wrong with types, with domains and with kinds of charts.
enum TypeFinding: DiagnosticFact {
  case missingType(at: SourceSpan)
  case unknownType(_ text: String, at: SourceSpan)
  /// An arrow before the type of what a service answers.
  case arrowForType(_ arrow: String, _ type: String, at: SourceSpan)
  /// - Parameter text: What stands for the kind of a chart; empty when nothing does.
  case unknownChart(_ text: String, at: SourceSpan)
  case missingIn(_ domain: String, at: SourceSpan)
  /// A default behind the condition of an input, both as they are written.
  case defaultBehindCondition(_ value: String, _ condition: String, at: SourceSpan)
  case domainOfState(_ name: String, at: SourceSpan)
  /// With the domain that was meant, where that is plain.
  case badDomain(at: SourceSpan, meant: String?)
  case emptyDomain(_ lower: String, _ upper: String, at: SourceSpan)

  var code: DiagnosticCode {
    switch self {
    case .missingType: .missingType
    case .unknownType, .unknownChart: .unknownType
    case .arrowForType: .missingColon
    case .missingIn, .domainOfState, .badDomain: .badDomain
    case .defaultBehindCondition: .unexpectedText
    case .emptyDomain: .emptyDomain
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .missingType(let span):
      return DiagnosticWords("a type is missing", at: span, label: "it goes here", help: types)
    case .unknownType(let text, let span):
      let near =
        ValueType.foreignNames[text.lowercased()]
        ?? NearNames.suggestion(for: text, among: ValueType.allCases.map(\.rawValue))
      return DiagnosticWords(
        "there is no type named \(text)", at: span, label: "not a type", suggestion: near, help: types)
    case .arrowForType(let arrow, let type, let span):
      return DiagnosticWords(
        "there is no : before the type", at: span, label: "not \(arrow)", help: "write : \(type)",
        cure: .write(":", isSafe: true))
    case .unknownChart(let text, let span):
      let kinds = ChartKind.allCases.map(\.rawValue)
      return DiagnosticWords(
        text.isEmpty ? "as needs the kind of the chart" : "there is no chart of the kind \(text)", at: span,
        label: "not a kind of chart", suggestion: NearNames.suggestion(for: text, among: kinds),
        help: "a chart is drawn as \(kinds.joined(separator: ", ")), or as what suits it")
    case .missingIn(let domain, let span):
      return DiagnosticWords(
        "the word in goes before a domain", at: span, label: "in goes here", help: "write in \(domain)")
    case .defaultBehindCondition(let value, let condition, let span):
      return DiagnosticWords(
        "the default of an input stands before its condition", at: span,
        label: "this would be compared with the answer",
        help: "write = \(value) where \(condition)")
    case .domainOfState(let name, let span):
      return DiagnosticWords(
        "a state declares no domain", at: span, label: "inputs, events and services do",
        help: "leave it out; a check says what must hold, as in always \"…\": OR(\(name) = …, \(name) = …)")
    case .badDomain(let span, let meant):
      return DiagnosticWords(
        "this is not a domain", at: span, label: "neither a range of numbers nor a list",
        help: "write in \(meant ?? "0..1 or in {\"S\", \"M\"}")")
    case .emptyDomain(let lower, let upper, let span):
      let turned = "\(upper)..\(lower)"
      return DiagnosticWords(
        "nothing is between \(lower) and \(upper)", at: span, label: "the lower end comes first",
        help: "write \(turned)", cure: .write(turned))
    }
  }

  private var types: String {
    "the types are " + ValueType.allCases.map(\.rawValue).joined(separator: " ")
  }
}
