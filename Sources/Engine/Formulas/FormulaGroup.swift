import CellModel

/// One reference of a formula, relative to the row in which the formula stands.
///
/// Columns are absolute, because a group stands in one column; rows are absolute or an offset from the formula's row.
struct GroupReference: Hashable {
  var grid: GridID
  var left: UInt16
  var right: UInt16
  /// A row, or an offset when `topIsRelative`.
  var top: Int32
  var bottom: Int32
  var topIsRelative: Bool
  var bottomIsRelative: Bool
  /// Whether it is one cell, whose value is read, rather than an area.
  var isCell: Bool
  /// Whether only the place matters, as to ROW, so that no value is read.
  var isPlaceOnly = false

  init(_ area: Area, relativeTo row: Int?, topIsRelative: Bool, bottomIsRelative: Bool, isCell: Bool) {
    grid = area.grid
    left = UInt16(clamping: area.left)
    right = UInt16(clamping: area.right)
    self.topIsRelative = topIsRelative
    self.bottomIsRelative = bottomIsRelative
    self.isCell = isCell
    top = topIsRelative ? area.top - Int32(row ?? 0) : area.top
    bottom = bottomIsRelative ? area.bottom - Int32(row ?? 0) : area.bottom
  }

  @inline(__always)
  func topRow(at row: Int) -> Int { topIsRelative ? row + Int(top) : Int(top) }

  @inline(__always)
  func bottomRow(at row: Int) -> Int { bottomIsRelative ? row + Int(bottom) : Int(bottom) }

  /// The area it stands for in a formula at a row; the corners are put in order.
  @inline(__always)
  func area(at row: Int) -> Area {
    let top = topRow(at: row)
    let bottom = bottomRow(at: row)
    return Area(grid: grid, top: min(top, bottom), left: Int(left), bottom: max(top, bottom), right: Int(right))
  }

  /// The rows that formulas in rows `first ... last` read, from the least to the greatest.
  func rowsRead(from first: Int, through last: Int) -> ClosedRange<Int> {
    let corners = [topRow(at: first), topRow(at: last), bottomRow(at: first), bottomRow(at: last)]
    let low = max(corners.min() ?? 0, 0)
    return low...max(corners.max() ?? 0, low)
  }

  /// The formula rows, within `first ... last`, that read any of the rows `low ... high`; `nil` when none does.
  func readers(ofRows low: Int, through high: Int, from first: Int, through last: Int) -> ClosedRange<Int>? {
    var from = first
    var through = last
    switch (topIsRelative, bottomIsRelative) {
    case (true, true):
      from = max(from, low - Int(max(top, bottom)))
      through = min(through, high - Int(min(top, bottom)))
    case (false, false):
      if max(top, bottom) < low || min(top, bottom) > high { return nil }
    case (false, true):
      // From a fixed row to one that moves along: whoever moves beyond `low` reads it, unless the corners are swapped.
      if Int(top) <= high, Int(top) <= first + Int(bottom) { from = max(from, low - Int(bottom)) }
    case (true, false):
      if Int(bottom) >= low, last + Int(top) <= Int(bottom) { through = min(through, high - Int(top)) }
    }
    return from <= through ? from...through : nil
  }
}

/// One formula in a run of rows of one column: a template and the references that fill it.
struct FormulaGroup {
  var template: Int32
  var grid: GridID
  var column: Int32
  var first: Int32
  var last: Int32
  /// Where its references stand in the engine's list.
  var referenceStart: Int32
  var referenceCount: UInt16
  /// Whether its readers' entries stand in the indexes.
  var isRegistered = false
  var isDead = false
  var isAllDirty = true
  /// Whether it reads cells of its own column run.
  var readsItself = false
  /// Whether it has a list of its own in `Engine.dirtyRows` or `Engine.dynamicReads`.
  var hasDirtyRows = false
  var node: Int32 = -1

  @inline(__always) var count: Int { Int(last) - Int(first) + 1 }
  @inline(__always) var isLone: Bool { first == last }
  var area: Area {
    Area(grid: grid, top: Int(first), left: Int(column), bottom: Int(last), right: Int(column))
  }
}

/// An index into the engine's groups.
typealias GroupID = Int
