import Diagnostics

/// Annotations for GitHub's checks, errors first, and the sum.
struct GitHubTestReporter: TestReporter {
  private let sink: TextSink
  private var annotations = GitHubAnnotations()

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ report: TestFileReport) {
    for finding in report.findings {
      let words = finding.message + (finding.help.map { "\n\($0)" } ?? "")
      annotations.add(finding.severity, Place(finding.labels.first?.span, in: report), finding.code, words)
    }
    for outcome in report.outcomes {
      for failure in outcome.failures {
        let words = ([failure.message] + failure.valueTexts).joined(separator: "\n")
        annotations.add(.error, Place(failure.span, in: report), report.title(of: outcome), words)
      }
    }
  }

  mutating func finish(_ totals: TestTotals) {
    for line in annotations.lines { sink.line(line) }
    sink.line(totals.text)
  }
}
