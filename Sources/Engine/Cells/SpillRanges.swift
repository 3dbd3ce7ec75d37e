import CellModel

/// The ranges that arrays fill, as people see them: an anchor that depends on what it would fill has none.
package struct SpillRanges {
  let cells: CellStore

  private var index: SpillIndex { cells.spills }

  /// Whether no array fills cells or would.
  package var isEmpty: Bool { index.isEmpty }

  /// The spill range of an anchor.
  package func area(of anchor: CellAddress) -> Area? {
    index.circular.contains(anchor) ? nil : index.area(of: anchor)
  }

  /// The anchor whose array fills a cell.
  package func anchor(covering address: CellAddress) -> CellAddress? {
    index.anchor(covering: address).flatMap { index.circular.contains($0) ? nil : $0 }
  }
}
