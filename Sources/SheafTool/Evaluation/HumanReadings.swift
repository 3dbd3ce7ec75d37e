/// Names and values in two aligned columns, tables as tables.
struct HumanReadings: ReadingReporter {
  let sink: TextSink
  let paint: Paint
  let isSingleFile: Bool
  private var isFirst = true

  init(sink: TextSink, paint: Paint, isSingleFile: Bool) {
    self.sink = sink
    self.paint = paint
    self.isSingleFile = isSingleFile
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if !isSingleFile {
      if !isFirst { sink.line() }
      sink.line(paint.strong(file))
    }
    isFirst = false
    let width = readings.lazy.filter { !$0.isArea }.map { TextWidth.of($0.name) }.max() ?? 0
    for reading in readings {
      guard reading.isArea else {
        sink.line(Self.line(reading, width, paint))
        continue
      }
      sink.line(paint.name(reading.name))
      for line in Self.tableLines(reading, paint) { sink.line(line) }
    }
  }

  static func line(_ reading: Reading, _ width: Int, _ paint: Paint) -> String {
    let text = PlainText.oneLine(reading.text)
    let name = TextWidth.padded(reading.name, to: text.isEmpty ? 0 : width)
    guard !text.isEmpty else { return paint.name(name) }
    return "\(paint.name(name)) \(reading.value.isError ? paint.error(text) : text)"
  }

  /// The rows of an area under the names of its columns.
  static func tableLines(_ reading: Reading, _ paint: Paint, limit: Int = .max) -> [String] {
    var table = AlignedTable(header: reading.columns)
    let rows = reading.displayedRows
    for row in rows.prefix(limit) { table.append(row) }
    var lines = table.lines(paint, indent: "  ")
    if rows.count > limit { lines.append("  … and \(rows.count - limit) more rows") }
    return lines
  }

  mutating func finish() {}
}

/// The outputs of a batch in columns; a column is as wide as its name, or wider where numbers need it.
struct HumanRows: RowReporter {
  let sink: TextSink
  let paint: Paint
  private var widths: [Int] = []

  init(sink: TextSink, paint: Paint) {
    self.sink = sink
    self.paint = paint
  }

  mutating func begin(_ columns: [String]) {
    widths = columns.map { max(12, TextWidth.of($0)) }
    sink.line(paint.faint(line(columns)))
  }

  mutating func show(_ row: [Reading]) { sink.line(line(row.map { PlainText.oneLine($0.text) })) }

  private func line(_ fields: [String]) -> String {
    var line = ""
    for (column, field) in fields.enumerated() {
      if column > 0 { line += "  " }
      line += TextWidth.aligned(field, to: column < widths.count ? widths[column] : 0)
    }
    return line
  }

  mutating func finish() {}
}
