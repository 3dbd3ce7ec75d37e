import CellModel
import Foundation
import Functions
import Testing

@testable import FunctionLibrary

@Suite("Kernels of mathematics")
struct MathKernels {
  @Test("Rounding sees the decimal that is shown, not the binary number")
  func rounding() {
    check(2.675, 2, 2.68)
    check(1.005, 2, 1.01)
    check(-2.5, 0, -3)
    check(2.5, 0, 3)
    check(0.285, 2, 0.29)
    check(1.15, 1, 1.2)
    check(1.45, 1, 1.5)
    check(562_949_953_421_311.4, 0, 562_949_953_421_311)
    check(1e300, 2, 1e300)
    check(1234.5, -2, 1200)
    check(1250, -2, 1300)
    check(5e-30, 29, 1e-29)
    check(4e-30, 29, 0)
    check(1e308, -400, 0)
    check(.greatestFiniteMagnitude, 300, .greatestFiniteMagnitude)
    check(-0.5, 0, -1)
    check(0, 3, 0)
  }

  @Test("Rounding down and up takes what is a whole number in 15 digits for one")
  func directed() {
    #expect(DecimalRounding.round(1.15, places: 2, .towardsZero) == 1.15)
    #expect(DecimalRounding.round(1.1 * 3, places: 1, .awayFromZero) == 3.3)
    #expect(DecimalRounding.round(-3.14159, places: 1, .awayFromZero) == -3.2)
    #expect(DecimalRounding.floor(4.35 * 100) == 435)
    #expect(DecimalRounding.floor(-0.5) == -1)
    #expect(DecimalRounding.ceiling(-0.5) == 0)
    #expect(Multiples.ceiling(1.1, step: 0.1) == 1.1)
    #expect(Multiples.floor(0.3, step: 0.1) == 0.3)
  }

  @Test("A remainder has the sign of the divisor and is exact for whole numbers")
  func remainders() {
    #expect(Multiples.modulo(-3, 2) == 1)
    #expect(Multiples.modulo(3, -2) == -1)
    // Excel 2010 and later give what is left of the numbers as they are, not of those that were typed.
    #expect(Multiples.modulo(0.9, 0.3) == 0x1p-54)
    #expect(Multiples.modulo(12.3, 1.23) == 8.881784197001252e-16)
    #expect(Multiples.modulo(2.99999, -1.00001) == -4.0000000000262048e-5)
    #expect(Multiples.modulo(5, 1e-10) == 9.999981783901343e-11)
    #expect(Multiples.modulo((1.2 - 1) / 0.2, 1) == 0.9999999999999998)
    #expect(Multiples.modulo(-1e-16, 2) == 0)
    #expect(Multiples.modulo(1e12 + 7, 10) == 7)
    #expect(Multiples.modulo(1e16, 3) == nil)
    #expect(Multiples.modulo(-6, 3) == 0)
  }

  @Test("A compensated sum loses no small terms")
  func sums() {
    #expect(CompensatedSum.of([Double](repeating: 0.1, count: 10)) == 1)
    #expect(CompensatedSum.of([1e16, 1, -1e16]) == 1)
    #expect(CompensatedSum.of([1e308, 1e308]).isInfinite)
  }

  @Test("Counts of ways are whole numbers")
  func counting() {
    #expect(Combinatorics.combinations(52, 5) == 2_598_960)
    #expect(Combinatorics.combinations(60, 30) == 118_264_581_564_861_424)
    #expect(Combinatorics.permutations(100, 3) == 970_200)
    #expect(Combinatorics.factorial(20) == 2_432_902_008_176_640_000)
    #expect(Combinatorics.factorial(171).isInfinite)
    #expect(Combinatorics.doubleFactorial(7) == 105)
    #expect(Combinatorics.greatestCommonDivisor(1_071, 462) == 21)
  }

