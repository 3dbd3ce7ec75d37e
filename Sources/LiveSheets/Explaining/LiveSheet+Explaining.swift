import CellModel
import Engine
import Formulas
import SheetText

/// Explaining the values of this sheet.
extension LiveSheet {
  var explainer: Explainer { Explainer(loaded, timeline.instances.first?.form.bindings ?? []) }

  /// Explains a cell down to the inputs, or so many steps down.
  package func why(_ path: String, depth: Int? = nil) -> Result<Explanation, LookupFailure> {
    cell(path).map { explainer.explanation(of: $0, depth: depth) }
  }

  /// Explains a cell by what it is made of directly.
  package func explanation(of cell: CellInfo) -> Explanation { explainer.explanation(of: cell, depth: 1) }

  /// Explains an expression as if a cell had it; `nil` when it cannot be evaluated.
  package func explanation(ofExpression text: String, depth: Int? = nil) -> Explanation? {
    let parsed = FormulaParser.parse(text, dialect: .sheet)
    guard parsed.diagnostics.isEmpty, findings(in: parsed.tree).isEmpty, !parsed.tree.nodes.isEmpty else { return nil }
    let place = loaded.homes.place(of: units[0], currentGrid)
    return explainer.explanation(
      of: placing.atHome(parsed.tree, currentGrid), at: place, written: text, depth: depth)
  }

  /// The cells that a condition names, each with what it was made of, as far down as the cause.
  ///
  /// - Parameter home: The name on the `sheet` line above the condition.
  package func values(in formula: SheetFormula, home: String?) -> [ValueLine] {
    explainer.values(
      in: placing.atHome(formula.tree, home), at: CellAddress(grid: loaded.grids.names, row: 0, column: 0))
  }

  /// A cell as its user names it.
  package func name(of address: CellAddress) -> String { engine.names.name(of: address) }

  /// A range as people write it.
  package func name(of area: Area) -> String { engine.name(of: area) }
}

extension Engine {
  /// A range as people write it: `B2:C9`, `Two!A:A`, `ledger`, `ledger[A]`, `ledger[[A]:[C]]`, `ledger[2]`.
  func name(of area: Area) -> String {
    let first = names.name(of: area.topLeft)
    let last = CellAddress(grid: area.grid, row: Int(area.bottom), column: Int(area.right))
    if case .table(let table) = grids.kind(of: area.grid) {
      let columns = grids.columnNames(of: area.grid)
      let isWide = area.columns == columns.count
      guard area.top == 0, Int(area.bottom) >= grids.rowCount(of: area.grid) - 1, Int(area.right) < columns.count else {
        return isWide && area.rows == 1 ? "\(table)[\(area.top + 1)]" : "\(first):\(names.name(of: last))"
      }
      if isWide { return table }
      let (left, right) = (columns[Int(area.left)], columns[Int(area.right)])
      return area.columns == 1 ? "\(table)[\(left)]" : "\(table)[[\(left)]:[\(right)]]"
    }
    let grid = first.lastIndex(of: "!").map { first[...$0] } ?? ""
    if area.top == 0, Int(area.bottom) == Area.lastRow {
      return grid + "\(A1Notation.letters(ofColumn: Int(area.left))):\(A1Notation.letters(ofColumn: Int(area.right)))"
    }
    if area.left == 0, Int(area.right) == Area.lastColumn { return grid + "\(area.top + 1):\(area.bottom + 1)" }
    return "\(first):\(A1Notation.text(row: Int(last.row), column: Int(last.column)))"
  }
}
