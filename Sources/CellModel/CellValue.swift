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
    self = number.isFinite ? .number(number, kind) : .error(number.isNaN ? .notANumber : .tooLarge)
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
    case (.text(let x), .text(let y)): x.hasSameBytes(as: y)
    case (.array(let x), .array(let y)):
      x.rows == y.rows && x.columns == y.columns
        && zip(x.elements, y.elements).allSatisfy { $0.isIdentical(to: $1) }
    case (.record(let x), .record(let y)):
      x === y || (x == y && zip(x.values, y.values).allSatisfy { $0.isIdentical(to: $1) })
    default: self == other
    }
  }
}

extension [CellValue] {
  /// Whether two lists are the same, value by value down to the kinds of numbers.
  package func isIdentical(to other: [CellValue]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
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
  private let text: @Sendable () -> String

  /// - Parameter source: The formula text of the whole LAMBDA, which is made whenever it is asked for.
  public init(
    parameters: [String], optionalCount: Int = 0, body: any Sendable,
    source: @autoclosure @escaping @Sendable () -> String
  ) {
    self.parameters = parameters
    self.optionalCount = optionalCount
    self.body = body
    text = source
  }

  /// The formula text of the whole LAMBDA, for display.
  public var source: String { text() }

  public static func == (a: CellLambda, b: CellLambda) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
