import CellModel

/// What cells on cycles hold that settle round by round, and from which the next rounds begin.
///
/// It is no less a part of what a sheet has come to than its constants: formulas do not follow from these alone.
package struct CycleValues: Hashable {
  fileprivate struct Entry: Hashable {
    let cell: CellAddress
    let value: CellValue
  }
  /// In the order of their places.
  fileprivate var entries: [Entry] = []

  /// None.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  /// How many cells there are.
  package var count: Int { entries.count }
}

extension Engine {
  /// The values of the cells on cycles that settle.
  package var cycleValues: CycleValues {
    var values = CycleValues()
    guard hasIteration else { return values }
    for id in graph.nodes.groupsOnCycles {
      let group = formulas[id]
      for row in group.rows {
        let cell = group.address(at: row)
        guard iteration(ofCircleThrough: cell) != nil else { continue }
        values.entries.append(CycleValues.Entry(cell: cell, value: cells.value(at: cell)))
      }
    }
    values.entries.sort { ($0.cell.grid, $0.cell.row, $0.cell.column) < ($1.cell.grid, $1.cell.row, $1.cell.column) }
    return values
  }

  /// Lets cells on cycles hold again what they held, and brings what reads them up to date; the cycles themselves do not
  /// go on.
  ///
  /// All else that they were made of must be as it was, and up to date.
  package func restore(_ cycles: CycleValues) {
    let groups = Set(cycles.entries.compactMap { formulas.group(at: $0.cell) })
    for entry in cycles.entries where hasFormula(at: entry.cell) && cells.write(entry.value, at: entry.cell) {
      let row = Int(entry.cell.row)
      graph.forEachReader(in: entry.cell.grid, column: Int(entry.cell.column), rows: row...row) { reader in
        if !groups.contains(reader.group) { graph.markDirty(formulas[reader.group].rows, of: reader.group) }
      }
    }
    recalculate()
  }
}
