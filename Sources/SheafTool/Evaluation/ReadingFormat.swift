import ArgumentParser

/// The formats of `sheaf eval`.
enum ReadingFormat: String, CaseIterable, ExpressibleByArgument, Sendable, WrittenFormat {
  case human, json, jsonl, csv, tsv, markdown, html

  var endings: [String] {
    switch self {
    case .human: []
    case .json: ["json"]
    case .jsonl: ["jsonl", "ndjson"]
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .markdown: ["md", "markdown"]
    case .html: ["html", "htm"]
    }
  }

  /// Whether values are written for programs in it, where `--formatted` may ask for what people see.
  private func delimited(_ page: ReadingPage) -> DelimitedFormat? {
    var format: DelimitedFormat
    switch self {
    case .csv: format = .csv
    case .tsv: format = .tsv
    case .human, .json, .jsonl, .markdown, .html: return nil
    }
    format.guardsFormulas = page.guardsFormulas
    return format
  }

  /// What prints the readings of whole sheets in this format.
  func reporter(_ page: ReadingPage, isSingle: Bool, titled title: String) -> any ReadingReporter {
    if let delimited = delimited(page) {
      return DelimitedReadings(
        sink: page.sink, format: delimited, isSingleFile: isSingle, isFormatted: page.isFormatted)
    }
    switch self {
    case .json: return JSONReadings(sink: page.sink, isSingleFile: isSingle)
    case .jsonl: return JSONLineReadings(sink: page.sink)
    case .markdown: return TableReadings(MarkdownPage(page.sink), isSingleFile: isSingle)
    case .html: return TableReadings(HTMLPage(page.sink, titled: title), isSingleFile: isSingle)
    default: return HumanReadings(sink: page.sink, paint: page.paint, isSingleFile: isSingle, part: page.part)
    }
  }

  /// What prints one row of outputs after the other in this format.
  func rowReporter(_ page: ReadingPage, file: String) -> any RowReporter {
    if let delimited = delimited(page) {
      return DelimitedRows(sink: page.sink, format: delimited, isFormatted: page.isFormatted)
    }
    switch self {
    case .json: return JSONRows(sink: page.sink, file: file)
    case .jsonl: return JSONLineRows(sink: page.sink)
    case .markdown: return DelimitedRows(sink: page.sink, format: .markdown, isFormatted: true)
    case .html: return HTMLRows(HTMLPage(page.sink, titled: file))
    default: return HumanRows(sink: page.sink, paint: page.paint)
    }
  }
}

/// Where readings are printed, and how.
struct ReadingPage {
  let sink: TextSink
  let paint: Paint
  var part = ShownPart.all
  /// Whether values are written as people see them where programs would read them otherwise.
  var isFormatted = false
  /// Whether texts are written so that no program takes them for formulas.
  var guardsFormulas = false
}

/// Prints what was read from sheets, one file after the other.
protocol ReadingReporter {
  mutating func show(_ readings: [Reading], of file: String)
  mutating func finish()
}

/// Prints the outputs of a batch, one row after the other, without keeping any.
///
/// What is kept of the rows' own fields stands before the outputs, and what is wrong in a row behind them.
protocol RowReporter {
  mutating func begin(_ columns: [String])
  mutating func show(_ beside: FieldsBeside, _ row: [Reading])
  /// What makes the lines of many rows on another thread; `nil` where rows are shown one by one.
  func blockWriter(before: [String], outputs: [String], behind: [String]) -> (any BlockWriter)?
  mutating func finish(rows count: Int)
}

extension RowReporter {
  func blockWriter(before: [String], outputs: [String], behind: [String]) -> (any BlockWriter)? { nil }
}
