import CellModel
import Functions

/// A variance as Excel takes it, whose values STDEV, VAR, SUBTOTAL, DVAR and their kin give.
///
/// The values that Excel stores are to the last bit `(Σx² − (Σx)²/n) / (n − 1)` for a sample and `(nΣx² − (Σx)²) / n²` for a
/// population, with every step rounded. Numbers so near to each other that nearly all of it cancels out are gone through
/// twice instead.
enum Variance {
  /// The numbers are a sample, or all that there are.
  case sample, population

  private var leastCount: Int { self == .sample ? 2 : 1 }

  /// `nil` for too few numbers.
  func of(_ values: [Double]) -> Double? {
    guard values.count >= leastCount else { return nil }
    var moments = Moments()
    for value in values { moments.add(value) }
    return moments.variance(self) ?? inTwoPasses(values)
  }

  /// `nil` for too few numbers; down a column each number is taken in once.
  func of(_ numbers: Numbers) throws(CellError) -> Double? {
    let moments = try numbers.folded(Moments.self)
    guard moments.count >= leastCount else { return nil }
    if let variance = moments.variance(self) { return variance }
    return inTwoPasses(try numbers.values())
  }

  /// What the distances from the rounded mean come to is taken away again, so that equal numbers have none.
  private func inTwoPasses(_ values: [Double]) -> Double? {
    guard let mean = Descriptive.mean(values), let squares = Descriptive.squaredDeviations(values) else { return nil }
    let n = Double(values.count)
    let rest = CompensatedSum.of(values.map { $0 - mean })
    return max(squares - rest * rest / n, 0) / (self == .sample ? n - 1 : n)
  }
}

/// How many numbers there are, their sum, and the sum of their squares.
struct Moments: NumberFold {
  /// The least part of the squares that has to be left for a variance to be made of it: more is left in all that Excel has
  /// stored, and less would cost digits that Excel is known to have.
  private static let leastPart = 1.0 / 32

  private(set) var count = 0
  private var sum = PlainSum()
  private var squares = PlainSum()

  init() {}

  @inline(__always)
  mutating func add(_ number: Double) {
    count += 1
    sum.add(number)
    squares.add(number * number)
  }

  /// `nil` where too much cancels out, or the squares are beyond all numbers.
  func variance(_ variance: Variance) -> Double? {
    let (n, sum, squares) = (Double(count), sum.value, squares.value)
    let left = squares - sum * sum / n
    guard left > squares * Self.leastPart else { return nil }
    switch variance {
    case .sample: return left / (n - 1)
    case .population: return (n * squares - sum * sum) / (n * n)
    }
  }

  var result: Double? { variance(.population) }
}
