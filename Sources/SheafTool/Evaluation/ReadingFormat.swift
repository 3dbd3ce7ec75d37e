import ArgumentParser

/// The formats of `sheaf eval`.
enum ReadingFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case human, json, jsonl, csv, tsv, markdown

  var delimited: DelimitedFormat? {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .markdown: .markdown
    case .human, .json, .jsonl: nil
    }
  }

  /// What prints the readings of whole sheets in this format.
  func reporter(_ sink: TextSink, _ paint: Paint, isSingle: Bool) -> any ReadingReporter {
    if let delimited { return DelimitedReadings(sink: sink, format: delimited, isSingleFile: isSingle) }
    switch self {
    case .json: return JSONReadings(sink: sink, isSingleFile: isSingle)
    case .jsonl: return JSONLineReadings(sink: sink)
    default: return HumanReadings(sink: sink, paint: paint, isSingleFile: isSingle)
    }
  }

  /// What prints one row of outputs after the other in this format.
  func rowReporter(_ sink: TextSink, _ paint: Paint, file: String) -> any RowReporter {
    if let delimited { return DelimitedRows(sink: sink, format: delimited) }
    switch self {
    case .json: return JSONRows(sink: sink, file: file)
    case .jsonl: return JSONLineRows(sink: sink)
    default: return HumanRows(sink: sink, paint: paint)
    }
  }
}

/// Prints what was read from sheets, one file after the other.
protocol ReadingReporter {
  mutating func show(_ readings: [Reading], of file: String)
  mutating func finish()
}

/// Prints the outputs of a batch, one row after the other, without keeping any.
protocol RowReporter {
  mutating func begin(_ columns: [String])
  mutating func show(_ row: [Reading])
  mutating func finish()
}
