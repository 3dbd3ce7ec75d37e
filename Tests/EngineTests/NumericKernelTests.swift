import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine
@testable import Functions

/// A kernel stands for the body of its declaration where an executor runs over plain numbers.
@Suite("Kernels of numbers")
struct NumericKernelTests {
  /// Numbers at which a shortcut is tempted to differ: around whole numbers, zeros of both signs, and the largest.
  private static let awkward: [Double] = [
    0, -0.0, 1, -1, 0.5, -0.5, 434.99999999999994, 435, -434.99999999999994, 4.35 * 100, 1.1 * 3, 0.1 + 0.2,
    Double(1).nextDown, Double(1).nextUp, -Double(1).nextDown, 0x1p53 + 2, -0x1p53 - 2, 1e15,
    Double(1e15).nextDown, 1e15 + 0.5, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    .leastNormalMagnitude, -.leastNonzeroMagnitude, 1e308, 0x1p52, 0x1p53, .pi,
  ]

  private static func numbers() -> [Double] {
    var random = SeededGenerator(seed: 11)
    let scaled = (0..<2_000).map { _ in
      Double(random.number(-1_000_000...1_000_000)) * [1e-9, 0.01, 1, 4.35, 1e9, 1e300][random.number(0...5)]
    }
    return awkward + scaled + scaled.map(\.nextDown) + scaled.map { ($0 / 3).rounded() }
  }

  @Test("Every kernel is declared once and gives what its declaration gives, in blocks and cell by cell")
  func kernels() {
    let functions = FunctionCatalog.standard.functions.filter { $0.kernel != nil }
    #expect(Set(functions.compactMap(\.kernel)) == Set(NumericKernel.allCases))
    #expect(functions.count == NumericKernel.allCases.count)
    for function in functions { check(function.name) }
  }

  @Test("INT gives in a column what it gives at the prompt")
  func integers() { check("INT") }

