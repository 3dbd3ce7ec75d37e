import CellModel
import Functions

/// What the numbers of a window of some rows come to while it moves down, row by row, or while only its first row does.
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
  /// Whether the last row of a window moves, too; else all end in the same one.
  var endsMove = true

  private var width: Int { columns.count }
  private var height: Int { rows.count }
  /// How many rows the windows cover together.
  private var span: Int { endsMove ? rows.count + count - 1 : rows.count }

  /// Behind which row a window ends, counted from the first.
  @inline(__always)
  private func end(of index: Int) -> Int { endsMove ? index + height : span }

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
    func look(at index: Int) {
      guard sums[index] != 0, abs(sums[index]) < abs(last) * 0x1p-48 else { return }
      sums[index] = total(numbers, at: index)
    }
    for row in 0..<span {
      var column = width - 1
      while column >= 0, isSkipped(numbers[column * span + row]) { column -= 1 }
      if column >= 0 { last = numbers[column * span + row] }
      if endsMove, row >= height - 1 { look(at: row - height + 1) }
    }
    if !endsMove { for index in 0..<count { look(at: index) } }
  }

  /// The sum of one window as ``Total`` makes it.
  private func total(_ numbers: UnsafePointer<Double>, at index: Int) -> Double {
    var total = Total()
    for row in index..<end(of: index) {
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
      if !endsMove { foldTails(numbers, from: index, &first, &second, many) }
      for row in index..<(endsMove ? index + height : index) {
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
      for row in index..<end(of: index) {
        for column in 0..<width { result = one(result, numbers[column * span + row]) }
      }
      target[index] = result
      index += 1
    }
  }

  /// Folds the numbers of sixteen windows that end in the same row.
  @inline(__always)
  private func foldTails(
    _ numbers: UnsafePointer<Double>, from index: Int, _ first: inout SIMD8<Double>, _ second: inout SIMD8<Double>,
    _ many: (SIMD8<Double>, SIMD8<Double>) -> SIMD8<Double>
  ) {
    let places = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7)
    // Above the last of their first rows not all windows have begun.
    for row in 0..<15 {
      for column in 0..<width {
        let number = SIMD8(repeating: numbers[column * span + index + row])
        first.replace(with: many(first, number), where: places .<= Double(row))
        second.replace(with: many(second, number), where: places + 8 .<= Double(row))
      }
    }
    for row in index + 15..<span {
      for column in 0..<width {
        let number = SIMD8(repeating: numbers[column * span + row])
        first = many(first, number)
        second = many(second, number)
      }
    }
  }

  /// Makes of what was folded, and of how many numbers each window has, what the function gives.
  private func finish(
    _ aggregate: NumberAggregate, _ counts: UnsafePointer<Int32>, _ target: UnsafeMutablePointer<Double>
  ) -> Bool {
    for index in 0..<count {
      let numbers = Double(counts[end(of: index)] - counts[index])
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
