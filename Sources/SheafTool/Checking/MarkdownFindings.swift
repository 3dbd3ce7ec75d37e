import Diagnostics

/// A table of all findings, for a page that people read.
struct MarkdownFindings: FindingReporter {
  private let sink: TextSink
  private var hasRows = false

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ file: FileFindings) {
    for finding in file.findings {
      if !hasRows { for line in DelimitedFormat.markdown.head(["place", "", "finding", "code"]) { sink.line(line) } }
      hasRows = true
      let diagnostic = finding.diagnostic
      let place = Place(diagnostic.labels.first?.span, in: file.source, of: file.path)
      let row = [place.text, "\(diagnostic.severity)", PlainText.oneLine(diagnostic.message), diagnostic.code]
      sink.line(DelimitedFormat.markdown.line(row))
    }
  }

  mutating func finish(_ summary: String) {
    if hasRows { sink.line() }
    sink.line(summary)
  }
}
