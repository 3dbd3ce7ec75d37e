#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Probabilities of continuous distributions and the values that have them.
public enum Distributions {
  // MARK: Gamma and chi-squared

  public static func gammaDensity(_ x: Double, shape: Double, scale: Double) -> Double {
    if x == 0 { return shape < 1 ? .infinity : shape == 1 ? 1 / scale : 0 }
    return exp((shape - 1) * log(x / scale) - x / scale - SpecialFunctions.logGamma(shape)) / scale
  }

  public static func gammaQuantile(_ p: Double, shape: Double) -> Double {
    p > 0.9
      ? gammaUpperQuantile(1 - p, shape: shape)
      : SpecialFunctions.inverse(p, from: 0, to: .infinity) { SpecialFunctions.lowerGamma(shape, $0) }
  }

  /// The value that is exceeded with a probability.
  public static func gammaUpperQuantile(_ p: Double, shape: Double) -> Double {
    if p > 0.1 { return gammaQuantile(1 - p, shape: shape) }
    return SpecialFunctions.inverse(-p, from: 0, to: .infinity) { -SpecialFunctions.upperGamma(shape, $0) }
  }

  // MARK: Beta

  public static func betaDensity(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x == 0 { return a < 1 ? .infinity : a == 1 ? b : 0 }
    if x == 1 { return b < 1 ? .infinity : b == 1 ? a : 0 }
    return exp((a - 1) * log(x) + (b - 1) * log1p(-x) - SpecialFunctions.logBeta(a, b))
  }

  public static func betaQuantile(_ p: Double, _ a: Double, _ b: Double) -> Double {
    SpecialFunctions.inverse(p, from: 0, to: 1) { SpecialFunctions.beta($0, a, b) }
  }

  // MARK: Student's t

  public static func studentDensity(_ t: Double, _ freedom: Double) -> Double {
    exp(-(freedom + 1) / 2 * log1p(t * t / freedom) - SpecialFunctions.logBeta(freedom / 2, 0.5)) / freedom.squareRoot()
  }

  /// The probability of more than `t`, which is not negative.
  public static func studentTail(_ t: Double, _ freedom: Double) -> Double {
    SpecialFunctions.beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
  }

  public static func studentCumulative(_ t: Double, _ freedom: Double) -> Double {
    t < 0 ? studentTail(-t, freedom) : 1 - studentTail(t, freedom)
  }

  /// The value that is exceeded with a probability of at most a half.
  public static func studentUpperQuantile(_ p: Double, _ freedom: Double) -> Double {
    if p >= 0.5 { return 0 }
    return SpecialFunctions.inverse(-p, from: 0, to: .infinity) { -studentTail($0, freedom) }
  }

  // MARK: Fisher's F

  public static func fisherDensity(_ x: Double, _ first: Double, _ second: Double) -> Double {
    if x == 0 { return first < 2 ? .infinity : first == 2 ? 1 : 0 }
    let ratio = first / second
    let power = first / 2 * log(ratio) + (first / 2 - 1) * log(x) - (first + second) / 2 * log1p(ratio * x)
    return exp(power - SpecialFunctions.logBeta(first / 2, second / 2))
  }

  public static func fisherCumulative(_ x: Double, _ first: Double, _ second: Double) -> Double {
    SpecialFunctions.beta(first * x / (first * x + second), first / 2, second / 2)
  }

  public static func fisherTail(_ x: Double, _ first: Double, _ second: Double) -> Double {
    SpecialFunctions.beta(second / (first * x + second), second / 2, first / 2)
  }

  public static func fisherQuantile(_ p: Double, _ first: Double, _ second: Double) -> Double {
    p > 0.5
      ? fisherUpperQuantile(1 - p, first, second)
      : SpecialFunctions.inverse(p, from: 0, to: .infinity) { fisherCumulative($0, first, second) }
  }

  public static func fisherUpperQuantile(_ p: Double, _ first: Double, _ second: Double) -> Double {
    if p > 0.5 { return fisherQuantile(1 - p, first, second) }
    return SpecialFunctions.inverse(-p, from: 0, to: .infinity) { -fisherTail($0, first, second) }
  }
}
