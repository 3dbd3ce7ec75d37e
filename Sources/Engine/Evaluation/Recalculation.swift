import CellModel
import Functions
import Propagation

/// One pass that brings every dirty cell up to date, precedents first, each at most once.
///
/// It is the one place that holds all parts of an engine, and whatever only one pass needs lives in it and ends with it.
struct Recalculation: ~Copyable {
  let formulas: FormulaStore
  let cells: CellStore
  let graph: DependencyGraph
  let spillWriter: SpillWriter
  let settings: EngineSettings
  let workspace: Workspace
  /// Made when the first formula comes up that is not plain numbers.
  private var generalEvaluator: Evaluator?

  /// What it has done so far.
  var work = WorkCounters()
  var cancellation = Cancellation()
  var retries = Retries()

  init(_ spillWriter: SpillWriter, _ settings: EngineSettings, _ workspace: Workspace) {
    self.spillWriter = spillWriter
    graph = spillWriter.graph
    formulas = graph.formulas
    cells = formulas.cells
    self.settings = settings
    self.workspace = workspace
  }

  /// Whether it has been cancelled in the middle of a group.
  @inline(__always)
  var isStopped: Bool {
    get { cancellation.isStopped }
    set { cancellation.isStopped = newValue }
  }

  /// Evaluates what is dirty.
  ///
  /// - Returns: Whether all is settled; `false` when it was cancelled, and another pass goes on where it stopped.
  mutating func run() -> Bool {
    workspace.forget()
    defer {
      graph.ordersByPlace = false
      workspace.endPass()
    }
    if !cells.spills.circular.isEmpty { restart() }
    graph.isFullRecalculation = graph.dynamicReads.isEmpty && graph.isAllDirty
    defer { graph.isFullRecalculation = false }
    let dirty = graph.propagation.dirty
    let ranking = graph.propagation.ranking
    expectReads(of: graph.takeNewDynamicReaders())
    if graph.needsRebuild { graph.rebuild() }
    while let rank = dirty.popFirst() {
      guard let node = ranking.node(at: rank) else { continue }
      if stops(before: node) { return false }
      if let single = graph.nodes.single(node) {
        switch evaluateNumbers(from: single) {
        // What is asked below cannot have come of plain numbers.
        case .done: continue
        case .stopped: return false
        case .notNumeric(let id): evaluate(id)
        }
      } else if let group = graph.nodes.cycleGroup(node) {
        evaluate(group)
      }
      if retries.wantsRestart { restart() }
      if graph.needsRebuild { orderAnew() }
      if isStopped { return false }
    }
    return true
  }

  /// Takes back all spills and begins again, when a circle goes through a spill range.
  ///
  /// What such a circle makes of the sheet depends on what spills first. So it is not left to what was edited when: the
  /// pass begins with nothing spilled, in the order of the places, and so does the next, for it may open the circle.
  private mutating func restart() {
    spillWriter.clearAll()
    for anchor in cells.spills.anchors { cells.spills.removeBlocked(anchor) }
    graph.restartByPlace()
    retries.restart()
    workspace.forget()
  }

  mutating func evaluator() -> Evaluator {
    if let generalEvaluator { return generalEvaluator }
    let made = Evaluator(graph, settings, workspace.memory)
    generalEvaluator = made
    return made
  }

  // MARK: One group

  /// How a chain of formulas of one row over plain numbers came to its end.
  private enum ChainEnd {
    /// Nothing reads the last one, or what reads it is marked.
    case done
    /// A formula is not one of plain numbers, and nothing was done with it.
    case notNumeric(GroupID)
    case stopped
  }

