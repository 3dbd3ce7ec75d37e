import CellModel
import Functions
import Mathematics

/// A complex number with its arithmetic.
///
/// Products and quotients are good to the last bits in each part, even where the terms of a part nearly cancel.
struct ComplexNumber: Sendable, Equatable {
  /// The letter with which an imaginary part is written.
  enum Letter: UInt8 {
    case i = 0x69
    case j = 0x6A
  }

  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  var isZero: Bool { real == 0 && imaginary == 0 }
  var isFinite: Bool { real.isFinite && imaginary.isFinite }
  var magnitude: Double { hypot(real, imaginary) }
  var argument: Double { atan2(imaginary, real) }
  var conjugate: ComplexNumber { ComplexNumber(real, -imaginary) }

  static func + (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(a.real + b.real, a.imaginary + b.imaginary)
  }
  static func - (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(a.real - b.real, a.imaginary - b.imaginary)
  }
  static func * (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(
      sum(a.real, b.real, -a.imaginary, b.imaginary), sum(a.real, b.imaginary, a.imaginary, b.real))
  }
  static func * (a: ComplexNumber, b: Double) -> ComplexNumber { ComplexNumber(a.real * b, a.imaginary * b) }

  /// The quotient; not finite when the divisor is zero.
  static func / (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    let largest = max(abs(b.real), abs(b.imaginary))
    guard largest > 0, largest.isFinite else { return ComplexNumber(.nan, .nan) }
    // Powers of two keep the square of the divisor from overflowing and cost no digits.
    let exponent = Int(largest.exponent)
    let divisor = ComplexNumber(scalbn(b.real, -exponent), scalbn(b.imaginary, -exponent))
    let square = sum(divisor.real, divisor.real, divisor.imaginary, divisor.imaginary)
    let product = a * divisor.conjugate
    return ComplexNumber(scalbn(product.real / square, -exponent), scalbn(product.imaginary / square, -exponent))
  }

  /// `a·b + c·d` with one rounding of the sum; Kahan's use of a fused multiplication, in Jeannerod and others (2013).
  private static func sum(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let product = c * d
    let rest = (-product).addingProduct(c, d)
    let result = product.addingProduct(a, b) + rest
    return result.isNaN ? a * b + product : result
  }

  /// Reads `3+4i`, `-j`, `2.5` and the like, and the letter that was used; `nil` for anything else.
  static func parsing(_ text: String) -> (number: ComplexNumber, letter: Letter?)? {
    var text = text
    return text.withUTF8 { bytes in
      guard let last = bytes.last, bytes.count <= 255 else { return nil }
      guard let letter = Letter(rawValue: last) else {
        return DecimalNumber.number(bytes).map { (ComplexNumber($0), nil) }
      }
      guard let number = parsing(UnsafeBufferPointer(rebasing: bytes.dropLast())) else { return nil }
      return (number, letter)
    }
  }

  /// Reads what stands before the letter; its last sign that belongs to no exponent begins the imaginary part.
  private static func parsing(_ bytes: UnsafeBufferPointer<UInt8>) -> ComplexNumber? {
    let isSign: (UInt8) -> Bool = { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    var split = 0
    for index in bytes.indices.dropFirst().reversed()
    where isSign(bytes[index]) && bytes[index - 1] | 0x20 != UInt8(ascii: "e") {
      split = index
      break
    }
    let back = UnsafeBufferPointer(rebasing: bytes[split...])
    guard let real = split == 0 ? 0 : DecimalNumber.number(UnsafeBufferPointer(rebasing: bytes[..<split])) else {
      return nil
    }
    if back.isEmpty || (back.count == 1 && isSign(back[0])) {
      return ComplexNumber(real, back.first == UInt8(ascii: "-") ? -1 : 1)
    }
    return DecimalNumber.number(back).map { ComplexNumber(real, $0) }
  }
}
