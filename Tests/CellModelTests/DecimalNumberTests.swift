import Foundation
import TestSupport
import Testing

@testable import CellModel

/// Fifteen digits of a number are those that C prints.
@Suite("Decimal digits of a number")
struct DecimalNumberTests {
  /// What `printf("%.14e")` makes of a number.
  private func printed(_ number: Double) -> (significand: UInt64, exponent: Int)? {
    let text = String(format: "%.14e", abs(number))
    let parts = text.split(separator: "e")
    guard parts.count == 2, var significand = UInt64(parts[0].filter { $0 != "." }), var exponent = Int(parts[1]) else {
      return nil
    }
    exponent -= 14
    while significand > 0, significand % 10 == 0 {
      significand /= 10
      exponent += 1
    }
    return (significand, significand == 0 ? 0 : exponent)
  }

  private func check(_ number: Double, at location: SourceLocation = #_sourceLocation) {
    let digits = DecimalNumber(number)
    let wanted = printed(number)
    #expect(
      digits.significand == wanted?.significand && digits.exponent == wanted?.exponent,
      "\(number): \(digits.significand)e\(digits.exponent)", sourceLocation: location)
  }

  @Test("A row of nines becomes a one before them, and its zeros")
  func nines() {
    check(0.08 - 0.07)
    check(1000 - 0.0000000000005)
    check(9.999_999_999_999_995)
    check(-0.000_999_999_999_999_999_5)
    check(999_999_999_999_999.5)
    check(1 - 0x1p-53)
    #expect(NumberText.general(0.08 - 0.07) == "0.01")
    #expect(CellValue.number(0.08 - 0.07).description == "0.01")
  }

  @Test("Numbers of seventeen digits, near ties and far from them")
  func random() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<TestLength.count(20_000, of: 2_000_000) {
      let bits = UInt64.random(in: 0...UInt64.max, using: &random)
      let number = Double(bitPattern: bits)
      if number.isFinite, abs(number) >= 1e-300 { check(number) }
      // Sixteen and seventeen digits of which the last ones are fives, behind nines or any others.
      let head =
        random.happens(50) ? String(repeating: "9", count: 14) : "\(10_000_000_000_000 + bits % 89_999_999_999_999)"
      let tail = random.one(of: ["5", "50", "95", "49", "51", "500", "450", "99"])
      if let near = Double("0.\(head)\(bits % 10)\(tail)e\(Int(bits % 40) - 20)") { check(near) }
    }
  }
}
