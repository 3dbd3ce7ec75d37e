import CellModel

/// A length or a point of time in whole microseconds, counted from load.
///
/// Whole numbers, because three waits of 0.1 seconds must meet a timer of 0.3.
package struct SheetTime: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// The nearest time of a number of seconds; about 290,000 years is the most.
  package init(seconds: Double) {
    let rounded = (seconds * 1e6).rounded()
    microseconds = rounded.isNaN ? 0 : Int64(max(-9e18, min(9e18, rounded)))
  }

  /// The shortest time that passes, in seconds.
  static let tick = 1e-6

  package static let zero = SheetTime(microseconds: 0)
  package var seconds: Double { Double(microseconds) / 1e6 }

  package static func < (a: SheetTime, b: SheetTime) -> Bool { a.microseconds < b.microseconds }

  package static func + (a: SheetTime, b: SheetTime) -> SheetTime {
    let (sum, overflow) = a.microseconds.addingReportingOverflow(b.microseconds)
    return SheetTime(microseconds: overflow ? .max : sum)
  }

  package static func - (a: SheetTime, b: SheetTime) -> SheetTime {
    let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
    return SheetTime(microseconds: overflow ? .min : difference)
  }
}

/// Something that happens by itself when its time comes.
struct SheetTimer {
  enum Kind {
    /// An event of a stream comes later, or the quiet of DEBOUNCE or the window of THROTTLE is over.
    case stream(TimeInstance, Int, CellValue)
    /// An answer that DELAY holds back inside a run.
    case answer(run: Int, index: Int)
  }
  var due: SheetTime
  /// Which of two timers due at the same time was set first; also its name.
  var number: Int
  var kind: Kind
}

/// The timers that wait, the next one last.
struct TimerQueue {
  private(set) var timers: [SheetTimer] = []
  private var count = 0

  var next: SheetTimer? { timers.last }
  var isEmpty: Bool { timers.isEmpty }

  /// Sets a timer.
  ///
  /// - Returns: Its number, which no other gets.
  /// - Complexity: O(*n*) moves in an array; timers are few.
  mutating func set(_ kind: SheetTimer.Kind, due: SheetTime) -> Int {
    count += 1
    let timer = SheetTimer(due: due, number: count, kind: kind)
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      let other = timers[middle]
      if (other.due, other.number) > (timer.due, timer.number) { low = middle + 1 } else { high = middle }
    }
    timers.insert(timer, at: low)
    return count
  }

  mutating func popNext() -> SheetTimer? { timers.popLast() }

  mutating func cancel(_ number: Int) { timers.removeAll { $0.number == number } }

  mutating func cancelAll() { timers.removeAll() }

  mutating func cancelAll(where isEnded: (SheetTimer.Kind) -> Bool) { timers.removeAll { isEnded($0.kind) } }
}
