import CellModel
import Propagation

/// The number of a formula group in its store.
struct GroupID: Hashable, Sendable, Comparable {
  let rawValue: Int32

  @inline(__always) init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  /// The group of a packed number; `nil` for ``none``.
  @inline(__always) init?(packed: Int32) {
    guard packed >= 0 else { return nil }
    rawValue = packed
  }

  /// What stands for no group where numbers are packed.
  static var none: Int32 { -1 }

  @inline(__always) var index: Int { Int(rawValue) }
  static func < (a: GroupID, b: GroupID) -> Bool { a.rawValue < b.rawValue }
}

/// The number of a template in its store.
struct TemplateID: Hashable, Sendable {
  let rawValue: Int32
  @inline(__always) init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }
  @inline(__always) var index: Int { Int(rawValue) }
}

/// Rows of one column, from the first to the last.
typealias RowRange = ClosedRange<Int>

extension RowRange {
  /// The rows of both, or `nil` when they have none in common.
  func intersection(_ other: RowRange) -> RowRange? { overlaps(other) ? clamped(to: other) : nil }

  /// The range moved up by a number of rows.
  static func - (range: Self, offset: Int) -> Self { range.lowerBound - offset...range.upperBound - offset }
}

extension GridID {
  @inline(__always) var index: Int { Int(rawValue) }
}

extension Area {
  /// Rows of one column.
  init(grid: GridID, column: Int, rows: RowRange) {
    self.init(grid: grid, top: rows.lowerBound, left: column, bottom: rows.upperBound, right: column)
  }

  /// Its rows, unless it is empty.
  var rowRange: RowRange { Int(top)...Int(bottom) }
  /// Its columns, unless it is empty.
  var columnRange: ClosedRange<Int> { Int(left)...Int(right) }

  /// Its columns among the first of a grid; `nil` when it has none there.
  func columns(below count: Int) -> ClosedRange<Int>? {
    Int(left) < count && left <= right ? Int(left)...min(Int(right), count - 1) : nil
  }

  /// Calls the body with each cell, row by row; never where it is empty.
  package func forEachCell(_ body: (CellAddress) -> Void) {
    guard !isEmpty else { return }
    for row in rowRange {
      for column in columnRange { body(CellAddress(grid: grid, row: row, column: column)) }
    }
  }
}
