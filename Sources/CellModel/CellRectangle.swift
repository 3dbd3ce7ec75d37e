/// Some rows of some columns, counted from 0.
package struct CellRectangle: Hashable, Sendable {
  package var rows: ClosedRange<Int>
  package var columns: ClosedRange<Int>

  package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    self.rows = rows
    self.columns = columns
  }

  /// A single cell.
  package init(row: Int, column: Int) { self.init(rows: row...row, columns: column...column) }

  package func meets(_ other: CellRectangle) -> Bool {
    rows.overlaps(other.rows) && columns.overlaps(other.columns)
  }

  package var count: Int { rows.count * columns.count }

  package func contains(_ other: CellRectangle) -> Bool {
    rows.contains(other.rows) && columns.contains(other.columns)
  }

  /// The cells that it has in common with another; `nil` where there are none.
  package func intersection(_ other: CellRectangle) -> CellRectangle? {
    guard meets(other) else { return nil }
    return CellRectangle(rows: rows.clamped(to: other.rows), columns: columns.clamped(to: other.columns))
  }

  package func shifted(rows: Int, columns: Int) -> CellRectangle {
    CellRectangle(
      rows: self.rows.lowerBound + rows...self.rows.upperBound + rows,
      columns: self.columns.lowerBound + columns...self.columns.upperBound + columns)
  }
}
