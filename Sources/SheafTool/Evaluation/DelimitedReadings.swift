import CellModel
import Workbooks

/// CSV or TSV: a line for each cell, or for each row where one table, range or array was asked for.
struct DelimitedReadings: ReadingReporter {
  let sink: TextSink
  let format: DelimitedFormat
  let isSingleFile: Bool
  /// Whether values are written as people see them.
  let isFormatted: Bool
  private var hasHead = false

  init(sink: TextSink, format: DelimitedFormat, isSingleFile: Bool, isFormatted: Bool) {
    self.sink = sink
    self.format = format
    self.isSingleFile = isSingleFile
    self.isFormatted = isFormatted
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if isSingleFile, readings.count == 1, let only = readings.first, Self.hasRows(only) {
      // The first row of an array and of a spill range is theirs; the columns of other areas have names.
      if only.shape == .table || only.shape == .range { sink.line(format.line(only.columns)) }
      for row in 0..<only.rowCount {
        sink.line(format.line(only.fields(ofRow: row, isFormatted: isFormatted)))
      }
      return
    }
    if !hasHead {
      sink.line(format.line(isSingleFile ? ["name", "value"] : ["file", "name", "value"]))
      hasHead = true
    }
    // An exception of a fill is a definition of its own and a cell of the fill's block, and has one value all the same.
    var written: Set<String>? = readings.contains { $0.shape == .block && !$0.isAsked } ? [] : nil
    for reading in readings {
      for (name, field) in reading.namedFields(isFormatted: isFormatted) {
        if !reading.isAsked, written?.insert(name).inserted == false { continue }
        sink.line(format.line((isSingleFile ? [name] : [file, name]).map(DelimitedField.init(shown:)) + [field]))
      }
    }
  }

  /// Whether a reading that stands alone is written row by row.
  private static func hasRows(_ reading: Reading) -> Bool {
    switch reading.shape {
    case .single: false
    case .table, .range: true
    case .array, .block: reading.isAsked
    }
  }

  mutating func finish() {}
}

/// CSV, TSV or Markdown with a line for each row of a batch.
struct DelimitedRows: RowReporter {
  let sink: TextSink
  let format: DelimitedFormat
  /// Whether values are written as people see them.
  let isFormatted: Bool

  mutating func begin(_ columns: [String]) { for line in format.head(columns) { sink.line(line) } }

  mutating func show(_ beside: FieldsBeside, _ row: [Reading]) {
    sink.line(format.line(beside.around(row.map { $0.field(isFormatted: isFormatted) }, \.delimited)))
  }

  func blockWriter(before: [String], outputs: [String], behind: [String]) -> (any BlockWriter)? {
    isFormatted ? nil : DelimitedBlockWriter(format)
  }

  mutating func finish(rows count: Int) {}
}