  @Test("Counts of ways are the nearest numbers to the exact ones")
  func exactCounting() throws {
    for row in try referenceRows("counting") {
      let terms = row[1].split(separator: ",").map { Double($0) ?? .nan }
      let value =
        switch row[0] {
        case "factorial": Combinatorics.factorial(Int(terms[0]))
        case "doubleFactorial": Combinatorics.doubleFactorial(Int(terms[0]))
        case "combinations": Combinatorics.combinations(terms[0], terms[1])
        case "permutations": Combinatorics.permutations(terms[0], terms[1])
        default: Combinatorics.multinomial(terms)
        }
      #expect(value == Double(row[2]), "\(row)")
    }
    #expect(Combinatorics.combinations(1030, 515).isInfinite)
    #expect(Combinatorics.multinomial([1e9, 1e9]).isInfinite)
  }

  @Test("Logarithms of powers are whole")
  func logarithms() {
    for base in [3, 5, 6, 7, 12] {
      for exponent in 1...12 {
        #expect(Logarithms.logarithm(pow(Double(base), Double(exponent)), base: Double(base)) == Double(exponent))
      }
    }
    #expect(Logarithms.logarithm(0.125, base: 2) == -3)
    #expect(abs(Logarithms.logarithm(86, base: 2.7182818) - 4.454347342888286) < 1e-14)
  }

  @Test("Matrices of rows and columns of different size are inverted, those of dependent rows are not")
  func scaledInverses() {
    let small = NumberMatrix(rows: 2, columns: 2, [1e-20, 0, 0, 1])
    #expect(small.determinant == 1e-20)
    #expect(small.inverted()?.elements == [1e20, 0, 0, 1])
    let wide = NumberMatrix(rows: 2, columns: 2, [1, 1e200, 1e-200, 3])
    #expect(wide.determinant == 2)
    #expect(NumberMatrix(rows: 3, columns: 3, [1, 2, 3, 4, 5, 6, 7, 8, 9]).inverted() == nil)
    #expect(NumberMatrix(rows: 2, columns: 2, [0.1, 0.2, 0.3, 0.6]).determinant == 0)
    var hilbert = NumberMatrix(rows: 8, columns: 8)
    for row in 0..<8 {
      for column in 0..<8 { hilbert[row, column] = 1 / Double(row + column + 1) }
    }
    // 1/365356847125734485878112256000000
    #expect(abs(hilbert.determinant / 2.7370501138e-33 - 1) < 1e-7)
    let corner = hilbert.inverted()?[0, 0] ?? 0
    #expect(abs(corner / 64 - 1) < 1e-6)
    #expect(NumberMatrix(rows: 200, columns: 200, repeating: 0).determinant == 0)
  }

  @Test("A matrix times its inverse is the unit matrix")
  func inverses() {
    let matrix = NumberMatrix(rows: 3, columns: 3, [4, -2, 1, 1, 3, 2, 5, 1, 7])
    let product = matrix.inverted().map { matrix * $0 }
    for index in 0..<9 {
      #expect(abs((product?.elements[index] ?? 9) - (index % 4 == 0 ? 1 : 0)) < 1e-14)
    }
    #expect(matrix.determinant == 56)
    #expect(NumberMatrix(rows: 2, columns: 2, [1, 2, 2, 4]).inverted() == nil)
  }

  @Test("Roman numerals are read back as they were written, in every form")
  func numerals() {
    for form in 0...4 {
      for number in 0...3999 { #expect(RomanNumerals.number(of: RomanNumerals.text(of: number, form: form)) == number) }
    }
    #expect((0...4).map { RomanNumerals.text(of: 499, form: $0) } == ["CDXCIX", "LDVLIV", "XDIX", "VDIV", "ID"])
  }

  @Test("Ten digits are two's complement")
  func twosComplement() {
    #expect(NumeralSystems.TenDigits.binary.number(of: "1000000000") == -512)
    #expect(NumeralSystems.TenDigits.octal.text(of: -1, places: nil) == "7777777777")
    #expect(NumeralSystems.TenDigits.hexadecimal.text(of: 255, places: 4) == "00FF")
    #expect(NumeralSystems.TenDigits.hexadecimal.number(of: "12345678901") == nil)
  }
}

private func check(_ x: Double, _ places: Int, _ expected: Double, at location: SourceLocation = #_sourceLocation) {
  #expect(DecimalRounding.round(x, places: places) == expected, sourceLocation: location)
}
