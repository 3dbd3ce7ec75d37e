/// One line a file, each failure with its place and the values down to the cause, and the sum.
struct HumanTestReporter: TestReporter {
  let sink: TextSink
  let paint: Paint

  mutating func show(_ report: TestFileReport) {
    let isGood = report.failedCount == 0
    var line = isGood ? paint.success("ok  ") : paint.error("FAIL")
    line += "  \(report.path)  \(report.passedCount) passed"
    if !isGood { line += ", \(report.failedCount) failed" }
    if report.notRunCount > 0 { line += ", \(report.notRunCount) not run" }
    sink.line(line)
    for finding in report.findings { sink.write(paint.rendered(finding, in: report.source)) }
    for outcome in report.outcomes where !outcome.isPassed {
      sink.line()
      sink.line("  \(paint.strong(outcome.label))")
      for failure in outcome.failures {
        sink.write(paint.rendered(failure.diagnostic, in: report.source))
        for line in ValueLines.text(failure.values, paint) { sink.line(line) }
      }
    }
    if !isGood { sink.line() }
  }

  mutating func finish(_ totals: TestTotals) {
    sink.line(totals.failed > 0 ? paint.error(totals.text) : totals.text)
  }
}
