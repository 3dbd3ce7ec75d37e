import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What loading a text and entering a line of it have in common.
extension LiveSheet {
  /// Adds a finding about the text of a unit.
  func add(_ diagnostic: Diagnostic, of unit: SheetUnit) { loaded.findings.append(unit.located(diagnostic)) }

  /// Adds a finding that knows better what a text should have been than the one about the same place in a formula.
  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) {
    let located = unit.located(diagnostic)
    loaded.findings.removeAll {
      $0.labels.first?.span == located.labels.first?.span && $0.origin == located.origin
        && $0.isOne(of: .unknownName, .unknownFunction)
    }
    loaded.findings.append(located)
  }

  func grid(of statement: Statement, _ unit: SheetUnit) -> GridID {
    let home = unit.isMain ? statement.grid ?? "" : unit.gridName(statement.grid)
    return loaded.grids.sheets[home.lowercased()] ?? homeSheet ?? GridID(rawValue: 0)
  }

  func address(ofNamedRow row: Int32) -> CellAddress {
    CellAddress(grid: engine.namesGrid(of: scope), row: Int(row), column: 0)
  }

  /// Puts a formula or the value of a literal into a cell.
  ///
  /// - Parameter patterns: Those of the text of the unit, where many formulas of it are put.
  func put(
    _ formula: SheetFormula, isConstant: Bool, at address: CellAddress, home: String?, _ unit: SheetUnit,
    patterns: FormulaPatterns? = nil
  ) {
    if isConstant, let value = formula.constant {
      engine.setConstant(value, at: address)
      return
    }
    let source = unit.document.source
    if placing.isAsWritten(unit, home), let pattern = patterns?.pattern(of: formula, in: source) ?? formula.pattern {
      let operands = formula.pattern == nil ? FormulaPattern.operands(of: formula, in: source) : formula.operands
      engine.setFormula(pattern, operands, at: address) { formula.tree }
    } else {
      engine.setFormula(placing.tree(formula.tree, unit, home), at: address)
    }
  }

  /// A cell that comes with an action or a service.
  func part(_ part: String, of name: String) -> CellAddress? {
    guard case .cell(let address)? = engine.binding(of: "\(name).\(part)", in: scope) else { return nil }
    return address
  }
}
