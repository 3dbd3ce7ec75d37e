import Testing

@testable import Formulas

@Suite("Decimal digits")
struct DecimalDigitsTests {
  private func check(_ text: String, _ expected: Double?, at location: SourceLocation = #_sourceLocation) {
    let number = Array(text.utf8).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { DecimalDigits.number($0, from: 0, to: buffer.count) }
    }
    #expect(number == expected, sourceLocation: location)
  }

  @Test("Digits with one dot are a number, as far as it is exact")
  func numbers() {
    check("0", 0)
    check("12.5", 12.5)
    check("1.", 1)
    check("0.1", 0.1)
    check("12345678901234567", nil)
    check("900719925474098", 900_719_925_474_098)
    check("1.2.3", nil)
    check(".5", nil)
    check("1e3", nil)
    check("-1", nil)
  }
}
