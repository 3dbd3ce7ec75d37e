#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A complex number with the elementary functions.
public struct ComplexNumber: Sendable, Equatable {
  public var real: Double
  public var imaginary: Double

  public init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  public var isZero: Bool { real == 0 && imaginary == 0 }
  public var isFinite: Bool { real.isFinite && imaginary.isFinite }
  public var magnitude: Double { hypot(real, imaginary) }
  public var argument: Double { atan2(imaginary, real) }
  public var conjugate: ComplexNumber { ComplexNumber(real, -imaginary) }

  public static func + (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(a.real + b.real, a.imaginary + b.imaginary)
  }
  public static func - (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(a.real - b.real, a.imaginary - b.imaginary)
  }
  public static func * (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }
  public static func * (a: ComplexNumber, b: Double) -> ComplexNumber { ComplexNumber(a.real * b, a.imaginary * b) }

  /// The quotient; not finite when the divisor is zero.
  public static func / (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    let square = b.real * b.real + b.imaginary * b.imaginary
    let product = a * b.conjugate
    return ComplexNumber(product.real / square, product.imaginary / square)
  }

  public var exponential: ComplexNumber {
    ComplexNumber(exp(real) * cos(imaginary), exp(real) * sin(imaginary))
  }
  public var logarithm: ComplexNumber { ComplexNumber(log(magnitude), argument) }

  public var squareRoot: ComplexNumber {
    let size = magnitude
    let root = ((size - real) / 2).squareRoot()
    return ComplexNumber(((size + real) / 2).squareRoot(), imaginary < 0 ? -root : root)
  }

  /// A real power; a small whole one is multiplied out, so that it has no rounding error of sines.
  public func power(_ exponent: Double) -> ComplexNumber {
    if exponent == exponent.rounded(), abs(exponent) <= 64 {
      var result = ComplexNumber(1)
      for _ in 0..<Int(abs(exponent)) { result = result * self }
      return exponent < 0 ? ComplexNumber(1) / result : result
    }
    let length = pow(magnitude, exponent)
    return ComplexNumber(length * cos(argument * exponent), length * sin(argument * exponent))
  }

  public var sine: ComplexNumber {
    ComplexNumber(sin(real) * cosh(imaginary), cos(real) * sinh(imaginary))
  }
  public var cosine: ComplexNumber {
    ComplexNumber(cos(real) * cosh(imaginary), -sin(real) * sinh(imaginary))
  }
  public var hyperbolicSine: ComplexNumber {
    ComplexNumber(sinh(real) * cos(imaginary), cosh(real) * sin(imaginary))
  }
  public var hyperbolicCosine: ComplexNumber {
    ComplexNumber(cosh(real) * cos(imaginary), sinh(real) * sin(imaginary))
  }

  /// Reads `3+4i`, `-j`, `2.5` and the like, and the letter that was used; `nil` for anything else.
  public static func parsing(_ text: String) -> (number: ComplexNumber, letter: Character?)? {
    let allowed: (Character) -> Bool = { ("0"..."9").contains($0) || "+-.eE".contains($0) }
    guard let last = text.last, text.count <= 100 else { return nil }
    guard last == "i" || last == "j" else {
      guard text.allSatisfy(allowed), let real = Double(text), real.isFinite else { return nil }
      return (ComplexNumber(real), nil)
    }
    let body = Array(text.dropLast())
    guard body.allSatisfy(allowed) else { return nil }
    var split = 0
    for index in body.indices.dropFirst() where "+-".contains(body[index]) && !"eE".contains(body[index - 1]) {
      split = index
    }
    let front = String(body[..<split])
    let back = String(body[split...])
    guard let real = front.isEmpty ? 0 : Double(front) else { return nil }
    guard let imaginary = back.isEmpty || back == "+" ? 1 : back == "-" ? -1 : Double(back) else { return nil }
    let number = ComplexNumber(real, imaginary)
    return number.isFinite ? (number, last) : nil
  }
}
