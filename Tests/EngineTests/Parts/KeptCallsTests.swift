import CellModel
import Formulas
import FunctionLibrary
import Functions
import TestSupport
import Testing

@testable import Engine

@Suite("Kept calls")
struct KeptCallsTests {
  private let calls = KeptCalls()
  private let area = Area(grid: GridID(rawValue: 0), top: 0, left: 0, bottom: 99, right: 0)
  private let sum = Self.function("TOTAL") { _ in 7 }
  private let other = Self.function("OTHER") { _ in 7 }

  private static func function(
    _ name: String, traits: SheetFunction.Traits = [], _ body: @escaping @Sendable (CellRange) -> CellValue
  ) -> SheetFunction {
    SheetFunction(name, "Tells something.", .range("values", "what it is about"), traits: traits, examples: []) {
      body($0)
    }
  }

  private func isMade(
    _ function: SheetFunction, _ operands: [Operand], _ result: Operand = .value(1), scope: Int = 0,
    reach: OpenEnds.Reach = .used
  ) -> Bool {
    operands.withUnsafeBufferPointer { operands in
      let (call, scope) = (FunctionCall(function), ScopeID(rawValue: scope))
      switch calls.standing(of: call, operands, in: scope, reach: reach) {
      case nil: return true
      case .kept?: return false
      case .madeOnce(let place)?:
        if case .value(let value) = result {
          calls.keep(value, KeptCalls.Trace(steps: 3, ends: OpenEnds()), at: place, operands, reach: reach)
        }
        return true
      }
    }
  }

  private var reference: Operand { .reference(Reference(area)) }

  @Test("A call is made twice and then kept, for the same operands in one scope alone, until a cell changes")
  func sameOperands() {
    #expect((1...4).map { _ in isMade(sum, [reference]) } == [true, true, false, false])
    #expect(isMade(other, [reference]))
    for operand: Operand in [
      .value(0), .value(-0.0), .value(.number(0, .percent)), .value("é"), .value("e\u{301}"), .value(true),
      .omitted,
    ] {
      #expect(isMade(sum, [reference, operand]) && isMade(sum, [reference, operand]))
      #expect(!isMade(sum, [reference, operand]))
    }
    #expect(!isMade(sum, [reference]))
    #expect(isMade(sum, [reference], scope: 1))
    #expect((1...3).map { _ in isMade(sum, [reference]) } == [true, true, false])
    #expect((1...3).map { _ in isMade(sum, [reference], reach: .beyond(65)) } == [true, true, false])
    #expect(!isMade(sum, [reference]))
    calls.removeAll()
    #expect(isMade(sum, [reference]))
  }

  @Test("Arrays are the same where their elements stand in one place, and short ones where they are equal")
  func arrays() {
    func array(_ count: Int) -> Operand {
      .value(.array(CellArray(rows: count, columns: 1, repeating: .number(1))))
    }
    let long = array(40)
    #expect((1...3).map { _ in isMade(sum, [long]) } == [true, true, false])
    #expect(isMade(sum, [array(40)]))
    #expect((1...3).map { _ in isMade(sum, [reference, array(3)]) } == [true, true, false])
    #expect(isMade(sum, [reference, array(4)]))
  }

  @Test("A call that is asked for in each row is found among others that differ from row to row")
  func amongOthers() {
    for row in 0..<500 { _ = isMade(sum, [reference, .value(.number(Double(row)))]) }
    var made = 0
    for row in 0..<500 {
      if isMade(sum, [reference]) { made += 1 }
      _ = isMade(sum, [reference, .value(.number(Double(row) + 0.5))])
    }
    #expect(made < 100)
  }

  @Test("What reads its third operand in the size of the first is kept where both have one size")
  func resized() {
    let resizing = Self.function("RESIZING", traits: .resizesThird) { _ in 7 }
    func mayKeep(_ operands: [Operand]) -> Bool {
      operands.withUnsafeBufferPointer { KeptCalls.mayKeep(FunctionCall(resizing), $0) }
    }
    var smaller = area
    smaller.bottom = 0
    #expect(mayKeep([reference, .value(1)]) && mayKeep([reference, .value(1), reference]))
    #expect(!mayKeep([reference, .value(1), .reference(Reference(smaller))]))
    #expect(!mayKeep([reference, .value(1), .omitted]))
  }

  @Test("A reference that a call gives is not kept")
  func references() {
    #expect((1...3).allSatisfy { _ in isMade(sum, [reference], reference) })
  }

  @Test("A column asks a function as often as two cells do, and again when a cell changes")
  func column() throws {
    let counter = Counter()
    @Sendable func first(_ range: CellRange) -> CellValue {
      counter.calls += 1
      return range.area.map { range.context.value(at: $0.topLeft) } ?? .blank
    }
    @Sendable func length(_ range: CellRange) -> CellValue {
      counter.calls += 1
      do throws(CellError) { return .number(Double(try range.array().count)) } catch { return .error(error) }
    }
    let engine = Engine(
      catalog: FunctionCatalog.standard.adding(
        title: "Counted",
        [
          Self.function("FIRST", first), Self.function("LENGTH", length),
          Self.function("FRESH", traits: .volatile, first),
        ]))
    let sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
    func cell(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: sheet, row: row, column: column) }
    for row in 0..<100 { engine.setConstant(.number(Double(row)), at: cell(row, 0)) }

    func calls(_ formula: String) -> Int {
      counter.calls = 0
      engine.setFormula(
        FormulaParser.parse(formula).tree, over: Area(grid: sheet, top: 0, left: 2, bottom: 99, right: 2))
      engine.recalculate()
      return counter.calls
    }
    #expect(calls("A1 + FIRST(A$1:A$100)") <= 8)
    #expect(engine.value(at: cell(9, 2)) == 9)
    #expect(calls("A1 + FRESH(A$1:A$100)") >= 100)
    #expect(calls("A1 + FIRST(A1:A100)") >= 100)
    #expect(calls("A1 + FIRST(A$1:A$100)") <= 8)
    // A whole column is read twice, as far as it is used and a little further.
    #expect(calls("MOD(A1 + LENGTH(A:A), 1)") <= 16)
    #expect(calls("A1 + FIRST(A$1:A$100)") <= 8)
    counter.calls = 0
    engine.setConstant(1000, at: cell(0, 0))
    engine.recalculate()
    #expect((1...8).contains(counter.calls))
    #expect(engine.value(at: cell(9, 2)) == 1009)
  }
}

private final class Counter: @unchecked Sendable { var calls = 0 }
