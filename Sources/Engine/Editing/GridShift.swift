import CellModel
import Formulas

/// Rows or columns inserted into a grid or deleted from it.
package struct GridShift: Sendable, Hashable {
  package enum Axis: Sendable { case rows, columns }
  package var grid: GridID
  package var axis: Axis
  package var at: Int
  package var count: Int
  package var isInsertion: Bool

  package init(_ grid: GridID, _ axis: Axis, at: Int, count: Int, isInsertion: Bool) {
    self.grid = grid
    self.axis = axis
    self.at = at
    self.count = count
    self.isInsertion = isInsertion
  }

  var inverse: GridShift { GridShift(grid, axis, at: at, count: count, isInsertion: !isInsertion) }

  /// Where a row or column comes to stand; `nil` when it is deleted.
  func moved(_ position: Int) -> Int? {
    if position < at { return position }
    if isInsertion { return position + count }
    return position < at + count ? nil : position - count
  }

  /// Where an interval comes to stand: it grows with what is inserted inside and shrinks with what is deleted.
  func moved(_ first: Int, through last: Int) -> (first: Int, last: Int)? {
    if let a = moved(first), let b = moved(last) { return (a, b) }
    let first = moved(first) ?? at
    let last = moved(last) ?? at - 1
    return first <= last ? (first, last) : nil
  }

  /// Where a cell of the grid comes to stand; `nil` when it is deleted.
  func moved(_ address: CellAddress) -> CellAddress? {
    switch axis {
    case .rows:
      moved(Int(address.row)).map { CellAddress(grid: grid, row: $0, column: Int(address.column)) }
    case .columns:
      moved(Int(address.column)).map { CellAddress(grid: grid, row: Int(address.row), column: $0) }
    }
  }

  /// What an area of the grid comes to be; whole columns stay whole under rows, whole rows under columns.
  func moved(_ area: Area) -> Area? {
    var area = area
    switch axis {
    case .rows:
      guard area.bottom != Area.openEnd, !(area.top == 0 && area.bottom == Area.lastRow) else { return area }
      guard let (first, last) = moved(Int(area.top), through: Int(area.bottom)) else { return nil }
      (area.top, area.bottom) = (Int32(first), Int32(last))
    case .columns:
      guard !(area.left == 0 && area.right == Area.lastColumn) else { return area }
      guard let (first, last) = moved(Int(area.left), through: Int(area.right)) else { return nil }
      (area.left, area.right) = (Int32(first), Int32(last))
    }
    return area
  }
}
