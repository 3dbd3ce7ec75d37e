import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import LiveSheets
import SheetText

/// What became of one test of a sheet.
package struct TestResult: Sendable {
  package var label: String
  /// The place of its label.
  package var span: SourceSpan
  package var failures: [TestFailure]
  package var expectationCount: Int
  package var isPassed: Bool { failures.isEmpty }
}

/// Why a test did not pass.
package struct TestFailure: Sendable {
  package enum Kind: Sendable {
    /// An expected condition did not hold.
    case expectation
    /// A check of the sheet was broken.
    case check
    /// A step could not be performed.
    case step
  }

  package var kind: Kind
  package var span: SourceSpan
  package var message: String
  /// What is known beyond the message, such as the name that was probably meant.
  package var help: String?
  /// The cells that the condition names, with what they show, down to the cause.
  package var values: [ValueLine]

  package init(kind: Kind, span: SourceSpan, message: String, help: String? = nil, values: [ValueLine] = []) {
    self.kind = kind
    self.span = span
    self.message = message
    self.help = help
    self.values = values
  }
}

/// Runs the tests that a sheet holds.
///
/// Each test starts from the sheet as loaded, on a clock that stands at 2000-01-01 until the test waits. The checks are
/// judged at the start and after each step; the steps after a failure still run.
package struct TestRunner {
  private let document: SheetDocument
  private let environment: LiveSheet.Environment

  package init(document: SheetDocument, environment: LiveSheet.Environment = LiveSheet.Environment()) {
    self.document = document
    var environment = environment
    environment.now = { LiveSheet.virtualStart }
    self.environment = environment
  }

  /// The tests of the sheet in the order of the text.
  package var tests: [TestDefinition] {
    placedTests.map(\.test)
  }

  /// The tests, each with the name on the `sheet` line above it.
  private var placedTests: [(test: TestDefinition, home: String?)] {
    document.statements.compactMap { if case .test(let test) = $0.kind { (test, $0.grid) } else { nil } }
  }

  /// Runs the tests whose labels pass a filter and tells each result as it comes.
  ///
  /// - Parameter failFast: Whether the first failure ends the run.
  package func run(
    filter: (String) -> Bool = { _ in true }, failFast: Bool = false, each: (TestResult) -> Void
  ) {
    for (test, home) in placedTests where filter(test.label.text) {
      let result = run(test, home: home)
      each(result)
      if failFast, !result.isPassed { return }
    }
  }

  /// Runs one test.
  ///
  /// - Parameter home: The name on the `sheet` line above the test; addresses that stand alone lie there.
  package func run(_ test: TestDefinition, home: String? = nil) -> TestResult {
    var run = TestRun(LiveSheet(document, environment: environment), home: home)
    run.judgeChecks(after: test.label.span)
    for step in test.steps { run.perform(step) }
    return TestResult(
      label: test.label.text, span: test.label.span, failures: run.failures, expectationCount: run.expectationCount)
  }
}

/// One test while it runs.
private struct TestRun {
  let sheet: LiveSheet
  private let home: String?
  var failures: [TestFailure] = []
  var expectationCount = 0
  /// The labels of the checks that are known to be broken, so that each is reported once until it holds again.
  private var broken: Set<String> = []

  init(_ sheet: LiveSheet, home: String?) {
    self.sheet = sheet
    self.home = home
  }

  mutating func perform(_ step: TestStep) {
    if case .expect(let expectations) = step.kind {
      for expectation in expectations { judge(expectation) }
      return
    }
    switch sheet.perform(step, home: home) {
    case .done: break
    case .refused(let refusal):
      let help = refusal.suggestion.map { "did you mean \($0)?" }
      failures.append(TestFailure(kind: .step, span: step.span, message: refusal.message, help: help, values: []))
    case .failed(let diagnostic):
      failures.append(
        TestFailure(
          kind: .step, span: diagnostic.labels.first?.span ?? step.span, message: diagnostic.message,
          help: diagnostic.help, values: []))
    }
    judgeChecks(after: step.span)
  }

  private mutating func judge(_ expectation: Expectation) {
    expectationCount += 1
    switch expectation {
    case .condition(let formula): judge(formula)
    case .call(let service, _, let isExpected, let span):
      guard isExpected else { return }
      failures.append(
        TestFailure(
          kind: .expectation, span: span, message: "\(service.text) was not called", help: nil, values: []))
    }
  }

  private mutating func judge(_ formula: SheetFormula) {
    let (value, _) = sheet.evaluate(formula, home: home)
    var message = "expected \(sheet.document.source[formula.span])"
    switch value {
    case .logical(true): return
    case .logical(false): break
    case .number(let number):
      if number != 0 { return }
    case .error(let error): message += ", but it is \(LiveSheet.words(for: error))"
    case .array(let array):
      if array.elements.allSatisfy({ $0 == .logical(true) }) { return }
    default: message += ", but it is \(sheet.summary(of: value, format: nil)), neither TRUE nor FALSE"
    }
    failures.append(
      TestFailure(
        kind: .expectation, span: formula.span, message: message, help: nil,
        values: sheet.values(in: formula, home: home)))
  }

  mutating func judgeChecks(after span: SourceSpan) {
    guard sheet.checkCount > 0 else { return }
    let now = sheet.brokenChecks
    for check in now where !broken.contains(check.label) {
      let word = check.isAlways ? "always" : "never"
      let reason = check.reason.map { ": \($0)" } ?? ""
      failures.append(
        TestFailure(
          kind: .check, span: span, message: "\(word) \"\(check.label)\" is broken after this step\(reason)", help: nil,
          values: check.values))
    }
    broken = Set(now.map(\.label))
  }
}
