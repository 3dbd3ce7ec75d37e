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

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
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

  /// The formula of one of its cells as OpenFormula has it, where it is whole (OpenFormula 1.2, 6.14.6).
  package func operation(row: Int, column: Int) -> String {
    func text(_ row: Int, _ column: Int) -> String { "$\(A1Notation.letters(ofColumn: column))$\(row + 1)" }
    let (above, left) = (block.top - 1, block.left - 1)
    var arguments = [text(columnInput == nil ? row : above, rowInput == nil ? column : left)]
    if let columnInput { arguments += [text(columnInput.row, columnInput.column), text(row, left)] }
    if let rowInput { arguments += [text(rowInput.row, rowInput.column), text(above, column)] }
    return "\(Self.operationName)(\(arguments.joined(separator: ",")))"
  }

  /// The function of OpenFormula that a cell of such a table calls.
  package static let operationName = "MULTIPLE.OPERATIONS"
}
