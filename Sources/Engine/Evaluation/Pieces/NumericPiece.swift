import CellModel
import Functions

/// A run of rows of a column that one thread evaluates, and what comes of it.
///
/// It writes plain numbers and logical values into blocks of its column that are there. Whatever needs more, such as the
/// general program or a slot that has to be freed, is left to the thread that began.
struct NumericPiece {
  /// Rows that are left: as one block of numbers, or each by itself.
  struct Rest {
    let rows: RowRange
    let isBlock: Bool
  }

  let rows: RowRange
  /// The first row that has not been looked at.
  private(set) var next: Int
  private(set) var work = WorkCounters()
  private(set) var changed = ChangedRows()
  private(set) var rest: [Rest] = []

  init(_ rows: RowRange) {
    self.rows = rows
    next = rows.lowerBound
  }

  /// What all pieces of a column have in common; nobody changes it while they are evaluated.
  struct Common {
    let numeric: NumericHandle
    let references: UnsafePointer<GroupReference>
    let reader: ColumnReader
    /// A column of plain numbers.
    let target: UnsafePointer<ColumnStore>
    /// Whether somebody wants to know which rows change.
    let notesChanges: Bool
  }

  /// Evaluates the rows, in the chunks in which one thread evaluates a column.
  ///
  /// - Parameter isStopped: Asked before each chunk; `true` leaves what follows.
  mutating func evaluate(_ column: Common, _ scratch: KernelScratch, isStopped: () -> Bool) {
    while next <= rows.upperBound, !isStopped() {
      let end = KernelScratch.end(ofChunkFrom: next, in: rows)
      if end - next < KernelScratch.leastRows || !evaluateBlock(column, end - next, scratch) {
        for row in next..<end { evaluate(row, column, scratch) }
      }
      next = end
    }
  }

  /// Evaluates the next rows at once; `false` when one of them needs something else.
  private mutating func evaluateBlock(_ column: Common, _ count: Int, _ scratch: KernelScratch) -> Bool {
    guard let results = column.numeric.run(from: next, rows: count, column.references, column.reader, scratch) else {
      return false
    }
    let target = column.place(of: next)
    if !column.numeric.givesLogical, NumericHandle.areNumbers(target, count) {
      let numbers = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Double.self)
      work.evaluated += count
      work.inBlocks += count
      if column.notesChanges {
        let equal = changed.addDifferences(numbers, results, row: next, count)
        work.cutOff += equal
        if equal == count { return true }
      }
      numbers.update(from: results, count: count)
      return true
    }
    guard !(0..<count).contains(where: { BoxedValue(bits: target[$0]).hasSlot }) else {
      rest.append(Rest(rows: next...next + count - 1, isBlock: true))
      return true
    }
    work.evaluated += count
    work.inBlocks += count
    for index in 0..<count {
      let box =
        column.numeric.givesLogical ? BoxedValue(results[index] != 0) : BoxedValue(bits: results[index].bitPattern)
      store(box, target + index, next + index)
    }
    return true
  }

  private mutating func evaluate(_ row: Int, _ column: Common, _ scratch: KernelScratch) {
    let place = column.place(of: row)
    guard let box = column.numeric.run(at: row, column.references, column.reader, scratch),
      box.bits == place.pointee || !BoxedValue(bits: place.pointee).hasSlot
    else {
      leave(row)
      return
    }
    work.evaluated += 1
    store(box, place, row)
  }

  /// Leaves a row that is not for a program of plain numbers.
  private mutating func leave(_ row: Int) {
    if let last = rest.last, !last.isBlock, last.rows.upperBound == row - 1 {
      rest[rest.count - 1] = Rest(rows: last.rows.lowerBound...row, isBlock: false)
    } else {
      rest.append(Rest(rows: row...row, isBlock: false))
    }
  }

  private mutating func store(_ box: BoxedValue, _ place: UnsafeMutablePointer<UInt64>, _ row: Int) {
    if place.pointee == box.bits {
      work.cutOff += 1
    } else {
      place.pointee = box.bits
      changed.add(row)
    }
  }
}

extension NumericPiece.Common {
  /// Where the value of a row stands, in a block that there is.
  @inline(__always)
  fileprivate func place(of row: Int) -> UnsafeMutablePointer<UInt64> {
    target.pointee.block(row >> ColumnStore.blockShift).unsafelyUnwrapped + row & ColumnStore.blockMask
  }
}

extension NumericHandle {
  /// Whether all areas that it reads move along with the rows, so that each row adds up its own.
  func readsWindows(_ references: UnsafePointer<GroupReference>) -> Bool {
    (0..<count).allSatisfy { index in
      guard operations[index].code == .aggregate else { return true }
      let reference = references[Int(operations[index].reference)]
      return reference.topIsRelative && reference.bottomIsRelative
    }
  }

  /// About how many nanoseconds a row takes in a block, measured on a machine like CI's.
  func rowCost(_ references: UnsafePointer<GroupReference>) -> Double {
    var cost = 0.0
    for index in 0..<count {
      switch operations[index].code {
      case .call: cost += 15
      case .aggregate:
        let area = references[Int(operations[index].reference)].area(at: 0)
        cost += 2 + 0.08 * Double(area.rows * area.columns)
      case .select, .choose, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .floor: cost += 1
      default: cost += 0.3
      }
    }
    return cost
  }
}
