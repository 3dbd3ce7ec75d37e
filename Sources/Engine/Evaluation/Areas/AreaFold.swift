import CellModel
import Functions

/// What the numbers of some columns come to, from a fixed row down to one that moves along.
///
/// It goes on where it stopped, so that `SUM(A$1:A1)` filled down reads each cell once and gives, bit for bit, what reading
/// all of them gives. Blanks and texts are passed over, and logicals unless they are counted; an error or an array ends it
/// for good, and the general program says what comes of that.
struct AreaFold<Fold: NumberFold> {
  private let columns: ClosedRange<Int>
  private let top: Int
  /// Whether a logical is a number.
  private let countsLogicals: Bool
  private var fold = Fold()
  /// The first row that has not been taken in.
  private var next: Int
  /// How it stood before the last block of rows: whoever then asks cell by cell begins there.
  private var former: (fold: Fold, next: Int)
  /// The first row down to which there is known to be something that ends it.
  private var end = Int.max

  init(of columns: ClosedRange<Int>, from top: Int, countsLogicals: Bool) {
    self.countsLogicals = countsLogicals
    self.columns = columns
    self.top = top
    next = top
    former = (Fold(), top)
  }

  /// What the numbers come to down to a row; `nil` where the general program is needed.
  mutating func result(through bottom: Int, in table: ColumnTable) -> Double? {
    if bottom < next - 1 { goBack(to: bottom) }
    return take(through: bottom, in: table) ? fold.result : nil
  }

  /// Writes what the numbers come to down to each of some rows; `false` where one of them needs the general program.
  mutating func results(
    through bottom: Int, rows count: Int, in table: ColumnTable, into target: UnsafeMutablePointer<Double>
  ) -> Bool {
    if bottom < next - 1 { goBack(to: bottom) }
    guard take(through: bottom, in: table), let first = fold.result else { return false }
    former = (fold, next)
    target[0] = first
    guard columns.count == 1, columns.lowerBound < table.count else {
      for index in 1..<count {
        guard take(through: bottom + index, in: table), let result = fold.result else { return false }
        target[index] = result
      }
      return true
    }
    return fill(1..<count, below: bottom, table.columns + columns.lowerBound, target)
  }

  /// Takes in one more row of the one column for each place.
  private mutating func fill(
    _ places: Range<Int>, below bottom: Int, _ column: UnsafeMutablePointer<ColumnStore>,
    _ target: UnsafeMutablePointer<Double>
  ) -> Bool {
    var place = places.lowerBound
    while place < places.upperBound {
      let row = bottom + place
      let offset = row & ColumnStore.blockMask
      let end = min(places.upperBound, place + ColumnStore.blockRows - offset)
      guard let block = column.pointee.block(row >> ColumnStore.blockShift) else {
        guard let result = fold.result else { return false }
        for index in place..<end { target[index] = result }
        (place, next) = (end, bottom + end)
        continue
      }
      var fold = fold
      for index in place..<end {
        guard fold.add(block[offset + index - place], countsLogicals), let result = fold.result else { return false }
        target[index] = result
      }
      (self.fold, place, next) = (fold, end, bottom + end)
    }
    return true
  }

  private mutating func goBack(to bottom: Int) {
    if bottom < former.next - 1 { former = (Fold(), top) }
    (fold, next) = former
  }

  /// Takes in the rows down to one; `false` when there is something among them that is no number and is not passed over.
  private mutating func take(through bottom: Int, in table: ColumnTable) -> Bool {
    guard next <= bottom else { return true }
    guard bottom < end, add(through: bottom, in: table) else {
      end = min(end, bottom)
      return false
    }
    return true
  }

  private mutating func add(through bottom: Int, in table: ColumnTable) -> Bool {
    guard let used = table.used(columns) else {
      next = bottom + 1
      return true
    }
    var fold = fold
    if used.count == 1 {
      guard fold.add(table.columns + used.lowerBound, next...bottom, countsLogicals) else { return false }
    } else {
      // Of the 16,384 columns of a whole sheet most are empty.
      let columns = used.filter { table.columns[$0].coveredRows > next }
      let last = min(bottom, columns.map { table.columns[$0].coveredRows }.max().map { $0 - 1 } ?? -1)
      var row = next
      while row <= last {
        let block = row >> ColumnStore.blockShift
        let end = min(last + 1, (block + 1) << ColumnStore.blockShift)
        guard fold.add(row..<end, of: columns, in: table, block: block, countsLogicals) else { return false }
        row = end
      }
    }
    (self.fold, next) = (fold, bottom + 1)
    return true
  }

  /// What the numbers of an area come to; `nil` where the general program is needed.
  static func result(
    of columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, in table: ColumnTable, countsLogicals: Bool
  ) -> Double? {
    var fold = AreaFold(of: columns, from: rows.lowerBound, countsLogicals: countsLogicals)
    return fold.result(through: rows.upperBound, in: table)
  }
}

extension ColumnTable {
  /// Those of some columns that there are; `nil` when there is none.
  func used(_ columns: ClosedRange<Int>) -> ClosedRange<Int>? {
    columns.lowerBound < count ? columns.clamped(to: 0...count - 1) : nil
  }
}

extension NumberFold {
  /// Takes in a value if it is a number; `false` when it is none and is not passed over either.
  @inline(__always)
  mutating func add(_ bits: UInt64, _ countsLogicals: Bool) -> Bool {
    let box = BoxedValue(bits: bits)
    if box.isNumber {
      add(box.number)
      return true
    }
    if countsLogicals, box.isLogical {
      add(box.logical ? 1 : 0)
      return true
    }
    return !box.hasSlot || box.kind == .text
  }

  /// Takes in some rows of one block of several columns, row by row.
  @inline(__always)
  fileprivate mutating func add(
    _ rows: Range<Int>, of columns: [Int], in table: ColumnTable, block: Int, _ countsLogicals: Bool
  ) -> Bool {
    let filled = rows.count > 1 ? columns.filter { table.columns[$0].block(block) != nil } : columns
    guard !filled.isEmpty else { return true }
    for row in rows {
      for column in filled { guard add(table.columns[column].bits(at: row), countsLogicals) else { return false } }
    }
    return true
  }

  /// Takes in some rows of a column.
  @inline(__always)
  fileprivate mutating func add(
    _ column: UnsafeMutablePointer<ColumnStore>, _ rows: ClosedRange<Int>, _ countsLogicals: Bool
  ) -> Bool {
    var row = rows.lowerBound
    let end = min(rows.upperBound + 1, column.pointee.coveredRows)
    while row < end {
      let offset = row & ColumnStore.blockMask
      let count = min(ColumnStore.blockRows - offset, end - row)
      if let block = column.pointee.block(row >> ColumnStore.blockShift) {
        for index in offset..<offset + count { guard add(block[index], countsLogicals) else { return false } }
      }
      row += count
    }
    return true
  }
}
