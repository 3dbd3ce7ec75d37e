import CellModel
import Formulas

extension GridReference {
  /// The cell of a range in the row or the column of a formula, as `@` has it, where that is the same for all cells that the
  /// formula fills; `nil` where there is none.
  func intersected(row ownRow: Int, column ownColumn: Int, rows: Int = 1, columns: Int = 1) -> GridReference? {
    func own(_ from: Coordinate, _ to: Coordinate, _ first: Int, _ count: Int) -> Coordinate? {
      guard count == 1 || from.isAbsolute == to.isAbsolute, Int(from.value) <= first else { return nil }
      let last = from.isAbsolute ? first + count - 1 : first
      return last <= Int(to.value) ? Coordinate(first) : nil
    }
    var cell = self
    switch shape {
    case .cell: return self
    case .area(let row, let column, let row2, let column2):
      if column.value == column2.value, row.value < row2.value {
        guard let row = own(row, row2, ownRow, rows) else { return nil }
        cell.shape = .cell(row: row, column: column)
      } else if row.value == row2.value {
        guard let column = own(column, column2, ownColumn, columns) else { return nil }
        cell.shape = .cell(row: row, column: column)
      } else {
        return nil
      }
    case .columns(let first, let last):
      if first.value != last.value { return nil }
      cell.shape = .cell(row: Coordinate(ownRow), column: first)
    case .rows(let first, let last):
      if first.value != last.value { return nil }
      cell.shape = .cell(row: first, column: Coordinate(ownColumn))
    case .deleted: return nil
    }
    return cell
  }
}
