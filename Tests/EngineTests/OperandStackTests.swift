import CellModel
import Formulas
import FunctionLibrary
import Testing

@testable import Engine
@testable import Functions

/// Operands stand side by side in memory that grows, while calls and LAMBDAs are within each other.
@Suite("Operand stack")
struct OperandStackTests {
  @Test("Operands are pushed, popped and replaced in their order")
  func order() {
    var stack = OperandStack()
    defer { stack.deallocate() }
    for number in 0..<1_000 { stack.push(.value(.text("text number \(number)"))) }
    #expect(stack.last(2).map { text($0) } == ["text number 998", "text number 999"])
    stack.replaceLast(999, by: .value("one"))
    #expect(stack.count == 2)
    #expect(text(stack.pop()) == "one")
    #expect(text(stack.pop()) == "text number 0")
    stack.push(.value("left behind"))
    stack.removeAll()
    #expect(stack.count == 0)
  }

  @Test("Calls within calls find their own operands")
  func nesting() {
    let many = (1...200).map { "\"a long text, number \($0)\"" }.joined(separator: ",")
    let joined = (1...200).map { "a long text, number \($0)" }.joined()
    check("CONCAT(\(many))", .text(joined))
    check("SUM(\((1...250).map(String.init).joined(separator: ",")))", 31_375)
    // A function that holds its operands while a LAMBDA runs that needs more room than its caller.
    check(
      "CONCAT(\"<\", MAP({1,2}, LAMBDA(x, LEN(CONCAT(x, \(many))))), \">\")",
      .text("<\(joined.count + 1)\(joined.count + 1)>"))
    check("REDUCE(0, {1,2,3}, LAMBDA(a, x, a + SUM(\((1...100).map { "x*\($0)" }.joined(separator: ",")))))", 30_300)
    // A LAMBDA that is called in the middle of operands, and one that is made and called on the spot.
    check("CONCAT(\"a\", LET(f, LAMBDA(x, y, x & \"-\" & y), f(\"b\", f(\"c\", \"d\"))), \"e\")", "ab-c-de")
    check("1 + LAMBDA(x, LAMBDA(y, x * 10 + y))(4)(2) + 1", 44)
    check("LET(f, LAMBDA(f, n, IF(n = 0, 0, n + f(f, n - 1))), f(f, 900))", 405_450)
    check("IFERROR(CONCAT(\"a\", 1/0, \"b\"), CONCAT(\"c\", IFERROR(1/0, \"d\"), \"e\"))", "cde")
  }

  private func text(_ operand: Operand) -> String? { if case .value(.text(let text)) = operand { text } else { nil } }

  private func check(_ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
    let engine = Engine(catalog: .standard)
    let scope = engine.names.addScope()
    let sheet = engine.names.addSheet(named: "Sheet1", in: scope)
    engine.setFormula(FormulaParser.parse(formula).tree, over: Area(grid: sheet, top: 0, left: 0, bottom: 19, right: 0))
    engine.recalculate()
    for row in 0..<20 {
      let value = engine.value(at: CellAddress(grid: sheet, row: row, column: 0))
      #expect(value == expected, "\(value)", sourceLocation: location)
    }
  }
}
