import Diagnostics
import LiveSheets
import SheetPrograms
import SheetText
import Verification

/// What became of the tests and checks of one file.
struct TestFileReport {
  let source: SourceText
  /// What is wrong with the text, and what its tests have found; an error fails the file.
  private(set) var findings: [Diagnostic]
  var outcomes: [TestOutcome] = []
  /// The tests that were left out because the text has errors.
  var notRun: [String] = []
  /// What is told of the file beside the outcomes.
  var remarks: [String] = []

  /// What the file is called.
  var path: String { source.name }

  init(of source: SourceText, findings: [Diagnostic]) {
    self.source = source
    self.findings = findings
  }

  /// Runs the tests of a sheet and judges its checks.
  ///
  /// - Parameter matches: The tests that are run; without it all, and the checks and cells as loaded are judged as well.
  init(
    of document: SheetDocument, _ environment: LiveSheet.Environment,
    filter matches: ((String) -> Bool)? = nil, failFast: Bool = false
  ) {
    let loaded = LiveSheet(document, environment: environment)
    let runner = TestRunner(document: document, environment: environment)
    self.init(of: document.source, findings: loaded.diagnostics)
    guard !hasErrors else {
      // What does not load would fail every test in ways that say nothing.
      notRun = runner.tests.filter { matches?($0.label.text) ?? true }
        .map { title("test", $0.label.text, at: $0.label.span) }
      return
    }
    judgeChecks(of: loaded, unless: matches != nil)
    if matches == nil {
      judgeCells(of: loaded, hasTests: !runner.tests.isEmpty)
      // What has come up while it was loaded, such as an interval that is none.
      findings += loaded.takeReports()
    }
    if failFast, counts.failed > 0 { return }
    runner.run(filter: matches ?? { _ in true }, failFast: failFast) { add($0) }
  }

  var errors: [Diagnostic] { findings.filter { $0.severity == .error } }
  var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// How many of the tests and checks have passed; a file with errors counts as one more that has not.
  var counts: TestTotals {
    var counts = TestTotals()
    for outcome in outcomes { counts.add(outcome) }
    if hasErrors { counts.brokenFiles = 1 }
    counts.notRun = notRun.count
    return counts
  }

  /// Says what is wrong with the cells of a sheet as loaded: where nothing is tested, that is the result.
  mutating func judgeCells(of sheet: LiveSheet, hasTests: Bool) {
    let found = sheet.cellErrors
    let errors = found.map { error in
      var error = error
      if hasTests { error.severity = .warning }
      return error
    }
    findings += errors.prefix(Self.mostCellErrors)
    guard found.count > Self.mostCellErrors else { return }
    findings.append(
      Diagnostic(
        .note, code: DiagnosticCode.moreFindings.rawValue,
        "\(found.count - Self.mostCellErrors) more errors are not shown; sheaf check shows them"))
  }

  /// How many errors in cells are told one by one.
  private static let mostCellErrors = 5

  mutating func add(_ result: TestResult) {
    outcomes.append(TestOutcome(result))
    for warning in result.warnings where !findings.contains(warning) { findings.append(warning) }
  }

  /// Judges the checks of the sheet as loaded.
  mutating func judgeChecks(of sheet: LiveSheet, unless isFiltered: Bool) {
    guard !isFiltered else { return }
    let broken = sheet.checks.broken
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
            kind: .check, label: title(ofCheck: condition), span: condition.labelSpan,
            failures: failures))
      }
    }
  }
}

/// What tests and checks are called.
extension TestFileReport {
  func title(of outcome: TestOutcome) -> String { title(outcome.kind.rawValue, outcome.label, at: outcome.span) }

  /// The label, or where there is nothing in it the place: other programs tell tests apart by their names.
  private func title(_ kind: String, _ label: String, at span: SourceSpan) -> String {
    label.trimmed.isEmpty ? "\(kind) in line \(source.location(of: span.lower).line)" : label
  }

  private func title(ofCheck condition: StatementCondition) -> String {
    let kind = condition.kind.rawValue
    return condition.label.trimmed.isEmpty
      ? title(kind, "", at: condition.labelSpan) : "\(kind) \(condition.label)"
  }
}

/// What became of one test or check.
struct TestOutcome {
  enum Kind: String {
    case test, check
    /// A sheet of a workbook, whose values are compared with those that are stored.
    case sheet
  }

  let kind: Kind
  let label: String
  let span: SourceSpan
  let failures: [TestFailure]
  var isPassed: Bool { failures.isEmpty }

  init(kind: Kind, label: String, span: SourceSpan, failures: [TestFailure]) {
    self.kind = kind
    self.label = label
    self.span = span
    self.failures = failures
  }

  init(_ result: TestResult) {
    self.init(kind: .test, label: result.label, span: result.span, failures: result.failures)
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

/// Sums over the tests and checks of one file, or of all.
struct TestTotals {
  /// How many of one kind have passed and failed.
  struct Count {
    var passed = 0
    var failed = 0
  }

  private(set) var tests = Count()
  private(set) var checks = Count()
  private(set) var sheets = Count()
  /// The files that could not be tested, or in which nothing is tested that is wrong.
  var brokenFiles = 0
  /// The tests of texts with errors.
  var notRun = 0

  var passed: Int { tests.passed + checks.passed + sheets.passed }
  var failed: Int { tests.failed + checks.failed + sheets.failed + brokenFiles }
  /// The tests and checks that were run.
  var ran: Int { passed + failed - brokenFiles }
  var hasTests: Bool { ran - checks.passed - checks.failed + notRun > 0 }

  mutating func add(_ outcome: TestOutcome) {
    switch outcome.kind {
    case .test: tests.add(outcome)
    case .check: checks.add(outcome)
    case .sheet: sheets.add(outcome)
    }
  }

  mutating func add(_ counts: TestTotals) {
    tests.add(counts.tests)
    checks.add(counts.checks)
    sheets.add(counts.sheets)
    brokenFiles += counts.brokenFiles
    notRun += counts.notRun
  }

  /// `1 test, 1 check passed, 1 test failed`.
  ///
  /// - Parameter isOfFile: Whether it is about one file, where it need not be said that nothing failed.
  func text(ofFile isOfFile: Bool) -> String {
    var parts: [String] = []
    if isOfFile, ran + failed + notRun == 0 { return "no tests" }
    parts.append("\(words(\.passed)) passed")
    if failed > 0 || !isOfFile {
      parts.append(brokenFiles > 0 ? "\(failed) failed" : "\(words(\.failed)) failed")
    }
    if notRun > 0 { parts.append("\(notRun) not run") }
    if isOfFile, !hasTests { parts.append("no tests") }
    return parts.joined(separator: ", ")
  }

  var text: String { text(ofFile: false) }

  /// `1 test, 2 checks`, of what has passed or failed.
  private func words(_ part: KeyPath<Count, Int>) -> String {
    let counts = [(tests[keyPath: part], "test"), (checks[keyPath: part], "check"), (sheets[keyPath: part], "sheet")]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return words.isEmpty ? "0" : words.joined(separator: ", ")
  }
}

extension TestTotals.Count {
  fileprivate mutating func add(_ outcome: TestOutcome) {
    if outcome.isPassed { passed += 1 } else { failed += 1 }
  }

  fileprivate mutating func add(_ other: TestTotals.Count) {
    passed += other.passed
    failed += other.failed
  }
}

extension Place {
  init(_ span: SourceSpan?, in report: TestFileReport) { self.init(span, in: report.source, of: report.path) }
}
