/// Which rows of a sheet are seen.
///
/// - R1. A row that a filter hides is among those that are hidden.
package struct RowVisibility: Sendable, Hashable {
  package private(set) var hidden: [Int] = []
  /// Those of the hidden rows that a filter hides.
  package private(set) var filtered: [Int] = []
  /// What a filter outside of tables is over, with its row of names, where it hides some rows.
  package var filter: CellBlock?

  package init() {}

  /// - Parameter filtered: Further rows, which a filter hides.
  package init(hidden: some Sequence<Int>, filtered: some Sequence<Int> = [], filter: CellBlock? = nil) {
    hide(hidden)
    hide(filtered, byFilter: true)
    self.filter = filter
  }

  /// Hides rows that are seen.
  package mutating func hide(_ rows: some Sequence<Int>, byFilter: Bool = false) {
    hidden += rows
    if byFilter { filtered += rows }
  }

  /// Tells which of the hidden rows a filter of a block hides; its first row has the names.
  mutating func addFilter(of block: CellBlock) {
    filtered += hidden.filter { $0 > block.top && $0 <= block.bottom }
  }
}
