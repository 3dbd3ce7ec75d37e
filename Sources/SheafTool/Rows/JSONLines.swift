import CellModel
import Hosting

/// Lines of JSON, each an object that sets the inputs of its names.
///
/// The names of the first line are the columns. A later line may leave some out, whose inputs have what they had before the
/// first row, and may name no others. A line that is no object is a row that is refused.
struct JSONLines: RowSource {
  /// As many bytes as a row of a CSV file may have.
  private static let mostBytes = 1 << 24

  let path: String
  private(set) var row = JSONRow(line: 1, values: [])
  private var file: RowFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 0
  private var isAtEnd = false
  /// The places of the columns by their names in lower case.
  private var columns: [String: Int] = [:]
  private var hasFirstRow = false

  init(_ file: RowFile) {
    path = file.path
    self.file = file
  }

  mutating func head() throws(CallFailure) -> [RowColumn] {
    guard let bytes = try nextLine() else { throw CallFailure("\(path):1:1: the file is empty") }
    let record: CellRecord
    switch Self.record(bytes) {
    case .success(let found): record = found
    case .failure(let fault): throw CallFailure("\(path):\(line):\(fault.column): \(fault.words)")
    }
    for (position, name) in record.names.enumerated() { columns[name.lowercased()] = position }
    row = JSONRow(line: line, values: record.values.map(Optional.some))
    hasFirstRow = true
    return record.names.map { RowColumn(name: $0, line: line, column: 1) }
  }

  mutating func advance() throws(CallFailure) -> Bool {
    if hasFirstRow {
      hasFirstRow = false
      return true
    }
    guard let bytes = try nextLine() else { return false }
    var values = [CellValue?](repeating: nil, count: columns.count)
    switch Self.record(bytes) {
    case .failure(let fault):
      row = JSONRow(line: line, values: values, fault: fault.words, column: fault.column)
      return true
    case .success(let record):
      var fault: String?
      for (name, value) in zip(record.names, record.values) {
        if let position = columns[name.lowercased()] {
          values[position] = value
        } else {
          fault = fault ?? "the line names \(PlainText.oneLine(name)), which the first line does not"
        }
      }
      row = JSONRow(line: line, values: values, fault: fault)
    }
    return true
  }

  private struct LineFault: Error {
    let words: String
    let column: Int
  }

  private static func record(_ bytes: [UInt8]) -> Result<CellRecord, LineFault> {
    do throws(JSONError) {
      guard case .record(let record) = try JSONReader.value(of: bytes) else {
        return .failure(LineFault(words: "the line is no JSON object", column: 1))
      }
      return .success(record)
    } catch {
      return .failure(LineFault(words: "the line is no JSON: \(error.fault)", column: error.column))
    }
  }

  /// The next line that is not empty.
  private mutating func nextLine() throws(CallFailure) -> [UInt8]? {
    while true {
      var searched = position
      while true {
        if let end = buffer[searched...].firstIndex(of: Ascii.lineFeed) {
          defer { position = end + 1 }
          line += 1
          let found = buffer[position..<end]
          if found.contains(where: { $0 > Ascii.space }) { return Array(found) }
          break
        }
        guard !isAtEnd else {
          defer { position = buffer.count }
          let rest = buffer[position...]
          line += 1
          return rest.contains { $0 > Ascii.space } ? Array(rest) : nil
        }
        guard buffer.count - position <= Self.mostBytes else {
          throw CallFailure("\(path):\(line + 1):1: the line is longer than 16 MB")
        }
        searched = buffer.count - position
        buffer.removeFirst(position)
        position = 0
        if let chunk = try file.nextChunk() { buffer += chunk } else { isAtEnd = true }
      }
    }
  }
}

/// A line of JSON as a row.
struct JSONRow: BatchRow {
  let line: Int
  private let values: [CellValue?]
  private let fault: String?
  private let column: Int

  init(line: Int, values: [CellValue?], fault: String? = nil, column: Int = 1) {
    self.line = line
    self.values = values
    self.fault = fault
    self.column = column
  }

  func fault(columns count: Int) -> CallFailure? { fault.map { CallFailure($0) } }
  func place(_ position: Int) -> (line: Int, column: Int) { (line, column) }

  /// JSON has dates and times as texts, which an input of texts takes as such.
  func setting(_ position: Int) -> FieldSetting {
    guard let value = values[position] else { return .untouched }
    if case .text(let text) = value, case .number(_, let kind) = TypedText.value(typed: text),
      kind.isDay || kind == .time
    {
      return .typed(text)
    }
    return .value(value)
  }

  func plainNumber(_ position: Int) -> Double? { values[position]?.plainNumber }

  func kept(_ position: Int, as name: String) -> KeptField { KeptField(name: name, .value(values[position] ?? .blank)) }
}
