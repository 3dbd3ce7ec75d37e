import LiveSheets
import SheetText

/// Runs the tests that a sheet holds.
///
/// Each test starts from the sheet as loaded, on a clock that stands at 2000-01-01 until the test waits. No service runs
/// for real: a call waits until a step answers it. The checks are judged at the start and after each instant; the steps
/// after a failure still run.
package struct TestRunner {
  private let document: SheetDocument
  /// What each test loads anew with itself, which may name what nothing else does: all but the other tests, of which there may
  /// be more than of anything else.
  private let tested: SheetDocument
  private let environment: LiveSheet.Environment

  package init(document: SheetDocument, environment: LiveSheet.Environment) {
    self.document = document
    tested = document.withoutTests
    var environment = environment.rehearsed
    environment.findsFaults = false
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
    let loaded = tested.adding(Statement(kind: .test(test), span: test.label.span, grid: home))
    let run = TestRun(LiveSheet(loaded, environment: environment), home: home, span: test.label.span)
    for step in test.steps { run.perform(step) }
    run.finish()
    return TestResult(
      label: test.label.text, span: test.label.span, failures: run.failures, expectationCount: run.expectationCount,
      warnings: run.warnings)
  }
}
