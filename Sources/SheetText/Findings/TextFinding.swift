import Diagnostics

/// What can be wrong with a text before its statements are read, or wherever something is left open.
enum TextFinding: DiagnosticFact {
  case notText(at: SourceSpan, _ reason: NotText)
  case more(_ count: Int)
  case lineTooLong(at: SourceSpan)
  case strayBracket(_ bracket: String, at: Int)
  case unclosed(_ open: StaticString, at: Int, _ close: StaticString, missingAt: SourceSpan)
  case unterminatedText(at: SourceSpan)

  enum NotText { case utf16, nul, illFormed }

  var code: DiagnosticCode {
    switch self {
    case .notText: .notText
    case .more: .moreFindings
    case .lineTooLong: .lineTooLong
    case .strayBracket: .strayBracket
    case .unclosed: .unclosedBracket
    case .unterminatedText: .unterminatedText
    }
  }

  var severity: Diagnostic.Severity {
    if case .more = self { .note } else { .error }
  }

  var words: DiagnosticWords {
    switch self {
    case .notText(let span, let reason):
      return switch reason {
      case .utf16:
        DiagnosticWords(
          "this file is UTF-16, a sheet is UTF-8", at: span, label: "its byte order mark",
          help: "save the file as UTF-8")
      case .nul:
        DiagnosticWords(
          "this is not a text file", at: span, label: "a zero byte", help: "a sheet is plain text in UTF-8")
      case .illFormed:
        DiagnosticWords(
          "this is not UTF-8 text", at: span, label: "no character is written so", help: "save the file as UTF-8")
      }
    case .more(let count):
      return DiagnosticWords("\(count) more \(count == 1 ? "finding is" : "findings are") not shown")
    case .lineTooLong(let span):
      return DiagnosticWords(
        "this line is longer than \(SheetReader.longestLine) bytes", at: span, label: "the statement is passed over")
    case .strayBracket(let bracket, let index):
      return DiagnosticWords(
        "nothing is open that \(bracket) could close", at: SourceSpan(index, index + 1), label: "without a partner",
        cure: .leaveOut)
    case .unclosed(let open, let index, let close, let end):
      return DiagnosticWords(
        "this \(open) is never closed",
        at: [.init(SourceSpan(index, index + 1), "opened here"), .init(end, "\(close) is missing here")],
        cure: .insert("\(close)", atLabel: 1))
    case .unterminatedText(let span):
      return DiagnosticWords(
        "this text never ends", at: span, label: "begins here",
        help: "close it with \"; a quotation mark inside a text is written twice")
    }
  }
}
