import Diagnostics

/// What can be wrong with a statement as a whole: what it begins with, and what follows it.
enum StatementFinding: DiagnosticFact {
  case unknownStatement(at: SourceSpan, didYouMean: String? = nil, meant: String? = nil)
  case looseContinuation(at: SourceSpan)
  /// A block that begins on a line of its own.
  case looseBlock(at: SourceSpan)
  case missingEquals(behind: WrittenText, at: SourceSpan, value: String)
  /// - Parameter sign: What stands in place of the `=`.
  case colonForEquals(_ name: WrittenText, sign: StaticString, at: SourceSpan)
  case doubledEquals(_ target: String, at: SourceSpan)
  case foreignComment(at: SourceSpan)
  case clauseOutsideState(at: SourceSpan)
  case rowOutsideTable(at: SourceSpan)
  case needlessWord(_ word: WrittenText, before: String)
  case stepOutsideTest(_ word: WrittenText)
  case unexpected(_ text: String, at: SourceSpan, meant: String? = nil)

  var code: DiagnosticCode {
    switch self {
    case .unknownStatement, .looseContinuation, .looseBlock, .foreignComment, .clauseOutsideState: .unknownStatement
    case .missingEquals, .colonForEquals, .doubledEquals: .missingEquals
    case .rowOutsideTable: .rowOutsideTable
    case .needlessWord: .needlessWord
    case .stepOutsideTest: .stepOutsideTest
    case .unexpected: .unexpectedText
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .unknownStatement(let span, let keyword, let meant):
      return DiagnosticWords(
        "this is not a statement", at: span,
        label: keyword == nil ? "neither a definition nor a keyword" : "not a keyword", suggestion: keyword,
        help: meant ?? "a cell is defined with: name = formula")
    case .looseContinuation(let span):
      return DiagnosticWords(
        "a statement cannot begin with an operator", at: span, label: "the formula above ended with its line",
        help: "put a formula of several lines in parentheses")
    case .looseBlock(let span):
      return DiagnosticWords(
        "a block begins on the line of its statement", at: span, label: "the statement above ended with its line",
        help: "write { at the end of the line above")
    case .missingEquals(let name, let span, let value):
      let isShort = !value.isEmpty && value.utf8.count < 40 && !value.contains { $0.isNewline }
      return DiagnosticWords(
        "there is no = behind \(name.text)", at: span,
        label: HiddenCharacter(in: name.text)?.label ?? "= goes before this",
        help: isShort ? "write \(name.text) = \(value)" : nil)
    case .colonForEquals(let name, let sign, let span):
      return DiagnosticWords(
        "a definition is written with =", at: span, label: "not \(sign)", help: "write \(name.text) = …")
    case .doubledEquals(let target, let span):
      return DiagnosticWords(
        "a definition is written with one =", at: span, label: "this compares", help: "write \(target) = …")
    case .foreignComment(let span):
      return DiagnosticWords(
        "comments begin with //", at: span, label: "this begins none", help: "write // …",
        cure: .write("//", isSafe: true))
    case .clauseOutsideState(let span):
      return DiagnosticWords(
        "a clause stands in the braces of a state, a table or an action", at: span, label: "nothing is open here",
        help: "write state name = first { on event : value }")
    case .rowOutsideTable(let span):
      return DiagnosticWords(
        "a row stands outside a table", at: span, label: "no table is open here",
        help: "write table name { … } around the rows")
    case .needlessWord(let word, let name):
      return DiagnosticWords(
        "a definition needs no \(word.text)", at: word.span, label: "leave it out", help: "write \(name) = …")
    case .stepOutsideTest(let word):
      return DiagnosticWords(
        "\(word.text) is a step of a test", at: word.span, label: "this is not in a test",
        help: "write test \"…\" { \(word.text) … }")
    case .unexpected(let text, let span, let meant):
      return DiagnosticWords(
        "the statement should end before \(text)", at: span, label: "not expected here",
        help: meant.map { "write \($0)" }
          ?? (text == ":" ? nil : "a second statement goes on the next line or behind ;"))
    }
  }
}
