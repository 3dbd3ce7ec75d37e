import CellModel

/// One row of a CSV file: its fields, whether each was quoted, and where each stands.
public struct CSVRow: Sendable {
  /// One field, taken out of its row.
  public struct Field: Sendable, Hashable {
    public var text: String
    /// Whether it stood in quotation marks, which makes it text.
    public var isQuoted: Bool
    public var line: Int
    public var column: Int
  }

  private struct Place: Sendable {
    var start: Int
    var end: Int
    var isQuoted: Bool
    var line: Int
    var column: Int
  }

  /// The line on which the row begins, counted from 1.
  public private(set) var line = 1
  private var bytes: [UInt8] = []
  private var places: [Place] = []

  init() {}

  public var count: Int { places.count }

  /// A field; the position must be one of the row's.
  public subscript(position: Int) -> Field {
    let place = places[position]
    return Field(text: text(position), isQuoted: place.isQuoted, line: place.line, column: place.column)
  }

  public var fields: [Field] { places.indices.map { self[$0] } }
  public var texts: [String] { places.indices.map(text) }

  public func text(_ position: Int) -> String {
    String(decoding: bytes[places[position].start..<places[position].end], as: UTF8.self)
  }

  public func isQuoted(_ position: Int) -> Bool { places[position].isQuoted }
  public func isEmpty(_ position: Int) -> Bool { places[position].start == places[position].end }
  public func place(_ position: Int) -> (line: Int, column: Int) { (places[position].line, places[position].column) }

  /// The value of a field: text if it was quoted or is to be text, else as typing is read; nothing is a blank.
  public func value(_ position: Int, asText: Bool = false) -> TypedValue {
    let place = places[position]
    if place.isQuoted { return TypedValue(.text(text(position))) }
    guard place.start < place.end else { return TypedValue(.blank) }
    if asText { return TypedValue(.text(text(position))) }
    return bytes.withUnsafeBufferPointer {
      TypedText.value(typedBytes: UnsafeBufferPointer(rebasing: $0[place.start..<place.end]))
    }
  }

  // MARK: Building

  mutating func removeAll(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  mutating func beginField(line: Int, column: Int) {
    places.append(Place(start: bytes.count, end: bytes.count, isQuoted: false, line: line, column: column))
  }

  mutating func endField() { places[places.count - 1].end = bytes.count }
  mutating func markQuoted() { places[places.count - 1].isQuoted = true }
  mutating func append(_ byte: UInt8) { bytes.append(byte) }
  mutating func append(_ slice: ArraySlice<UInt8>) { bytes.append(contentsOf: slice) }
}
