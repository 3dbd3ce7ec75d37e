import CellModel
import Functions

/// What the numbers of a window of some rows come to while it moves down, row by row.
///
/// Each window is added up anew, from its first cell to its last, because a sum that is carried along differs in its last
/// bits. Sixteen windows go side by side: what is added to them in one step stands side by side in memory too.
struct WindowFold {
  /// The most numbers that are copied for one block of rows.
  private static let limit = 1 << 17

  let columns: ClosedRange<Int>
  /// The rows of the first window.
  let rows: ClosedRange<Int>
  /// How many windows there are, each a row below the one before.
  let count: Int
  /// Whether a logical is a number.
  let countsLogicals: Bool

  private var width: Int { columns.count }
  private var height: Int { rows.count }
  /// How many rows the windows cover together.
  private var span: Int { rows.count + count - 1 }

  /// Writes what each window comes to; `false` where one of them needs the general program.
  func results(
    of aggregate: NumberAggregate, in table: ColumnTable, _ room: inout WindowRoom,
    into target: UnsafeMutablePointer<Double>
  ) -> Bool {
    guard width * span <= Self.limit, rows.lowerBound >= 0 else { return false }
    room.reserve(numbers: width * span, rows: span)
    guard copy(from: table, skipped: aggregate.neutral, &room) else { return false }
    switch aggregate {
    case .sum, .startedSum, .mean:
      fold(room.numbers, from: 0, target, { $0 + $1 }, { $0 + $1 })
      if aggregate != .startedSum { clearRemainders(room.numbers, target) }
    case .product: fold(room.numbers, from: 1, target, { $0 * $1 }, { $0 * $1 })
    case .largest:
      fold(
        room.numbers, from: -.infinity, target, { $0.replacing(with: $1, where: $1 .> $0) }, { $1 > $0 ? $1 : $0 })
    case .smallest:
      fold(
        room.numbers, from: .infinity, target, { $0.replacing(with: $1, where: $1 .< $0) }, { $1 < $0 ? $1 : $0 })
    case .count: break
    }
    return aggregate == .sum || aggregate == .startedSum || finish(aggregate, room.counts, target)
  }

  /// Copies the cells, column behind column, and counts the numbers of each row and all above it.
  private func copy(from table: ColumnTable, skipped: Double, _ room: inout WindowRoom) -> Bool {
    room.counts.update(repeating: 0, count: span + 1)
    // A negative zero of a cell is not to be taken for one that is passed over.
    let none = skipped == 0 ? 0.0 : -0.0
    for (place, column) in columns.enumerated() {
      let target = room.numbers + place * span
      guard column < table.count else {
        target.update(repeating: skipped, count: span)
        continue
      }
      for index in 0..<span {
        let box = BoxedValue(bits: table.columns[column].bits(at: rows.lowerBound + index))
        if box.isNumber {
          target[index] = box.number + none
          room.counts[index + 1] += 1
        } else if countsLogicals, box.isLogical {
          target[index] = box.logical ? 1 : 0
          room.counts[index + 1] += 1
        } else {
          guard !box.hasSlot || box.kind == .text else { return false }
          target[index] = skipped
        }
      }
    }
    for index in 0..<span { room.counts[index + 1] += room.counts[index] }
    return true
  }

  /// Makes 0 of each sum that ``Total`` makes 0 of.
  ///
  /// Next to nothing of them are, so a sum is looked at as it is first: what is a remainder of rounding next to the numbers
  /// before the last one is small beside that one, too.
  private func clearRemainders(_ numbers: UnsafePointer<Double>, _ sums: UnsafeMutablePointer<Double>) {
    var last = 0.0
    for row in 0..<span {
      var column = width - 1
      while column >= 0, isSkipped(numbers[column * span + row]) { column -= 1 }
      if column >= 0 { last = numbers[column * span + row] }
      let index = row - height + 1
      guard index >= 0, sums[index] != 0, abs(sums[index]) < abs(last) * 0x1p-48 else { continue }
      sums[index] = total(numbers, at: index)
    }
  }

  /// The sum of one window as ``Total`` makes it.
  private func total(_ numbers: UnsafePointer<Double>, at index: Int) -> Double {
    var total = Total()
    for row in index..<index + height {
      for column in 0..<width {
        let term = numbers[column * span + row]
        if !isSkipped(term) { total.add(term) }
      }
    }
    return total.value
  }

  @inline(__always)
  private func isSkipped(_ number: Double) -> Bool { number.bitPattern == Self.skipped.bitPattern }

  /// What stands for a cell without a number in a sum, which it leaves as it is.
  fileprivate static let skipped = -0.0

  /// Folds the numbers of each window, row by row.
  @inline(__always)
  private func fold(
    _ numbers: UnsafePointer<Double>, from start: Double, _ target: UnsafeMutablePointer<Double>,
    _ many: (SIMD8<Double>, SIMD8<Double>) -> SIMD8<Double>, _ one: (Double, Double) -> Double
  ) {
    var index = 0
    while index + 16 <= count {
      var first = SIMD8(repeating: start)
      var second = SIMD8(repeating: start)
      for row in index..<index + height {
        for column in 0..<width {
          let place = UnsafeRawPointer(numbers + column * span + row)
          first = many(first, place.loadUnaligned(as: SIMD8<Double>.self))
          second = many(second, place.loadUnaligned(fromByteOffset: 64, as: SIMD8<Double>.self))
        }
      }
      UnsafeMutableRawPointer(target + index).storeBytes(of: first, as: SIMD8<Double>.self)
      UnsafeMutableRawPointer(target + index).storeBytes(of: second, toByteOffset: 64, as: SIMD8<Double>.self)
      index += 16
    }
    while index < count {
      var result = start
      for row in index..<index + height {
        for column in 0..<width { result = one(result, numbers[column * span + row]) }
      }
      target[index] = result
      index += 1
    }
  }

  /// Makes of what was folded, and of how many numbers each window has, what the function gives.
  private func finish(
    _ aggregate: NumberAggregate, _ counts: UnsafePointer<Int32>, _ target: UnsafeMutablePointer<Double>
  ) -> Bool {
    for index in 0..<count {
      let numbers = Double(counts[index + height] - counts[index])
      if aggregate == .count {
        target[index] = numbers
      } else {
        guard numbers > 0 else { return false }
        if aggregate == .mean { target[index] /= numbers }
      }
    }
    return true
  }
}

/// Memory for the cells of windows, which grows with them.
struct WindowRoom {
  private(set) var numbers = UnsafeMutablePointer<Double>.allocate(capacity: 1)
  /// For each row how many numbers stand above it.
  private(set) var counts = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private var capacity = (numbers: 1, rows: 1)

  mutating func reserve(numbers count: Int, rows: Int) {
    if count > capacity.numbers {
      numbers.deallocate()
      numbers = .allocate(capacity: count)
      capacity.numbers = count
    }
    if rows >= capacity.rows {
      counts.deallocate()
      counts = .allocate(capacity: rows + 1)
      capacity.rows = rows + 1
    }
  }

  func deallocate() {
    numbers.deallocate()
    counts.deallocate()
  }
}

extension NumberAggregate {
  /// The number that changes nothing, for cells that are passed over.
  fileprivate var neutral: Double {
    switch self {
    case .sum, .startedSum, .mean, .count: WindowFold.skipped
    case .product: 1
    case .largest: -.infinity
    case .smallest: .infinity
    }
  }
}
