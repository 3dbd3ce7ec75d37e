import CellModel

/// Rows or columns that are inserted into a grid or deleted from it.
///
/// Positions are counted from 0. What is pushed over the edge of the grid is lost.
package struct GridEdit: Sendable, Hashable {
  package enum Axis: Sendable, Hashable { case rows, columns }

  package let axis: Axis
  /// The first row or column that is inserted or deleted.
  package let at: Int
  package let count: Int
  package let isInsertion: Bool

  /// Makes an edit; a place or count beyond the grid is cut to it.
  package init(_ axis: Axis, at: Int, count: Int, isInsertion: Bool) {
    let last = axis == .rows ? Area.lastRow : Area.lastColumn
    self.axis = axis
    self.at = min(max(at, 0), last + 1)
    self.count = min(max(count, 0), last + 1)
    self.isInsertion = isInsertion
  }

  package static func inserting(_ axis: Axis, at: Int, count: Int = 1) -> GridEdit {
    GridEdit(axis, at: at, count: count, isInsertion: true)
  }

  package static func deleting(_ axis: Axis, at: Int, count: Int = 1) -> GridEdit {
    GridEdit(axis, at: at, count: count, isInsertion: false)
  }

  /// The last row or column of a grid.
  package var limit: Int { axis == .rows ? Area.lastRow : Area.lastColumn }

  /// Where a row or column stands afterwards, or `nil` if it is gone.
  package func moved(_ position: Int) -> Int? {
    if position < at { return position }
    if isInsertion { return position <= limit - count ? position + count : nil }
    return position < at + count ? nil : position - count
  }

  /// What a run of rows or columns is afterwards, or `nil` if all of it is gone.
  ///
  /// An insertion inside the run makes it longer, one at its first place moves it. A run that reaches to the edge of the
  /// grid keeps reaching there.
  package func moved(_ first: Int, through last: Int) -> (first: Int, last: Int)? {
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
}
