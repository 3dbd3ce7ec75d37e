import CellModel
import Propagation

/// Evaluating groups that read themselves or each other.
extension Engine {
  func evaluate(_ knot: Knot, _ evaluator: Evaluator) {
    switch knot.order {
    case .downwards: if let id = knot.groups.first { scan(GroupID(id), isDownwards: true, evaluator) }
    case .upwards: if let id = knot.groups.first { scan(GroupID(id), isDownwards: false, evaluator) }
    case .byCell: evaluateByCell(knot, evaluator)
    }
  }

  // MARK: In one sweep

  /// Evaluates a group in the order of its rows; a row that changes makes those that read it dirty as the sweep goes on.
  private func scan(_ id: GroupID, isDownwards: Bool, _ evaluator: Evaluator, isRepeated: Bool = false) {
    let group = groups[id]
    let grid = Int(group.grid.rawValue)
    let own = references[Int(group.referenceStart)..<Int(group.referenceStart) + Int(group.referenceCount)].filter {
      $0.grid == group.grid && $0.left <= group.column && $0.right >= group.column && !$0.isPlaceOnly
    }
    var waiting = takeDirtyRows(of: id)
    if isDownwards { waiting.reverse() }  // the next one stands last
    var changed = ChangedRows()
    while let rows = waiting.popLast() {
      var row = Int(isDownwards ? rows.lowerBound : rows.upperBound)
      var end = Int(isDownwards ? rows.upperBound : rows.lowerBound)
      if isDownwards, end == Int(group.last) { row = sweepNumbers(id, from: row, &changed) }
      while isDownwards ? row <= end : row >= end {
        if row & ColumnStore.blockMask == 0, isCancelled() { isStopped = true }
        if isStopped {
          waiting.append(Int32(min(row, end))...Int32(max(row, end)))
          break
        }
        if evaluateCell(id, row, evaluator) {
          changed.add(row)
          for reference in own {
            guard
              let readers = reference.readers(
                ofRows: row, through: row, from: Int(group.first), through: Int(group.last))
            else { continue }
            if isDownwards {
              if readers.upperBound > end {
                if readers.lowerBound <= end + 1 {
                  end = readers.upperBound
                } else {
                  insert(readers, into: &waiting, isDownwards)
                }
              }
            } else if readers.lowerBound < end {
              if readers.upperBound >= end - 1 {
                end = readers.lowerBound
              } else {
                insert(readers, into: &waiting, isDownwards)
              }
            }
          }
        }
        row += isDownwards ? 1 : -1
      }
      if isStopped { break }
      // Rows that the sweep has reached by now need not be visited again.
      while let next = waiting.last, isDownwards ? Int(next.lowerBound) <= end : Int(next.upperBound) >= end {
        waiting.removeLast()
        if isDownwards, Int(next.upperBound) > end {
          waiting.append(Int32(end + 1)...next.upperBound)
          break
        }
        if !isDownwards, Int(next.lowerBound) < end {
          waiting.append(next.lowerBound...Int32(end - 1))
          break
        }
      }
    }
    // A spill that began or ended may have made rows dirty that the sweep had passed; they get one more sweep.
    let again = takeDirtyRows(of: id)
    changed.flush { low, high in
      markReadersExceptSelf(id, grid: grid, column: Int(group.column), from: min(low, high), through: max(low, high))
    }
    if !isRepeated, !again.isEmpty {
      for rows in again { addDirtyRows(Int(rows.lowerBound), Int(rows.upperBound), of: id) }
      return scan(id, isDownwards: isDownwards, evaluator, isRepeated: true)
    }
    if isStopped { for rows in waiting { addDirtyRows(Int(rows.lowerBound), Int(rows.upperBound), of: id) } }
  }

