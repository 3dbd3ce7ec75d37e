import CellModel
import Diagnostics

/// What a statement lacks, and what stands in its place.
enum PieceFinding: DiagnosticFact {
  case missingExpression(_ what: StaticString, at: SourceSpan)
  case missingFormat(at: SourceSpan)
  case badFormat(WrittenText, reason: String)
  case misreading(Misreading)
  case missingColon(before: StaticString, at: SourceSpan)
  case missingParenthesis(at: SourceSpan)
  case missingBlock(of: StaticString, at: SourceSpan)
  case missingArrow(at: SourceSpan)
  case missingComma(before: String, of: StaticString, at: SourceSpan)
  case unknownOption(_ text: String, at: SourceSpan)
  case badOption(_ name: String, at: SourceSpan)

  var code: DiagnosticCode {
    switch self {
    case .missingExpression: .missingExpression
    case .missingFormat: .missingFormat
    case .badFormat: .badFormat
    case .misreading: .misreading
    case .missingColon: .missingColon
    case .missingParenthesis: .missingValues
    case .missingBlock: .missingBlock
    case .missingArrow: .missingArrow
    case .missingComma: .unexpectedText
    case .unknownOption: .unknownStatement
    case .badOption: .badNumber
    }
  }

  var severity: Diagnostic.Severity {
    if case .misreading = self { .note } else { .error }
  }

  var words: DiagnosticWords {
    switch self {
    case .missingExpression(let what, let span):
      return DiagnosticWords("\(what) is missing", at: span, label: "it goes here")
    case .missingFormat(let span):
      return DiagnosticWords(
        "as needs a number format in quotes", at: span, label: "the format goes here", help: "write as \"#,##0.00\"")
    case .badFormat(let format, let reason):
      return DiagnosticWords(
        "this is no number format: \(reason)", at: format.span,
        help: "a format is made of 0 # , . % and d m y h s; other text stands in quotes")
    case .misreading(let misreading):
      return DiagnosticWords(
        "\(misreading.written) is \(misreading.meaning) here", at: misreading.span,
        help: "\(misreading.noun) is written \(misreading.spellings.joined(separator: " or "))")
    case .missingColon(let what, let span):
      return DiagnosticWords("there is no : before \(what)", at: span, label: ": goes here")
    case .missingParenthesis(let span):
      return DiagnosticWords(
        "the values are missing", at: span, label: "( goes here", help: "write (1, 2), or () for none")
    case .missingBlock(let what, let span):
      return DiagnosticWords("\(what) needs a block in braces", at: span, label: "{ goes here")
    case .missingArrow(let span):
      return DiagnosticWords(
        "a binding is written with <~ or <~>", at: span, label: "<~ goes here", help: "write input <~ expression")
    case .missingComma(let word, let what, let span):
      return DiagnosticWords(
        word == ";" ? "\(what)s are separated by commas" : "a comma is missing before \(word)", at: span,
        label: word == ";" ? "not ;" : "another \(what) begins here",
        help: word == ";" ? nil : "\(what)s are separated by commas")
    case .unknownOption(let text, let span):
      return DiagnosticWords(
        text.isEmpty ? "the name of the option is missing" : "there is no option named \(text)", at: span,
        label: "not an option", suggestion: NearNames.suggestion(for: text, among: OptionDefinition.names),
        help: "circular formulas settle with option iterate = 100, 0.001")
    case .badOption(let name, let span):
      return DiagnosticWords(
        "\(name) takes a number of rounds from 1 to \(IterationLimit.mostRounds) and the largest change of the last one, as numbers",
        at: span, label: "not that", help: "write option iterate = 100, 0.001")
    }
  }
}
