import CellModel
import Functions
import Propagation

extension Engine {
  /// Brings every dirty cell up to date, precedents first, each at most once.
  ///
  /// - Returns: Whether all is settled; `false` when it was cancelled, and calling again goes on where it stopped.
  /// - Complexity: proportional to what is dirty. The order of evaluation is restored first if formulas changed.
  @discardableResult
  package func recalculate() -> Bool {
    defer { checkRules() }
    prepare()
    propagation.beginInstant()
    for id in volatileGroups where !groups[Int(id)].isDead {
      addDirtyRows(Int(groups[Int(id)].first), Int(groups[Int(id)].last), of: Int(id))
    }
    guard !propagation.isSettled else { return true }
    spillChanges.removeAll(keepingCapacity: true)
    for anchor in selfSpilling { markDirty(anchor) }
    selfSpilling.removeAll(keepingCapacity: true)
    reopenedReaders.removeAll(keepingCapacity: true)
    evaluatorCache.entries.removeAll(keepingCapacity: true)
    isFullRecalculation = dynamicReads.isEmpty && propagation.dirty.count == soleGroup.count && areAllGroupsDirty()
    defer { isFullRecalculation = false }
    let evaluator = Evaluator(self)
    var steps = 0
    let dirty = propagation.dirty
    var rank = 0
    isStopped = false
    while let next = dirty.popFirst(near: rank) {
      rank = next
      guard let node = propagation.ranking.node(at: rank) else { continue }
      steps += 1
      if steps & 255 == 0, isCancelled() {
        propagation.markDirty(node)
        return false
      }
      let sole = soleGroup[node.index]
      if sole >= 0 {
        if !evaluateLoneNumber(Int(sole)) { evaluate(GroupID(sole), evaluator) }
      } else if let knot = knots[node.rawValue] {
        evaluate(knot, evaluator)
      }
      if needsRebuild { rebuildRanks() }
      if isStopped { return false }
    }
    return true
  }

  /// Evaluates a lone formula over plain numbers; `false` when it is not one, and nothing was done.
  @inline(__always)
  private func evaluateLoneNumber(_ id: GroupID) -> Bool {
    let group = groups.base + id
    guard group.pointee.first == group.pointee.last else { return false }
    let numeric = numericHandles.base + Int(group.pointee.template)
    guard numeric.pointee.isPresent, !core.pointee.hasSpills else { return false }
    let row = Int(group.pointee.first)
    guard
      let box = numeric.pointee.run(
        at: row, references.base + Int(group.pointee.referenceStart), ColumnReader(tables: columnTables.base),
        scratch.stack)
    else { return false }
    group.pointee.isAllDirty = false
    core.pointee.evaluated += 1
    let column = columnTables[Int(group.pointee.grid.rawValue)].columns + Int(group.pointee.column)
    let cell = column.pointee.makeBlock(row >> ColumnStore.blockShift) + row & ColumnStore.blockMask
    let old = BoxedValue(bits: cell.pointee)
    if old == box {
      core.pointee.cutOff += 1
      return true
    }
    if core.pointee.recordsChanges {
      noteChange(at: CellAddress(grid: group.pointee.grid, row: row, column: Int(group.pointee.column)), from: old)
    }
    if old.hasSlot { values.release(old) }
    cell.pointee = box.bits
    if !isFullRecalculation {
      markReaders(grid: Int(group.pointee.grid.rawValue), column: Int(group.pointee.column), from: row, through: row)
    }
    return true
  }

  private func areAllGroupsDirty() -> Bool {
    groups.indices.allSatisfy { groups[$0].isDead || groups[$0].isAllDirty }
  }

  /// Marks everything dirty and brings it up to date.
  package func recalculateAll() {
    prepare()
    for id in groups.indices where !groups[id].isDead { groups[id].isAllDirty = true }
    propagation.markAllDirty()
    recalculate()
  }

  // MARK: One group

  /// Evaluates the dirty rows of a group that does not read itself.
  private func evaluate(_ id: GroupID, _ evaluator: Evaluator) {
    let group = groups[id]
    if group.isLone {
      _ = takeDirtyRows(of: id)
      if evaluateCell(id, Int(group.first), evaluator) {
        markReaders(
          grid: Int(group.grid.rawValue), column: Int(group.column), from: Int(group.first), through: Int(group.first))
      }
      return
    }
    var changed = ChangedRows()
    let dirty = takeDirtyRows(of: id)
    for (index, rows) in dirty.enumerated() {
      let reached = evaluateRows(Int(rows.lowerBound), Int(rows.upperBound), of: id, evaluator, &changed)
      guard isStopped else { continue }
      if reached <= Int(rows.upperBound) { addDirtyRows(reached, Int(rows.upperBound), of: id) }
      for rest in dirty[(index + 1)...] { addDirtyRows(Int(rest.lowerBound), Int(rest.upperBound), of: id) }
      break
    }
    changed.flush { markReaders(grid: Int(group.grid.rawValue), column: Int(group.column), from: $0, through: $1) }
  }

