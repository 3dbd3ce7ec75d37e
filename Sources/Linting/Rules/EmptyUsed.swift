import CellModel
import Diagnostics
import Formulas
import LiveSheets
import SheetText

/// A formula that computes with a cell in which nothing stands.
enum EmptyUsed: LintRule {
  static let page = FindingPage(
    code: "empty-used", .note, "a formula computes with an empty cell of the grid",
    why: """
      An empty cell counts as 0, so that a reference which is one row off gives a number and no error. Nothing in the file ever \
      fills the cell.
      """,
    fix: "Correct the reference, or write what stands there, as in A3 = 0, which can then be set.",
    example: FindingExample(
      wrong: """
        A1 = 40
        A2 = 2
        B1 = A1 + A3
        """,
      right: """
        A1 = 40
        A2 = 2
        B1 = A1 + A2
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas {
      let statement = sheet.document.statements[formula.statement]
      // The first row of a fill often reads what stands above it, which is nothing.
      guard case .cell(let cell) = statement.kind, !statement.isFill else { continue }
      if case .name = cell.target, statement.grid == nil { continue }
      let operands = arithmeticOperands(of: formula.tree)
      for reference in formula.tree.references where operands.contains(reference.index) {
        guard case .cell(let row, let column) = reference.value.shape else { continue }
        let grid = reference.value.sheet?.first ?? statement.grid
        let address = A1Notation.text(row: Int(row.value), column: Int(column.value))
        let path = grid.map { "\(A1Notation.quoted($0))!\(address)" } ?? address
        guard case .success(let read) = sheet.live.cell(path), read.kind == .blank,
          sheet.live.value(of: read).isBlank
        else { continue }
        report.add(
          "\(sheet.text(formula.tree.span(of: reference.index))) is empty", at: formula.tree.span(of: reference.index),
          label: "counts as 0")
      }
    }
  }

  /// The nodes that a sign of arithmetic stands beside, which needs a number.
  private static func arithmeticOperands(of tree: FormulaTree) -> Set<FormulaTree.Index> {
    var operands: Set<FormulaTree.Index> = []
    for node in tree.nodes {
      guard case .binary(let sign, let left, let right) = node else { continue }
      switch sign {
      case .add, .subtract, .multiply, .divide, .power: operands.formUnion([left, right])
      default: break
      }
    }
    return operands
  }
}
