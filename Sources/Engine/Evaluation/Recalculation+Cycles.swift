import CellModel
import Propagation

/// Evaluating groups that read themselves or each other.
extension Recalculation {
  mutating func evaluate(_ group: CycleGroup) {
    switch group.order {
    case .downwards: if let id = group.members.first { evaluateDownwards(id) }
    case .upwards: if let id = group.members.first { evaluateUpwards(id) }
    case .byRow: evaluateByRow(group.members)
    case .byCell: evaluateByCell(group)
    }
  }

  // MARK: In one sweep

  /// Evaluates a group from top to bottom; a row that changes makes those that read it dirty as the sweep goes on.
  private mutating func evaluateDownwards(_ id: GroupID, isRepeated: Bool = false) {
    let group = formulas[id]
    let own = ownReferences(of: group)
    // Then a row is dirty only when it was before or the one above it has changed.
    let readsAbove = own.count == 1 && own[0].isCellAbove(in: group)
    var waiting = Array(graph.takeDirtyRows(of: id).reversed())  // the next ones stand last
    var changed = ChangedRows()
    while !isStopped, let rows = waiting.popLast() {
      var row = rows.lowerBound
      var end = rows.upperBound
      if end == group.lastRow || readsAbove { row = sweepNumbers(id, from: row, &end, &changed) }
      while row <= end, goesOn(at: row) {
        if evaluateCell(id, row) {
          changed.add(row)
          for reference in own {
            guard let readers = reference.readers(of: row...row, among: group.rows), readers.upperBound > end else {
              continue
            }
            if readers.lowerBound <= end + 1 {
              end = readers.upperBound
            } else {
              let place = waiting.firstIndex { $0.lowerBound < readers.lowerBound } ?? waiting.count
              waiting.insert(readers, at: place)
            }
          }
        }
        row += 1
      }
      if row <= end { waiting.append(row...end) }
      // Rows that the sweep has reached by now need not be visited again.
      while !isStopped, let next = waiting.last, next.lowerBound <= end {
        waiting.removeLast()
        if next.upperBound > end {
          waiting.append(end + 1...next.upperBound)
          break
        }
      }
    }
    if finishSweep(of: id, changed, waiting, isRepeated) { evaluateDownwards(id, isRepeated: true) }
  }

  /// Evaluates a group from bottom to top; a row that changes makes those that read it dirty as the sweep goes on.
  private mutating func evaluateUpwards(_ id: GroupID, isRepeated: Bool = false) {
    let group = formulas[id]
    let own = ownReferences(of: group)
    var waiting = graph.takeDirtyRows(of: id)  // the next ones, the lowest in the column, stand last
    var changed = ChangedRows()
    while !isStopped, let rows = waiting.popLast() {
      var row = rows.upperBound
      var end = rows.lowerBound
      while row >= end, goesOn(at: row) {
        if evaluateCell(id, row) {
          changed.add(row)
          for reference in own {
            guard let readers = reference.readers(of: row...row, among: group.rows), readers.lowerBound < end else {
              continue
            }
            if readers.upperBound >= end - 1 {
              end = readers.lowerBound
            } else {
              let place = waiting.firstIndex { $0.upperBound > readers.upperBound } ?? waiting.count
              waiting.insert(readers, at: place)
            }
          }
        }
        row -= 1
      }
      if row >= end { waiting.append(end...row) }
      // Rows that the sweep has reached by now need not be visited again.
      while !isStopped, let next = waiting.last, next.upperBound >= end {
        waiting.removeLast()
        if next.lowerBound < end {
          waiting.append(next.lowerBound...end - 1)
          break
        }
      }
    }
    if finishSweep(of: id, changed, waiting, isRepeated) { evaluateUpwards(id, isRepeated: true) }
  }

  /// The references through which a group reads its own column.
  private func ownReferences(of group: FormulaGroup) -> [GroupReference] {
    formulas.references(of: group).filter { $0.reads(column: group.column, of: group.grid) }
  }

