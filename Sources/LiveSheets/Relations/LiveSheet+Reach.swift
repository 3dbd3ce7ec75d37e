import CellModel
import Engine

extension LiveSheet {
  /// All cells whose values may depend on those of some areas, with these.
  ///
  /// What events, time and services carry from one cell to another is not followed.
  ///
  /// - Complexity: O(*n*) in the cells that are reached.
  package func cellsReached(from areas: [Area]) -> Set<CellAddress> {
    var found: Set<CellAddress> = []
    var waiting: [CellAddress] = []
    func reach(_ area: Area) { area.forEachCell { if found.insert($0).inserted { waiting.append($0) } } }
    areas.forEach(reach)
    while let next = waiting.popLast() {
      if let spill = engine.spillArea(of: next) { reach(spill) }
      engine.dependents(of: next).forEach(reach)
    }
    return found
  }
}
