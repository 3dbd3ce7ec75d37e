import CellModel

/// One row of a CSV file: its fields, whether each was quoted, and where each stands.
package struct CSVRow: Sendable {
  /// One field, taken out of its row.
  package struct Field: Sendable, Hashable {
    package var text: String
    /// Whether it stood in quotation marks, which makes it text.
    package var isQuoted: Bool
    package var line: Int
    package var column: Int
  }

  /// As many as a grid has columns.
  static let mostFields = Area.lastColumn + 1
  static let mostBytes = 1 << 24

  private struct Place: Sendable {
    var start: Int
    var end: Int
    var isQuoted: Bool
    var line: Int
    var column: Int
  }

  /// The line on which the row begins, counted from 1.
  package private(set) var line = 1
  /// Whether the field built last has bytes that need a look.
  private(set) var isMaybeIllFormed = false
  private var bytes: [UInt8] = []
  private var places: [Place] = []

  /// Whether all fields are texts, whatever they look like.
  private let areTexts: Bool

  init(areTexts: Bool = false) { self.areTexts = areTexts }

  package var count: Int { places.count }

  /// A field; the position must be one of the row's.
  package subscript(position: Int) -> Field {
    let place = places[position]
    return Field(text: text(position), isQuoted: place.isQuoted, line: place.line, column: place.column)
  }

  package var fields: [Field] { places.indices.map { self[$0] } }
  package var texts: [String] { places.indices.map(text) }

  package func text(_ position: Int) -> String {
    String(decoding: bytes[places[position].start..<places[position].end], as: UTF8.self)
  }

  package func isQuoted(_ position: Int) -> Bool { places[position].isQuoted }
  /// Whether a field is a text as it stands: one that was quoted, or any where all are.
  package func isText(_ position: Int) -> Bool { isQuoted(position) || areTexts && !isEmpty(position) }
  package func isEmpty(_ position: Int) -> Bool { places[position].start == places[position].end }
  package func place(_ position: Int) -> (line: Int, column: Int) { (places[position].line, places[position].column) }

  /// The value of a field: text if it was quoted or is to be text, else as typing is read; nothing is a blank.
  package func value(_ position: Int, asText: Bool = false) -> CellValue {
    let place = places[position]
    if place.isQuoted { return .text(text(position)) }
    guard place.start < place.end else { return .blank }
    if asText || areTexts { return .text(text(position)) }
    return bytes.withUnsafeBufferPointer {
      TypedText.value(typedBytes: UnsafeBufferPointer(rebasing: $0[place.start..<place.end]))
    }
  }

  /// The number of a field that is one, read from its bytes without making a text of it.
  package func number(_ position: Int) -> Double? {
    let place = places[position]
    guard !place.isQuoted, !areTexts, place.start < place.end, bytes[place.start] < 0x3A else { return nil }
    guard case .number(let number, _) = value(position) else { return nil }
    return number
  }

  // MARK: Building

  var byteCount: Int { bytes.count }

  mutating func removeAll(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  mutating func beginField(line: Int, column: Int) {
    places.append(Place(start: bytes.count, end: bytes.count, isQuoted: false, line: line, column: column))
    isMaybeIllFormed = false
  }

  mutating func endField() { places[places.count - 1].end = bytes.count }
  mutating func markQuoted() { places[places.count - 1].isQuoted = true }
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ slice: ArraySlice<UInt8>, isASCII: Bool) {
    bytes.append(contentsOf: slice)
    if !isASCII { isMaybeIllFormed = true }
  }

  /// Where the last field has its first ill-formed byte; `nil` when it is all UTF-8.
  ///
  /// The column counts a quotation mark inside the field as the two that were written.
  func illFormedPlace() -> (line: Int, column: Int)? {
    guard let place = places.last else { return nil }
    let offset = bytes.withUnsafeBufferPointer { WellFormedText.end(of: $0, from: place.start, to: place.end) }
    guard offset < place.end else { return nil }
    var line = place.line
    var column = place.column + (place.isQuoted ? 1 : 0)
    for position in place.start..<offset {
      let byte = bytes[position]
      if byte == Ascii.lineFeed || byte == Ascii.carriageReturn {
        // The two bytes of one line end count once.
        if byte == Ascii.carriageReturn || position == place.start || bytes[position - 1] != Ascii.carriageReturn {
          line += 1
        }
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += byte == Ascii.quote && place.isQuoted ? 2 : 1
      }
    }
    return (line, column)
  }
}
