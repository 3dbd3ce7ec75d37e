import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine
@testable import Functions

/// Functions of plain numbers run without values, down a column and cell by cell; the result is the one of the call.
@Suite("Calls of plain numbers")
struct NumericCallTests {
  private static let numbers: [Double] = [
    0, 1, 2, 3, 4, 5, 6, 7, 10, 12, 30, 100, 365, 1000, 45_000, 0.5, 0.25, 0.999, 0.001, 1.5, 2.5, 19.75, -1, -2, -0.5,
    -7.25,
    1e-9, 1e9, 1e15, 1e300, -1e300, 255, 256, 1e-300,
    // Days at the ends of the calendars, and next to midnight.
    59, 60, 61, 2_957_003, 2_957_004, 2_958_465, 44_000.999_999_9, -693_593,
  ]

  @Test("A column of calls gives what each call gives alone")
  func columns() {
    let functions = FunctionCatalog.standard.functions.filter { $0.numericBody != nil }
    #expect(functions.count > 100)
    for (place, function) in functions.enumerated() {
      let systems = [DateSystem.from1900, .from1904, .from1899]
      check(function, rows: place % 10 == 0 ? 1_100 : 60, systems[place % 3], seed: UInt64(place))
    }
  }

  private func check(_ function: SheetFunction, rows: Int, _ dateSystem: DateSystem, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let engine = Engine(catalog: .standard)
    engine.dateSystem = dateSystem
    let scope = engine.names.addScope()
    let sheet = engine.names.addSheet(named: "Sheet1", in: scope)
    let count = random.number(max(function.arity.min, 1)...max(function.arity.max ?? 4, 1))
    for column in 0..<count {
      for row in 0..<rows {
        let number = random.one(of: Self.numbers)
        // A blank is 0, and a text is for the ordinary call; few of them, so that blocks of numbers remain.
        let value: CellValue = random.happens(98) || row < 512 ? .number(number) : random.happens(50) ? .blank : "x"
        engine.setConstant(value, at: CellAddress(grid: sheet, row: row, column: column))
      }
    }
    let arguments = (0..<count).map { A1Notation.letters(ofColumn: $0) + "1" }.joined(separator: ",")
    let tree = FormulaParser.parse("\(function.name)(\(arguments))+0").tree
    engine.setFormula(tree, over: Area(grid: sheet, top: 0, left: 20, bottom: rows - 1, right: 20))
    engine.recalculate()
    for row in 0..<rows {
      let formula = "\(function.name)(\(arguments.replacing("1", with: "\(row + 1)")))+0"
      let alone = engine.expressions.evaluate(
        FormulaParser.parse(formula).tree, at: CellAddress(grid: sheet, row: row, column: 21))
      let filled = engine.value(at: CellAddress(grid: sheet, row: row, column: 20))
      #expect(filled == alone, "=\(formula) in row \(row + 1): \(filled), alone \(alone)")
      if filled != alone { return }
    }
  }

  @Test("Dates and percentages are numbers to functions of numbers in a longer formula")
  func kinds() {
    let kinds: [NumberKind] = [.plain, .date, .percent, .time]
    for (place, function) in FunctionCatalog.standard.functions.enumerated()
    where function.numericBody != nil && function.arity.min > 0 && !function.traits.contains(.volatile) {
      var random = SeededGenerator(seed: UInt64(place))
      let engine = Engine(catalog: .standard)
      let sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
      let count = function.arity.min
      let rows = 20
      for column in 0..<count {
        for row in 0..<rows {
          engine.setConstant(
            .number(random.one(of: Self.numbers), random.one(of: kinds)),
            at: CellAddress(grid: sheet, row: row, column: column))
        }
      }
      func call(_ row: Int) -> String {
        "\(function.name)(\((0..<count).map { A1Notation.letters(ofColumn: $0) + "\(row)" }.joined(separator: ",")))"
      }
      engine.setFormula(
        FormulaParser.parse("IFERROR(\(call(1))&\"\",ERROR.TYPE(\(call(1))))").tree,
        over: Area(grid: sheet, top: 0, left: 20, bottom: rows - 1, right: 20))
      engine.recalculate()
      for row in 0..<rows {
        let alone = engine.expressions.evaluate(
          FormulaParser.parse("IFERROR(\(call(row + 1))&\"\",ERROR.TYPE(\(call(row + 1))))").tree,
          at: CellAddress(grid: sheet, row: row, column: 21))
        let filled = engine.value(at: CellAddress(grid: sheet, row: row, column: 20))
        #expect(filled == alone, "=\(call(row + 1)): \(filled), alone \(alone)")
      }
    }
  }
}
