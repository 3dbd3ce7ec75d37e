import Functions
import Mathematics

/// Numbers that describe a sample; `nil` where the sample is too small.
enum Descriptive {
  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : CompensatedSum.of(values) / Double(values.count)
  }

  /// The mean of the distances from an origin.
  ///
  /// Values near to each other and to the origin keep here the digits that they share with it and that their mean rounds
  /// off.
  static func mean(_ values: [Double], from origin: Double) -> Double? {
    values.isEmpty ? nil : CompensatedSum.of(values.lazy.map { $0 - origin }) / Double(values.count)
  }

  /// The sum of the squared distances from the mean, in two passes so that near values lose no digits.
  static func squaredDeviations(_ values: [Double]) -> Double? {
    mean(values).map { squaredDeviations(values, around: $0) }
  }

  private static func squaredDeviations(_ values: [Double], around mean: Double) -> Double {
    CompensatedSum.of(values.lazy.map { ($0 - mean) * ($0 - mean) })
  }

  /// The same with every step rounded, as the values that Excel stores show.
  static func plainSquaredDeviations(_ values: [Double]) -> Double? {
    PlainSum.mean(values).map { mean in PlainSum.of(values.map { ($0 - mean) * ($0 - mean) }) }
  }

  static func sampleVariance(_ values: [Double]) -> Double? {
    guard values.count > 1, let squares = squaredDeviations(values) else { return nil }
    return squares / Double(values.count - 1)
  }

  /// The mean distance from the mean.
  static func meanDeviation(_ values: [Double]) -> Double? {
    guard let mean = mean(values) else { return nil }
    return CompensatedSum.of(values.lazy.map { abs($0 - mean) }) / Double(values.count)
  }

  /// The sum of the powers of the distances from the mean, each divided by the standard deviation.
  ///
  /// - Parameter degrees: What the sum of the squared distances is divided by for the variance.
  private static func standardized(_ values: [Double], degrees: Double, power: Int) -> Double? {
    guard let mean = mean(values) else { return nil }
    let deviation = (squaredDeviations(values, around: mean) / degrees).squareRoot()
    guard deviation > 0, let rounded = self.mean(values, from: mean) else { return nil }
    var sum = CompensatedSum()
    for value in values {
      let z = (value - mean - rounded) / deviation
      sum.add(power == 3 ? z * z * z : z * z * z * z)
    }
    return sum.value
  }

  /// The skewness as estimated from a sample of at least three.
  static func sampleSkewness(_ values: [Double]) -> Double? {
    let n = Double(values.count)
    guard n > 2, let cubes = standardized(values, degrees: n - 1, power: 3) else { return nil }
    return cubes * n / ((n - 1) * (n - 2))
  }

  static func populationSkewness(_ values: [Double]) -> Double? {
    let n = Double(values.count)
    guard n > 2, let cubes = standardized(values, degrees: n, power: 3) else { return nil }
    return cubes / n
  }

  /// The excess kurtosis as estimated from a sample of at least four.
  static func sampleKurtosis(_ values: [Double]) -> Double? {
    let n = Double(values.count)
    guard n > 3, let fourths = standardized(values, degrees: n - 1, power: 4) else { return nil }
    let scale = n * (n + 1) / ((n - 1) * (n - 2) * (n - 3))
    return fourths * scale - 3 * (n - 1) * (n - 1) / ((n - 2) * (n - 3))
  }
}
