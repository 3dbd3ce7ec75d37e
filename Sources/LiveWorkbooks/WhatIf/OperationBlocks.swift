import CellModel
import Workbooks

/// The what-if tables as Excel has them that are whole among cells with formulas of `MULTIPLE.OPERATIONS`: blocks of a sheet
/// with the values and the formulas right beside them.
package struct OperationBlocks {
  /// Where a cell's table begins, and what takes the values above and to the left of it.
  private struct Key: Hashable {
    var top: Int32
    var left: Int32
    var rowInput: CellAddress?
    var columnInput: CellAddress?

    /// `nil` where its formula or a value is not where a table has it.
    init?(_ cell: WhatIfCell) {
      let (place, formula) = (cell.cell, cell.formula)
      // A table of Excel knows cells of its own sheet alone.
      guard cell.settings.allSatisfy({ $0.input.grid == place.grid && $0.value.grid == place.grid }),
        formula.grid == place.grid
      else { return nil }
      func isAbove(_ other: CellAddress) -> Bool { other.column == place.column && other.row < place.row }
      func isLeft(_ other: CellAddress) -> Bool { other.row == place.row && other.column < place.column }
      let above = cell.settings.filter { isAbove($0.value) }
      let left = cell.settings.filter { isLeft($0.value) }
      switch (above.first, left.first, cell.settings.count) {
      case (let above?, nil, 1) where isLeft(formula):
        (top, self.left, rowInput) = (above.value.row + 1, formula.column + 1, above.input)
      case (nil, let left?, 1) where isAbove(formula):
        (top, self.left, columnInput) = (formula.row + 1, left.value.column + 1, left.input)
      case (let above?, let left?, 2)
      where formula.row == above.value.row && formula.column == left.value.column:
        (top, self.left, rowInput, columnInput) = (formula.row + 1, formula.column + 1, above.input, left.input)
      default: return nil
      }
    }
  }

  /// By the grid that they are on.
  package private(set) var tables: [GridID: [WhatIfTable]] = [:]
  /// Their cells.
  package private(set) var cells: Set<CellAddress> = []

  init(_ cells: some Sequence<WhatIfCell>) {
    var parts: [Key: [CellAddress]] = [:]
    var order: [Key] = []
    for cell in cells {
      guard let key = Key(cell) else { continue }
      if parts[key] == nil { order.append(key) }
      parts[key, default: []].append(cell.cell)
    }
    for key in order { if let cells = parts[key] { add(key, cells) } }
  }

  private mutating func add(_ key: Key, _ cells: [CellAddress]) {
    guard let grid = cells.first?.grid, let bottom = cells.map(\.row).max(), let right = cells.map(\.column).max()
    else {
      return
    }
    let block = CellBlock(top: Int(key.top), left: Int(key.left), bottom: Int(bottom), right: Int(right))
    // All cells stand below and to the right of where it begins, each once.
    guard block.count == cells.count else { return }
    func input(_ cell: CellAddress?) -> WhatIfTable.Input? {
      cell.map { WhatIfTable.Input(row: Int($0.row), column: Int($0.column)) }
    }
    tables[grid, default: []].append(
      WhatIfTable(block: block, rowInput: input(key.rowInput), columnInput: input(key.columnInput)))
    self.cells.formUnion(cells)
  }
}
