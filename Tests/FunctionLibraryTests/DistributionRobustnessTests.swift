import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Distributions with wild arguments")
struct DistributionRobustnessTests {
  static let functions: [SheetFunction] =
    NormalFunctions.functions + DiscreteFunctions.functions + StudentAndFisherFunctions.functions
    + GammaAndBetaFunctions.functions + Engineering.functions.filter { $0.name.hasPrefix("BESSEL") }

  static let wild = [
    "0", "1", "-1", "0.5", "2", "1E-300", "1E-9", "0.999999999999", "3.7", "40", "1E5", "999999999", "9999999999",
    "1E12",
    "1E300", "-1E300", "1.28E308", "1.7976931348623157E308", "-1.7976931348623157E308", "2.2250738585072014E-308",
    "4.9E-324", "9007199254740993", "18446744073709551616", "TRUE", "", "\"x\"",
  ]

  @Test("Numbers up to the greatest have a logarithm, and what is made of it")
  func greatest() {
    // ln of the greatest double, 1.28E308 and the smallest, by mpmath.
    for (number, expected) in [
      (Double.greatestFiniteMagnitude, 709.782712893384), (1.28e308, 709.4430687200975),
      (Double.leastNonzeroMagnitude, -744.4400719213812), (Double.leastNormalMagnitude, -708.3964185322641),
    ] {
      #expect(abs(DoubleDouble(number).logarithm.value - expected) < 1e-12 * abs(expected), "\(number)")
    }
    let evaluator = ModelEvaluator()
    for (formula, expected) in [
      ("GAMMALN(1.5E308)", CellValue.error(.number)), ("T.DIST(1.5E308,1,TRUE)", 1),
      ("LOGNORM.DIST(1.7976931348623157E308,0,1,TRUE)", 1), ("WEIBULL.DIST(1.7976931348623157E308,1,1,TRUE)", 1),
    ] {
      #expect(evaluator.evaluate(formula) == expected, "=\(formula)")
    }
  }

  @Test("Every call ends at once in a finite number or an error", arguments: functions)
  func ends(_ function: SheetFunction) {
    let evaluator = ModelEvaluator()
    var random = SeededGenerator(seed: 20_240_229)
    let clock = ContinuousClock()
    for _ in 0..<600 {
      let count = Int.random(in: function.arity.min...max(function.arity.min, function.arity.max ?? 0), using: &random)
      let arguments = (0..<count).map { _ in Self.wild.randomElement(using: &random) ?? "1" }
      let formula = "\(function.name)(\(arguments.joined(separator: ",")))"
      var result = CellValue.blank
      let time = clock.measure { result = evaluator.evaluate(formula) }
      switch result {
      case .number(let number, _): #expect(number.isFinite, "=\(formula)")
      case .error: break
      default: Issue.record("=\(formula) is \(result)")
      }
      // A loop over a count of 10⁹ would take minutes; the limit is far above what a busy machine needs.
      #expect(time < .seconds(20), "=\(formula)")
    }
  }
}
