import CellModel
import Formulas

/// The edits of a sheet, each in the plainest way.
extension ModelSheet {
  package mutating func setConstant(_ value: CellValue, at cell: CellAddress) {
    cells[cell] = value.isBlank ? nil : .constant(value)
  }

  /// Fills an area with a formula written for its first cell.
  package mutating func setFormula(_ tree: FormulaTree, over area: Area) {
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let cell = CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column)
        cells[cell] = .formula(tree.shifted(rows: row, columns: column))
      }
    }
  }

  package mutating func clear(_ area: Area) {
    cells = cells.filter { !area.contains($0.key) }
  }

  /// Inserts or deletes rows or columns of a sheet; what is deleted takes the names of its cells along.
  package mutating func apply(_ edit: GridEdit, to grid: GridID) {
    var moved: [CellAddress: Content] = [:]
    for (cell, content) in cells {
      guard let place = Self.moved(cell, by: edit, grid) else { continue }
      if case .formula(let tree) = content {
        moved[place] = .formula(tree.adjusted(for: .edit(edit)) { concerns($0, grid, from: cell.grid) })
      } else {
        moved[place] = content
      }
    }
    cells = moved
    for (name, meaning) in names {
      guard case .area(let area) = meaning, area.grid == grid else { continue }
      names[name] = Self.moved(area, by: edit).map { .area($0) }
    }
  }

  private func concerns(_ sheet: SheetPrefix?, _ grid: GridID, from own: GridID) -> Bool {
    guard let sheet else { return own == grid || own == Self.namedCells && grid == Self.firstSheet }
    return sheet.last == nil && self.grid(named: sheet.first) == grid
  }

  private static func moved(_ cell: CellAddress, by edit: GridEdit, _ grid: GridID) -> CellAddress? {
    guard cell.grid == grid else { return cell }
    var cell = cell
    switch edit.axis {
    case .rows:
      guard let row = edit.moved(Int(cell.row)) else { return nil }
      cell.row = Int32(row)
    case .columns:
      guard let column = edit.moved(Int(cell.column)) else { return nil }
      cell.column = Int32(column)
    }
    return cell
  }

  private static func moved(_ area: Area, by edit: GridEdit) -> Area? {
    var area = area
    switch edit.axis {
    case .rows:
      guard let (first, last) = edit.moved(Int(area.top), through: Int(area.bottom)) else { return nil }
      (area.top, area.bottom) = (Int32(first), Int32(last))
    case .columns:
      guard let (first, last) = edit.moved(Int(area.left), through: Int(area.right)) else { return nil }
      (area.left, area.right) = (Int32(first), Int32(last))
    }
    return area
  }
}
