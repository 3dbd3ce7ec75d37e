import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

/// Requests that no machine could fulfil end at once in an error value.
@Suite("Arrays, bad input")
struct ArraysBadInputTests {
  @Test("What is too large is refused before it is made")
  func sizes() {
    let rows: [(String, CellError)] = [
      ("SEQUENCE(1000000000)", .value), ("SEQUENCE(1E+300)", .number), ("SEQUENCE(1000000, 1000000)", .value),
      ("RANDARRAY(1000000000)", .value), ("RANDARRAY(100000, 100000)", .value),
      ("MAKEARRAY(1000000000, 1, LAMBDA(r, c, r))", .value), ("EXPAND(1, 1000000000)", .number),
      ("EXPAND({1,2}, 1000000, 1000000)", .number), ("SEQUENCE(1000000) + SEQUENCE(1, 16000)", .calculation),
      ("WRAPROWS(SEQUENCE(3), 1E+300)", .number), ("MUNIT(1000000000)", .value),
      ("TEXTJOIN(REPT(\"x\", 32767), FALSE, SEQUENCE(1000))", .calculation),
      ("CHOOSEROWS(SEQUENCE(1000), 1001)", .value), ("INDEX(SEQUENCE(3), 1E+18)", .reference),
      ("TAKE(SEQUENCE(3), 1E+300)", .number), ("OFFSET(A1, 1E+18, 0)", .reference),
    ]
    let evaluator = ModelEvaluator()
    for (formula, error) in rows {
      #expect(evaluator.evaluate(formula) == .error(error), "\(formula)")
    }
  }

  @Test("A call may have a million arguments")
  func millionArguments() throws {
    let operands = Array(repeating: Operand.value(.number(1)), count: 1_000_000)
    for (name, expected) in [("SUM", .number(1_000_000)), ("OR", .logical(true)), ("ROUND", .error(.value))]
      as [(String, CellValue)]
    {
      let function = try #require(FunctionCatalog.standard.function(named: name))
      guard case .value(let value) = function(operands, in: ModelEvaluator()) else {
        Issue.record("\(name) gave no value")
        continue
      }
      #expect(value == expected, "\(name)")
    }
  }

  @Test("An array of long texts is an error before it fills the memory")
  func texts() throws {
    let evaluator = ModelEvaluator()
    #expect(evaluator.evaluate("REPT(\"x\", SEQUENCE(100000, 1, 32767, 0))") == .error(.value))
    #expect(evaluator.evaluate("MAP(SEQUENCE(100000), LAMBDA(x, REPT(\"x\", 32767)))") == .error(.value))
    let long = CellValue.text(String(repeating: "x", count: 32_000))
    let many = CellValue.array(CellArray(rows: 100_000, columns: 1, repeating: .number(1)))
    #expect(throws: CellError.value) { try CellArithmetic.liftedConcatenation(long, many) }
    let short = try CellArithmetic.liftedConcatenation("a", .array(CellArray(row: [1, 2])))
    #expect(short.value == .array(CellArray(row: ["a1", "a2"])))
  }
}
