import CellModel
import Engine

/// A check as its cells tell it, for somebody who keeps their values.
package struct CheckedCells {
  package var label: String
  /// The cells of its condition: one, or one for each row of a table.
  package var cells: [CellAddress]
  package var isNever: Bool

  /// Those of a sheet as it is now.
  package static func all(of sheet: LiveSheet) -> [CheckedCells] {
    sheet.loaded.checks.list.map { check in
      let rows = check.table.map { sheet.engine.grids.rowCount(of: $0) }
      return CheckedCells(
        label: check.label, cells: rows.map { (0..<$0).map { check.address(inRow: $0) } } ?? [check.address],
        isNever: check.kind == .never)
    }
  }
}

/// A `modes` statement of a sheet, or of one that it uses, as its cells tell it.
package struct ModesCells {
  package var name: String
  /// The cell that names the mode that holds.
  package var cell: CellAddress
  package var cellNames: [String]
  package var cells: [CellAddress]
  /// The modes with what each asks of the cells.
  package var modes: [(label: String, asked: [AskedValue])]

  /// Those of a sheet as it is now.
  package static func all(of sheet: LiveSheet) -> [ModesCells] {
    let (engine, scope) = (sheet.engine, sheet.scope)
    return sheet.loaded.checks.list.compactMap { check in
      guard let modes = check.modes, check.table == nil,
        case .cell(let cell)? = engine.names.binding(of: check.label, in: scope)
      else { return nil }
      let cells = modes.cells.compactMap { engine.expressions.area(of: $0, in: scope)?.topLeft }
      guard cells.count == modes.cells.count else { return nil }
      return ModesCells(
        name: check.label, cell: cell, cellNames: modes.cells.map { $0.text() }, cells: cells,
        modes: Array(zip(modes.modes.map(\.label), check.asked)))
    }
  }
}
