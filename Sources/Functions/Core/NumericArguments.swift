import CellModel

/// The arguments of a call that are all plain numbers.
///
/// A function whose parameters each read a number by itself, and whose result is a number, can be called without operands:
/// that is how an engine fills a column of `SIN(A1)` without making a value of anything.
public struct NumericArguments {
  @usableFromInline let start: UnsafePointer<Double>
  @usableFromInline let count: Int
  /// How numbers are dates.
  @usableFromInline let dateSystem: DateSystem

  /// The numbers at a place of memory, which must stay there during the call.
  @inlinable
  public init(_ start: UnsafePointer<Double>, count: Int, in dateSystem: DateSystem) {
    self.start = start
    self.count = count
    self.dateSystem = dateSystem
  }

  /// All of them.
  @inlinable
  public var all: UnsafeBufferPointer<Double> { UnsafeBufferPointer(start: start, count: count) }

  /// What they come to, one after the other.
  @inlinable @inline(__always)
  package func folded<Fold: NumberFold>(_: Fold.Type) throws(CellError) -> Double {
    var fold = Fold()
    for number in all { fold.add(number) }
    guard let result = fold.result else { throw .value }
    return result
  }

  @inlinable @inline(__always)
  func read<Value>(_ position: Int, _ reading: NumericReading<Value>) throws(CellError) -> Value {
    if position < count {
      // Known where this is compiled: most parameters take the number itself.
      if Value.self == Double.self, reading.isItself { return unsafeBitCast(start[position], to: Value.self) }
      return try reading.convert(start[position])
    }
    if let fallback = reading.fallback { return fallback }
    return try reading.whenAbsent(dateSystem)
  }
}

/// How a parameter reads a plain number, and what it reads when there is none.
///
/// An object, so that a declaration hands on one word. Unchecked, because a parameter of any type may lack one;
/// ``Parameter/numeric(default:_:)`` takes sendable values only.
@usableFromInline final class NumericReading<Value>: @unchecked Sendable {
  @usableFromInline let fallback: Value?
  /// Whether the number is read as it is.
  @usableFromInline let isItself: Bool
  @usableFromInline let convert: @Sendable (Double) throws(CellError) -> Value
  /// What it reads where there is none and no fallback.
  @usableFromInline let whenAbsent: @Sendable (DateSystem) throws(CellError) -> Value

  @inlinable
  init(
    fallback: Value?, isItself: Bool = false, convert: @escaping @Sendable (Double) throws(CellError) -> Value
  ) {
    self.fallback = fallback
    self.isItself = isItself
    self.convert = convert
    whenAbsent = { (_) throws(CellError) in throw .value }
  }

  /// How what follows from the date system is read, where there is no argument.
  init(whenAbsent: @escaping @Sendable (DateSystem) -> Value) {
    fallback = nil
    isItself = false
    convert = { (_) throws(CellError) in throw .value }
    self.whenAbsent = whenAbsent
  }

  private init(
    fallback: Value?, convert: @escaping @Sendable (Double) throws(CellError) -> Value,
    whenAbsent: @escaping @Sendable (DateSystem) throws(CellError) -> Value
  ) {
    self.fallback = fallback
    isItself = false
    self.convert = convert
    self.whenAbsent = whenAbsent
  }

  /// How what is made of what it reads is read.
  func map<Result: Sendable>(_ change: @escaping @Sendable (Value) -> Result) -> NumericReading<Result> {
    NumericReading<Result>(
      fallback: fallback.map(change), convert: { (number) throws(CellError) in change(try self.convert(number)) },
      whenAbsent: { (dateSystem) throws(CellError) in change(try self.whenAbsent(dateSystem)) })
  }
}

/// What is run for a call with plain numbers; whatever it throws, the ordinary call says better.
///
/// In a type of its own: a function that is optional, or stands in memory, is called in a roundabout way.
public struct NumericBody: Sendable {
  @usableFromInline let run: @Sendable (NumericArguments) throws(CellError) -> Double

  @usableFromInline
  package init(_ run: @escaping @Sendable (NumericArguments) throws(CellError) -> Double) { self.run = run }

  @inlinable @inline(__always)
  public func callAsFunction(_ arguments: NumericArguments) throws(CellError) -> Double { try run(arguments) }
}

extension SheetFunction {
  /// The body for plain numbers; `nil` for a function that wants more than numbers or gives something else.
  public var numericBody: NumericBody? { declaration.numericBody }
}