  /// Evaluates a formula of one row over plain numbers and, where that is all that is dirty then, the one that reads it:
  /// no rank has to be sought for it.
  @inline(__always)
  private mutating func evaluateNumbers(from first: GroupID) -> ChainEnd {
    guard cells.spills.isEmpty else { return .notNumeric(first) }
    var id = first
    while true {
      let group = formulas.pointer(to: id)
      guard group.pointee.isSingle else { return .notNumeric(id) }
      let row = group.pointee.firstRow
      guard let result = number(of: group, at: row) else { return .notNumeric(id) }
      group.pointee.isAllDirty = false
      work.evaluated &+= 1
      guard store(result, group, row),
        let reader = graph.markReaders(in: group.pointee.grid, column: Int(group.pointee.column), row: row)
      else { return .done }
      if let node = formulas.pointer(to: reader).pointee.node, stops(before: node) { return .stopped }
      id = reader
    }
  }

  /// Whether it has been cancelled before a node comes up, which is asked now and then; the node stays dirty.
  @inline(__always)
  private mutating func stops(before node: NodeID) -> Bool {
    guard cancellation.stopsBeforeNode(settings) else { return false }
    graph.propagation.markDirty(node)
    return true
  }

  /// What the numeric program of a group gives in a row; `nil` when the general program is needed.
  @inline(__always)
  private func number(of group: UnsafeMutablePointer<FormulaGroup>, at row: Int) -> NumericResult? {
    let numeric = formulas.numericHandles.base + group.pointee.template.index
    guard numeric.pointee.isPresent else { return nil }
    if numeric.pointee.readsAreas { forgetIfChanged() }
    return numeric.result(
      at: row, formulas.references.base + group.pointee.references.first, cells, formulas, workspace)
  }

  /// Stores a number or logical value that a group gave in a row, and tells whether it was another.
  @inline(__always)
  private mutating func store(
    _ result: NumericResult, _ group: UnsafeMutablePointer<FormulaGroup>, _ row: Int
  ) -> Bool {
    let column = cells.column(group.pointee.grid, Int(group.pointee.column))
    let isChanged =
      if result.kind == .plain, column.pointee.kinds.isPlain {
        cells.replace(column.pointee.place(of: row), by: result.box, at: group.pointee.address(at: row))
      } else {
        cells.replace(column, row, by: result, at: group.pointee.address(at: row))
      }
    if !isChanged { work.cutOff += 1 }
    return isChanged
  }

  /// Evaluates the dirty rows of a group that does not read itself.
  private mutating func evaluate(_ id: GroupID) {
    let group = formulas[id]
    let dirty = graph.takeDirtyRows(of: id)
    if group.isSingle {
      if evaluateCell(id, group.firstRow) { graph.markReaders(of: group.address(at: group.firstRow)) }
      return
    }
    var changed = ChangedRows()
    for (index, rows) in dirty.enumerated() {
      let left = evaluateRows(rows, of: id, &changed)
      guard isStopped else { continue }
      for rest in left { graph.markDirty(rest, of: id) }
      for rest in dirty[(index + 1)...] { graph.markDirty(rest, of: id) }
      break
    }
    for rows in changed.intervals { graph.markReaders(in: group.grid, column: Int(group.column), rows: rows) }
  }

  /// Evaluates rows of a group until it is cancelled, and gives those that are left.
  private mutating func evaluateRows(_ rows: RowRange, of id: GroupID, _ changed: inout ChangedRows) -> [RowRange] {
    let numeric = formulas.numericHandles[formulas[id].template.index]
    return evaluateInPieces(rows, of: id, numeric, &changed) ?? evaluateInTurn(rows, of: id, &changed)
  }

  /// Evaluates rows of a group on this thread until it is cancelled, and gives those that are left.
  mutating func evaluateInTurn(_ rows: RowRange, of id: GroupID, _ changed: inout ChangedRows) -> [RowRange] {
    let numeric = formulas.numericHandles[formulas[id].template.index]
    var row = rows.lowerBound
    var runsTogether = !numeric.isPresent
    while row <= rows.upperBound {
      if settings.isCancelled() {
        isStopped = true
        return [row...rows.upperBound]
      }
      let end = KernelScratch.end(ofChunkFrom: row, in: rows)
      if end - row < KernelScratch.leastRows || !numeric.isPresent
        || !evaluateBlock(numeric, row, end - row, of: id, &changed)
      {
        if let next = evaluateGenerally(row..<end, of: id, &runsTogether, &changed) {
          return next <= rows.upperBound ? [next...rows.upperBound] : []
        }
      }
      row = end
    }
    return []
  }

