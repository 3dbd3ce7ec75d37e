import Functions
import Testing

@testable import FunctionLibrary

@Suite("Complex numbers")
struct ComplexNumberTests {
  @Test("Functions agree with mpmath to 14 digits of the distance from zero")
  func functions() throws {
    let functions: [String: (ComplexNumber) -> ComplexNumber] = [
      "exponential": { $0.exponential }, "logarithm": { $0.logarithm }, "decimalLogarithm": { $0.decimalLogarithm },
      "binaryLogarithm": { $0.binaryLogarithm }, "squareRoot": { $0.squareRoot }, "sine": { $0.sine },
      "cosine": { $0.cosine }, "tangent": { $0.tangent }, "hyperbolicSine": { $0.hyperbolicSine },
      "hyperbolicCosine": { $0.hyperbolicCosine }, "reciprocal": { $0.reciprocal }, "cube": { $0.power(3) },
      "power-2.5": { $0.power(-2.5) },
    ]
    let rows = try referenceRows("complex")
    #expect(Set(rows.map { $0[0] }) == Set(functions.keys))
    for row in rows {
      let parts = row.dropFirst().map { Double($0) ?? .nan }
      let function = try #require(functions[row[0]])
      let value = function(ComplexNumber(parts[0], parts[1]))
      let expected = ComplexNumber(parts[2], parts[3])
      #expect((value - expected).magnitude <= 1e-14 * expected.magnitude, "\(row)")
    }
  }

  @Test("Products and quotients keep their digits where terms cancel, and do not overflow on the way")
  func arithmetic() {
    // (1 + 2⁻³⁰)² − 1 would lose half its digits in two roundings.
    let a = ComplexNumber(1 + 0x1p-30, 1)
    #expect((a * a).real == 0x1p-29 + 0x1p-60)
    #expect(ComplexNumber(-238, 240) / ComplexNumber(10, 24) == ComplexNumber(5, 12))
    #expect(ComplexNumber(1e300, 1e300) / ComplexNumber(1e300, 1e300) == ComplexNumber(1))
    #expect(ComplexNumber(1e-200) / ComplexNumber(0, 1e-200) == ComplexNumber(0, -1))
    #expect(!(ComplexNumber(1) / ComplexNumber(0)).isFinite)
  }

  @Test("The logarithm keeps its digits where the distance from zero is near 1")
  func logarithms() {
    #expect(ComplexNumber(1, 1e-9).logarithm.real == 5e-19)
    #expect(abs(ComplexNumber(0.6, 0.8).logarithm.real) < 1e-16)
  }

  @Test("Powers of whole exponents are exact where they can be")
  func powers() {
    #expect(ComplexNumber(2, 3).power(3) == ComplexNumber(-46, 9))
    #expect(ComplexNumber(1, 1).power(20) == ComplexNumber(-1024))
    #expect(ComplexNumber(0, 1).power(-1) == ComplexNumber(0, -1))
    #expect(ComplexNumber(1e200).power(-2) == ComplexNumber(0))
  }
}
