import CellModel

/// Evaluates rows of a column from top to bottom while they are plain numbers, without asking who reads each of them.
///
/// The formulas read their own column above themselves. These rules hold:
///
/// - R1. A row is evaluated when it was dirty or the one above it has changed, and no other is.
/// - R2. It stops at a row that needs the general program, which is as it was.
struct NumberSweep {
  private let numeric: NumericHandle
  private let references: UnsafePointer<GroupReference>
  private let reader: ColumnReader
  private let cells: CellStore
  private let scratch: KernelScratch
  private let column: UnsafeMutablePointer<ColumnStore>
  private let last: Int
  private let total: RunningTotal?
  private(set) var progress: SweepProgress
  /// The last row that is dirty, now that others have changed.
  private(set) var dirtyEnd: Int

  /// Makes a sweep of a group; `nil` where its column or what it reads has more than plain numbers.
  ///
  /// - Parameter dirtyEnd: The last row that is dirty.
  init?(
    of group: FormulaGroup, _ numeric: NumericHandle, _ cells: CellStore, _ formulas: FormulaStore,
    _ scratch: KernelScratch, from first: Int, dirtyEnd: Int
  ) {
    references = UnsafePointer(formulas.referencePointer(of: group))
    reader = ColumnReader(cells, formulas)
    column = cells.column(group.grid, Int(group.column))
    guard column.pointee.kinds.isPlain, numeric.readsPlain(references, reader) else { return nil }
    self.numeric = numeric
    self.cells = cells
    self.scratch = scratch
    last = group.lastRow
    total = RunningTotal(numeric, references, of: group)
    progress = SweepProgress(next: first, dirtyEnd: dirtyEnd)
    self.dirtyEnd = dirtyEnd
  }

  /// Evaluates rows down to the last.
  ///
  /// - Parameter isCancelled: Asked once a block.
  /// - Returns: Whether it was not cancelled.
  mutating func run(_ changed: inout ChangedRows, isCancelled: () -> Bool) -> Bool {
    defer {
      let next = progress.next
      dirtyEnd = max(dirtyEnd, next <= last && progress.goesOn ? next : next - 1)
      progress.endChanges(&changed)
    }
    while progress.next <= last, progress.goesOn {
      if isCancelled() { return false }
      let row = progress.next
      let end = min(last, row | ColumnStore.blockMask)
      let block = column.pointee.makeBlock(row >> ColumnStore.blockShift)
      if let total, row > 0 {
        let above = column.pointee.bits(at: row - 1)
        // Whether the row behind them is dirty must not depend on what becomes of them.
        if end < progress.dirtyEnd || end == progress.dirtyEnd && end == last {
          fill(total, below: above, block, through: end, &changed)
        }
        if progress.next == row { run(total, below: above, block, through: end, &changed) }
      }
      run(block, through: end, &changed)
      if progress.next <= end { break }
    }
    return true
  }

  /// Evaluates rows of one block of a running total, which are all dirty, at once where they are plain numbers.
  private mutating func fill(
    _ total: RunningTotal, below above: UInt64, _ block: UnsafeMutablePointer<UInt64>, through end: Int,
    _ changed: inout ChangedRows
  ) {
    let (row, count) = (progress.next, end - progress.next + 1)
    let target = block + row & ColumnStore.blockMask
    let results = scratch.buffers
    guard NumericHandle.areNumbers(target, count), total.fill(results, from: row, count, above: above, reader) else {
      return
    }
    progress.endChanges(&changed)
    let numbers = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Double.self)
    progress.pass(count, equal: changed.addDifferences(numbers, results, row: row, count))
    numbers.update(from: results, count: count)
  }

  /// Evaluates rows of one block of a running total while they are plain numbers.
  @inline(never)
  private mutating func run(
    _ total: RunningTotal, below above: UInt64, _ block: UnsafeMutablePointer<UInt64>, through end: Int,
    _ changed: inout ChangedRows
  ) {
    let cells = cells
    total.forEach(from: progress.next, through: end, above: above, reader) { number in
      let place = block + progress.next & ColumnStore.blockMask
      let isChanged = place.pointee != number.bitPattern
      if isChanged { cells.overwrite(place, by: BoxedValue(number)) }
      progress.pass(isChanged: isChanged, &changed)
      return progress.goesOn
    }
  }

  /// Evaluates rows of one block while they are plain numbers.
  ///
  /// A function of its own, so that the program's loop is compiled into it and not called for each row.
  @inline(never)
  private mutating func run(_ block: UnsafeMutablePointer<UInt64>, through end: Int, _ changed: inout ChangedRows) {
    let (numeric, references, reader, scratch, cells) = (numeric, references, reader, scratch, cells)
    while progress.next <= end, progress.goesOn, let box = numeric.run(at: progress.next, references, reader, scratch) {
      let place = block + progress.next & ColumnStore.blockMask
      let isChanged = place.pointee != box.bits
      if isChanged { cells.overwrite(place, by: box) }
      progress.pass(isChanged: isChanged, &changed)
    }
  }
}

/// How far a sweep over plain numbers has come.
struct SweepProgress {
  private(set) var next: Int
  /// Where the rows that changed and reach down to the next one begin.
  private var firstChanged: Int?
  private(set) var equal = 0
  /// The last row that was dirty before.
  let dirtyEnd: Int

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
