import CellModel

/// What cells on cycles hold that settle round by round, and from which the next rounds begin.
///
/// It is no less a part of what a sheet has come to than its constants: formulas do not follow from these alone.
package struct CycleValues: Hashable {
  struct Entry: Hashable {
    let cell: CellAddress
    let value: CellValue
  }
  /// In the order of their places.
  var entries: [Entry] = []

  /// None.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  /// How many cells there are.
  package var count: Int { entries.count }
}
