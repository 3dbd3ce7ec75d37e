import CellModel

/// What numbers come to that are taken in one by one, in the order of their cells.
///
/// It is compiled into whoever walks through cells: a function's body, or an engine's loop over a column of calls.
@usableFromInline package protocol NumberFold {
  /// Whether the numbers of a range of several columns must come row by row, as in Excel.
  static var goesByRows: Bool { get }
  /// Whether a 0 more or less makes no difference, wherever it comes.
  static var passesOverZeros: Bool { get }

  init()
  mutating func add(_ number: Double)
  /// What the numbers taken in come to; `nil` where they are too few for an answer.
  var result: Double? { get }
}

extension NumberFold {
  @inlinable package static var goesByRows: Bool { true }
  @inlinable package static var passesOverZeros: Bool { false }
}

/// A sum whose every step is rounded, from the first term to the last.
///
/// So does Excel, as the stored values of workbooks show: where numbers cancel out, what is left is left in both. What
/// nobody compares with a worksheet's sum is better added with compensation.
@usableFromInline package struct PlainSum: NumberFold {
  @usableFromInline package var value: Double = 0

  /// It begins with 0, and no sum of it is a 0 with a sign.
  @inlinable package static var passesOverZeros: Bool { true }

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ term: Double) { value += term }

  @inlinable package var result: Double? { value }

  @inlinable
  package static func of(_ terms: [Double]) -> Double { terms.withUnsafeBufferPointer { of($0) } }

  @inlinable
  package static func of(_ terms: UnsafeBufferPointer<Double>) -> Double {
    var sum = PlainSum()
    for term in terms { sum.add(term) }
    return sum.value
  }

  /// The mean; nothing when there is no number.
  package static func mean(_ terms: [Double]) -> Double? { terms.isEmpty ? nil : of(terms) / Double(terms.count) }
}

/// A sum of squares.
@usableFromInline package struct SquareSum: NumberFold {
  @inlinable package static var passesOverZeros: Bool { true }

  @usableFromInline package var sum = PlainSum()

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ number: Double) { sum.add(number * number) }

  @inlinable package var result: Double? { sum.value }
}

/// A sum and how many numbers are in it; it comes to their mean.
@usableFromInline package struct CountedSum: NumberFold {
  @usableFromInline package var count = 0
  @usableFromInline package var sum = PlainSum()

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ number: Double) {
    count += 1
    sum.add(number)
  }

  @inlinable package var result: Double? { count > 0 ? sum.value / Double(count) : nil }
}

/// A product and how many numbers are in it.
@usableFromInline package struct CountedProduct: NumberFold {
  @usableFromInline package var count = 0
  @usableFromInline package var product: Double = 1

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ number: Double) {
    count += 1
    product *= number
  }

  @inlinable package var result: Double? { count > 0 ? product : nil }
}

/// How many numbers there are.
@usableFromInline package struct NumberCount: NumberFold {
  @usableFromInline package var count = 0

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ number: Double) { count += 1 }

  @inlinable package var result: Double? { Double(count) }
}

/// The first of the largest numbers.
@usableFromInline package struct Largest: NumberFold {
  @inlinable package static var goesByRows: Bool { false }

  @usableFromInline package var number: Double?

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ number: Double) {
    if self.number.map({ number > $0 }) ?? true { self.number = number }
  }

  @inlinable package var result: Double? { number }
}

/// The first of the smallest numbers.
@usableFromInline package struct Smallest: NumberFold {
  @inlinable package static var goesByRows: Bool { false }

  @usableFromInline package var number: Double?

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ number: Double) {
    if self.number.map({ number < $0 }) ?? true { self.number = number }
  }

  @inlinable package var result: Double? { number }
}
