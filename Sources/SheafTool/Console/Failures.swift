import Diagnostics

/// How a run of the tool ends.
enum ExitStatus: Int32, Sendable {
  /// All is well.
  case success = 0
  /// The sheet is not right: syntax, an error in a cell asked for, a failed test or check.
  case sheet = 1
  /// The call is not right: a flag, a missing file, a name that matches nothing.
  case call = 2
  /// A fault of the tool.
  case fault = 70
  case interrupted = 130

  /// The status that tells more; a wrong call outranks a wrong sheet.
  func worse(_ other: ExitStatus) -> ExitStatus { rawValue >= other.rawValue ? self : other }
}

/// Why a call cannot be carried out, in the words of a diagnostic.
struct CallFailure: Error {
  var message: String
  var help: String?
  /// The kind of finding that it is, where `sheaf explain` has a page about it.
  var code: DiagnosticCode?
  /// What is wrong with a text of the call; it is told at its places, in place of the message.
  private(set) var findings: Findings?

  struct Findings {
    let diagnostics: [Diagnostic]
    let source: SourceText
  }

  /// - Parameter message: What follows from the findings, for those who cannot show them.
  init(_ message: String, for findings: [Diagnostic], in source: SourceText) {
    self.message = message
    if !findings.isEmpty { self.findings = Findings(diagnostics: findings, source: source) }
  }

  init(_ message: String, help: String? = nil, code: DiagnosticCode? = nil) {
    self.message = message
    self.help = help
    self.code = code
  }

  /// The same with "did you mean" when a near name is known.
  init(_ message: String, near suggestion: String?) {
    self.init(message, help: suggestion.map(Diagnostic.didYouMean))
  }
}