  /// Runs of rows whose values changed.
  struct ChangedRows {
    private(set) var intervals: [(low: Int, high: Int)] = []

    @inline(__always)
    mutating func add(_ row: Int) { add(row, row) }

    @inline(__always)
    mutating func add(_ low: Int, _ high: Int) {
      if let last = intervals.last, low == last.high + 1 {
        intervals[intervals.count - 1].high = high
      } else {
        intervals.append((low, high))
      }
    }

    func flush(_ body: (Int, Int) -> Void) { for interval in intervals { body(interval.low, interval.high) } }
  }

  /// Evaluates rows of a group until it is cancelled, and gives the first row that is left.
  private func evaluateRows(
    _ low: Int, _ high: Int, of id: GroupID, _ evaluator: Evaluator, _ changed: inout ChangedRows
  ) -> Int {
    let numeric = numericHandles[Int(groups[id].template)]
    var row = low
    while row <= high {
      if isCancelled() {
        isStopped = true
        return row
      }
      // A chunk ends at a storage block, so that results are written to one block.
      let blockEnd = (row >> ColumnStore.blockShift + 1) << ColumnStore.blockShift
      let end = min(high + 1, blockEnd, row + KernelScratch.rows)
      if end - row >= 8, numeric.isPresent, evaluateBlock(numeric, row, end - row, of: id, &changed) {
        row = end
        continue
      }
      for each in row..<end where evaluateCell(id, each, evaluator) { changed.add(each) }
      row = end
    }
    return row
  }

