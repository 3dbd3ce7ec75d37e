import Diagnostics
import LiveSheets
import SheetText

/// One test while it runs.
final class TestRun {
  private let sheet: LiveSheet
  private let home: String?
  private(set) var failures: [TestFailure] = []
  private(set) var expectationCount = 0
  private(set) var warnings: [Diagnostic] = []
  private var calls: CallLog
  /// The place of the step that is performed.
  private var span: SourceSpan

  /// - Parameter home: The name on the `sheet` line above the test; addresses that stand alone lie there.
  init(_ sheet: LiveSheet, home: String?, span: SourceSpan) {
    self.sheet = sheet
    self.home = home
    self.span = span
    // What was called at load has been called.
    calls = CallLog(sheet.services.openCalls)
    sheet.callObserver = { [unowned self] in calls.append($0) }
    for check in sheet.checks.broken { fail(check) }
    sheet.checks.areJudged = true
  }

  func perform(_ step: TestStep) {
    span = step.span
    if case .expect(let expectations) = step.kind {
      for expectation in expectations { judge(expectation) }
      return
    }
    let outcome = sheet.perform(step, home: home)
    for case .broken(let check) in sheet.checks.takeChanges() { fail(check) }
    switch outcome {
    case .done, .ignored, .defined, .value, .expected, .noted, .nothing, .incomplete: break
    case .refused(let refusal, _): failures.append(TestFailure(refusal, at: step.span))
    case .failed(let findings, _): for finding in findings { failures.append(TestFailure(finding, orAt: step.span)) }
    }
    takeReports()
  }

  /// Ends the test: calls that are still open are told with the last expectation that failed, whose cause they may be.
  func finish() {
    guard let help = calls.helpForOpenCalls(of: sheet),
      let last = failures.lastIndex(where: { $0.kind == .expectation })
    else { return }
    if failures[last].help == nil { failures[last].help = help }
  }

  /// A loop of events ends the instant in the middle, so the test cannot be trusted.
  private func takeReports() {
    for report in sheet.takeReports() {
      if report.severity == .error {
        failures.append(TestFailure(report, orAt: span))
      } else if !warnings.contains(report) {
        warnings.append(report)
      }
    }
  }

  private func judge(_ expectation: Expectation) {
    expectationCount += 1
    failures += sheet.failure(of: expectation, calls, home: home).map { [$0] } ?? []
  }

  private func fail(_ check: BrokenCheck) {
    let reason = check.reason.map { ": \($0)" } ?? ""
    failures.append(
      TestFailure(
        kind: .check, span: span, message: "\(check.title) is broken after this step\(reason)", values: check.values))
  }
}

extension TestFailure {
  fileprivate init(_ refusal: Refusal, at span: SourceSpan) {
    self.init(
      kind: .step, span: span, message: refusal.message, help: refusal.suggestion.map(Diagnostic.didYouMean))
  }

  fileprivate init(_ diagnostic: Diagnostic, orAt span: SourceSpan) {
    self.init(
      kind: .step, span: diagnostic.labels.first?.span ?? span, message: diagnostic.message, help: diagnostic.help)
  }
}
