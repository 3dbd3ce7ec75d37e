/// The rows of a group that are dirty while a sweep goes over them in one direction; what it changes makes further rows
/// dirty.
///
/// These rules hold:
///
/// - R1. A row is visited once, and none before the sweep that comes behind it.
/// - R2. Rows that the sweep has passed are not visited again; whoever adds them has to begin anew.
struct DirectedRows<Direction: SweepDirection> {
  /// Intervals in the order of the sweep, of which the next one stands last; rows count against it when it goes upwards.
  private var waiting: [RowRange]
  /// The row that the sweep is at, and the last of those without a gap.
  private var place = 0
  private var placeEnd = -1

  /// - Parameter rows: Intervals in ascending order that do not overlap.
  init(_ rows: [RowRange]) {
    waiting = Direction.isDown ? rows.reversed() : rows.map { -$0.upperBound ... -$0.lowerBound }
  }

  @inline(__always)
  private func turned(_ place: Int) -> Int { Direction.isDown ? place : -place }

  @inline(__always)
  private func turned(_ rows: RowRange) -> RowRange {
    Direction.isDown ? rows : -rows.upperBound ... -rows.lowerBound
  }

  /// The row that is to be visited; `nil` where the interval ends.
  @inline(__always)
  var row: Int? { place <= placeEnd ? turned(place) : nil }

  /// The last row of the interval that the sweep is in.
  var end: Int { turned(placeEnd) }

  /// Comes to the next interval; `false` when there is none.
  mutating func takeNext() -> Bool {
    guard let next = waiting.popLast() else { return false }
    (place, placeEnd) = (next.lowerBound, next.upperBound)
    return true
  }

  /// Passes the row.
  @inline(__always)
  mutating func pass() { place += 1 }

  /// Goes on at a row that was come to in another way, by which the interval has an end that may lie further on.
  mutating func goOn(at row: Int, end: Int) { (place, placeEnd) = (turned(row), turned(end)) }

  /// Adds rows; those that the sweep has passed are left out.
  @inline(__always)
  mutating func add(_ rows: RowRange) {
    if (Direction.isDown ? rows.upperBound : -rows.lowerBound) > placeEnd { addBehind(turned(rows)) }
  }

  private mutating func addBehind(_ rows: RowRange) {
    if rows.lowerBound <= placeEnd + 1 {
      placeEnd = rows.upperBound
    } else {
      let index = waiting.firstIndex { $0.lowerBound < rows.lowerBound } ?? waiting.count
      waiting.insert(rows, at: index)
    }
  }

  /// Leaves an interval that was visited to its end; rows that the sweep has reached by now need not be visited again.
  mutating func leave() {
    while let next = waiting.last, next.lowerBound <= placeEnd {
      waiting.removeLast()
      if next.upperBound > placeEnd {
        waiting.append(placeEnd + 1...next.upperBound)
        break
      }
    }
  }

  /// What was not visited; rows that were may be among it.
  var rest: [RowRange] {
    (waiting + (place <= placeEnd ? [place...placeEnd] : [])).map(turned)
  }
}

/// Which way a sweep goes; a type, so that each way has a loop of its own.
protocol SweepDirection { static var isDown: Bool { get } }

enum Downwards: SweepDirection { static var isDown: Bool { true } }

enum Upwards: SweepDirection { static var isDown: Bool { false } }
