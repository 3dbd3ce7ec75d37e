/// Sums over pairs of numbers that are taken in one after the other, with twice the digits of a number.
///
/// Distances are those from the first pair; they are exact, and so are their products. Of the squares that are added up at least one
/// part in *n* is left for the distances from the mean, as the first pair is one of the sample: so next to nothing cancels
/// out, and numbers that are equal are at no distance.
struct PairSums: PairFold, Sendable {
  private(set) var count = 0
  private var origin = SIMD2<Double>()
  private var sums = DoubledSums()
  private var squares = DoubledSums()
  private var products = DoubledSums()

  @inline(__always)
  mutating func add(_ x: Double, _ y: Double) {
    let pair = SIMD2(x, y)
    if count == 0 { origin = pair }
    count += 1
    let distance = ExactDistance(pair, from: origin)
    sums.add(distance.high, distance.low)
    let (square, squareRest) = distance.product(with: distance)
    squares.add(square, squareRest)
    // Both halves are the one product, which costs no more.
    let (product, productRest) = distance.product(with: distance.swapped)
    products.add(product, productRest)
  }

  /// The means, and what the distances from them come to; `nil` when there is no pair.
  var statistics: PairStatistics? {
    guard count > 0 else { return nil }
    let n = DoubleDouble(Double(count))
    func mean(_ index: Int) -> Double { (sums[index] / n + origin[index]).value }
    func central(_ sum: DoubleDouble, _ one: Int, _ other: Int) -> Double {
      let value = (sum - sums[one] * sums[other] / n).value
      // Products beyond all numbers are no longer told from each other.
      return value.isNaN ? sum.high : value
    }
    return PairStatistics(
      count: count, meanX: mean(0), meanY: mean(1), squaresX: max(0, central(squares[0], 0, 0)),
      squaresY: max(0, central(squares[1], 1, 1)), products: central(products[0], 0, 1))
  }
}

/// Two sums that carry what each addition lost, with twice the digits of a number (Ogita, Rump and Oishi 2005).
private struct DoubledSums: Sendable {
  private var total = SIMD2<Double>()
  private var lost = SIMD2<Double>()

  @inline(__always)
  mutating func add(_ high: SIMD2<Double>, _ low: SIMD2<Double>) {
    let sum = total + high
    let part = sum - total
    lost += (total - (sum - part)) + (high - part) + low
    total = sum
  }

  subscript(index: Int) -> DoubleDouble {
    total[index].isFinite ? DoubleDouble(adding: total[index], lost[index]) : DoubleDouble(total[index])
  }
}

/// How far two numbers are from two others, with twice the digits; the upper ones are kept as two halves, so that their products are
/// exact (Veltkamp 1968, Dekker 1971).
private struct ExactDistance {
  let high: SIMD2<Double>
  let low: SIMD2<Double>
  private let upper: SIMD2<Double>
  private let lower: SIMD2<Double>

  private init(_ high: SIMD2<Double>, _ low: SIMD2<Double>, _ upper: SIMD2<Double>, _ lower: SIMD2<Double>) {
    (self.high, self.low, self.upper, self.lower) = (high, low, upper, lower)
  }

  @inline(__always)
  init(_ pair: SIMD2<Double>, from origin: SIMD2<Double>) {
    let distance = pair - origin
    let part = distance - pair
    let scaled = 134_217_729 * distance
    let upper = scaled - (scaled - distance)
    self.init(distance, (pair - (distance - part)) - (origin + part), upper, distance - upper)
  }

  @inline(__always)
  var swapped: ExactDistance {
    func swapped(_ pair: SIMD2<Double>) -> SIMD2<Double> { SIMD2(pair.y, pair.x) }
    return ExactDistance(swapped(high), swapped(low), swapped(upper), swapped(lower))
  }

  @inline(__always)
  func product(with other: ExactDistance) -> (high: SIMD2<Double>, low: SIMD2<Double>) {
    let product = high * other.high
    let rest = ((upper * other.upper - product) + upper * other.lower + lower * other.upper) + lower * other.lower
    return (product, rest + (high * other.low + low * other.high))
  }
}
