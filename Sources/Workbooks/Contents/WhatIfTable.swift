import CellModel

/// A what-if table, Excel's data table: cells that say what formulas come to when other cells have the values beside the table
/// (ECMA-376, part 1, 18.3.1.40).
///
/// With one input the formulas stand along one side and the values along the other; with two, values stand along both and the
/// one formula in the corner.
package struct WhatIfTable: Sendable, Hashable {
  /// A cell of the sheet of the table, counted from 0.
  package struct Input: Sendable, Hashable {
    package let row: Int
    package let column: Int
  }

  package let block: CellBlock
  /// The cell that takes the values above the table.
  package let rowInput: Input?
  /// The cell that takes the values to the left of the table.
  package let columnInput: Input?

  /// Whether its cells can be computed: not where a cell that it needs has been deleted.
  package var isWhole: Bool { (rowInput ?? columnInput) != nil && block.top > 0 && block.left > 0 }

  package init(block: CellBlock, rowInput: Input? = nil, columnInput: Input? = nil) {
    self.block = block
    self.rowInput = rowInput
    self.columnInput = columnInput
  }

  /// What Excel shows as the formula of each of its cells.
  package var formula: String {
    func text(_ input: Input?) -> String { input.map { A1Notation.text(row: $0.row, column: $0.column) } ?? "" }
    return "TABLE(\(text(rowInput)),\(text(columnInput)))"
  }
}
