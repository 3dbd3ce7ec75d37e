import Diagnostics

/// Why a CSV file cannot be read, and where.
public struct CSVError: Error, Sendable, Hashable {
  /// The line and the character in it, counted from 1.
  public var line: Int
  public var column: Int
  /// The stable code in kebab case.
  public var code: String
  /// What is wrong, in lower case without a full stop.
  public var message: String

  public init(line: Int, column: Int, code: String, _ message: String) {
    self.line = line
    self.column = column
    self.code = code
    self.message = message
  }

  /// The error as a diagnostic without a place; the message names the line.
  public var diagnostic: Diagnostic { Diagnostic(code: code, "line \(line): \(message)") }
}

/// Reads a CSV file row by row, never holding more than one row and one chunk.
///
/// The format is RFC 4180 with what is met in practice: a byte order mark, line ends of any kind, `;` and tab instead of
/// the comma, and text after a closing quotation mark. An empty line is no row. A reader is fed by a *byte source*, which
/// gives one chunk after another and `nil` at the end.
public struct CSVReader {
  public typealias ByteSource = () throws(CSVError) -> [UInt8]?

  /// The byte between two fields; known once the first row was read.
  public private(set) var delimiter: UInt8?
  /// The line at which reading stands, counted from 1.
  public private(set) var line = 1
  /// The row read last; its storage is used again for the next one.
  public private(set) var row = CSVRow()

  private let source: ByteSource
  private var chunk: [UInt8] = []
  private var position = 0
  private var column = 1
  private var isAtStart = true
  private var isAtEnd = false

  /// Makes a reader; without a delimiter, the one that the first line has most of is taken.
  public init(delimiter: UInt8? = nil, source: @escaping ByteSource) {
    self.delimiter = delimiter
    self.source = source
  }

  public init(_ bytes: [UInt8], delimiter: UInt8? = nil) {
    var rest: [UInt8]? = bytes
    self.init(delimiter: delimiter) { () throws(CSVError) in
      defer { rest = nil }
      return rest
    }
  }

  /// The next row, or `nil` at the end of the file.
  public mutating func next() throws(CSVError) -> CSVRow? {
    try advance() ? row : nil
  }

  /// Reads the next row into ``row``; `false` at the end of the file.
  public mutating func advance() throws(CSVError) -> Bool {
    if isAtStart { try begin() }
    while true {
      guard try readRow() else { return false }
      if row.count == 1, !row.isQuoted(0), row.isEmpty(0) { continue }
      return true
    }
  }

  // MARK: Chunks

  /// Whether a byte stands at the position, after reading another chunk if need be.
  private mutating func hasByte() throws(CSVError) -> Bool {
    while position >= chunk.count {
      guard !isAtEnd, let next = try source() else {
        isAtEnd = true
        return false
      }
      chunk = next
      position = 0
    }
    return true
  }

  /// Skips the byte order mark and finds the delimiter.
  private mutating func begin() throws(CSVError) {
    isAtStart = false
    var head: [UInt8] = []
    while head.count < 65_536, !Self.hasLine(head), let next = try source() { head += next }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      throw CSVError(line: 1, column: 1, code: "csv-encoding", "the file is in UTF-16; save it as UTF-8")
    }
    chunk = head
    position = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if delimiter == nil { delimiter = Self.delimiter(of: head) }
  }

  private static func hasLine(_ head: [UInt8]) -> Bool {
    var isQuoted = false
    for byte in head {
      if byte == 0x22 { isQuoted.toggle() }
      if !isQuoted, byte == 0x0A || byte == 0x0D { return true }
    }
    return false
  }

  private static func delimiter(of head: [UInt8]) -> UInt8 {
    var counts = (comma: 0, semicolon: 0, tab: 0)
    var isQuoted = false
    line: for byte in head {
      switch byte {
      case 0x22: isQuoted.toggle()
      case _ where isQuoted: continue
      case 0x2C: counts.comma += 1
      case 0x3B: counts.semicolon += 1
      case 0x09: counts.tab += 1
      case 0x0A, 0x0D: break line
      default: continue
      }
    }
    if counts.tab > counts.comma, counts.tab >= counts.semicolon { return 0x09 }
    return counts.semicolon > counts.comma ? 0x3B : 0x2C
  }

  // MARK: Rows

  private mutating func readRow() throws(CSVError) -> Bool {
    row.removeAll(line: line)
    guard try hasByte() else { return false }
    while true {
      row.beginField(line: line, column: column)
      let isLast = try readField()
      row.endField()
      if isLast { return true }
    }
  }

  /// Reads one field; `true` when the row ends after it.
  private mutating func readField() throws(CSVError) -> Bool {
    if try hasByte(), chunk[position] == 0x22 { try readQuoted() }
    while try hasByte() {
      // What belongs to the field goes over in one piece, as far as the chunk has it.
      var end = position
      let delimiter = delimiter ?? 0x2C
      chunk.withUnsafeBufferPointer { bytes in
        while end < bytes.count, bytes[end] != delimiter, bytes[end] != 0x0A, bytes[end] != 0x0D {
          if bytes[end] & 0xC0 != 0x80 { column += 1 }
          end += 1
        }
      }
      row.append(chunk[position..<end])
      position = end
      guard position < chunk.count else { continue }
      if chunk[position] == delimiter {
        position += 1
        column += 1
        return false
      }
      try takeLineEnd()
      return true
    }
    return true
  }

  /// Takes the line end at the position, of one byte or two.
  private mutating func takeLineEnd() throws(CSVError) {
    let isReturn = chunk[position] == 0x0D
    position += 1
    if isReturn, try hasByte(), chunk[position] == 0x0A { position += 1 }
    line += 1
    column = 1
  }

  private mutating func readQuoted() throws(CSVError) {
    let start = (line: line, column: column)
    row.markQuoted()
    position += 1
    column += 1
    while try hasByte() {
      let byte = chunk[position]
      switch byte {
      case 0x22:
        position += 1
        column += 1
        guard try hasByte(), chunk[position] == 0x22 else { return }
        row.append(0x22)
        position += 1
        column += 1
      case 0x0A, 0x0D:
        row.append(byte)
        position += 1
        if byte == 0x0D, try hasByte(), chunk[position] == 0x0A {
          row.append(0x0A)
          position += 1
        }
        line += 1
        column = 1
      default:
        row.append(byte)
        position += 1
        if byte & 0xC0 != 0x80 { column += 1 }
      }
    }
    throw CSVError(
      line: start.line, column: start.column, code: "csv-open-quote", "the quotation mark is not closed")
  }
}
