import CellModel

/// The cells that have changed, for those who follow them.
package struct CellChanges {
  let cells: CellStore

  /// Whether it is noted what changes.
  package var areRecorded: Bool {
    get { cells.changes.isRecording }
    nonmutating set { cells.changes.isRecording = newValue }
  }

  /// A cell whose value is another than before.
  package struct Change: Sendable {
    package var address: CellAddress
    package var old: CellValue
    package var new: CellValue
  }

  /// The cells that changed since the last call, in the order in which they did, without those that changed back.
  package func take() -> [Change] {
    cells.changes.take().compactMap { address, old in
      let new = cells.value(at: address)
      return old.isIdentical(to: new) ? nil : Change(address: address, old: old, new: new)
    }
  }

  /// The grids whose rows or columns have moved since the last call; that is noted as changes are.
  package func takeMovedGrids() -> Set<GridID> { cells.changes.takeMoved() }
}
