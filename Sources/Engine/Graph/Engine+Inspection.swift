import CellModel
import Formulas

/// How formulas read and how cells depend on each other, for people to see.
extension Engine {
  package func hasFormula(at address: CellAddress) -> Bool { formulas.group(at: address) != nil }

  /// The formula of a cell as a tree that reads right in that cell; `nil` when it holds none.
  package func formulaTree(at address: CellAddress) -> FormulaTree? { formulas.tree(at: address) }

  /// The text of a cell's formula without its `=`.
  package func formulaText(at address: CellAddress) -> String? { formulas.tree(at: address)?.text() }

  /// The areas that a cell's formula reads, in the order of its text; empty for a constant.
  package func precedents(of address: CellAddress) -> [Area] {
    guard let id = formulas.group(at: address) else { return [] }
    let row = Int(address.row)
    var areas: [Area] = []
    formulas.forEachReference(of: formulas[id]) { _, reference in
      guard reference.topRow(at: row) >= 0 else { return }
      let area = cells.clipped(reference.area(at: row))
      if !areas.contains(area) { areas.append(area) }
    }
    for area in graph.dynamicReads.areas(of: id) ?? [] where !areas.contains(area) { areas.append(area) }
    return areas
  }

  /// The areas that the formulas in an area read, those of a fill together.
  package func areasRead(in area: Area) -> [Area] {
    graph.prepare()
    var areas: [Area] = []
    var known: Set<Area> = []
    func add(_ read: Area) {
      let clipped = cells.clipped(read)
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

  /// The functions that some formula calls, by their names in the catalog.
  package var calledFunctions: Set<String> {
    var names: Set<String> = []
    formulas.forEachLive { names.formUnion(formulas.template(of: $0).calledFunctions) }
    return names
  }

  /// Whether a formula depends on the clock or on chance, so that it may have another value at each recalculation.
  package var isVolatile: Bool { !graph.starting.volatile.isEmpty }

  /// Whether every name in every formula means something.
  package var knowsAllNames: Bool { formulas.knowsAllNames }

  /// Whether a cell has a formula of which every name means something.
  package func knowsAllNames(at address: CellAddress) -> Bool {
    formulas.group(at: address).map { formulas.template(of: $0).unknownNames.isEmpty } ?? false
  }

  /// The cells that an expression made of one reference or name stands for; `nil` for any other expression.
  package func area(of tree: FormulaTree, in scope: ScopeID) -> Area? {
    area(of: tree, at: CellAddress(grid: namesGrid(of: scope), row: 0, column: 0))
  }

  /// The cells that one reference or name stands for in a cell.
  package func area(of tree: FormulaTree, at address: CellAddress) -> Area? {
    guard let reference = EnteredFormula(tree, at: address, in: names).wholeReference else { return nil }
    let row = Int(address.row)
    guard reference.topRow(at: row) >= 0, reference.bottomRow(at: row) >= 0 else { return nil }
    return cells.clipped(reference.area(at: row))
  }
}
