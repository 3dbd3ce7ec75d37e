import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

/// The rules that hold for every function of the catalog.
@Suite("Functions")
struct ExamplesTests {
  @Test("Examples hold", arguments: FunctionCatalog.standard.functions)
  func examplesHold(of function: SheetFunction) {
    guard let reason = Self.knownFaults[function.name] else { return check(function) }
    withKnownIssue("\(reason)", isIntermittent: true) { check(function) }
  }

  @Test(
    "Examples of functions that workbooks alone have hold",
    arguments: OpenFormulaFunctions.functions + OpenFormulaTextParts.functions)
  func examplesOfWorkbooksHold(of function: SheetFunction) {
    var model = ModelSheet()
    model.catalog = FunctionCatalog.standard.addingStandIns
    check(function, ModelEvaluator(model))
  }

  /// Functions of which an example does not hold yet, and why.
  private static let knownFaults: [String: String] = [:]

  private func check(_ function: SheetFunction, _ evaluator: ModelEvaluator = ModelEvaluator()) {
    for example in function.examples {
      let result = evaluator.evaluate(example.formula)
      #expect(result.isClose(to: example.result), "=\(example.formula) gave \(result), not \(example.result)")
    }
  }

  @Test("Functions are documented", arguments: FunctionCatalog.standard.functions)
  func isDocumented(_ function: SheetFunction) {
    #expect(function.summary.hasSuffix("."))
    #expect(function.examples.count >= 2)
    for parameter in function.parameters {
      #expect(!parameter.name.isEmpty && !parameter.help.isEmpty && !parameter.help.hasSuffix("."), "\(parameter.name)")
    }
  }
}

extension SheetFunction: CustomTestStringConvertible {
  public var testDescription: String { name }
}