  @Test(
    "The largest, the smallest and the sum of several take blanks as their functions do, whatever way they are evaluated"
  )
  func folds() {
    let rows: [[CellValue]] = [
      [-5, .blank], [.blank, .blank], [3, "x"], [-1, true], [2, .error(.number)], [0, -0.0], [-0.0, 0], [1, 2],
      [.number(46_000, .date), .number(46_001, .date)], [.number(46_000, .date), 3], [.number(0.5, .percent), 2],
    ]
    for formula in [
      "MAX(A1,B1)", "MIN(A1,B1)", "SUM(A1,B1)", "SUM(A1,7)", "SUM(-A1,B1,A1*B1)", "SUM(0*-A1,-0)", "SUM(B1)",
      "1/SUM(A1,B1)", "SUM(A1,TRUE)", "SUM(A1>B1,B1)", "SUM(A1,IF(B1>0,A1,B1))", "MAX(B1)", "MIN(0,A1-1,B1)",
      "MAX(A1,-B1)", "MAX(IF(A1>0,A1,B1),-9)", "MIN(A1,TRUE)",
    ] {
      let engine = Engine(catalog: .standard)
      let sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
      func cell(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: sheet, row: row, column: column) }
      // A block of plain rows first, so that the mixed ones stand in a column that has been run as one.
      let all = (0..<600).map { [CellValue.number(Double($0 % 7)), .number(Double($0 % 5))] } + rows
      for (row, values) in all.enumerated() {
        for (column, value) in values.enumerated() { engine.setConstant(value, at: cell(row, column)) }
      }
      let parsed = FormulaParser.parse(formula).tree
      engine.setFormula(parsed, over: Area(grid: sheet, top: 0, left: 2, bottom: all.count - 1, right: 2))
      engine.recalculate()
      for row in all.indices {
        let alone = engine.expressions.evaluate(
          FormulaParser.parse(
            formula.replacing("A1", with: "A\(row + 1)").replacing("B1", with: "B\(row + 1)") + "&\"\""
          ).tree, at: cell(row, 5))
        let general = engine.expressions.evaluate(
          FormulaParser.parse(
            "SUM("
              + formula.replacing("A1", with: "A\(row + 1):A\(row + 1)").replacing(
                "B1", with: "B\(row + 1):B\(row + 1)")
              + ")"
          ).tree, at: cell(row, 5))
        let filled = engine.value(at: cell(row, 2))
        if case .error = alone {
          #expect(filled.error != nil, "\(formula) in row \(row)")
        } else {
          #expect(filled.number == general.number, "\(formula) in row \(row): \(filled), \(general)")
        }
      }
    }
  }

  @Test("AND and OR of cells and conditions give the same, whatever way they are evaluated")
  func truths() {
    let rows: [[CellValue]] = [
      [true, false], [.blank, true], [.blank, .blank], ["x", true], ["", false], [false, .error(.number)], [-0.0, 1],
      [.number(46_000, .date), true], [.number(0.5, .percent), 0], [true, "TRUE"], [3, .blank], [false, false],
    ]
    for (formula, general) in [
      ("AND(A1,B1)", "AND(A1:A1,B1:B1)"), ("OR(A1,B1)", "OR(A1:A1,B1:B1)"), ("AND(A1)", "AND(A1:A1)"),
      ("OR(A1,A1>2,FALSE)", "OR(A1:A1,A1>2,FALSE)"), ("AND(TRUE,NOT(B1),A1)", "AND(TRUE,NOT(B1),A1:A1)"),
      ("AND(OR(A1,B1),A1<>B1)", "AND(OR(A1:A1,B1:B1),A1<>B1)"), ("AND(A1,1/A1>0)", "AND(A1:A1,1/A1>0)"),
      ("OR($A$1,B1)", "OR($A$1:$A$1,B1:B1)"), ("AND(A1+1,B1)", "AND(A1+1,B1:B1)"),
    ] {
      let engine = Engine(catalog: .standard)
      let sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
      // Columns of logicals, of numbers and of both first, so that mixed rows stand behind what has been run as one.
      let plain = (0..<1_800).map { row -> [CellValue] in
        let kinds: [CellValue] = [.logical(row % 3 == 0), .number(Double(row % 4))]
        return row < 600
          ? [kinds[0], .logical(row % 2 == 0)] : row < 1_200 ? [kinds[1], 1] : [kinds[row % 2], kinds[0]]
      }
      let all = plain + rows
      for (column, text) in [(0, ""), (1, ""), (2, formula), (3, general)] {
        for (row, values) in all.enumerated() where text.isEmpty {
          engine.setConstant(values[column], at: CellAddress(grid: sheet, row: row, column: column))
        }
        guard !text.isEmpty else { continue }
        engine.setFormula(
          FormulaParser.parse(text).tree,
          over: Area(grid: sheet, top: 0, left: column, bottom: all.count - 1, right: column))
      }
      engine.setFormula(FormulaParser.parse(formula).tree, at: CellAddress(grid: sheet, row: 0, column: 5))
      engine.recalculate()
      for row in all.indices {
        let (filled, slow) = (
          engine.value(at: CellAddress(grid: sheet, row: row, column: 2)),
          engine.value(at: CellAddress(grid: sheet, row: row, column: 3))
        )
        if let error = slow.error {
          #expect(filled.error?.code == error.code, "\(formula) in row \(row) with \(all[row])")
        } else {
          #expect(filled == slow, "\(formula) in row \(row) with \(all[row])")
        }
      }
      let single = engine.value(at: CellAddress(grid: sheet, row: 0, column: 5))
      #expect(single == engine.value(at: CellAddress(grid: sheet, row: 0, column: 2)), "\(formula)")
    }
  }

  @Test("What is too large on the way to a choice is an error in a column, as it is at the prompt")
  func overflowOnTheWay() {
    let columns: [[CellValue]] = [
      (0..<40).map { [.number(10), -1, 1, 0, 1e308, -0.0][$0 % 6] }, (0..<40).map { .number(Double($0 % 5) - 2) },
    ]
    for formula in [
      "IF(A1*1E308,1,2)", "IF(SQRT(B1),1,2)", "IF(NOT(SQRT(B1)),1,2)", "IF(A$1*1E308>B1,1,2)", "NOT(A$1*1E308)",
      "MAX(A$1*1E308,B1)", "MIN(B1,SQRT(3-A$1))", "IF(A$1*1E308,B1,2)", "INT(IF(A1*1E308-A1*1E308,1,2))",
      "CHOOSE(A1*1E308,1,2)", "AND(A1*1E308>B1,B1=B1)", "B1/(A$1*1E308)", "SIGN(A$1*1E308)", "ROUND(IF(A1*A1,B1,1),0)",
    ] {
      check(formula, columns)
    }
  }

  @Test("As many operands as a block has room for are kept apart, also where one lies in two blocks of its column")
  func deepOperands() {
    let rows = ColumnStore.blockRows + 9
    let column = (0...rows).map { CellValue.number(Double($0 % 7 + 1)) }
    for depth in [KernelScratch.depth - 1, KernelScratch.depth, KernelScratch.depth + 1] {
      for operation in ["*A2", "+A2", "*7"] {
        let innermost = "(-A1\(operation))"
        check((1..<depth).reduce(innermost) { formula, _ in "(A1-\(formula))" }, [column], rows: rows)
      }
    }
  }

  @Test("A negative zero among the numbers of a window is a number")
  func negativeZerosInWindows() {
    let column = (0..<60).map { [CellValue.number(0.3), -0.2, -0.1, -0.0, 0, "x", .blank, -0.0][$0 * $0 % 8] }
    for formula in ["SUM(A1:A4)", "AVERAGE(A1:A3)", "PRODUCT(A1:A2)", "MAX(A1:A2)", "MIN(A1:A2)", "SUM(A1:A4,0.1)"] {
      check(formula, [column])
    }
  }

  @Test("Zero with the other sign is zero, whatever way it is evaluated")
  func zeroWithOtherSign() {
    let column = (0..<40).map { [CellValue.number(0), -1, 2, -0.0, .blank][$0 % 5] }
    for formula in ["-A1", "-(A1*2)", "ATAN2(-1,-A1)", "ATAN2(-1,-0)", "ATAN2(A1,-0)", "-0", "A1*-0"] {
      check(formula, [column])
    }
  }

  /// A formula down a column gives to the bit what it gives in each row alone.
  private func check(_ formula: String, _ columns: [[CellValue]], rows: Int? = nil) {
    let engine = Engine(catalog: .standard)
    let sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
    func cell(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: sheet, row: row, column: column) }
    for (column, values) in columns.enumerated() {
      for (row, value) in values.enumerated() { engine.setConstant(value, at: cell(row, column)) }
    }
    let rows = rows ?? columns[0].count
    let tree = FormulaParser.parse(formula).tree
    engine.setFormula(tree, over: Area(grid: sheet, top: 0, left: 5, bottom: rows - 1, right: 5))
    engine.recalculate()
    for row in 0..<rows {
      let filled = engine.value(at: cell(row, 5))
      let alone = engine.expressions.evaluate(tree.shifted(rows: row, columns: 0), at: cell(row, 6))
      #expect(
        filled == alone && filled.number?.bitPattern == alone.number?.bitPattern,
        "\(formula) in row \(row): \(filled) in a column, \(alone) alone")
    }
  }

  private func check(_ function: String) {
    let numbers = Self.numbers()
    let engine = Engine(catalog: .standard)
    let sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
    func cell(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: sheet, row: row, column: column) }
    func tree(_ row: Int) -> FormulaTree { FormulaParser.parse("\(function)(A\(row + 1))").tree }
    for (row, number) in numbers.enumerated() { engine.setConstant(.number(number), at: cell(row, 0)) }
    engine.setFormula(tree(0), over: Area(grid: sheet, top: 0, left: 1, bottom: numbers.count - 1, right: 1))
    // Every other row: lone formulas, which run one by one.
    for row in stride(from: 0, to: numbers.count, by: 2) { engine.setFormula(tree(row), at: cell(row, 2)) }
    engine.recalculate()
    for (row, number) in numbers.enumerated() {
      let alone = engine.expressions.evaluate(tree(row), at: cell(row, 3))
      let filled = engine.value(at: cell(row, 1))
      #expect(filled == alone, "\(function)(\(number)): \(filled) in a column, \(alone) alone")
      if row.isMultiple(of: 2) { #expect(engine.value(at: cell(row, 2)) == alone, "\(function)(\(number)) in a cell") }
    }
  }
}
