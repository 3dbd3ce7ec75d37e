import CellModel

/// What the cells of circles hold that settle round by round, and from which the next rounds begin.
///
/// Whoever evaluates many times as if each were the first puts them back before each.
package struct CircleValues {
  fileprivate let values: [(cell: CellAddress, value: CellValue)]
}

extension Engine {
  /// The values of the cells that lie in circles; `nil` where there are none, or circles do not settle.
  package var circleValues: CircleValues? {
    guard iteration != nil else { return nil }
    var values: [(cell: CellAddress, value: CellValue)] = []
    for id in graph.groupsInCircles {
      let group = formulas[id]
      for row in group.rows {
        let cell = group.address(at: row)
        values.append((cell, cells.value(at: cell)))
      }
    }
    return values.isEmpty ? nil : CircleValues(values: values)
  }

  /// Lets circles begin from other values with the next recalculation, which evaluates them and what reads them.
  package func begin(from circles: CircleValues) {
    for (cell, value) in circles.values where hasFormula(at: cell) {
      _ = cells.write(value, at: cell)
      graph.markDirty(cell)
      graph.markReaders(of: cell)
    }
  }
}