  /// Whether a sweep is not cancelled; asked once per block of rows.
  private mutating func goesOn(at row: Int) -> Bool {
    if row & ColumnStore.blockMask == 0, settings.isCancelled() { isStopped = true }
    return !isStopped
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
  ///
  /// - Parameter dirtyEnd: The last row that is dirty.
  /// - Returns: The row where it stopped, which needs the general program, or is clean, or comes after the last.
  private mutating func sweepNumbers(
    _ id: GroupID, from first: Int, _ dirtyEnd: inout Int, _ changed: inout ChangedRows
  ) -> Int {
    let group = formulas[id]
    let numeric = formulas.numericHandles[group.template.index]
    guard numeric.isPresent, cells.spills.isEmpty, !cells.changes.isRecording else { return first }
    if numeric.readsAreas { forgetIfChanged() }
    let references = formulas.referencePointer(of: group)
    let reader = ColumnReader(cells, formulas)
    let column = cells.column(group.grid, Int(group.column))
    guard column.pointee.kinds.isPlain, numeric.readsPlain(references, reader) else { return first }
    let last = group.lastRow
    let total = RunningTotal(numeric, references, of: group)
    var sweep = Sweep(next: first, dirtyEnd: dirtyEnd)
    while sweep.next <= last, sweep.goesOn {
      if settings.isCancelled() {
        isStopped = true
        break
      }
      let row = sweep.next
      let end = min(last, row | ColumnStore.blockMask)
      let block = column.pointee.makeBlock(row >> ColumnStore.blockShift)
      if let total, row > 0 {
        let above = column.pointee.bits(at: row - 1)
        // Whether the row behind them is dirty must not depend on what becomes of them.
        if end < dirtyEnd || end == dirtyEnd && end == last {
          fillTotal(total, below: above, reader, block, through: end, &sweep, &changed)
        }
        if sweep.next == row { sweepTotal(total, below: above, reader, block, through: end, &sweep, &changed) }
      }
      sweepNumbers(numeric, references, reader, block, through: end, &sweep, &changed)
      if sweep.next <= end { break }
    }
    if sweep.next <= last, sweep.goesOn { dirtyEnd = max(dirtyEnd, sweep.next) }
    dirtyEnd = max(dirtyEnd, sweep.next - 1)
    sweep.endChanges(&changed)
    work.evaluated += sweep.next - first
    work.cutOff += sweep.equal
    return sweep.next
  }

  /// How far a sweep over plain numbers has come.
  private struct Sweep {
    var next: Int
    /// Where the rows that changed and reach down to the next one begin.
    private var firstChanged: Int?
    private(set) var equal = 0
    /// The last row that was dirty before.
    private let dirtyEnd: Int

    init(next: Int, dirtyEnd: Int) {
      self.next = next
      self.dirtyEnd = dirtyEnd
    }

    /// Whether the next row is dirty.
    @inline(__always)
    var goesOn: Bool { next <= dirtyEnd || firstChanged != nil }

    @inline(__always)
    mutating func pass(isChanged: Bool, _ changed: inout ChangedRows) {
      if !isChanged {
        equal += 1
        endChanges(&changed)
      } else if firstChanged == nil {
        firstChanged = next
      }
      next += 1
    }

    /// Passes rows that are all dirty, and of which those that changed have been noted.
    mutating func pass(_ count: Int, equal: Int) {
      next += count
      self.equal += equal
    }

    @inline(__always)
    mutating func endChanges(_ changed: inout ChangedRows) {
      guard let first = firstChanged else { return }
      changed.add(first...next - 1)
      firstChanged = nil
    }
  }

  /// Evaluates rows of one block of a running total, which are all dirty, at once where they are plain numbers.
  private func fillTotal(
    _ total: RunningTotal, below above: UInt64, _ reader: ColumnReader, _ block: UnsafeMutablePointer<UInt64>,
    through end: Int, _ sweep: inout Sweep, _ changed: inout ChangedRows
  ) {
    let (row, count) = (sweep.next, end - sweep.next + 1)
    let target = block + row & ColumnStore.blockMask
    let results = workspace.scratch.buffers
    guard NumericHandle.areNumbers(target, count), total.fill(results, from: row, count, above: above, reader) else {
      return
    }
    sweep.endChanges(&changed)
    let numbers = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Double.self)
    sweep.pass(count, equal: changed.addDifferences(numbers, results, row: row, count))
    numbers.update(from: results, count: count)
  }

  /// Evaluates rows of one block of a running total while they are plain numbers.
  @inline(never)
  private func sweepTotal(
    _ total: RunningTotal, below above: UInt64, _ reader: ColumnReader, _ block: UnsafeMutablePointer<UInt64>,
    through end: Int, _ sweep: inout Sweep, _ changed: inout ChangedRows
  ) {
    total.forEach(from: sweep.next, through: end, above: above, reader) { number in
      let place = block + sweep.next & ColumnStore.blockMask
      let isChanged = place.pointee != number.bitPattern
      if isChanged { cells.overwrite(place, by: BoxedValue(number)) }
      sweep.pass(isChanged: isChanged, &changed)
      return sweep.goesOn
    }
  }

  /// Evaluates rows of one block while they are plain numbers.
  ///
  /// A function of its own, so that the program's loop is compiled into it and not called for each row.
  @inline(never)
  private func sweepNumbers(
    _ numeric: NumericHandle, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader,
    _ block: UnsafeMutablePointer<UInt64>, through end: Int, _ sweep: inout Sweep, _ changed: inout ChangedRows
  ) {
    let scratch = workspace.scratch
    while sweep.next <= end, sweep.goesOn, let box = numeric.run(at: sweep.next, references, reader, scratch) {
      let place = block + sweep.next & ColumnStore.blockMask
      let isChanged = place.pointee != box.bits
      if isChanged { cells.overwrite(place, by: box) }
      sweep.pass(isChanged: isChanged, &changed)
    }
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
    return formulas.names.settings(of: group.grid).iteration.flatMap {
      settings.iteration(group.address(at: place.row), $0)
    }
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
    let error = cycleError(addresses)
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
