import CellModel
import Engine

/// Which cells of a workbook depend on which: through formulas, through what-if tables, and through formulas that are not
/// computed, which would read them.
package struct WorkbookRelations {
  private let engine: Engine
  private let tables: WhatIfTables
  private let kept: KeptCells
  /// The cells that somebody has set.
  private let set: Set<CellAddress>

  init(_ engine: Engine, _ tables: WhatIfTables, _ kept: KeptCells, setCells: Set<CellAddress>) {
    (self.engine, self.tables, self.kept, set) = (engine, tables, kept, setCells)
  }

  /// The cells that a cell is made of.
  package func precedents(of cell: CellAddress) -> [Area] {
    engine.dependencies.precedents(of: cell) + tables.precedents(of: cell) + kept.reads.precedents(of: cell)
  }

  /// The cells that are made of a cell.
  package func readers(of cell: CellAddress) -> [Area] {
    engine.dependencies.dependents(of: cell) + tables.dependents(of: cell) + kept.reads.dependents(of: cell)
  }

  /// All cells that depend on some, with these.
  ///
  /// - Complexity: O(*n*) in the cells that are reached, each with the tables and the ranges that kept formulas name.
  package func reach(of cells: some Sequence<CellAddress>) -> Set<CellAddress> {
    var told: Set<Area> = []
    var readers = kept.reads.readers()
    return CellReach(from: cells.map { Area($0) }, in: engine) { cell in
      (tables.dependents(of: cell) + readers.next(of: cell)).filter { told.insert($0).inserted }
    }.cells
  }

  /// The cells that keep their stored values though what they would read may have others since some cells were set, each with
  /// why. A formula that cannot be read may read whatever there is.
  ///
  /// - Parameters:
  ///   - cells: Those that were set; without them all that were.
  ///   - areas: Where it matters: none are told when nothing in these depends on one of them; `nil` for everywhere.
  package func stale(
    after cells: [CellAddress]? = nil, for areas: [Area]? = nil
  ) -> [CellAddress: LiveWorkbook.KeptReason] {
    let cells = cells ?? Array(set)
    if kept.reasons.isEmpty || cells.isEmpty { return [:] }
    let reached = reach(of: cells + kept.reads.unreadable)
    let stale = kept.reasons.filter { reached.contains($0.key) && !set.contains($0.key) }
    guard let areas else { return stale }
    return reach(of: stale.keys).contains { cell in areas.contains { $0.contains(cell) } } ? stale : [:]
  }
}
