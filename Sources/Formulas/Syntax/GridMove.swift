import CellModel

/// Cells of a grid that are cut and put elsewhere in it, as by dragging: references to them follow.
package struct GridMove: Sendable, Hashable {
  /// Where the cells stand before.
  package let from: CellRectangle
  /// How far they move; negative to the top and the left.
  package let rows: Int
  package let columns: Int

  private init(_ from: CellRectangle, rows: Int, columns: Int) {
    (self.from, self.rows, self.columns) = (from, rows, columns)
  }

  /// Moves cells to a place that begins in a row and a column; `nil` where they would leave the grid.
  package init?(_ from: CellRectangle, toRow row: Int, column: Int) {
    guard row >= 0, column >= 0, row + from.rows.count - 1 <= Area.lastRow,
      column + from.columns.count - 1 <= Area.lastColumn
    else { return nil }
    self.from = from
    rows = row - from.rows.lowerBound
    columns = column - from.columns.lowerBound
  }

  /// Where the cells stand afterwards; what stood there is gone.
  package var to: CellRectangle { from.shifted(rows: rows, columns: columns) }

  package var inverse: GridMove { GridMove(to, rows: -rows, columns: -columns) }

  /// What a reference to some cells means afterwards, or `nil` if all of them are overwritten.
  ///
  /// Cells that move together take it along. Of a range only one edge of which moves, and straight on, that edge follows.
  package func moved(_ cells: CellRectangle) -> CellRectangle? {
    if from.contains(cells) { return cells.shifted(rows: rows, columns: columns) }
    if to.contains(cells) { return nil }
    if columns == 0, from.columns.contains(cells.columns) { return edge(of: cells, .rows, by: rows) }
    if rows == 0, from.rows.contains(cells.rows) { return edge(of: cells, .columns, by: columns) }
    return cells
  }

  private func edge(of cells: CellRectangle, _ axis: GridEdit.Axis, by distance: Int) -> CellRectangle {
    let (run, moving) = (cells.run(axis), from.run(axis))
    let first = run.lowerBound + (moving.contains(run.lowerBound) ? distance : 0)
    let last = run.upperBound + (moving.contains(run.upperBound) ? distance : 0)
    return first <= last ? cells.with(first...last, axis) : cells
  }
}
