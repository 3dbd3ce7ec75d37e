/// CSV, TSV or Markdown: a line for each cell, or for each row where a single table was asked for.
struct DelimitedReadings: ReadingReporter {
  let sink: TextSink
  let format: DelimitedFormat
  let isSingleFile: Bool
  private var hasHead = false

  init(sink: TextSink, format: DelimitedFormat, isSingleFile: Bool) {
    self.sink = sink
    self.format = format
    self.isSingleFile = isSingleFile
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if isSingleFile, readings.count == 1, let table = readings.first, table.isArea {
      for line in format.head(table.columns) { sink.line(line) }
      for row in table.plainRows { sink.line(format.line(row)) }
      return
    }
    if !hasHead {
      for line in format.head(isSingleFile ? ["name", "value"] : ["file", "name", "value"]) { sink.line(line) }
      hasHead = true
    }
    for reading in readings {
      for (name, text) in reading.plainCells {
        sink.line(format.line(isSingleFile ? [name, text] : [file, name, text]))
      }
    }
  }

  mutating func finish() {}
}

/// CSV, TSV or Markdown with a line for each row of a batch.
struct DelimitedRows: RowReporter {
  let sink: TextSink
  let format: DelimitedFormat

  mutating func begin(_ columns: [String]) { for line in format.head(columns) { sink.line(line) } }
  mutating func show(_ row: [Reading]) { sink.line(format.line(row.map(\.plainText))) }
  mutating func finish() {}
}
