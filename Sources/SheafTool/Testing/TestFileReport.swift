import Diagnostics
import LiveSheets
import SheetPrograms
import Verification

/// What became of the tests and checks of one file.
struct TestFileReport {
  let path: String
  let source: SourceText
  /// What is wrong with the text, and what its tests have found; an error fails the file.
  private(set) var findings: [Diagnostic]
  var outcomes: [TestOutcome] = []
  /// The tests that were left out because the text has errors.
  var notRunCount = 0

  init(path: String, source: SourceText, findings: [Diagnostic]) {
    self.path = path
    self.source = source
    self.findings = findings
  }

  var errors: [Diagnostic] { findings.filter { $0.severity == .error } }
  var hasErrors: Bool { findings.contains { $0.severity == .error } }
  var passedCount: Int { outcomes.lazy.filter(\.isPassed).count }
  /// The failed tests and checks; a text with errors counts as one more.
  var failedCount: Int { outcomes.count - passedCount + (hasErrors ? 1 : 0) }

  mutating func add(_ result: TestResult) {
    outcomes.append(TestOutcome(result))
    for warning in result.warnings where !findings.contains(warning) { findings.append(warning) }
  }

  /// Judges the checks of the sheet as loaded.
  mutating func judgeChecks(of sheet: LiveSheet, unless isFiltered: Bool) {
    guard !isFiltered else { return }
    let broken = sheet.brokenChecks
    for statement in sheet.document.statements {
      for condition in statement.meaning.conditions {
        let failures = broken.filter { $0.span == condition.span }.map { broken in
          TestFailure(
            kind: .check, span: broken.span,
            message: "the check is broken as loaded\(broken.reason.map { ": \($0)" } ?? "")",
            help: nil, values: broken.values)
        }
        outcomes.append(
          TestOutcome(
            label: "\(condition.kind.rawValue) \(condition.label)", span: condition.labelSpan, failures: failures))
      }
    }
  }
}

/// What became of one test or check.
struct TestOutcome {
  let label: String
  let span: SourceSpan
  let failures: [TestFailure]
  var isPassed: Bool { failures.isEmpty }

  init(label: String, span: SourceSpan, failures: [TestFailure]) {
    self.label = label
    self.span = span
    self.failures = failures
  }

  init(_ result: TestResult) {
    self.init(label: result.label, span: result.span, failures: result.failures)
  }
}

extension TestFailure {
  /// The failure as a diagnostic about the sheet's text.
  var diagnostic: Diagnostic {
    let code: DiagnosticCode =
      switch kind {
      case .expectation: .failedExpectation
      case .check: .brokenCheck
      case .step: .failedStep
      }
    return Diagnostic(code: code.rawValue, message, at: span, help: help)
  }
}

/// The sums over all files.
struct TestTotals {
  var passed = 0
  var failed = 0
  /// The tests and checks that were run.
  var ran = 0
  /// The tests of texts with errors.
  var notRun = 0

  mutating func add(_ report: TestFileReport) {
    passed += report.passedCount
    failed += report.failedCount
    ran += report.outcomes.count
    notRun += report.notRunCount
  }

  var text: String { "\(passed) passed, \(failed) failed\(notRun > 0 ? ", \(notRun) not run" : "")" }
}
