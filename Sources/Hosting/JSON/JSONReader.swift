import CellModel

/// What is wrong with a text that was to be JSON, and where.
package struct JSONError: Error, CustomStringConvertible {
  package let fault: String
  package let line: Int
  /// Counted in bytes.
  package let column: Int

  package var description: String { "\(fault) at line \(line), column \(column)" }
}

/// Reads JSON into the values that a sheet can use best.
///
/// | JSON | value |
/// |---|---|
/// | object | a record with its names in the order of the text; of equal names the last has the say |
/// | array of anything but arrays | one column; `a.name` gives the column of a field when its elements are objects |
/// | array of arrays of one length | an array with a row for each |
/// | other arrays of arrays | one column, in which each element is an array |
/// | empty array, `null` | blank |
/// | number | the nearest number: beyond 2⁵³ integers lose digits; `#NUM!` when it is out of range |
///
/// What is not exactly JSON is an error, as is what nests deeper than ``depthLimit``, and what no value can keep: names of an
/// object that differ only in capitals, and half a surrogate pair in a text. Time and space are linear in the text.
package struct JSONReader {
  package static let depthLimit = 128

  /// A value, or the elements of an array of which only its surroundings say what becomes of them.
  enum Part {
    case value(CellValue)
    case list([CellValue])
  }

  let bytes: [UInt8]
  var index = 0
  /// Whether half of a surrogate pair is read as U+FFFD, which counts as much, and is no fault.
  var takesHalves = false
  /// Where the values of the outermost object stand, one for each of its names.
  private(set) var fieldRanges: [Range<Int>] = []

  package static func value(of bytes: [UInt8]) throws(JSONError) -> CellValue { try read(bytes).value }

  /// The record of a text that is an object, and how each of its values is written; `nil` for any other text.
  package static func fields(of bytes: [UInt8]) throws(JSONError) -> (record: CellRecord, texts: [ArraySlice<UInt8>])? {
    let (value, ranges) = try read(bytes)
    guard case .record(let record) = value else { return nil }
    return (record, ranges.map { bytes[$0] })
  }

  private static func read(_ bytes: [UInt8]) throws(JSONError) -> (value: CellValue, fieldRanges: [Range<Int>]) {
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    let part = try reader.part(depth: 0)
    reader.skipSpace()
    guard reader.index == bytes.count else { throw reader.error("there is something after the value") }
    return (shaped(part), reader.fieldRanges)
  }

  func error(_ fault: String, at place: Int? = nil) -> JSONError {
    let before = bytes[..<min(place ?? index, bytes.count)]
    let line = before.count { $0 == Ascii.lineFeed } + 1
    let start = before.lastIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? 0
    return JSONError(fault: fault, line: line, column: before.endIndex - start + 1)
  }

  // MARK: Values

  private mutating func part(depth: Int) throws(JSONError) -> Part {
    skipSpace()
    guard index < bytes.count else { throw error("the text ends where a value is expected") }
    switch bytes[index] {
    case Ascii.leftBrace: return .value(.record(try record(depth: depth)))
    case Ascii.leftBracket: return try list(depth: depth)
    case Ascii.quote: return .value(.text(try text()))
    case UInt8(ascii: "t"): return .value(try word("true", .logical(true)))
    case UInt8(ascii: "f"): return .value(try word("false", .logical(false)))
    case UInt8(ascii: "n"): return .value(try word("null", .blank))
    case Ascii.minus, Ascii.zero...Ascii.nine: return .value(try number())
    default: throw error("there is no value")
    }
  }

  mutating func word(_ word: StaticString, _ value: CellValue) throws(JSONError) -> CellValue {
    let end = index + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { end <= bytes.count && bytes[index..<end].elementsEqual($0) }
    guard matches else { throw error("there is no value") }
    index = end
    return value
  }

  private mutating func record(depth: Int) throws(JSONError) -> CellRecord {
    try open(depth)
    var fields: [(name: String, value: CellValue)] = []
    // By the name without regard to case, as formulas read it.
    var places: [NameKey: Int] = [:]
    var isFirst = true
    while try goesOn(until: Ascii.rightBrace, isFirst: isFirst) {
      isFirst = false
      guard index < bytes.count, bytes[index] == Ascii.quote else { throw error("there is no name") }
      let nameStart = index
      let name = try text()
      skipSpace()
      guard index < bytes.count, bytes[index] == Ascii.colon else { throw error("there is no colon") }
      index += 1
      skipSpace()
      let start = index
      let value = Self.shaped(try part(depth: depth + 1))
      let key = NameKey(name)
      if let place = places[key] {
        guard fields[place].name == name else {
          throw error(
            "the names \(fields[place].name.singleLine) and \(name.singleLine) differ only in capitals", at: nameStart)
        }
        fields[place].value = value
        if depth == 0 { fieldRanges[place] = start..<index }
      } else {
        places[key] = fields.count
        fields.append((name, value))
        if depth == 0 { fieldRanges.append(start..<index) }
      }
    }
    return CellRecord(fields)
  }

  private mutating func list(depth: Int) throws(JSONError) -> Part {
    try open(depth)
    var parts: [Part] = []
    while try goesOn(until: Ascii.rightBracket, isFirst: parts.isEmpty) {
      parts.append(try part(depth: depth + 1))
    }
    return Self.combined(parts)
  }

  mutating func open(_ depth: Int) throws(JSONError) {
    guard depth < Self.depthLimit else { throw error("the text nests deeper than \(Self.depthLimit) levels") }
    index += 1
  }

  /// Goes to the next element of an object or an array, or past its end.
  mutating func goesOn(until end: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
    skipSpace()
    guard index < bytes.count else {
      throw error("the text ends within \(end == Ascii.rightBracket ? "an array" : "an object")")
    }
    if bytes[index] == end {
      index += 1
      return false
    }
    if isFirst { return true }
    guard bytes[index] == Ascii.comma else { throw error("there is no comma") }
    index += 1
    skipSpace()
    return true
  }

  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case Ascii.space, Ascii.lineFeed, Ascii.carriageReturn, Ascii.tab: index += 1
      default: return
      }
    }
  }

  // MARK: Shapes

  private static func shaped(_ part: Part) -> CellValue {
    switch part {
    case .value(let value): value
    case .list(let elements): elements.isEmpty ? .blank : .array(CellArray(column: elements))
    }
  }

  private static func combined(_ parts: [Part]) -> Part {
    if let rows = rows(of: parts) { return .value(.array(CellArray(rows))) }
    return .list(parts.map { shaped($0) })
  }

  /// The rows of an array of arrays of one length.
  private static func rows(of parts: [Part]) -> [[CellValue]]? {
    guard case .list(let first)? = parts.first, !first.isEmpty else { return nil }
    var rows: [[CellValue]] = []
    rows.reserveCapacity(parts.count)
    for part in parts {
      guard case .list(let row) = part, row.count == first.count else { return nil }
      rows.append(row)
    }
    return rows
  }
}
