/// The XML that build servers read: a suite for each file.
struct JUnitTestReporter: TestReporter {
  private let sink: TextSink

  init(sink: TextSink) {
    self.sink = sink
    sink.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    sink.line("<testsuites name=\"sheaf\">")
  }

  mutating func show(_ report: TestFileReport) {
    let path = MarkupText.xml(report.path)
    let count = report.outcomes.count + report.notRun.count + (report.hasErrors ? 1 : 0)
    sink.line(
      "  <testsuite name=\"\(path)\" tests=\"\(count)\" failures=\"\(report.outcomes.count { !$0.isPassed })\""
        + " errors=\"\(report.hasErrors ? 1 : 0)\" skipped=\"\(report.notRun.count)\">")
    if report.hasErrors {
      sink.line("    <testcase classname=\"\(path)\" name=\"loads\">")
      for error in report.errors {
        element("error", error.message, error.code, Place(error.labels.first?.span, in: report))
      }
      sink.line("    </testcase>")
    }
    for outcome in report.outcomes {
      let head = "    <testcase classname=\"\(path)\" name=\"\(MarkupText.xml(report.title(of: outcome)))\""
      guard !outcome.isPassed else {
        sink.line(head + "/>")
        continue
      }
      sink.line(head + ">")
      for failure in outcome.failures {
        element(
          "failure", failure.message, failure.diagnostic.code, Place(failure.span, in: report), failure.valueTexts)
      }
      sink.line("    </testcase>")
    }
    for label in report.notRun {
      sink.line("    <testcase classname=\"\(path)\" name=\"\(MarkupText.xml(label))\">")
      sink.line("      <skipped message=\"the sheet has errors\"/>")
      sink.line("    </testcase>")
    }
    sink.line("  </testsuite>")
  }

  private func element(_ name: String, _ message: String, _ type: String, _ place: Place, _ values: [String] = []) {
    let body = ([place.text] + values).map(MarkupText.xml).joined(separator: "\n")
    sink.line("      <\(name) message=\"\(MarkupText.xml(message))\" type=\"\(type)\">\(body)</\(name)>")
  }

  mutating func finish(_ totals: TestTotals) { sink.line("</testsuites>") }
}
