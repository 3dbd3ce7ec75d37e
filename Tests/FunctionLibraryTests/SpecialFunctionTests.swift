import Functions
import Testing

@testable import FunctionLibrary

@Suite("Bessel functions")
struct SpecialFunctionTests {
  @Test("They are what a workbook of Excel stores, and what Microsoft's page has, to the last digit")
  func stored() {
    #expect(BesselFunctions.modifiedFirst(2, order: 3) == 0.21273995970273565)
    #expect(BesselFunctions.first(2, order: 3) == 0.12894324997562717)
    #expect(BesselFunctions.modifiedSecond(2, order: 3) == 0.6473854)
    #expect(BesselFunctions.second(2, order: 3) == -1.1277837651220644)
    #expect(abs(BesselFunctions.modifiedFirst(1.5, order: 1) - 0.981666428) < 5e-10)
    #expect(abs(BesselFunctions.first(1.9, order: 2) - 0.329925829) < 5e-10)
    #expect(abs(BesselFunctions.modifiedSecond(1.5, order: 1) - 0.277387804) < 5e-10)
    #expect(abs(BesselFunctions.second(2.5, order: 1) - 0.145918138) < 5e-10)
  }

  /// Where a function swings around 0, a value close to a zero is only as good as `x` is close to the zero; so the error
  /// is measured against the size of the swings, √(J² + Y²).
  @Test("J and Y are right to 5e-7 of their swings", arguments: ["besselJ", "besselY"])
  func plain(name: String) throws {
    let references = try #require(DistributionTests.references[name])
    for reference in references {
      let (x, order) = (reference.arguments[0], Int(reference.arguments[1]))
      let first = BesselFunctions.first(x, order: order)
      let second = BesselFunctions.second(x, order: order)
      let value = name == "besselJ" ? first : second
      let swing = x > Double(order) ? (first * first + second * second).squareRoot() : abs(reference.value)
      #expect(abs(value - reference.value) <= 5e-7 * swing, "\(name)(\(x), \(order))")
    }
  }

  @Test("I and K are right to 5e-7 where the exponential is a number", arguments: ["besselI", "besselK"])
  func modified(name: String) throws {
    let references = try #require(DistributionTests.references[name])
    for reference in references {
      let (x, order) = (reference.arguments[0], Int(reference.arguments[1]))
      guard x < 700 else { continue }
      let value =
        name == "besselI"
        ? BesselFunctions.modifiedFirst(x, order: order) : BesselFunctions.modifiedSecond(x, order: order)
      #expect(abs(value - reference.value) <= 5e-7 * abs(reference.value), "\(name)(\(x), \(order))")
    }
  }

  @Test("Arguments and orders far out end in 0 or infinity, not in a number that is none, and at once")
  func farOut() {
    for order in [0, 1, 7, 1000, 1_000_000] {
      for x in [1e-300, 1e-10, 1, 5e4, 1e6, 1e12, 1e300] {
        let values = [
          BesselFunctions.first(x, order: order), BesselFunctions.second(x, order: order),
          BesselFunctions.modifiedFirst(x, order: order), BesselFunctions.modifiedSecond(x, order: order),
        ]
        #expect(values.allSatisfy { !$0.isNaN }, "\(x), \(order): \(values)")
      }
    }
    #expect(BesselFunctions.first(-2, order: 1) == -BesselFunctions.first(2, order: 1))
    #expect(BesselFunctions.modifiedFirst(-2, order: 2) == BesselFunctions.modifiedFirst(2, order: 2))
  }
}
