/// A table of the files, and one of what has failed, for a page that people read.
struct MarkdownTestReporter: TestReporter {
  private let sink: TextSink
  private var files: [[String]] = []
  private var failures: [[String]] = []

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ report: TestFileReport) {
    files.append([report.counts.failed == 0 ? "ok" : "failed", report.path, report.counts.text(ofFile: true)])
    for error in report.errors {
      let place = Place(error.labels.first?.span, in: report)
      failures.append([place.text, error.code, PlainText.oneLine(error.message)])
    }
    for outcome in report.outcomes {
      for failure in outcome.failures {
        let words = ([failure.message] + failure.valueTexts).joined(separator: "; ")
        failures.append([Place(failure.span, in: report).text, report.title(of: outcome), PlainText.oneLine(words)])
      }
    }
  }

  mutating func finish(_ totals: TestTotals) {
    write(["", "file", "outcome"], files)
    write(["place", "test or check", "what is wrong"], failures)
    sink.line(totals.text)
  }

  private func write(_ head: [String], _ rows: [[String]]) {
    guard !rows.isEmpty else { return }
    for line in DelimitedFormat.markdown.head(head) { sink.line(line) }
    for row in rows { sink.line(DelimitedFormat.markdown.line(row)) }
    sink.line()
  }
}
