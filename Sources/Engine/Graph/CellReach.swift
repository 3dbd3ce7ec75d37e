import CellModel

/// All cells whose values may depend on those of some areas, with these.
///
/// What events, time and services carry from one cell to another is not followed.
package struct CellReach {
  package private(set) var cells: Set<CellAddress> = []
  private var waiting: [CellAddress] = []

  /// - Parameter others: What depends on a cell beside the formulas that read it, each area once.
  /// - Complexity: O(*n*) in the cells that are reached.
  package init(from areas: [Area], in engine: Engine, following others: (CellAddress) -> [Area] = { _ in [] }) {
    for area in areas { reach(area) }
    while let next = waiting.popLast() {
      if let spill = engine.spills.area(of: next) { reach(spill) }
      for area in engine.dependencies.dependents(of: next) { reach(area) }
      for area in others(next) { reach(area) }
    }
  }

  private mutating func reach(_ area: Area) {
    area.forEachCell { if cells.insert($0).inserted { waiting.append($0) } }
  }
}
