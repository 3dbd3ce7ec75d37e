/// A page of tables for people, which a format writes as it does.
protocol TablePage {
  /// What the tables after it belong to: a file.
  mutating func title(_ text: String)
  /// The name of the table after it.
  mutating func caption(_ text: String)
  mutating func table(_ head: [String], _ rows: [[Reading.Field]])
  mutating func finish()
}

/// Readings for people: values in one table, and each table, range and array in its own; all in their formats.
struct TableReadings<Page: TablePage>: ReadingReporter {
  private var page: Page
  private let isSingleFile: Bool

  init(_ page: Page, isSingleFile: Bool) {
    self.page = page
    self.isSingleFile = isSingleFile
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if !isSingleFile { page.title(file) }
    var singles: [Reading] = []
    let isAlone = readings.count == 1
    for reading in readings {
      guard reading.isLaidOut || reading.isAsked && isAlone && reading.shape != .single else {
        singles.append(reading)
        continue
      }
      write(singles)
      singles = []
      if !isAlone { page.caption(PlainText.oneLine(reading.name)) }
      write(reading)
    }
    write(singles)
  }

  private mutating func write(_ singles: [Reading]) {
    guard !singles.isEmpty else { return }
    page.table(["name", "value"], singles.map { [($0.name, false), ($0.text, $0.value.number != nil)] })
  }

  private mutating func write(_ reading: Reading) {
    var rows = 0..<reading.rowCount
    var head = reading.columns
    if reading.hasHeadings {
      head = reading.displayedRow(0).map(\.text)
      rows = rows.dropFirst()
    } else if head.isEmpty, let first = rows.first {
      head = reading.displayedRow(first).indices.map { String($0 + 1) }
    }
    page.table(head, rows.map(reading.displayedRow))
  }

  mutating func finish() { page.finish() }
}

/// Tables in Markdown.
struct MarkdownPage: TablePage {
  let sink: TextSink
  private var isFirst = true

  init(_ sink: TextSink) { self.sink = sink }

  mutating func title(_ text: String) { paragraph("## \(MarkdownText.escaped(text))") }
  mutating func caption(_ text: String) { paragraph("**\(MarkdownText.escaped(text))**") }

  private mutating func paragraph(_ text: String) {
    if !isFirst { sink.line() }
    sink.line(text)
    isFirst = false
  }

  mutating func table(_ head: [String], _ rows: [[Reading.Field]]) {
    if !isFirst { sink.line() }
    isFirst = false
    for line in DelimitedFormat.markdown.head(head) { sink.line(line) }
    for row in rows { sink.line(DelimitedFormat.markdown.line(row.map(\.text))) }
  }

  mutating func finish() {}
}
