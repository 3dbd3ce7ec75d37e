import CellModel
import Functions
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
    "1E300", "-1E300", "TRUE", "", "\"x\"",
  ]

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
      case .number(let number): #expect(number.isFinite, "=\(formula)")
      case .error: break
      default: Issue.record("=\(formula) is \(result)")
      }
      // A loop over a count of 10⁹ would take minutes; the limit is far above what a busy machine needs.
      #expect(time < .seconds(20), "=\(formula)")
    }
  }
}
