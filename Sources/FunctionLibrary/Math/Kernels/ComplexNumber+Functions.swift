import Mathematics

/// The elementary functions, with the branches and the care near cancellation of Kahan, “Branch Cuts for Complex
/// Elementary Functions” (1987).
extension ComplexNumber {
  var exponential: ComplexNumber {
    ComplexNumber(exp(real) * cos(imaginary), exp(real) * sin(imaginary))
  }

  var logarithm: ComplexNumber { ComplexNumber(logarithmOfMagnitude, argument) }
  var decimalLogarithm: ComplexNumber { logarithm(to: 10, ofMagnitude: log10(magnitude)) }
  var binaryLogarithm: ComplexNumber { logarithm(to: 2, ofMagnitude: log2(magnitude)) }

  private func logarithm(to base: Double, ofMagnitude direct: Double) -> ComplexNumber {
    ComplexNumber(abs(direct) < 0.5 ? logarithmOfMagnitude / log(base) : direct, argument / log(base))
  }

  /// The logarithm of the distance from zero, with all digits where that distance is near 1.
  private var logarithmOfMagnitude: Double {
    let size = magnitude
    guard size > 0.5, size < 2 else { return log(size) }
    let large = max(abs(real), abs(imaginary))
    let small = min(abs(real), abs(imaginary))
    // |z|² − 1 = (large − 1)·(large + 1) + small², where large − 1 has no rounding error.
    let square = small * small
    let rest = (-square).addingProduct(small, small)
    let product = (large - 1) * (large + 1)
    let productRest = (-product).addingProduct(large - 1, large + 1) + (large - 1) * ((large - (large + 1)) + 1)
    return log1p((product + square) + (rest + productRest)) / 2
  }

  var squareRoot: ComplexNumber {
    if isZero { return ComplexNumber(0) }
    let root = (magnitude / 2 + abs(real) / 2).squareRoot()
    let other = imaginary / 2 / root
    if real >= 0 { return ComplexNumber(root, other) }
    // Excel goes by the angle, and the cosine of half a turn's half is not quite 0.
    if imaginary == 0 { return ComplexNumber(root * cos(.pi / 2), root) }
    return ComplexNumber(abs(other), imaginary < 0 ? -root : root)
  }

  /// A real power; a small whole one is multiplied out, so that it has no rounding error of sines.
  func power(_ exponent: Double) -> ComplexNumber {
    if exponent == exponent.rounded(), abs(exponent) <= 256 {
      let result = power(Int(abs(exponent)))
      let signed = exponent < 0 ? ComplexNumber(1) / result : result
      if signed.isFinite { return signed }
    }
    let length = pow(magnitude, exponent)
    return ComplexNumber(length * cos(argument * exponent), length * sin(argument * exponent))
  }

  private func power(_ exponent: Int) -> ComplexNumber {
    var (result, square, rest) = (ComplexNumber(1), self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      rest >>= 1
      if rest > 0 { square = square * square }
    }
    return result
  }

  var sine: ComplexNumber {
    ComplexNumber(sin(real) * cosh(imaginary), cos(real) * sinh(imaginary))
  }
  var cosine: ComplexNumber {
    ComplexNumber(cos(real) * cosh(imaginary), -sin(real) * sinh(imaginary))
  }
  var tangent: ComplexNumber {
    // sin/cos overflows far from the real axis, where the tangent is ±i but for a rest that falls off.
    if abs(imaginary) > 20 {
      let rest = 4 * sin(real) * cos(real) * exp(-2 * abs(imaginary))
      return ComplexNumber(rest, imaginary < 0 ? -1 : 1)
    }
    let t = tan(real)
    let s = sinh(imaginary)
    let beta = 1 + t * t
    let divisor = 1 + beta * s * s
    return ComplexNumber(t / divisor, beta * cosh(imaginary) * s / divisor)
  }

  /// One over the number; 0 where the number is beyond the largest, as the cosine far from the real axis.
  var reciprocal: ComplexNumber {
    isFinite ? ComplexNumber(1) / self : ComplexNumber(0)
  }

  var hyperbolicSine: ComplexNumber {
    ComplexNumber(sinh(real) * cos(imaginary), cosh(real) * sin(imaginary))
  }
  var hyperbolicCosine: ComplexNumber {
    ComplexNumber(cosh(real) * cos(imaginary), sinh(real) * sin(imaginary))
  }
}
