/// Sums over pairs of numbers, from which correlation and the straight line of least squares follow.
struct PairStatistics: Sendable {
  let count: Int
  let meanX: Double
  let meanY: Double
  /// The sums of the squared distances from the means, and of the products of the distances.
  let squaresX: Double
  let squaresY: Double
  let products: Double

  /// The correlation by the moments of populations, as Excel comes to it: the last bit depends on the divisor.
  var correlation: Double? { correlation(over: Double(count)) }
  /// The square of the correlation by the moments of samples, as Excel comes to it; it may be more than 1 by a last bit.
  var determination: Double? { correlation(over: Double(count - 1)).map { $0 * $0 } }

  private func correlation(over divisor: Double) -> Double? {
    guard squaresX > 0, squaresY > 0 else { return nil }
    return products / divisor / ((squaresX / divisor).squareRoot() * (squaresY / divisor).squareRoot())
  }

  var slope: Double? { squaresX > 0 ? products / squaresX : nil }
  var intercept: Double? { slope.map { meanY - $0 * meanX } }

  /// The standard error of the predicted ordinates.
  var standardError: Double? {
    guard count > 2, squaresX > 0 else { return nil }
    return (max(0, squaresY - products * products / squaresX) / Double(count - 2)).squareRoot()
  }
}

extension PairStatistics {
  /// `nil` when there is no pair.
  init?(_ x: [Double], _ y: [Double]) {
    var sums = PairSums()
    for index in x.indices { sums.add(x[index], y[index]) }
    guard let statistics = sums.statistics else { return nil }
    self = statistics
  }
}

/// The sum of the products of the distances from the means.
///
/// It is added up in two passes: what Excel stores of covariances agrees with these alone, to the last bit.
enum Covariation {
  /// `nil` when there is no pair.
  static func of(_ x: [Double], _ y: [Double]) -> Double? {
    guard !x.isEmpty else { return nil }
    // Side by side, because each addition waits for the one before it.
    var (sumX, sumY) = (CompensatedSum(), CompensatedSum())
    for index in x.indices {
      sumX.add(x[index])
      sumY.add(y[index])
    }
    let (meanX, meanY) = (sumX.value / Double(x.count), sumY.value / Double(x.count))
    return CompensatedSum.of(x.indices.lazy.map { (x[$0] - meanX) * (y[$0] - meanY) })
  }
}