  /// Evaluates rows down to the last while they are plain numbers, without asking who reads each of them: all are dirty.
  ///
  /// - Returns: The row where it stopped, which needs the general program, or the one after the last.
  private func sweepNumbers(_ id: GroupID, from first: Int, _ changed: inout ChangedRows) -> Int {
    let group = groups[id]
    let numeric = numericHandles[Int(group.template)]
    guard numeric.isPresent, !core.pointee.hasSpills, !core.pointee.recordsChanges else { return first }
    let references = UnsafePointer(self.references.base + Int(group.referenceStart))
    let reader = ColumnReader(tables: columnTables.base)
    let column = columnTables[Int(group.grid.rawValue)].columns + Int(group.column)
    let stack = scratch.stack
    var row = first
    let last = Int(group.last)
    var firstChanged = -1
    var equal = 0
    while row <= last {
      if isCancelled() {
        isStopped = true
        break
      }
      let block = column.pointee.makeBlock(row >> ColumnStore.blockShift)
      let end = min(last, row | ColumnStore.blockMask)
      while row <= end {
        guard let box = numeric.run(at: row, references, reader, stack) else { break }
        let cell = block + row & ColumnStore.blockMask
        let old = BoxedValue(bits: cell.pointee)
        if old != box {
          if old.hasSlot { values.release(old) }
          cell.pointee = box.bits
          if firstChanged < 0 { firstChanged = row }
        } else {
          equal += 1
          if firstChanged >= 0 {
            changed.add(firstChanged, row - 1)
            firstChanged = -1
          }
        }
        row += 1
      }
      if row <= end { break }
    }
    if firstChanged >= 0 { changed.add(firstChanged, row - 1) }
    core.pointee.evaluated += row - first
    core.pointee.cutOff += equal
    return row
  }

  private func insert(_ rows: ClosedRange<Int>, into waiting: inout [ClosedRange<Int32>], _ isDownwards: Bool) {
    let rows = Int32(rows.lowerBound)...Int32(rows.upperBound)
    let position =
      waiting.firstIndex { isDownwards ? $0.lowerBound < rows.lowerBound : $0.upperBound > rows.upperBound }
      ?? waiting.count
    waiting.insert(rows, at: position)
  }

  private func markReadersExceptSelf(_ id: GroupID, grid: Int, column: Int, from low: Int, through high: Int) {
    markReaders(grid: grid, column: column, from: low, through: high)
    // The group itself has just been brought up to date.
    _ = takeDirtyRows(of: id)
    settle(NodeID(Int(groups[id].node)))
  }

  private func settle(_ node: NodeID) { propagation.clearDirty(node) }

  // MARK: Cell by cell

  /// Evaluates all cells of a knot in an order of their own, and gives `#CYCLE!` to those that depend on themselves.
  private func evaluateByCell(_ knot: Knot, _ evaluator: Evaluator) {
    for id in knot.groups { _ = takeDirtyRows(of: GroupID(id)) }
    let cells = KnotCells(knot, self)
    let components = StrongComponents(vertexCount: cells.count, starts: cells.starts, targets: cells.targets)
    var changed: [Int32: ChangedRows] = [:]
    var hasCycle = false
    for number in 0..<components.count {
      let component = components.component(number)
      guard let first = component.first else { continue }
      if component.count == 1, !cells.readsItself.contains(first) {
        let (id, row) = cells.place(of: first)
        if evaluateCell(GroupID(id), row, evaluator) { changed[id, default: ChangedRows()].add(row) }
        continue
      }
      hasCycle = true
      if reopenReaders(among: Set(component.map { cells.place(of: $0).group })) { continue }
      let addresses = component.map { cell in
        let (id, row) = cells.place(of: cell)
        return CellAddress(grid: groups[Int(id)].grid, row: row, column: Int(groups[Int(id)].column))
      }
      let error = cycleError(addresses)
      for (cell, address) in zip(component, addresses) {
        core.pointee.evaluated += 1
        if storeResult(error, at: address) {
          let (id, row) = cells.place(of: cell)
          changed[id, default: ChangedRows()].add(row)
        }
      }
    }
    for id in knot.groups {
      let group = groups[Int(id)]
      changed[id]?.flush {
        markReaders(grid: Int(group.grid.rawValue), column: Int(group.column), from: min($0, $1), through: max($0, $1))
      }
    }
    if let id = knot.groups.first { knots[groups[Int(id)].node]?.hasCycle = hasCycle }
    if needsRebuild {
      evaluatorCache.entries.removeAll(keepingCapacity: true)
      for id in knot.groups { groups[Int(id)].isAllDirty = true }
      return
    }
    for id in knot.groups { _ = takeDirtyRows(of: GroupID(id)) }
    if let id = knot.groups.first { settle(NodeID(Int(groups[Int(id)].node))) }
  }

