import CellModel

/// Which cells read which, for people to see.
package struct CellDependencies {
  let graph: DependencyGraph

  private var formulas: FormulaStore { graph.formulas }

  /// The areas that a cell's formula reads, in the order of its text; empty for a constant.
  package func precedents(of address: CellAddress) -> [Area] {
    guard let id = formulas.group(at: address) else { return [] }
    let row = Int(address.row)
    var areas: [Area] = []
    formulas.forEachReference(of: formulas[id]) { _, reference in
      guard reference.topRow(at: row) >= 0 else { return }
      let area = graph.cells.clipped(reference.area(at: row))
      if !areas.contains(area) { areas.append(area) }
    }
    for area in graph.dynamicReads.areas(of: id) ?? [] where !areas.contains(area) { areas.append(area) }
    return areas
  }

  /// The areas whose values make that of a cell's formula, as they are written: one of a table may follow its rows. Of a table
  /// that is only measured it is the row behind all others, which is there as soon as there are so many.
  package func sources(of address: CellAddress) -> [Area] {
    guard let id = formulas.group(at: address) else { return [] }
    let row = Int(address.row)
    var areas: [Area] = []
    formulas.forEachReference(of: formulas[id]) { _, reference in
      guard reference.topRow(at: row) >= 0 else { return }
      let last = CellAddress(grid: reference.grid, row: Area.lastRow, column: 0)
      areas.append(reference.isMeasured ? Area(last) : reference.area(at: row))
    }
    return areas + (graph.dynamicReads.areas(of: id) ?? [])
  }

  /// The areas that the formulas in an area read, those of a fill together.
  package func areasRead(in area: Area) -> [Area] {
    graph.prepare()
    var areas: [Area] = []
    var known: Set<Area> = []
    func add(_ read: Area) {
      let clipped = graph.cells.clipped(read)
      if !clipped.isEmpty, known.insert(clipped).inserted { areas.append(clipped) }
    }
    formulas.forEachOwner(in: area) { id in
      let group = formulas[id]
      // What only spills into the area is read all the same.
      let rows = group.rows.overlaps(area.rowRange) ? group.rows.clamped(to: area.rowRange) : group.rows
      formulas.forEachReference(of: group) { _, reference in add(reference.areaRead(from: rows)) }
      for area in graph.dynamicReads.areas(of: id) ?? [] { add(area) }
    }
    return areas
  }

  /// The areas whose formulas read a cell, in the order of their places: one per group of formulas.
  ///
  /// - Complexity: O(*n* log *n*) in the groups that read it.
  package func dependents(of address: CellAddress) -> [Area] {
    graph.prepare()
    let row = Int(address.row)
    var areas: Set<Area> = []
    graph.forEachReader(in: address.grid, column: Int(address.column), rows: row...row) { entry in
      let group = formulas[entry.group]
      var rows = group.rows
      if let number = entry.reference {
        guard let readers = formulas.reference(number, of: group).readers(of: row...row, among: rows) else { return }
        rows = readers
      }
      areas.insert(Area(grid: group.grid, column: Int(group.column), rows: rows))
    }
    return areas.sorted { ($0.grid, $0.left, $0.top) < ($1.grid, $1.left, $1.top) }
  }

  /// Whether formulas have a reference to some of an area, or have read some of it.
  package func isRead(_ area: Area) -> Bool {
    graph.prepare()
    var isRead = false
    graph.forEachReader(of: area) { _ in isRead = true }
    return isRead
  }

  /// Whether a cell's formula depends on more than the cells it names: the clock, chance, or what a text names.
  package func readsMoreThanItNames(at address: CellAddress) -> Bool {
    guard let id = formulas.group(at: address) else { return false }
    let template = formulas.template(of: id)
    return template.isVolatile || template.readsDynamically
  }

  /// Whether a formula depends on the clock or on chance, so that it may have another value at each recalculation.
  package var isVolatile: Bool { !graph.starting.volatile.isEmpty }
}
