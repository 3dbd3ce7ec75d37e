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
  /// is measured against the size of the swings, √(J² + Y²). From 8 on J of order 1, and what is made of it, has the error of Excel's coefficient.
  @Test("J and Y are right to 5e-7 of their swings", arguments: ["besselJ", "besselY"])
  func plain(name: String) throws {
    let references = try #require(DistributionTests.references[name])
    for reference in references {
      let (x, order) = (reference.arguments[0], Int(reference.arguments[1]))
      let first = BesselFunctions.first(x, order: order)
      let second = BesselFunctions.second(x, order: order)
      let value = name == "besselJ" ? first : second
      let swing = x > Double(order) ? (first * first + second * second).squareRoot() : abs(reference.value)
      let part = name == "besselJ" && x >= 8 && order > 0 ? 4e-5 : 5e-7
      #expect(abs(value - reference.value) <= part * swing, "\(name)(\(x), \(order))")
    }
  }

  // As Excel has saved them in BESSEL.xlsx of IronCalc's tests.
  @Test("J is Excel's to the last digits")
  func storedByExcel() {
    let stored: [(x: Double, order: Int, value: Double)] = [
      (0, 0, 1.00000000283141), (0, 1, 0), (0.2, 7, 1.9816482028036027e-11), (3.5, 1, 0.13737752717818574),
      (10, 0, -0.2459357644412996), (10, 1, 0.04347224965225415), (10, 7, 0.2167104380031489),
      (32, 1, -0.0265890283162847), (32, 10, -0.028941015632886966), (-32, 7, 0.07621034879110145),
    ]
    for (x, order, value) in stored {
      #expect(abs(BesselFunctions.first(x, order: order) - value) <= 1e-13 * abs(value), "J(\(x), \(order))")
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
