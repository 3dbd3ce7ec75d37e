import CellModel
import Propagation

/// Evaluating groups that read themselves or each other.
extension Recalculation {
  mutating func evaluate(_ group: CycleGroup) {
    switch group.order {
    case .downwards: if let id = group.members.first { sweep(id, Downwards.self) }
    case .upwards: if let id = group.members.first { sweep(id, Upwards.self) }
    case .byRow: evaluateByRow(group.members)
    case .byCell: evaluateByCell(group)
    }
  }

  // MARK: In one sweep

  /// Evaluates a group from one end to the other; a row that changes makes those that read it dirty as the sweep goes on.
  private mutating func sweep<Direction: SweepDirection>(_ id: GroupID, _ direction: Direction.Type) {
    var isRepeated = false
    while sweepOnce(id, direction, isRepeated: isRepeated) { isRepeated = true }
  }

  /// - Returns: Whether there has to be one more sweep.
  private mutating func sweepOnce<Direction: SweepDirection>(
    _ id: GroupID, _ direction: Direction.Type, isRepeated: Bool
  ) -> Bool {
    let group = formulas[id]
    let own = ownReferences(of: group)
    // Then a row is dirty only when it was before or the one above it has changed.
    let readsAbove = own.count == 1 && own[0].isCellAbove(in: group)
    var rows = DirectedRows<Direction>(graph.takeDirtyRows(of: id))
    var changed = ChangedRows()
    while !isStopped, rows.takeNext() {
      if Direction.isDown, readsAbove || rows.end == group.lastRow { sweepNumbers(id, &rows, &changed) }
      while let row = rows.row, cancellation.goesOn(at: row, settings) {
        if evaluateCell(id, row) {
          changed.add(row)
          for reference in own {
            if let readers = reference.readers(of: row...row, among: group.rows) { rows.add(readers) }
          }
        }
        rows.pass()
      }
      if !isStopped { rows.leave() }
    }
    return finishSweep(of: id, changed, isStopped ? rows.rest : [], isRepeated)
  }

  /// The references through which a group reads its own column.
  private func ownReferences(of group: FormulaGroup) -> [GroupReference] {
    formulas.references(of: group).filter { $0.reads(column: group.column, of: group.grid) }
  }

  /// Marks the readers of what changed, and what a sweep that was stopped has left.
  ///
  /// - Returns: Whether there has to be one more sweep: a spill that began or ended may have made rows dirty that the sweep
  ///   had passed.
  private func finishSweep(of id: GroupID, _ changed: ChangedRows, _ waiting: [RowRange], _ isRepeated: Bool) -> Bool {
    let group = formulas[id]
    let again = graph.takeDirtyRows(of: id)
    for rows in changed.intervals { graph.markReaders(in: group.grid, column: Int(group.column), rows: rows) }
    // The group itself has just been brought up to date.
    graph.settle([id])
    if isStopped { for rows in waiting { graph.markDirty(rows, of: id) } }
    guard !isRepeated || isStopped else { return false }
    for rows in again { graph.markDirty(rows, of: id) }
    return !again.isEmpty && !isStopped
  }

  /// Evaluates rows down to the last while they are plain numbers, without asking who reads each of them: all are dirty, or
  /// each is as soon as the one above it has changed.
  private mutating func sweepNumbers<Direction>(
    _ id: GroupID, _ rows: inout DirectedRows<Direction>, _ changed: inout ChangedRows
  ) {
    let group = formulas[id]
    let numeric = formulas.numericHandles[group.template.index]
    guard let first = rows.row, numeric.isPresent, cells.spills.isEmpty, !cells.changes.isRecording else { return }
    if numeric.readsAreas { forgetIfChanged() }
    guard
      var sweep = NumberSweep(of: group, numeric, cells, formulas, workspace.scratch, from: first, dirtyEnd: rows.end)
    else { return }
    if !sweep.run(&changed, isCancelled: settings.isCancelled) { isStopped = true }
    work.evaluated += sweep.progress.next - first
    work.cutOff += sweep.progress.equal
    rows.goOn(at: sweep.progress.next, end: sweep.dirtyEnd)
  }

  // MARK: Cell by cell

