import CellModel

/// What cells on cycles hold that settle round by round, and from which the next rounds begin.
///
/// Whoever evaluates many times as if each were the first puts them back before each.
package struct CycleValues {
  fileprivate let values: [(cell: CellAddress, value: CellValue)]
}

extension Engine {
  /// The values of the cells on cycles; `nil` where there are none, or cycles do not settle.
  package var cycleValues: CycleValues? {
    guard hasIteration else { return nil }
    var values: [(cell: CellAddress, value: CellValue)] = []
    for id in graph.groupsOnCycles {
      let group = formulas[id]
      guard names.settings(of: group.grid).iteration != nil else { continue }
      for row in group.rows {
        let cell = group.address(at: row)
        values.append((cell, cells.value(at: cell)))
      }
    }
    return values.isEmpty ? nil : CycleValues(values: values)
  }

  /// Lets cycles begin from other values with the next recalculation, which evaluates them and what reads them.
  package func begin(from cycles: CycleValues) {
    for (cell, value) in cycles.values where hasFormula(at: cell) {
      _ = cells.write(value, at: cell)
      graph.markDirty(cell)
      graph.markReaders(of: cell)
    }
  }
}
