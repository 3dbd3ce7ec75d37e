import Hosting

/// One JSON object: of one file its cells, of several files a list of those.
struct JSONReadings: ReadingReporter {
  let sink: TextSink
  let isSingleFile: Bool
  private var hasWritten = false

  init(sink: TextSink, isSingleFile: Bool) {
    self.sink = sink
    self.isSingleFile = isSingleFile
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if !isSingleFile { sink.write(hasWritten ? ", " : "{\"files\": [") }
    hasWritten = true
    JSONCells(sink).write(readings, of: file)
    if isSingleFile { sink.line(", \"version\": 1}") } else { sink.write("}") }
  }

  mutating func finish() {
    if !isSingleFile { sink.line((hasWritten ? "" : "{\"files\": [") + "], \"version\": 1}") }
  }
}

/// One JSON object a line, one line a file.
struct JSONLineReadings: ReadingReporter {
  let sink: TextSink

  mutating func show(_ readings: [Reading], of file: String) {
    JSONCells(sink).write(readings, of: file)
    sink.line(", \"version\": 1}")
  }

  mutating func finish() {}
}

/// Writes readings row by row, so that what they are written with takes no more memory than a row.
private struct JSONCells {
  private let sink: TextSink

  init(_ sink: TextSink) { self.sink = sink }

  /// The object of a file without its closing brace.
  func write(_ readings: [Reading], of file: String) {
    sink.write("{\"cells\": ")
    write(FieldsBeside(), readings)
    sink.write(", \"file\": \(JSONValue.text(file).compactText)")
  }

  /// The object of readings and of what stands beside them by name; of two with one name the first.
  func write(_ beside: FieldsBeside, _ readings: [Reading]) {
    enum Member {
      case field(KeptField)
      case reading(Reading)
    }
    let entries = beside.around(readings.map { ($0.name, Member.reading($0)) }) { ($0.name, Member.field($0)) }
    let names = entries.map(\.0)
    let order = names.indices.sorted { names[$0] == names[$1] ? $0 < $1 : names[$0] < names[$1] }
    sink.write("{")
    var before: String?
    for index in order where names[index] != before {
      sink.write("\(before == nil ? "" : ", ")\(JSONValue.text(names[index]).compactText): ")
      before = names[index]
      switch entries[index].1 {
      case .field(let field): sink.write(field.json)
      case .reading(let reading): write(reading)
      }
    }
    sink.write("}")
  }

  private func write(_ reading: Reading) {
    if let json = reading.json {
      sink.write(json.compactText)
      return
    }
    sink.write("[")
    for row in 0..<reading.rowCount {
      sink.write((row > 0 ? ", " : "") + reading.json(ofRow: row).compactText)
    }
    sink.write("]")
  }
}

/// One JSON object with a list of rows, each an object of its outputs.
struct JSONRows: RowReporter {
  let sink: TextSink
  let file: String
  private var hasWritten = false

  init(sink: TextSink, file: String) {
    self.sink = sink
    self.file = file
  }

  mutating func begin(_ columns: [String]) {
    sink.write("{\"columns\": \(JSONValue.list(columns.map { .text($0) }).compactText)")
    sink.write(", \"file\": \(JSONValue.text(file).compactText), \"rows\": [")
  }

  mutating func show(_ beside: FieldsBeside, _ row: [Reading]) {
    sink.write(hasWritten ? ",\n" : "\n")
    hasWritten = true
    JSONCells(sink).write(beside, row)
  }

  func blockWriter(before: [String], outputs: [String], behind: [String]) -> (any BlockWriter)? {
    JSONBlockWriter(.list, before: before, outputs: outputs, behind: behind)
  }

  mutating func finish(rows count: Int) { sink.line("\(count > 0 ? "\n" : "")], \"version\": 1}") }
}

/// One JSON object a line, one line a row.
struct JSONLineRows: RowReporter {
  let sink: TextSink

  mutating func begin(_ columns: [String]) {}
  mutating func show(_ beside: FieldsBeside, _ row: [Reading]) {
    JSONCells(sink).write(beside, row)
    sink.line()
  }

  func blockWriter(before: [String], outputs: [String], behind: [String]) -> (any BlockWriter)? {
    JSONBlockWriter(.lines, before: before, outputs: outputs, behind: behind)
  }

  mutating func finish(rows count: Int) {}
}
