import CellModel
import Hosting
import Workbooks

/// Lines of JSON, each an object that sets the inputs of its names.
///
/// The names of the first line are the columns. A later line may leave some out, whose inputs have what they had before the
/// first row, and may name no others. A line that is no object is a row that is refused.
struct JSONLines: RowSource {
  /// As many bytes as a row of a CSV file may have.
  private static let mostBytes = 1 << 24

  let path: String
  private(set) var row = JSONRow(line: 1, fields: [])
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
    let found: Fields
    switch Self.fields(bytes) {
    case .success(let fields): found = fields
    case .failure(let fault):
      throw CallFailure("\(path):\(line):\(fault.column): \(fault.words)", help: "each line is an object by itself")
    }
    for (position, name) in found.record.names.enumerated() { columns[name.lowercased()] = position }
    row = JSONRow(line: line, fields: zip(found.record.values, found.texts).map { JSONField(value: $0, text: $1) })
    hasFirstRow = true
    return found.record.names.map { RowColumn(name: $0, line: line, column: 1) }
  }

  mutating func advance() throws(CallFailure) -> Bool {
    if hasFirstRow {
      hasFirstRow = false
      return true
    }
    guard let bytes = try nextLine() else { return false }
    var fields = [JSONField?](repeating: nil, count: columns.count)
    switch Self.fields(bytes) {
    case .failure(let fault):
      row = JSONRow(line: line, fields: fields, fault: fault.words, column: fault.column)
      return true
    case .success(let found):
      var fault: String?
      for (place, name) in found.record.names.enumerated() {
        if let position = columns[name.lowercased()] {
          fields[position] = JSONField(value: found.record.values[place], text: found.texts[place])
        } else {
          fault = fault ?? "the line names \(PlainText.oneLine(name)), which the first line does not"
        }
      }
      row = JSONRow(line: line, fields: fields, fault: fault)
    }
    return true
  }

  private struct LineFault: Error {
    let words: String
    let column: Int
  }

  private typealias Fields = (record: CellRecord, texts: [ArraySlice<UInt8>])

  private static func fields(_ bytes: [UInt8]) -> Result<Fields, LineFault> {
    do throws(JSONError) {
      guard let fields = try JSONReader.fields(of: bytes) else {
        return .failure(LineFault(words: "the line is no JSON object", column: 1))
      }
      return .success(fields)
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
        let chunk: [UInt8]
        do throws(CSVError) { chunk = try file.nextChunk() } catch { throw CallFailure(error, in: path) }
        buffer += chunk
        isAtEnd = chunk.isEmpty
      }
    }
  }
}

/// A value of a line of JSON, and how it is written there.
struct JSONField {
  let value: CellValue
  let text: ArraySlice<UInt8>
}

/// A line of JSON as a row.
struct JSONRow: BatchRow {
  let line: Int
  private let fields: [JSONField?]
  private let fault: String?
  private let column: Int

  init(line: Int, fields: [JSONField?], fault: String? = nil, column: Int = 1) {
    self.line = line
    self.fields = fields
    self.fault = fault
    self.column = column
  }

  func fault(columns count: Int) -> CallFailure? { fault.map { CallFailure($0) } }
  func place(_ position: Int) -> (line: Int, column: Int) { (line, column) }

  /// JSON has dates and times as texts, which an input of texts takes as such.
  func setting(_ position: Int) -> FieldSetting {
    guard let value = fields[position]?.value else { return .untouched }
    if case .text(let text) = value, case .number(_, let kind) = TypedText.value(typed: text),
      kind.isDay || kind == .time
    {
      return .typed(text)
    }
    return .value(value)
  }

  func plainNumber(_ position: Int) -> Double? { fields[position]?.value.plainNumber }

  func kept(_ position: Int, as name: String) -> KeptField {
    guard let field = fields[position] else { return KeptField(name: name, .value(.blank)) }
    return KeptField(name: name, .json(String(decoding: field.text, as: UTF8.self), field.value))
  }
}
