/// Something that can be found wrong with a text, as data.
///
/// A room has an enum of its facts, or one for each family of them: a case says what is wrong, its payload who takes part and
/// where. Code and severity follow from the case. The words of a family stand in one file, so that they can be read side by
/// side and improved together; nobody reads them back.
package protocol DiagnosticFact: Sendable {
  var code: DiagnosticCode { get }
  /// An error, unless the fact says otherwise.
  var severity: Diagnostic.Severity { get }
  var words: DiagnosticWords { get }
}

extension DiagnosticFact {
  package var severity: Diagnostic.Severity { .error }

  /// The fact as it is shown.
  package var diagnostic: Diagnostic {
    let words = words
    var diagnostic = Diagnostic(
      severity, code: code.rawValue, words.message, at: words.labels, suggestion: words.suggestion, help: words.help)
    diagnostic.cure = words.cure
    return diagnostic
  }
}

/// What is said about a fact, and the places it is said of.
package struct DiagnosticWords: Sendable {
  package var message: String
  /// The places, the one to blame first.
  package var labels: [Diagnostic.Label]
  /// The name that was probably meant.
  package var suggestion: String?
  /// What is said where no name is suggested.
  package var help: String?
  /// What cures the fact, where that is obvious; whoever offers edits has it from here, not from the words.
  package var cure: Diagnostic.Cure?

  package init(
    _ message: String, at labels: [Diagnostic.Label] = [], suggestion: String? = nil, help: String? = nil,
    cure: Diagnostic.Cure? = nil
  ) {
    self.message = message
    self.labels = labels
    self.suggestion = suggestion
    self.help = help
    self.cure = cure
  }

  package init(
    _ message: String, at span: SourceSpan, label: String = "", suggestion: String? = nil, help: String? = nil,
    cure: Diagnostic.Cure? = nil
  ) {
    self.init(message, at: [Diagnostic.Label(span, label)], suggestion: suggestion, help: help, cure: cure)
  }
}