  /// Evaluates rows of a group that are not a block of plain numbers, and gives the first that is left when it is cancelled.
  ///
  /// - Parameter runsTogether: Whether the general program is tried for many at once; it becomes so for a formula of plain
  ///   numbers that mostly comes to something else.
  mutating func evaluateGenerally(
    _ rows: Range<Int>, of id: GroupID, _ runsTogether: inout Bool, _ changed: inout ChangedRows
  ) -> Int? {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let end = min(row + BoxTable.rows, rows.upperBound)
      if !runsTogether || end - row < BoxTable.leastRows || !evaluateTogether(row...end - 1, of: id, &changed) {
        let generally = work.generally
        for each in row..<end {
          if evaluateCell(id, each) { changed.add(each) }
          if isStopped { return each }
        }
        if (work.generally - generally) * 4 > end - row { runsTogether = true }
      }
      row = end
      if isStopped { return row }
    }
    return nil
  }

  /// Evaluates rows of a group with its general program, those together that can be; `false` when nothing was done.
  private mutating func evaluateTogether(_ rows: RowRange, of id: GroupID, _ changed: inout ChangedRows) -> Bool {
    forgetIfChanged()
    guard let block = evaluator().run(id, in: rows) else { return false }
    let group = formulas[id]
    let column = cells.column(group.grid, Int(group.column))
    // Asked for at the first text, which mostly comes in the first row or never.
    var ownsTexts: Bool?
    for row in rows {
      let offset = row - rows.lowerBound
      // What one row has spilled another may have read.
      let isDisturbed = spillWriter.hasChangedCells
      if !isDisturbed, let box = block.plainResult(offset) {
        work.evaluated += 1
        work.generally += 1
        if !cells.spills.isEmpty { spillWriter.end(at: group.address(at: row)) }
        if cells.replace(column, row, by: NumericResult(box, .plain), at: group.address(at: row)) {
          changed.add(row)
        } else {
          work.cutOff += 1
        }
      } else if !isDisturbed, ownsTexts != false, let text = block.madeText(offset),
        block.ownsTexts(&ownsTexts),
        let isChanged = cells.exchange(column, row, with: text, at: group.address(at: row))
      {
        work.evaluated += 1
        work.generally += 1
        spillWriter.end(at: group.address(at: row))
        if isChanged { changed.add(row) } else { work.cutOff += 1 }
      } else if !isDisturbed, let value = block.result(offset) {
        work.evaluated += 1
        work.generally += 1
        if storeResult(value, at: group.address(at: row)) { changed.add(row) }
      } else if isStopped {
        graph.markDirty(row...row, of: id)
      } else if evaluateCell(id, row) {
        changed.add(row)
      }
    }
    return true
  }

  private mutating func evaluateBlock(
    _ numeric: NumericHandle, _ row: Int, _ count: Int, of id: GroupID, _ changed: inout ChangedRows
  ) -> Bool {
    let group = formulas[id]
    let references = formulas.referencePointer(of: group)
    let reader = ColumnReader(cells, formulas)
    if numeric.readsAreas { forgetIfChanged() }
    var kind = NumberKind.plain
    if cells.mayHaveKinds || !numeric.keepsPlain, !numeric.givesPlain {
      guard let common = numeric.kind(from: row, rows: count, references, reader, workspace.scratch.kinds) else {
        return false
      }
      kind = common
    }
    guard let results = numeric.run(from: row, rows: count, references, reader, workspace.scratch) else { return false }
    let column = cells.column(group.grid, Int(group.column))
    let target = column.pointee.place(of: row)
    work.evaluated += count
    work.inBlocks += count
    if !cells.spills.isEmpty { for index in 0..<count { spillWriter.end(at: group.address(at: row + index)) } }
    if cells.changes.isRecording || numeric.givesLogical || kind != .plain || !column.pointee.kinds.isPlain
      || !NumericHandle.areNumbers(target, count)
    {
      for index in 0..<count {
        let box =
          numeric.givesLogical
          ? BoxedValue(results[index] != 0) : BoxedValue(bits: results[index].bitPattern)
        if cells.replace(column, row + index, by: NumericResult(box, kind), at: group.address(at: row + index)) {
          changed.add(row + index)
        } else {
          work.cutOff += 1
        }
      }
      return true
    }
    let numbers = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Double.self)
    if !graph.isFullRecalculation {
      let equal = changed.addDifferences(numbers, results, row: row, count)
      work.cutOff += equal
      if equal == count { return true }
    }
    numbers.update(from: results, count: count)
    return true
  }

  // MARK: One cell

  /// Evaluates one cell and stores what it gives.
  ///
  /// - Returns: Whether its value changed.
  @inline(__always)
  mutating func evaluateCell(_ id: GroupID, _ row: Int) -> Bool {
    work.evaluated += 1
    let group = formulas.pointer(to: id)
    guard let result = number(of: group, at: row) else { return evaluateGenerally(id, row) }
    // Even a value that came out equal ends the spill whose first value it was.
    if !cells.spills.isEmpty { spillWriter.end(at: group.pointee.address(at: row)) }
    return store(result, group, row)
  }

  /// Forgets what was kept of cells that a spill has changed since.
  func forgetIfChanged() {
    guard spillWriter.hasChangedCells else { return }
    spillWriter.hasChangedCells = false
    workspace.forget()
  }

  private mutating func evaluateGenerally(_ id: GroupID, _ row: Int) -> Bool {
    let evaluator = evaluator()
    forgetIfChanged()
    work.generally += 1
    var value = evaluator.evaluate(id, at: row)
    let address = formulas[id].address(at: row)
    if evaluator.reads.isReadingDynamically, let own = cells.spills.area(of: address), evaluator.reads.meet(own) {
      // What it has filled before is no value for it to read.
      spillWriter.clear(address)
      value = evaluator.evaluate(id, at: row)
    }
    if evaluator.course.limits.isCancelled {
      isStopped = true
      return leaveDirty(id, row)
    }
    if evaluator.reads.isReadingDynamically {
      // What was read too early is evaluated first; the cell comes back behind it.
      let isKnown = graph.noteReads(of: id, evaluator.reads.areas)
      if !isKnown || evaluator.reads.unsettledNode != nil { return leaveDirty(id, row) }
    }
    return storeResult(value, at: address)
  }

  /// Leaves a cell for later that has not come to its value.
  private mutating func leaveDirty(_ id: GroupID, _ row: Int) -> Bool {
    work.evaluated -= 1
    work.generally -= 1
    // An index made of what is not settled would be wrong.
    workspace.forgetAll()
    graph.markDirty(row...row, of: id)
    return false
  }

  /// Stores what a formula gave; an array on a sheet spills.
  ///
  /// - Returns: Whether the cell's own value changed; readers of its spill range are marked here.
  mutating func storeResult(_ value: CellValue, at address: CellAddress) -> Bool {
    if case .array(let array) = value, cells.grids[address.grid.index].isSheet { return spill(array, from: address) }
    spillWriter.end(at: address)
    return write(value, at: address)
  }

  mutating func write(_ value: CellValue, at address: CellAddress) -> Bool {
    let isChanged = cells.write(value, at: address)
    if !isChanged { work.cutOff += 1 }
    return isChanged
  }

  // MARK: Spilling

  /// Writes an array from its anchor to the right and down, or `#SPILL!` into the anchor when something is in the way.
  ///
  /// - Returns: Whether the anchor's own value changed.
  private mutating func spill(_ array: CellArray, from anchor: CellAddress) -> Bool {
    let names = formulas.names
    let wanted = Area(
      grid: anchor.grid, top: Int(anchor.row), left: Int(anchor.column), bottom: Int(anchor.row) + array.rows - 1,
      right: Int(anchor.column) + array.columns - 1)
    switch spillWriter.makeRoom(for: wanted, of: anchor) {
    case .beyondSheet: return write(names.spillError("It would reach beyond the sheet.", of: anchor), at: anchor)
    case .taken(let obstacle):
      return write(names.spillError("\(names.name(of: obstacle)) is in its way.", of: anchor), at: anchor)
    case .free(let evicted):
      for other in evicted {
        let error = names.spillError("\(names.name(of: anchor)) spills over what it would fill.", of: other)
        if write(error, at: other) { graph.markReaders(of: other) }
      }
    }
    if cells.spills.area(of: anchor) != wanted { retries.noteSpillChange(of: anchor) }
    if readsItself(anchor, filling: wanted) || retries.goesOnSpilling(anchor) {
      claimSpill(wanted, for: anchor)
      return write(names.cycleError(through: [anchor]), at: anchor)
    }
    let filled = spillWriter.fill(wanted, with: array)
    work.cutOff += filled.equal
    return filled.anchorChanged
  }

  /// Whether the formula of an anchor, as it was just evaluated, read what it is about to fill.
  private func readsItself(_ anchor: CellAddress, filling area: Area) -> Bool {
    guard let id = formulas.group(at: anchor) else { return false }
    if let reads = generalEvaluator?.reads, reads.isReadingDynamically, reads.meet(area) { return true }
    let row = Int(anchor.row)
    var isFound = false
    formulas.forEachReference(of: formulas[id]) { _, reference in
      if reference.isCell, reference.topRow(at: row) < 0 { return }
      if reference.area(at: row).intersection(area) != nil { isFound = true }
    }
    return isFound
  }

  /// Gives a range to an anchor that depends on it.
  mutating func claimSpill(_ area: Area, for anchor: CellAddress) {
    retries.noteSpillCircle()
    spillWriter.claim(area, for: anchor)
  }

  // MARK: Cycles

  /// Evaluates the anchors among cells that depend on themselves once more, as the cells stand now: the range that closes
  /// the circle may come of values that are past.
  ///
  /// - Returns: Whether the range of one of them changed.
  mutating func anchorsChange(among places: [CycleCells.Place]) -> Bool {
    guard !cells.spills.areas.isEmpty else { return false }
    var isChanged = false
    for place in places {
      let anchor = formulas[place.group].address(at: place.row)
      guard let area = cells.spills.area(of: anchor), !cells.spills.circular.contains(anchor) else { continue }
      // Before everything has begun anew, the values say nothing.
      if !retries.isRestarted {
        retries.noteSpillCircle()
        return true
      }
      if retries.goesOnSpilling(anchor) { continue }
      _ = evaluateCell(place.group, place.row)
      if cells.spills.area(of: anchor) != area || cells.spills.circular.contains(anchor) { isChanged = true }
    }
    return isChanged
  }

  /// Lets the groups of a cycle that read dynamically find out anew, once, what they read.
  ///
  /// - Returns: Whether there were any; the cycle group is then put together anew.
  mutating func reopenReaders(among ids: Set<GroupID>) -> Bool {
    var readers: Set<GroupID> = []
    for id in ids where graph.dynamicReads.areas(of: id) != nil && retries.reopen(id) {
      readers.insert(id)
    }
    guard !readers.isEmpty else { return false }
    graph.forgetReads(of: readers)
    retries.passNextOrder()
    return true
  }
}
