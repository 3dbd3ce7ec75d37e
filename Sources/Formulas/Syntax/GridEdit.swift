import CellModel

/// Rows or columns that are inserted into a grid or deleted from it, or cells of a block that make room for others or close up.
///
/// Positions are counted from 0. What is pushed over the edge of the grid is lost.
package struct GridEdit: Sendable, Hashable {
  package enum Axis: Sendable, Hashable {
    case rows, columns

    /// The last row or column of a grid.
    package var limit: Int { self == .rows ? Area.lastRow : Area.lastColumn }
    package var other: Axis { self == .rows ? .columns : .rows }
  }

  package let axis: Axis
  /// The first row or column that is inserted or deleted.
  package let at: Int
  package let count: Int
  package let isInsertion: Bool
  /// Of rows, the columns in which cells move, and of columns the rows; `nil` where all do.
  package let across: ClosedRange<Int>?

  /// Makes an edit; a place or count beyond the grid is cut to it.
  package init(_ axis: Axis, at: Int, count: Int, isInsertion: Bool, across: ClosedRange<Int>? = nil) {
    self.axis = axis
    self.at = min(max(at, 0), axis.limit + 1)
    self.count = min(max(count, 0), axis.limit + 1)
    self.isInsertion = isInsertion
    self.across = across
  }

  package static func inserting(
    _ axis: Axis, at: Int, count: Int = 1, across: ClosedRange<Int>? = nil
  ) -> GridEdit {
    GridEdit(axis, at: at, count: count, isInsertion: true, across: across)
  }

  package static func deleting(
    _ axis: Axis, at: Int, count: Int = 1, across: ClosedRange<Int>? = nil
  ) -> GridEdit {
    GridEdit(axis, at: at, count: count, isInsertion: false, across: across)
  }

  /// Where a row or column stands afterwards, or `nil` if it is gone.
  package func moved(_ position: Int) -> Int? {
    if position < at { return position }
    if isInsertion { return position <= axis.limit - count ? position + count : nil }
    return position < at + count ? nil : position - count
  }

  /// What a run of rows or columns is afterwards, or `nil` if all of it is gone.
  ///
  /// An insertion inside the run makes it longer, one at its first place moves it. A run that reaches to the edge of the
  /// grid keeps reaching there.
  package func moved(_ first: Int, through last: Int) -> (first: Int, last: Int)? {
    let limit = axis.limit
    if isInsertion {
      guard last >= at else { return (first, last) }
      let newFirst = first >= at ? first + count : first
      if first == 0, last >= limit { return (first, last) }
      return newFirst <= limit ? (newFirst, min(last + count, limit)) : nil
    }
    if last >= limit, first == 0 { return (first, last) }
    let end = at + count
    let newFirst = first < at ? first : max(first, end) - count
    let newLast = last < at ? last : (last < end ? at - 1 : last - count)
    return newFirst <= newLast ? (newFirst, newLast) : nil
  }

  /// What a reference to some cells means afterwards, or `nil` if all of them are gone; what is wider than a block that
  /// makes room or closes up means what it did.
  package func moved(_ cells: CellRectangle) -> CellRectangle? {
    let run = cells.run(axis)
    if let across, !across.contains(cells.run(axis.other)) { return cells }
    return moved(run.lowerBound, through: run.upperBound).map { cells.with($0.first...$0.last, axis) }
  }
}

extension CellRectangle {
  /// Its rows, or its columns.
  package func run(_ axis: GridEdit.Axis) -> ClosedRange<Int> { axis == .rows ? rows : columns }

  /// The rectangle with other rows or columns.
  package func with(_ run: ClosedRange<Int>, _ axis: GridEdit.Axis) -> CellRectangle {
    axis == .rows ? CellRectangle(rows: run, columns: columns) : CellRectangle(rows: rows, columns: run)
  }
}
