/// What is told about one kind of finding: what it means, why it is one, and how it is cured.
///
/// All that explains a code is made of its page: `sheaf explain`, the list of `sheaf check --list-rules`, and the tables of the
/// guide. Tests run the example and its cure.
package struct FindingPage: Sendable {
  package let code: String
  /// How severe it is, in general.
  package let severity: Diagnostic.Severity
  /// What is found, in lower case without a full stop.
  package let summary: String
  /// Why this is a finding.
  package let why: String
  /// What to do about it.
  package let fix: String
  /// `nil` where no small file shows it.
  package let example: FindingExample?

  package init(
    code: String, _ severity: Diagnostic.Severity, _ summary: String, why: String, fix: String,
    example: FindingExample? = nil
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.why = why
    self.fix = fix
    self.example = example
  }

  init(
    _ code: DiagnosticCode, _ severity: Diagnostic.Severity, _ summary: String, why: String, fix: String,
    example: FindingExample? = nil
  ) {
    self.init(code: code.rawValue, severity, summary, why: why, fix: fix, example: example)
  }

  /// A page about an error.
  init(_ code: DiagnosticCode, _ summary: String, why: String, fix: String, example: FindingExample? = nil) {
    self.init(code, .error, summary, why: why, fix: fix, example: example)
  }
}

/// The pages of the findings that this package's rooms make, by what they are about.
package enum FindingPages {
  package struct Chapter: Sendable {
    package let title: String
    package let pages: [FindingPage]
    package init(_ title: String, _ pages: [FindingPage]) {
      self.title = title
      self.pages = pages
    }
  }

  package static let chapters = [
    Chapter("Formulas", formulas), Chapter("The text of a sheet", text), Chapter("What a sheet means", meaning),
    Chapter("Time", time), Chapter("Tests and checks", checks), Chapter("Files of rows", files),
  ]
}
