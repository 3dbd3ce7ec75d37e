/// Sums over pairs of numbers that are taken in one after the other, with twice the digits of a number.
///
/// Distances are those from the first pair; they are exact, and so are their products. Of the squares that are added up at least one
/// part in *n* is left for the distances from the mean, as the first pair is one of the sample: so next to nothing cancels
/// out, and numbers that are equal are at no distance.
struct PairSums: Sendable {
  private(set) var count = 0
  private var origin = (x: 0.0, y: 0.0)
  private var x = DoubledSum()
  private var y = DoubledSum()
  private var squaresX = DoubledSum()
  private var squaresY = DoubledSum()
  private var products = DoubledSum()

  @inline(__always)
  mutating func add(_ x: Double, _ y: Double) {
    if count == 0 { origin = (x, y) }
    count += 1
    let dx = HalvedNumber(DoubleDouble(adding: x, -origin.x))
    let dy = HalvedNumber(DoubleDouble(adding: y, -origin.y))
    self.x.add(dx.number)
    self.y.add(dy.number)
    squaresX.add(dx * dx)
    squaresY.add(dy * dy)
    products.add(dx * dy)
  }

  /// The means, and what the distances from them come to; `nil` when there is no pair.
  var statistics: PairStatistics? {
    guard count > 0 else { return nil }
    let n = DoubleDouble(Double(count))
    func mean(_ sum: DoubledSum, from origin: Double) -> Double { (sum.value / n + origin).value }
    func central(_ sum: DoubledSum, _ one: DoubledSum, _ other: DoubledSum) -> Double {
      let value = (sum.value - one.value * other.value / n).value
      // Products beyond all numbers are no longer told from each other.
      return value.isNaN ? sum.value.high : value
    }
    return PairStatistics(
      count: count, meanX: mean(x, from: origin.x), meanY: mean(y, from: origin.y),
      squaresX: max(0, central(squaresX, x, x)), squaresY: max(0, central(squaresY, y, y)),
      products: central(products, x, y))
  }
}

/// A sum that carries what each addition lost, with twice the digits of a number (Ogita, Rump and Oishi 2005).
private struct DoubledSum: Sendable {
  private var total: Double = 0
  private var lost: Double = 0

  @inline(__always)
  mutating func add(_ term: DoubleDouble) {
    let sum = DoubleDouble(adding: total, term.high)
    total = sum.high
    lost += sum.low + term.low
  }

  var value: DoubleDouble { total.isFinite ? DoubleDouble(adding: total, lost) : DoubleDouble(total) }
}

/// A number whose upper digits are kept as two halves, so that their products are exact (Veltkamp 1968, Dekker 1971).
private struct HalvedNumber {
  let number: DoubleDouble
  private let upper: Double
  private let lower: Double

  @inline(__always)
  init(_ number: DoubleDouble) {
    self.number = number
    let scaled = 134_217_729 * number.high
    upper = scaled - (scaled - number.high)
    lower = number.high - upper
  }

  @inline(__always)
  static func * (a: HalvedNumber, b: HalvedNumber) -> DoubleDouble {
    let product = a.number.high * b.number.high
    let rest = ((a.upper * b.upper - product) + a.upper * b.lower + a.lower * b.upper) + a.lower * b.lower
    return DoubleDouble(product, rest + (a.number.high * b.number.low + a.number.low * b.number.high))
  }
}
