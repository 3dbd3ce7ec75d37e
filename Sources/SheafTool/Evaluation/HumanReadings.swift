/// Names and values in two aligned columns, tables as tables.
struct HumanReadings: ReadingReporter {
  let sink: TextSink
  let paint: Paint
  let isSingleFile: Bool
  let part: ShownPart
  private var isFirst = true

  init(sink: TextSink, paint: Paint, isSingleFile: Bool, part: ShownPart) {
    self.sink = sink
    self.paint = paint
    self.isSingleFile = isSingleFile
    self.part = part
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if !isSingleFile {
      if !isFirst { sink.line() }
      sink.line(paint.strong(file))
    }
    isFirst = false
    let width = readings.lazy.filter { !$0.isLaidOut }.map { TextWidth.of($0.name) }.max() ?? 0
    for reading in readings {
      for line in Self.lines(reading, width, paint, part) { sink.line(line) }
    }
  }

  /// A reading in one line, or its name and below it its rows.
  ///
  /// - Parameter width: How wide names are made that stand before a value.
  static func lines(_ reading: Reading, _ width: Int, _ paint: Paint, _ part: ShownPart) -> [String] {
    guard reading.isLaidOut else { return [line(reading, width, paint)] }
    return [paint.name(reading.name)] + tableLines(reading, paint, part)
  }

  private static func line(_ reading: Reading, _ width: Int, _ paint: Paint) -> String {
    let text = PlainText.oneLine(reading.text)
    let name = TextWidth.padded(reading.name, to: text.isEmpty ? 0 : width)
    guard !text.isEmpty else { return paint.name(name) }
    return "\(paint.name(name)) \(reading.value.isError ? paint.error(text) : text)"
  }

  /// The rows of a reading, those of an area under the names of its columns.
  static func tableLines(_ reading: Reading, _ paint: Paint, _ part: ShownPart) -> [String] {
    let (first, last) = part.rows(of: reading.rowCount)
    var rows = (Array(first) + Array(last)).map { reading.displayedRow($0) }
    var table: AlignedTable
    if reading.hasHeadings, !rows.isEmpty {
      table = AlignedTable(header: rows.removeFirst().map { PlainText.oneLine($0.text) })
    } else if reading.columns.isEmpty {
      table = AlignedTable(columnCount: rows.first?.count ?? 0)
    } else {
      table = AlignedTable(header: reading.columns)
    }
    for row in rows { table.append(row) }
    let hidden = reading.rowCount - first.count - last.count
    var gap: AlignedTable.Gap?
    if hidden > 0 {
      let words = "… \(hidden) more row\(hidden == 1 ? "" : "s")" + (part.help.map { "; \($0)" } ?? "")
      gap = AlignedTable.Gap(row: first.count - (reading.hasHeadings ? 1 : 0), words: words)
    }
    return table.lines(
      paint, indent: "  ", width: part.width, gap: gap,
      courses: part.blocks.flatMap { AlignedTable.Courses(of: reading, $0) })
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

  mutating func show(_ beside: FieldsBeside, _ row: [Reading]) {
    sink.line(line(beside.around(row.map(\.text), \.text).map(PlainText.oneLine)))
  }

  private func line(_ fields: [String]) -> String {
    var line = ""
    for (column, field) in fields.enumerated() {
      if column > 0 { line += "  " }
      line += TextWidth.aligned(field, to: column < widths.count ? widths[column] : 0)
    }
    return line
  }

  mutating func finish(rows count: Int) {}
}
