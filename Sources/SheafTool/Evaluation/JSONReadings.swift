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

  static func cells(_ readings: [Reading]) -> JSONValue {
    .object(Dictionary(readings.map { ($0.name, $0.json) }, uniquingKeysWith: { first, _ in first }))
  }

  mutating func show(_ readings: [Reading], of file: String) {
    if isSingleFile {
      sink.line(JSONValue.object(["cells": Self.cells(readings), "file": .text(file), "version": 1]).compactText)
      return
    }
    sink.write(hasWritten ? ", " : "{\"files\": [")
    hasWritten = true
    sink.write(JSONValue.object(["cells": Self.cells(readings), "file": .text(file)]).compactText)
  }

  mutating func finish() {
    if !isSingleFile { sink.line((hasWritten ? "" : "{\"files\": [") + "], \"version\": 1}") }
  }
}

/// One JSON object a line, one line a file.
struct JSONLineReadings: ReadingReporter {
  let sink: TextSink

  mutating func show(_ readings: [Reading], of file: String) {
    let object: JSONValue = ["cells": JSONReadings.cells(readings), "file": .text(file), "version": 1]
    sink.line(object.compactText)
  }

  mutating func finish() {}
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

  mutating func show(_ row: [Reading]) {
    sink.write(hasWritten ? ",\n" : "\n")
    hasWritten = true
    sink.write(JSONReadings.cells(row).compactText)
  }

  mutating func finish() { sink.line("\(hasWritten ? "\n" : "")], \"version\": 1}") }
}

/// One JSON object a line, one line a row.
struct JSONLineRows: RowReporter {
  let sink: TextSink

  mutating func begin(_ columns: [String]) {}
  mutating func show(_ row: [Reading]) { sink.line(JSONReadings.cells(row).compactText) }
  mutating func finish() {}
}
