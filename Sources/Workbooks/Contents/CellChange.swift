import CellModel

/// A cell of a workbook's file with what it shows from now on.
package struct CellChange: Sendable {
  package var row: Int
  package var column: Int
  package var value: CellValue
  /// The cells that its array formula fills by now, where these are others than before.
  package var block: CellBlock?
  /// Whether an array formula fills it, its own or that of another cell.
  package var isInArray: Bool

  package init(row: Int, column: Int, value: CellValue, block: CellBlock? = nil, isInArray: Bool = false) {
    self.row = row
    self.column = column
    self.value = value
    self.block = block
    self.isInArray = isInArray
  }
}
