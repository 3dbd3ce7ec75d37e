/// What is told of a run of tests: on the standard output, in files, and on the page of a step.
///
/// The files are opened before anything runs; a run that breaks off abandons them, and they stay as they were.
struct TestReports {
  private var reporters: [any TestReporter]
  private let files: ReportFiles<TestFormat>
  /// The files that tell what the tests reach.
  let coverage: ReportFiles<CoverageFormat>
  private let page: StepSummary?
  private let console: Console

  /// - Parameter paths: What is tested, which no report may replace.
  init(
    _ results: TestResultOptions, _ coverage: CoverageOptions, on paths: [String], _ console: Console, _ log: FileLog
  ) throws(CallFailure) {
    self.console = console
    files = try ReportFiles(results.reports, on: paths, log)
    do throws(CallFailure) {
      self.coverage = try ReportFiles(coverage.reports, of: "--coverage-report", on: paths, log)
    } catch {
      files.abandon()
      throw error
    }
    // What is told of mutants in JSON is told alone.
    let isAlone = coverage.mutate && results.format == .json
    reporters =
      isAlone ? [] : [results.format.reporter(console.output, console.paint, isQuiet: console.isQuiet)]
    reporters += files.opened.map { $0.format.reporter($0.file.sink, Paint(isOn: false)) }
    page = StepSummary(console, results.format == .github)
    if let page { reporters.append(MarkdownTestReporter(sink: page.sink)) }
  }

  mutating func show(_ report: TestFileReport) {
    for index in reporters.indices { reporters[index].show(report) }
    console.output.flush()
  }

  mutating func finish(_ totals: TestTotals) throws(CallFailure) {
    for index in reporters.indices { reporters[index].finish(totals) }
    try files.finish(console)
    try page?.finish()
  }

  func abandon() {
    files.abandon()
    coverage.abandon()
  }
}
