import CellModel
import Formulas

/// The cells that depend on themselves, and how they settle.
package struct CellCycles {
  let graph: DependencyGraph
  let settings: EngineSettings

  private var formulas: FormulaStore { graph.formulas }
  private var names: NameTable { graph.formulas.names }
  private var cells: CellStore { graph.cells }

  /// The cells that depend on themselves, one list per cycle, as the last recalculation found them.
  package func all() -> [[CellAddress]] {
    graph.prepare()
    return graph.cycles()
  }

  /// How a circle through a cell settles; `nil` where it does not.
  func iteration(ofCircleThrough cell: CellAddress) -> Iteration? {
    names.settings(of: cell.grid).iteration.flatMap { settings.iteration(cell, $0) }
  }

  /// Those of the cycles that do not settle, with the cells that are `#CYCLE!`.
  package func unsettled() -> [[CellAddress]] {
    all().compactMap { cycle in
      guard let first = cycle.first, iteration(ofCircleThrough: first) == nil else { return nil }
      guard names.settings(of: first.grid).judgesCirclesByReading else { return cycle }
      let errors = cycle.filter { cell in
        if case .error(let error) = cells.value(at: cell) { error.code == .cycle } else { false }
      }
      return errors.isEmpty ? nil : errors
    }
  }

  /// The values of the cells on cycles that settle.
  package var values: CycleValues {
    var values = CycleValues()
    guard names.hasIteration else { return values }
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
}
