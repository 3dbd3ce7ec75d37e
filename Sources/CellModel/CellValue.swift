/// What a cell holds, or a formula gives, at the edge of the API.
///
/// A number is finite: whatever would make an infinity or a NaN makes `#NUM!` or `#DIV/0!` instead.
/// A date is a number of the kind ``NumberKind/date``. Blank and the empty text differ. `==` is exact but for the kinds of
/// numbers, which ``isIdentical(to:)`` compares too; what the operator `=` of a formula means is ``CellComparison``.
public enum CellValue: Sendable {
  case blank
  case number(Double, NumberKind = .plain)
  case text(String)
  case logical(Bool)
  case error(CellError)
  case array(CellArray)
  case record(CellRecord)
  case lambda(CellLambda)
}

extension CellValue {
  public var isBlank: Bool { if case .blank = self { true } else { false } }
  public var isError: Bool { if case .error = self { true } else { false } }

  public var number: Double? { if case .number(let number, _) = self { number } else { nil } }
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var logical: Bool? { if case .logical(let logical) = self { logical } else { nil } }
  public var error: CellError? { if case .error(let error) = self { error } else { nil } }
  public var array: CellArray? { if case .array(let array) = self { array } else { nil } }
  public var record: CellRecord? { if case .record(let record) = self { record } else { nil } }

  /// A number if it is finite, else `#NUM!`.
  @inlinable
  public init(checking number: Double, _ kind: NumberKind = .plain) {
    self = number.isFinite ? .number(number, kind) : .error(.number)
  }
}

extension CellValue: Hashable {
  /// Whether two values are the same, whatever their numbers stand for.
  public static func == (a: CellValue, b: CellValue) -> Bool {
    switch (a, b) {
    case (.number(let x, _), .number(let y, _)): x == y
    case (.text(let x), .text(let y)): x == y
    case (.blank, .blank): true
    case (.logical(let x), .logical(let y)): x == y
    case (.error(let x), .error(let y)): x == y
    case (.array(let x), .array(let y)): x == y
    case (.record(let x), .record(let y)): x == y
    case (.lambda(let x), .lambda(let y)): x == y
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .blank: hasher.combine(0 as UInt8)
    case .number(let number, _): hasher.combine(number)
    case .text(let text): hasher.combine(text)
    case .logical(let logical): hasher.combine(logical)
    case .error(let error): hasher.combine(error)
    case .array(let array): hasher.combine(array)
    case .record(let record): hasher.combine(record)
    case .lambda(let lambda): hasher.combine(lambda)
    }
  }

  /// Whether two values are the same down to the kinds of their numbers, so that nobody can tell them apart.
  public func isIdentical(to other: CellValue) -> Bool {
    switch (self, other) {
    case (.number(let x, let kind), .number(let y, let otherKind)): x == y && kind == otherKind
    case (.array(let x), .array(let y)):
      x.rows == y.rows && x.columns == y.columns
        && zip(x.elements, y.elements).allSatisfy { $0.isIdentical(to: $1) }
    case (.record(let x), .record(let y)):
      x === y || (x == y && zip(x.values, y.values).allSatisfy { $0.isIdentical(to: $1) })
    default: self == other
    }
  }
}

extension CellValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral
{
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .logical(value) }
}

/// A rectangle of values, row by row. It has at least one row and one column.
public struct CellArray: Sendable, Hashable {
  public let rows: Int
  public let columns: Int
  public private(set) var elements: [CellValue]

  /// Makes an array from its elements in row order; their count must be `rows * columns`, and neither may be 0.
  public init(rows: Int, columns: Int, _ elements: [CellValue]) {
    precondition(rows > 0 && columns > 0 && elements.count == rows * columns, "an array of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  public init(rows: Int, columns: Int, repeating value: CellValue) {
    self.init(rows: rows, columns: columns, Array(repeating: value, count: rows * columns))
  }

  /// Makes an array from rows of equal length, of which there is at least one.
  public init(_ rows: [[CellValue]]) {
    self.init(rows: rows.count, columns: rows[0].count, rows.flatMap { $0 })
  }

  public init(column: [CellValue]) { self.init(rows: column.count, columns: 1, column) }
  public init(row: [CellValue]) { self.init(rows: 1, columns: row.count, row) }

  public var count: Int { elements.count }

  public subscript(row: Int, column: Int) -> CellValue {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// Makes the number at a place one of another kind; nothing else there changes.
  package mutating func setKind(_ kind: NumberKind, _ row: Int, _ column: Int) {
    let place = row * columns + column
    if case .number(let number, _) = elements[place] { elements[place] = .number(number, kind) }
  }

  public func row(_ row: Int) -> ArraySlice<CellValue> { elements[row * columns..<(row + 1) * columns] }

  public func map<E: Error>(_ transform: (CellValue) throws(E) -> CellValue) throws(E) -> CellArray {
    var result: [CellValue] = []
    result.reserveCapacity(elements.count)
    for element in elements { result.append(try transform(element)) }
    return CellArray(rows: rows, columns: columns, result)
  }

  public func transposed() -> CellArray {
    var result: [CellValue] = []
    result.reserveCapacity(elements.count)
    for column in 0..<columns { for row in 0..<rows { result.append(self[row, column]) } }
    return CellArray(rows: columns, columns: rows, result)
  }
}

/// Named fields in the order in which they were written; names are compared without regard to case.
public final class CellRecord: Sendable, Hashable {
  public let names: [String]
  public let values: [CellValue]

  public init(_ fields: [(name: String, value: CellValue)]) {
    names = fields.map(\.name)
    values = fields.map(\.value)
  }

  /// The value of a field, or `nil` if the record has no field of that name.
  public subscript(name: String) -> CellValue? {
    names.firstIndex { CaseFolding.areEqual($0, name) }.map { values[$0] }
  }

  public static func == (a: CellRecord, b: CellRecord) -> Bool {
    a === b || (a.values == b.values && a.names.elementsEqual(b.names, by: CaseFolding.areEqual))
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// A record can be written as `.record(["name": "Ada", "age": 36])`.
extension CellRecord: ExpressibleByDictionaryLiteral {
  public convenience init(dictionaryLiteral fields: (String, CellValue)...) {
    self.init(fields.map { (name: $0.0, value: $0.1) })
  }
}

/// A function made by LAMBDA: its parameters and, opaque here, what evaluates it.
public final class CellLambda: Sendable, Hashable {
  public let parameters: [String]
  /// How many of the last parameters may be omitted.
  public let optionalCount: Int
  /// The evaluator's own form of the body and the values it captured.
  public let body: any Sendable
  /// The formula text of the whole LAMBDA, for display.
  public let source: String

  public init(parameters: [String], optionalCount: Int = 0, body: any Sendable, source: String) {
    self.parameters = parameters
    self.optionalCount = optionalCount
    self.body = body
    self.source = source
  }

  public static func == (a: CellLambda, b: CellLambda) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