  /// Lets the cells of a cycle that read dynamically find out anew, once, what they read.
  ///
  /// - Returns: Whether there were any; the knot is then put together anew.
  private func reopenReaders(among ids: Set<Int32>) -> Bool {
    let readers = ids.filter { dynamicReads[$0] != nil && reopenedReaders.insert($0).inserted }
    for id in readers { dynamicReads[id] = nil }
    if !readers.isEmpty { needsRebuild = true }
    return !readers.isEmpty
  }

  /// The cells that depend on themselves, one list per cycle, as the last recalculation found them.
  package func cycles() -> [[CellAddress]] {
    prepare()
    var found: [[CellAddress]] = []
    for node in knots.keys.sorted() {
      guard let knot = knots[node], case .byCell = knot.order else { continue }
      let cells = KnotCells(knot, self)
      let components = StrongComponents(vertexCount: cells.count, starts: cells.starts, targets: cells.targets)
      for number in 0..<components.count {
        let component = components.component(number)
        guard let first = component.first, component.count > 1 || cells.readsItself.contains(first) else { continue }
        found.append(
          component.map { cell in
            let (id, row) = cells.place(of: cell)
            return CellAddress(grid: groups[Int(id)].grid, row: row, column: Int(groups[Int(id)].column))
          })
      }
    }
    return found
  }
}

/// The cells of a knot, numbered group by group, and what each reads within the knot.
struct KnotCells {
  private let groups: [Int32]
  private let bases: [Int]
  private let firstRows: [Int]
  let count: Int
  private(set) var starts: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var readsItself: Set<Int32> = []

  init(_ knot: Knot, _ engine: Engine) {
    var next = 0
    var bases: [Int] = []
    var numbers: [Int32: Int] = [:]
    for (number, id) in knot.groups.enumerated() {
      bases.append(next)
      numbers[id] = number
      next += engine.groups[Int(id)].count
    }
    groups = knot.groups
    self.bases = bases
    firstRows = knot.groups.map { Int(engine.groups[Int($0)].first) }
    count = next
    starts.reserveCapacity(count + 1)
    for (number, id) in groups.enumerated() {
      let group = engine.groups[Int(id)]
      for row in Int(group.first)...Int(group.last) {
        let own = Int32(bases[number] + row - Int(group.first))
        addPrecedents(of: own, group, id, row, engine, numbers)
        starts.append(Int32(targets.count))
      }
    }
  }

  private mutating func addPrecedents(
    of own: Int32, _ group: FormulaGroup, _ id: Int32, _ row: Int, _ engine: Engine, _ numbers: [Int32: Int]
  ) {
    let start = Int(group.referenceStart)
    for index in start..<start + Int(group.referenceCount) where !engine.references[index].isPlaceOnly {
      let reference = engine.references[index]
      if reference.isCell, reference.topRow(at: row) < 0 { continue }
      add(reference.area(at: row), own, engine, numbers)
    }
    for area in engine.dynamicReads[id] ?? [] { add(area, own, engine, numbers) }
  }

  private mutating func add(_ area: Area, _ own: Int32, _ engine: Engine, _ numbers: [Int32: Int]) {
    let clipped = engine.clipped(area)
    engine.forEachOwner(in: clipped) { owner in
      guard let number = numbers[Int32(owner)] else { return }
      let group = engine.groups[owner]
      var top = max(clipped.top, group.first)
      var bottom = min(clipped.bottom, group.last)
      if group.column < clipped.left || group.column > clipped.right || top > bottom {
        // Reached through its spill range: the anchor is what is read.
        top = group.first
        bottom = group.last
      }
      for row in Int(top)...Int(bottom) {
        let cell = Int32(bases[number] + row - Int(group.first))
        if cell == own { readsItself.insert(own) }
        targets.append(cell)
      }
    }
  }

  /// The group and row of a cell.
  func place(of cell: Int32) -> (group: Int32, row: Int) {
    var low = 0
    var high = bases.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if bases[middle] <= Int(cell) { low = middle } else { high = middle }
    }
    return (groups[low], firstRows[low] + Int(cell) - bases[low])
  }
}
