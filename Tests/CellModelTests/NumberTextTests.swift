import CellModel
import TestSupport
import Testing

@Suite("Number text")
struct NumberTextTests {
  @Test("General has 15 digits and turns scientific where Excel does")
  func general() {
    check(0, "0")
    check(-0.0, "0")
    check(1, "1")
    check(-12.5, "-12.5")
    check(0.1 + 0.2, "0.3")
    check(1.0 / 3, "0.333333333333333")
    check(2.0 / 3, "0.666666666666667")
    check(123_456_789_012_345, "123456789012345")
    check(1_234_567_890_123_456, "1234567890123460")
    check(1e15, "1000000000000000")
    check(1e19, "10000000000000000000")
    check(1e20, "1E+20")
    check(1e21, "1E+21")
    check(1.5e300, "1.5E+300")
    check(1.7976931348623157e308, "1.7976931348623E+308")
    check(0.00001, "0.00001")
    check(1e-9, "0.000000001")
    check(1.23456789e-10, "0.000000000123456789")
    check(1.234567891e-10, "1.234567891E-10")
    check(1e-18, "0.000000000000000001")
    check(1e-19, "1E-19")
    check(-1.0 / 3e10, "-3.33333333333333E-11")
    check(99999999999999.99, "100000000000000")
    check(9.999999999999999, "10")
    check(4.35, "4.35")
    check(1.005, "1.005")
    check(2.5e-7, "0.00000025")
  }

  @Test("General with room for 11 characters rounds what does not fit")
  func narrow() {
    let rows: [(Double, String)] = [
      (0, "0"), (1, "1"), (1.0 / 3, "0.333333333"), (100.0 / 3, "33.33333333"), (1e10, "10000000000"),
      (12_345_678_901, "12345678901"), (123_456_789_012, "1.23457E+11"), (1e11, "1E+11"),
      (1_234_567_890_123, "1.23457E+12"),
      (0.0001, "0.0001"), (0.00001, "0.00001"), (0.000012345678, "1.23457E-05"), (1e-10, "1E-10"), (-1.5, "-1.5"),
      (1234567890.55, "1234567891"), (0.1 + 0.2, "0.3"), (1.7976931348623157e308, "1.79769E+308"),
    ]
    for (number, text) in rows { #expect(NumberText.narrow(number) == text) }
  }

  @Test("The exact text reads back as the same number")
  func roundTrip() {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let number = Double(bitPattern: chance.next())
      guard number.isFinite else { continue }
      #expect(Double(NumberText.roundTrip(number)) == number)
      #expect(!NumberText.general(number).isEmpty)
      #expect(!NumberText.narrow(number).isEmpty)
    }
    #expect(NumberText.roundTrip(3) == "3")
    #expect(NumberText.roundTrip(-0.0) == "0")
    #expect(NumberText.roundTrip(0.1 + 0.2) == "0.30000000000000004")
    #expect(NumberText.roundTrip(1e300) == "1e+300")
  }

  @Test("The exact text is the shortest, whatever way it was found")
  func shortest() {
    var chance = SeededGenerator(seed: 11)
    for place in 0..<20_000 {
      let digits = Double(chance.next() % 1_000_000_000_000)
      let power = (0..<place % 12).reduce(1.0) { power, _ in power * 10 }
      let number = (chance.next() % 2 == 0 ? 1 : -1) * (place % 3 == 0 ? (digits / power).nextUp : digits / power)
      let known = number.description
      let text = NumberText.roundTrip(number)
      #expect(text == (known.hasSuffix(".0") ? String(known.dropLast(2)) : known) || number == 0, "\(number)")
    }
  }

  @Test("Numbers of all sizes have the digits that the standard library gives them")
  func ofAllSizes() {
    var chance = SeededGenerator(seed: 13)
    var numbers = (0..<50_000).map { _ in Double(bitPattern: chance.next()) }
    for exponent in 0...2046 as ClosedRange<UInt64> {
      for fraction in [0, 1, 2, 1 << 51, 1 << 52 - 2, 1 << 52 - 1] as [UInt64] {
        numbers.append(Double(bitPattern: exponent << 52 | fraction))
      }
    }
    for bound in [1e-4, 1e-3, 1e9, 1e15, 0x1p53, 0x1p54, 1e17] {
      numbers += [bound, bound.nextUp, bound.nextDown, -bound, bound / 3]
    }
    let others = numbers.filter { number in
      guard number.isFinite, number != 0 else { return false }
      let known = number.description
      return NumberText.roundTrip(number) != (known.hasSuffix(".0") ? String(known.dropLast(2)) : known)
    }
    #expect(others == [])
  }

  @Test("Decimal places round the 15 digits, half away from zero")
  func places() {
    #expect(DecimalNumber(2.675).rounded(toPlaces: 2).double == 2.68)
    #expect(DecimalNumber(1.005).rounded(toPlaces: 2).double == 1.01)
    #expect(DecimalNumber(-2.5).rounded(toPlaces: 0).double == -3)
    #expect(DecimalNumber(0.5).rounded(toPlaces: 0).double == 1)
    #expect(DecimalNumber(0.49).rounded(toPlaces: 0).isZero)
    #expect(DecimalNumber(1250).rounded(toPlaces: -2).double == 1300)
    #expect(DecimalNumber(1e-30).rounded(toPlaces: 2).isZero)
    #expect(DecimalNumber(Double.leastNonzeroMagnitude).digitCount == 1)
    #expect(DecimalNumber(.nan).isZero)
  }
}

private func check(_ number: Double, _ expected: String, at location: SourceLocation = #_sourceLocation) {
  #expect(NumberText.general(number) == expected, sourceLocation: location)
}
