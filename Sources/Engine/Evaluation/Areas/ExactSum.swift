import CellModel
import Functions

/// A sum of numbers that is rounded in no order of them, because all are multiples of a power of two, and not many.
///
/// Whole numbers are, up to 9,007,199,254,740,992 together, and so are quarters; tenths are not.
struct ExactSum: UnorderedFold {
  private(set) var sum = 0.0
  /// The sum of their sizes.
  private var size = 0.0
  /// The power of two that all are multiples of.
  private var unit = Double.infinity

  mutating func add(_ number: Double) {
    sum += number
    guard number != 0 else { return }
    size += abs(number)
    unit = min(unit, Self.unit(of: number))
  }

  /// The largest power of two that a number is a multiple of.
  private static func unit(of number: Double) -> Double {
    let zeros = number.significandBitPattern.trailingZeroBitCount
    return zeros >= Double.significandBitCount ? number.binade.magnitude : number.ulp * Double(UInt64(1) << zeros)
  }

  var isUnordered: Bool { size == 0 || size < unit * 0x1p53 }

  var result: Double? { sum }
}

/// Such a sum as ``Total`` has it: where the last number, which comes first here, cancels the others but for a remainder, it is 0.
struct ExactTotal: UnorderedFold {
  private var sum = ExactSum()
  private var last: Double?

  mutating func add(_ number: Double) {
    if last == nil { last = number }
    sum.add(number)
  }

  var isUnordered: Bool { sum.isUnordered }

  var result: Double? { CellArithmetic.isRemainder(sum.sum, of: sum.sum - (last ?? 0)) ? 0 : sum.sum }
}
