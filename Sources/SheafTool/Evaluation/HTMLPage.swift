/// Tables as one page of HTML that needs nothing from elsewhere.
struct HTMLPage: TablePage {
  private let sink: TextSink

  init(_ sink: TextSink, titled title: String) {
    self.sink = sink
    sink.line("<!DOCTYPE html>")
    sink.line("<html lang=\"en\">")
    sink.line("<meta charset=\"utf-8\">")
    sink.line("<meta name=\"viewport\" content=\"width=device-width\">")
    sink.line("<title>\(MarkupText.html(title))</title>")
    sink.line(Self.style)
  }

  private static let style = """
    <style>
    :root { color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif; }
    table { border-collapse: collapse; margin: 0 0 1.5rem; }
    caption { text-align: left; font-weight: 600; padding: 0 0 .25rem; }
    th, td { border-bottom: 1px solid #8884; padding: .2rem .6rem; text-align: left; vertical-align: top; white-space: pre-wrap; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; }
    </style>
    """

  private var captionText: String?

  mutating func title(_ text: String) { sink.line("<h2>\(MarkupText.html(text))</h2>") }
  mutating func caption(_ text: String) { captionText = text }

  mutating func table(_ head: [String], _ rows: [[Reading.Field]]) {
    begin(head)
    for row in rows { self.row(row) }
    end()
  }

  /// Begins a table whose rows come one by one.
  mutating func begin(_ head: [String]) {
    sink.line("<table>")
    if let captionText { sink.line("<caption>\(MarkupText.html(captionText))</caption>") }
    captionText = nil
    sink.line("<thead><tr>\(head.map { "<th>\(MarkupText.html($0))</th>" }.joined())</tr></thead>")
    sink.line("<tbody>")
  }

  func row(_ fields: [Reading.Field]) {
    let cells = fields.map { text, isNumber in
      "<td\(isNumber ? " class=\"number\"" : "")>\(MarkupText.html(text))</td>"
    }
    sink.line("<tr>\(cells.joined())</tr>")
  }

  func end() {
    sink.line("</tbody>")
    sink.line("</table>")
  }

  mutating func finish() { sink.line("</html>") }
}

/// One row of outputs of a batch after the other, as a table of HTML.
struct HTMLRows: RowReporter {
  private var page: HTMLPage

  init(_ page: HTMLPage) { self.page = page }

  mutating func begin(_ columns: [String]) { page.begin(columns) }
  mutating func show(_ beside: FieldsBeside, _ row: [Reading]) {
    page.row(beside.around(row.map { ($0.text, $0.value.number != nil) }) { ($0.text, $0.value.number != nil) })
  }

  mutating func finish(rows count: Int) {
    page.end()
    page.finish()
  }
}
