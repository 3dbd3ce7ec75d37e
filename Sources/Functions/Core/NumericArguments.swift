import CellModel

/// The arguments of a call that are all plain numbers.
///
/// A function whose parameters each read a number by itself, and whose result is a number, can be called without operands:
/// that is how an engine fills a column of `SIN(A1)` without making a value of anything.
public struct NumericArguments {
  @usableFromInline let start: UnsafePointer<Double>
  @usableFromInline let count: Int

  /// The numbers at a place of memory, which must stay there during the call.
  @inlinable
  public init(_ start: UnsafePointer<Double>, count: Int) {
    self.start = start
    self.count = count
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
    if position < count { return try reading.convert(start[position]) }
    guard let fallback = reading.fallback else { throw .value }
    return fallback
  }
}

/// How a parameter reads a plain number, and what it reads when there is none.
///
/// An object, so that a declaration hands on one word. Unchecked, because a parameter of any type may lack one;
/// ``Parameter/numeric(default:_:)`` takes sendable values only.
@usableFromInline final class NumericReading<Value>: @unchecked Sendable {
  @usableFromInline let fallback: Value?
  @usableFromInline let convert: @Sendable (Double) throws(CellError) -> Value

  @inlinable
  init(fallback: Value?, convert: @escaping @Sendable (Double) throws(CellError) -> Value) {
    self.fallback = fallback
    self.convert = convert
  }
}

/// What is run for a call with plain numbers; whatever it throws, the ordinary call says better.
public typealias NumericBody = @Sendable (NumericArguments) throws(CellError) -> Double

extension SheetFunction {
  /// The body for plain numbers; `nil` for a function that wants more than numbers or gives something else.
  public var numericBody: NumericBody? { declaration.numericBody }
}
