/// One line a file, each failure with its place and the values down to the cause, and the sum.
struct HumanTestReporter: TestReporter {
  let sink: TextSink
  let paint: Paint
  /// Whether files in which all is well are left out.
  var isQuiet = false

  mutating func show(_ report: TestFileReport) {
    let counts = report.counts
    let isGood = counts.failed == 0
    if isQuiet, isGood, report.findings.isEmpty { return }
    let mark = isGood ? paint.success("ok  ") : paint.error("FAIL")
    sink.line("\(mark)  \(PlainText.oneLine(report.path))  \(counts.text(ofFile: true))")
    for finding in report.findings { sink.write(paint.rendered(finding, in: report.source)) }
    for outcome in report.outcomes where !outcome.isPassed {
      sink.line()
      sink.line("  \(paint.strong(report.title(of: outcome)))")
      for failure in outcome.failures {
        sink.write(paint.rendered(failure.diagnostic, in: report.source))
        for line in ValueLines.text(failure.values, paint) { sink.line(line) }
      }
    }
    if !isGood { sink.line() }
  }

  mutating func finish(_ totals: TestTotals) {
    if isQuiet, totals.failed == 0 { return }
    sink.line(totals.failed > 0 ? paint.error(totals.text) : totals.text)
  }
}