  private func evaluateBlock(
    _ numeric: NumericHandle, _ row: Int, _ count: Int, of id: GroupID, _ changed: inout ChangedRows
  )
    -> Bool
  {
    let group = groups[id]
    let results = numeric.run(
      from: row, rows: count, references.base + Int(group.referenceStart), ColumnReader(tables: columnTables.base),
      scratch)
    guard let results else { return false }
    let target =
      columnTables[Int(group.grid.rawValue)].columns[Int(group.column)].makeBlock(row >> ColumnStore.blockShift)
      + row & ColumnStore.blockMask
    core.pointee.evaluated += count
    if !spills.isEmpty { for index in 0..<count { clearSpillIfAny(group, row + index) } }
    if recordsChanges || numeric.givesLogical || !NumericHandle.areNumbers(target, count) {
      for index in 0..<count {
        let bits = numeric.givesLogical ? BoxedValue(results[index] != 0).bits : results[index].bitPattern
        guard target[index] != bits else {
          core.pointee.cutOff += 1
          continue
        }
        let old = BoxedValue(bits: target[index])
        noteChange(at: CellAddress(grid: group.grid, row: row + index, column: Int(group.column)), from: old)
        values.release(old)
        target[index] = bits
        changed.add(row + index)
      }
      return true
    }
    let numbers = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Double.self)
    if !isFullRecalculation {
      var difference: UInt64 = 0
      for index in 0..<count { difference |= numbers[index].bitPattern ^ results[index].bitPattern }
      guard difference != 0 else {
        core.pointee.cutOff += count
        return true
      }
      // A block of which all changed, as is usual, is one interval.
      var same = 0
      for index in 0..<count { same &+= numbers[index].bitPattern == results[index].bitPattern ? 1 : 0 }
      if same == 0 {
        changed.add(row, row + count - 1)
      } else {
        for index in 0..<count where target[index] != results[index].bitPattern { changed.add(row + index) }
        core.pointee.cutOff += same
      }
    }
    numbers.update(from: results, count: count)
    return true
  }

  @inline(__always)
  private func clearSpillIfAny(_ group: FormulaGroup, _ row: Int) {
    guard core.pointee.hasSpills else { return }
    let address = CellAddress(grid: group.grid, row: row, column: Int(group.column))
    clearSpill(of: address)
    spills.removeBlocked(address)
  }

  // MARK: One cell

  /// Evaluates one cell and stores what it gives.
  ///
  /// - Returns: Whether its value changed.
  @inline(__always)
  func evaluateCell(_ id: GroupID, _ row: Int, _ evaluator: Evaluator) -> Bool {
    core.pointee.evaluated += 1
    let group = groups[id]
    let numeric = numericHandles[Int(group.template)]
    if numeric.isPresent,
      let box = numeric.run(
        at: row, references.base + Int(group.referenceStart), ColumnReader(tables: columnTables.base), scratch.stack)
    {
      let block = columnTables[Int(group.grid.rawValue)].columns[Int(group.column)].makeBlock(
        row >> ColumnStore.blockShift)
      // Even a value that came out equal ends the spill whose first value it was.
      clearSpillIfAny(group, row)
      let old = BoxedValue(bits: block[row & ColumnStore.blockMask])
      if old == box {
        core.pointee.cutOff += 1
        return false
      }
      noteChange(at: CellAddress(grid: group.grid, row: row, column: Int(group.column)), from: old)
      values.release(old)
      block[row & ColumnStore.blockMask] = box.bits
      return true
    }
    return evaluateGenerally(id, row, evaluator)
  }

  private func evaluateGenerally(_ id: GroupID, _ row: Int, _ evaluator: Evaluator) -> Bool {
    let value = evaluator.evaluate(id, at: row)
    let address = CellAddress(grid: groups[id].grid, row: row, column: Int(groups[id].column))
    if evaluator.notesReads {
      // What was read too early is evaluated first; the cell comes back behind it.
      if !noteDynamicReads(of: id, evaluator.dynamicReads) { return storeResult(cycleError([address]), at: address) }
      if evaluator.unsettledNode != nil {
        core.pointee.evaluated -= 1
        // An index made of what is not settled would be wrong.
        evaluatorCache.entries.removeAll(keepingCapacity: true)
        addDirtyRows(row, row, of: id)
        return false
      }
    }
    return storeResult(value, at: address)
  }

  /// Enters what a formula read beyond its own text among the edges.
  ///
  /// - Returns: `false` when it read what depends on itself.
  private func noteDynamicReads(of id: GroupID, _ areas: [Area]) -> Bool {
    let own = groups[id].area
    if areas.contains(where: { $0.intersection(own) != nil }) { return false }
    let known = dynamicReads[Int32(id)] ?? []
    guard areas != known else { return true }
    let fresh = areas.filter { !known.contains($0) }
    dynamicReads[Int32(id)] = groups[id].isLone ? areas : known + fresh
    for area in fresh {
      let clipped = clipped(area)
      guard !clipped.isEmpty, dynamicEntries[Int32(id), default: []].insert(clipped).inserted else { continue }
      enterReader(
        ReaderIndex.Entry(first: clipped.top, last: clipped.bottom, group: Int32(id), reference: -1), grid: area.grid,
        columns: Int(area.left)...Int(area.right))
    }
    let node = groups[id].node
    if knots[node] != nil {
      // What a knot is made of depends on what its cells read; it is put together anew.
      needsRebuild = true
      return true
    }
    if !propagation.restore(NodeID(Int(node)), in: EngineEdges(engine: self)) {
      // It reads what reads it, perhaps in other rows: cell by cell will tell.
      needsRebuild = true
      groups[id].isAllDirty = true
    }
    return true
  }

  /// Stores what a formula gave; an array on a sheet spills.
  ///
  /// - Returns: Whether the cell's own value changed; readers of its spill range are marked here.
  func storeResult(_ value: CellValue, at address: CellAddress) -> Bool {
    if case .array(let array) = value, grids[Int(address.grid.rawValue)].isSheet {
      return spill(array, from: address)
    }
    if !spills.isEmpty {
      clearSpill(of: address)
      spills.removeBlocked(address)
    }
    return write(value, at: address)
  }

  /// Writes a formula's value into its cell.
  func write(_ value: CellValue, at address: CellAddress) -> Bool {
    let grid = Int(address.grid.rawValue)
    let row = Int(address.row)
    let block = grids[grid].columns[Int(address.column)].makeBlock(row >> ColumnStore.blockShift)
    let old = BoxedValue(bits: block[row & ColumnStore.blockMask])
    if values.holds(old, value) {
      core.pointee.cutOff += 1
      return false
    }
    noteChange(at: address, from: old)
    values.release(old)
    block[row & ColumnStore.blockMask] = values.box(value).bits
    return true
  }

  func cycleError(_ cells: [CellAddress]) -> CellValue {
    var path = cells.prefix(8).map { name(of: $0) }
    if cells.count > 8 { path.append("…") }
    if let first = path.first { path.append(first) }
    return .error(
      CellError(
        .cycle, "It depends on itself: \(path.joined(separator: " → ")).",
        origin: cells.first.map { name(of: $0) } ?? ""))
  }
}
