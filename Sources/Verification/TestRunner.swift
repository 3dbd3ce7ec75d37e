import CellModel
import Diagnostics
import Engine
import Formulas
import LiveSheets
import SheetText

/// What became of one test of a sheet.
package struct TestResult: Sendable {
  package var label: String
  /// The place of its label.
  package var span: SourceSpan
  package var failures: [TestFailure]
  package var expectationCount: Int
  /// What was found on the way that fails nothing, such as a guard that was an error.
  package var warnings: [Diagnostic] = []
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
/// Each test starts from the sheet as loaded, on a clock that stands at 2000-01-01 until the test waits. No service runs
/// for real: a call waits until a step answers it. The checks are judged at the start and after each instant; the steps
/// after a failure still run.
package struct TestRunner {
  private let document: SheetDocument
  private let environment: LiveSheet.Environment

  package init(document: SheetDocument, environment: LiveSheet.Environment = LiveSheet.Environment()) {
    self.document = document
    self.environment = environment.rehearsed
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
    let run = TestRun(LiveSheet(document, environment: environment), home: home, span: test.label.span)
    for step in test.steps { run.perform(step) }
    run.finish()
    return TestResult(
      label: test.label.text, span: test.label.span, failures: run.failures, expectationCount: run.expectationCount,
      warnings: run.warnings)
  }
}

/// One test while it runs.
private final class TestRun {
  let sheet: LiveSheet
  private let home: String?
  var failures: [TestFailure] = []
  var expectationCount = 0
  private(set) var warnings: [Diagnostic] = []
  private var calls: [ServiceCall] = []
  /// The place of the step that is performed.
  private var span: SourceSpan

  init(_ sheet: LiveSheet, home: String?, span: SourceSpan) {
    self.sheet = sheet
    self.home = home
    self.span = span
    // What was called at load has been called.
    calls = sheet.openCalls
    for check in sheet.brokenChecks { fail(check) }
    sheet.judgesChecks = true
    sheet.instantObserver = { [unowned self] in takeCheckChanges() }
    sheet.callObserver = { [unowned self] in calls.append($0) }
  }

  func perform(_ step: TestStep) {
    span = step.span
    if case .expect(let expectations) = step.kind {
      for expectation in expectations { judge(expectation) }
      return
    }
    switch sheet.perform(step, home: home) {
    case .done, .ignored: break
    case .refused(let refusal):
      let help = refusal.suggestion.map { "did you mean \($0)?" }
      failures.append(TestFailure(kind: .step, span: step.span, message: refusal.message, help: help, values: []))
    case .failed(let diagnostic):
      failures.append(
        TestFailure(
          kind: .step, span: diagnostic.labels.first?.span ?? step.span, message: diagnostic.message,
          help: diagnostic.help, values: []))
    }
    takeReports()
  }

  /// Ends the test: calls that are still open are told with the last expectation that failed, whose cause they may be.
  func finish() {
    guard let help = openCallsHelp, let last = failures.lastIndex(where: { $0.kind == .expectation }) else { return }
    if failures[last].help == nil { failures[last].help = help }
  }

  /// The calls that nobody has answered, in words.
  private var openCallsHelp: String? {
    let open = sheet.openCalls
    guard let first = open.first else { return nil }
    let names = open.prefix(4).map { words(for: $0) }.joined(separator: ", ") + (open.count > 4 ? ", …" : "")
    return open.count == 1
      ? "\(names) is still open; answer it with \(first.service) replies …"
      : "\(names) are still open"
  }

  private func words(for call: ServiceCall) -> String {
    "\(call.service)(\(call.arguments.map { sheet.literal($0) }.joined(separator: ", ")))"
  }

  /// A loop of events ends the instant in the middle, so the test cannot be trusted.
  private func takeReports() {
    for report in sheet.takeReports() {
      guard report.severity == .error else {
        if !warnings.contains(report) { warnings.append(report) }
        continue
      }
      failures.append(
        TestFailure(
          kind: .step, span: report.labels.first?.span ?? span, message: report.message, help: report.help, values: []))
    }
  }

  // MARK: Expectations

  private func judge(_ expectation: Expectation) {
    expectationCount += 1
    switch expectation {
    case .condition(let formula): judge(formula)
    case .call(let service, let arguments, let isExpected, let span):
      judgeCall(service, arguments, isExpected: isExpected, span)
    }
  }

  private func judgeCall(
    _ service: WrittenText, _ arguments: [SheetFormula?]?, isExpected: Bool, _ span: SourceSpan
  ) {
    guard sheet.serviceNames.contains(where: { $0.lowercased() == service.key }) else {
      let near = NearNames.suggestion(for: service.text, among: sheet.serviceNames)
      failures.append(
        TestFailure(
          kind: .step, span: service.span, message: "there is no service named \(service.text)",
          help: near.map { "did you mean \($0)?" }))
      return
    }
    let made = calls.filter { $0.service.lowercased() == service.key }
    let wanted = arguments.map { arguments in
      let values = arguments.map { $0.map { sheet.evaluate($0, home: home).value } ?? .blank }
      return arguments.count == 1 && arguments[0] == nil ? [] : values
    }
    let found = wanted.map { wanted in made.filter { Self.areEqual($0.arguments, wanted) } } ?? made
    guard found.isEmpty == isExpected else { return }
    let text = wanted.map { words(for: ServiceCall(number: 0, service: service.text, arguments: $0)) } ?? service.text
    let others = made.prefix(4).map { words(for: $0) }.joined(separator: ", ")
    let message =
      isExpected
      ? "\(text) was not called" + (made.isEmpty ? "" : "; it was called as \(others)")
      : "\(wanted == nil ? others : text) \(wanted == nil && made.count > 1 ? "were" : "was") called"
    failures.append(TestFailure(kind: .expectation, span: span, message: message))
  }

  /// Whether arguments are the same as a formula would compare them.
  private static func areEqual(_ a: [CellValue], _ b: [CellValue]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || CellComparison.order($0, $1) == 0 }
  }

  private func judge(_ formula: SheetFormula) {
    let (value, _) = sheet.evaluate(formula, home: home)
    let lines = sheet.document.source[formula.span].split(whereSeparator: \.isNewline)
    var message = "expected \(lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " "))"
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

  // MARK: Checks

  private func takeCheckChanges() {
    for case .broken(let check) in sheet.takeCheckChanges() { fail(check) }
  }

  private func fail(_ check: BrokenCheck) {
    let reason = check.reason.map { ": \($0)" } ?? ""
    failures.append(
      TestFailure(
        kind: .check, span: span, message: "\(check.title) is broken after this step\(reason)", help: nil,
        values: check.values))
  }
}
