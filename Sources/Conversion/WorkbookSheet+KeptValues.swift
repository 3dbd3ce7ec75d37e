import CellModel
import Workbooks

extension WorkbookSheet {
  /// Puts the value of a formula in its place, in its style, and what it fills beside it.
  mutating func keepValue(of formula: StoredFormula) {
    if let value = formula.stored { setConstant(value, row: formula.row, column: formula.column, style: formula.style) }
    guard case .array(let number) = formula.kind else { return }
    for cell in arrays.spilled where cell.array == number {
      setConstant(cell.value, row: cell.row, column: cell.column, style: 0)
    }
    arrays.spilled.removeAll { $0.array == number }
  }

  /// An empty cell with a style of its own keeps it.
  private mutating func setConstant(_ value: CellValue, row: Int32, column: Int32, style: Int32) {
    guard !value.isBlank else { return }
    columns[Int(column), default: ConstantColumn()].set(value, row: Int(row), style: style)
  }
}