  /// Evaluates all cells of a cycle group in an order of their own, and gives `#CYCLE!` to those that depend on themselves.
  private mutating func evaluateByCell(_ group: CycleGroup) {
    for id in group.members { _ = graph.takeDirtyRows(of: id) }
    let cycleCells = CycleCells(group.members, in: graph)
    let components = cycleCells.components()
    var changed: [GroupID: ChangedRows] = [:]
    var hasCycle = false
    // No circle goes through cells of two scopes: what a sheet uses does not read what uses it.
    let scope = group.members.first.map { formulas.names.settings(of: formulas[$0].grid) } ?? ScopeSettings()
    for number in 0..<components.count where !isStopped {
      let component = cycleCells.cells(of: components.component(number))
      if cycleCells.isCycle(component) {
        var places = component.map { cycleCells.place(of: $0) }
        if !cells.spills.isEmpty { sortByPlace(&places) }
        if reopenReaders(among: Set(places.map(\.group))) || anchorsChange(among: places) { continue }
        if let iteration = iteration(ofCircleThrough: places[0]) {
          hasCycle = true
          iterate(places, iteration, &changed)
        } else {
          if scope.judgesCirclesByReading { places = evaluateByReading(places, &changed) }
          guard !places.isEmpty else { continue }
          hasCycle = true
          storeCycle(places, &changed)
        }
      } else if let cell = component.first {
        let place = cycleCells.place(of: cell)
        if evaluateCell(place.group, place.row) { changed[place.group, default: ChangedRows()].add(place.row) }
      }
    }
    for id in group.members {
      let member = formulas[id]
      for rows in changed[id]?.intervals ?? [] {
        graph.markReaders(in: member.grid, column: Int(member.column), rows: rows)
      }
    }
    if let id = group.members.first, let node = formulas[id].node { graph.setHasCycle(hasCycle, of: node) }
    if graph.needsRebuild || isStopped {
      workspace.forgetAll()
      graph.markAllDirty(of: group.members)
    } else {
      graph.settle(group.members)
    }
  }

  /// How a circle settles; `nil` where it does not.
  private func iteration(ofCircleThrough place: CycleCells.Place) -> Iteration? {
    let group = formulas[place.group]
    return CellCycles(graph: graph, settings: settings).iteration(ofCircleThrough: group.address(at: place.row))
  }

  /// Evaluates cells that depend on themselves round by round, row by row of each sheet as Excel does, from the values that
  /// they have.
  private mutating func iterate(
    _ places: [CycleCells.Place], _ iteration: Iteration, _ changed: inout [GroupID: ChangedRows]
  ) {
    let ordered = places.map { (place: $0, address: formulas[$0.group].address(at: $0.row)) }
      .sorted {
        ($0.address.grid, $0.address.row, $0.address.column) < ($1.address.grid, $1.address.row, $1.address.column)
      }
    var hasChanged = Array(repeating: false, count: ordered.count)
    for _ in 0..<iteration.rounds {
      if settings.isCancelled() { break }
      var largest = 0.0
      for (number, (place, address)) in ordered.enumerated() {
        let old = cells.value(at: address)
        guard evaluateCell(place.group, place.row) else { continue }
        workspace.forgetAll()
        hasChanged[number] = true
        let new = cells.value(at: address)
        largest = max(largest, abs((new.number ?? 0) - (old.number ?? 0)))
        if (old.number == nil) != (new.number == nil) { largest = .infinity }
      }
      if largest < iteration.tolerance { break }
    }
    for (number, (place, _)) in ordered.enumerated() where hasChanged[number] {
      changed[place.group, default: ChangedRows()].add(place.row)
    }
  }

  /// Stores `#CYCLE!` in cells that depend on themselves.
  private mutating func storeCycle(_ places: [CycleCells.Place], _ changed: inout [GroupID: ChangedRows]) {
    let addresses = places.map { formulas[$0.group].address(at: $0.row) }
    let error = formulas.names.cycleError(through: addresses)
    for (place, address) in zip(places, addresses) {
      work.evaluated += 1
      if let area = cells.spills.area(of: address) {
        claimSpill(area, for: address)
      } else {
        spillWriter.end(at: address)
      }
      if write(error, at: address) { changed[place.group, default: ChangedRows()].add(place.row) }
    }
  }

  private func sortByPlace(_ places: inout [CycleCells.Place]) {
    places.sort { formulas[$0.group].address(at: $0.row).precedes(formulas[$1.group].address(at: $1.row)) }
  }
}

extension DependencyGraph {
  /// The cells that depend on themselves, one list per cycle, as the last recalculation found them.
  func cycles() -> [[CellAddress]] {
    var found: [[CellAddress]] = []
    for node in nodes.cycleGroups.keys.sorted() {
      guard let group = nodes.cycleGroup(node), case .byCell = group.order else { continue }
      let cycleCells = CycleCells(group.members, in: self)
      let components = cycleCells.components()
      for number in 0..<components.count {
        let component = cycleCells.cells(of: components.component(number))
        guard cycleCells.isCycle(component) else { continue }
        found.append(
          component.map { cell in
            let place = cycleCells.place(of: cell)
            return formulas[place.group].address(at: place.row)
          })
      }
    }
    return found
  }
}
