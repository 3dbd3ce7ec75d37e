import CellModel

/// What numbers come to that are taken in one by one, in the order of their cells.
///
/// It is compiled into whoever walks through cells: a function's body, or an engine's loop over a column of calls.
@usableFromInline package protocol NumberFold {
  /// Whether the numbers of a range of several columns must come row by row, as in Excel.
  static var goesByRows: Bool { get }
  /// Whether a 0 more or less makes no difference, wherever it comes before the last number.
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
/// So Excel adds up products and the cells that meet a criterion; see ``Total`` for what `SUM` does. What nobody compares
/// with a worksheet's sum is better added with compensation.
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

/// A sum as `SUM` and `AVERAGE` make it: every step is rounded, and where the last number cancels the ones before but for a
/// remainder of rounding, the sum is 0, as at the end of a formula.
///
/// So `SUM(0.5, -0.4, -0.1)` is 0; another number behind these, be it 0, leaves the remainder as it is.
@usableFromInline package struct Total: NumberFold {
  @usableFromInline package var sum: Double = 0
  /// The sum without the last number.
  @usableFromInline package var former: Double = 0

  /// It begins with 0, and no sum of it is a 0 with a sign.
  @inlinable package static var passesOverZeros: Bool { true }

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ term: Double) {
    former = sum
    sum += term
  }

  @inlinable package var value: Double { CellArithmetic.isRemainder(sum, of: former) ? 0 : sum }

  @inlinable package var result: Double? { value }

  @inlinable
  package static func of(_ terms: [Double]) -> Double {
    var total = Total()
    for term in terms { total.add(term) }
    return total.value
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
  @usableFromInline package var sum = Total()

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
