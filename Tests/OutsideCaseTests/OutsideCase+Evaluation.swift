import CellModel
import Engine
import Formulas
import Functions

@testable import FunctionLibrary

extension OutsideCase {
  /// The value of the formula in a workbook of its own.
  func evaluated() -> CellValue {
    let engine = Engine(catalog: .standard)
    let scope = engine.names.addScope()
    var sheets: [String: GridID] = [:]
    for name in Set(inputs.keys).union([sheet]).sorted() {
      sheets[name] = engine.names.addSheet(named: name, in: scope)
    }
    for (name, text) in names {
      guard let area = engine.expressions.area(of: FormulaParser.parse(text).tree, in: scope) else { continue }
      engine.names.bind(name, to: .area(area), in: scope)
    }
    for (sheet, cells) in inputs {
      for (text, input) in cells {
        guard let grid = sheets[sheet], let place = A1Notation.cell(text) else { continue }
        let address = CellAddress(grid: grid, row: place.row, column: place.column)
        switch input {
        case .constant(let value): engine.setConstant(value, at: address)
        case .formula(let formula): engine.setFormula(FormulaParser.parse(formula).tree, at: address)
        }
      }
    }
    let place = A1Notation.cell(cell) ?? (row: 9999, column: 99)
    let address = CellAddress(grid: sheets[sheet]!, row: place.row, column: place.column)
    let parsed = FormulaParser.parse(formula)
    engine.setFormula(parsed.tree, at: address)
    engine.recalculate()
    guard let spill = engine.spills.area(of: address), expectedArray != nil else { return engine.value(at: address) }
    return engine.array(of: spill)
  }

  /// Whether a value is what the case expects.
  func accepts(_ actual: CellValue) -> Bool {
    guard let expectedArray else { return accepts(actual, expected.value) }
    guard expectedArray.count > 1 || expectedArray[0].count > 1 else {
      return accepts(actual, expectedArray[0][0].value)
    }
    guard case .array(let array) = actual, array.rows == expectedArray.count,
      expectedArray.allSatisfy({ $0.count == array.columns })
    else { return false }
    return zip(array.elements, expectedArray.joined()).allSatisfy { accepts($0, $1.value) }
  }

  private func accepts(_ actual: CellValue, _ expected: CellValue) -> Bool {
    switch (actual, expected) {
    case (.array(let array), _) where array.count == 1: return accepts(array.first, expected)
    case (.number(let actual, _), .number(let expected, _)):
      let distance = abs(actual - expected)
      let relative = tolerance?.rel ?? 1e-9
      return distance <= max(tolerance?.abs ?? 1e-12, relative * abs(expected))
    case (.error(let actual), .error(let expected)): return actual.code == expected.code
    case (.text(let actual), .text(let expected)) where actual != expected: return isSameComplexNumber(actual, expected)
    case (.text(let actual), .number(let expected, _)) where isExpectedAsText: return Double(actual) == expected
    case (.text(let actual), .logical(let expected)) where isExpectedAsText:
      return actual == (expected ? "TRUE" : "FALSE")
    default: return actual == expected
    }
  }

  /// Whether two texts are complex numbers that are the same to within the tolerance; how many digits are shown differs.
  private func isSameComplexNumber(_ actual: String, _ expected: String) -> Bool {
    guard let a = ComplexNumber.parsing(actual), let b = ComplexNumber.parsing(expected), a.letter == b.letter,
      a.letter != nil || formula.hasPrefix("=IM")
    else { return false }
    return accepts(.number(a.number.real), .number(b.number.real))
      && accepts(.number(a.number.imaginary), .number(b.number.imaginary))
  }
}
