/// What a test scheduler has to do, the next first.
///
/// A heap: each piece of work comes before the four below it. These rules hold:
///
/// - G1. No piece of work comes before the one above it, in the order of dates and, at one date, of numbers.
/// - G2. A piece of work knows its place, so that it is taken out without a search.
/// - G3. Each place holds its work once, by hand: moving it to another place counts no reference.
///
/// Nothing is released in a call: what is taken out is handed out.
struct Agenda: ~Copyable {
  /// One piece of work; disposing of it cancels it.
  final class Work: Disposable, @unchecked Sendable {
    // Weak: repeated work holds this, and the scheduler holds the work.
    private weak var scheduler: TestScheduler?
    private let flag = OnceFlag()
    /// Where it stands in the agenda; -1 when it is not there. Under the lock of the scheduler.
    fileprivate var place = -1
    /// Called once; let go when the work is cancelled. Under the lock of the scheduler.
    fileprivate var action: (() -> Void)?

    init(on scheduler: TestScheduler, _ action: @escaping () -> Void) {
      self.scheduler = scheduler
      self.action = action
    }

    var isDisposed: Bool { flag.isRaised }

    func dispose() {
      if flag.raise() { scheduler?.cancel(self) }
    }
  }

  /// One place. The order is kept here, so that comparing needs no look at the work.
  private struct Entry {
    let date: Date
    let number: Int
    let work: Unmanaged<Work>

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      date != other.date ? date < other.date : number < other.number
    }
  }

  private static var width: Int { 4 }

  private var entries: ContiguousArray<Entry> = []
  /// How many pieces of work have ever been added.
  private(set) var additions = 0

  init() {}

  deinit {
    for entry in entries { entry.work.release() }
  }

  var count: Int { entries.count }

  /// The date of the next piece of work.
  var nextDate: Date? { entries.first?.date }

  /// - Complexity: O(log *n*); O(1) for work that is later than all that is there.
  mutating func add(_ work: Work, at date: Date) {
    let entry = Entry(date: date, number: additions, work: .passRetained(work))
    additions += 1
    entries.append(entry)
    rise(entry, from: entries.count - 1)
  }

  /// Takes the next piece of work out, which is there.
  ///
  /// - Complexity: O(log *n*).
  mutating func removeFirst() -> () -> Void {
    guard let action = remove(entries[0].work.takeUnretainedValue()) else {
      preconditionFailure("work is on the agenda until it is cancelled")
    }
    return action
  }

  /// Takes a piece of work out, if it is there.
  ///
  /// - Returns: What it would have done, to be released after the lock.
  /// - Complexity: O(log *n*).
  mutating func remove(_ work: Work) -> (() -> Void)? {
    let place = work.place
    guard place >= 0 else { return nil }
    let action = work.action
    work.action = nil
    work.place = -1
    // The caller holds it, so nothing goes here.
    defer { Unmanaged.passUnretained(work).release() }
    let last = entries.removeLast()
    guard place < entries.count else { return action }
    if place > 0, last.isBefore(entries[(place - 1) / Self.width]) {
      rise(last, from: place)
    } else {
      sink(last, from: place)
    }
    return action
  }

  /// Lets go of all that would have been done.
  func releaseActions() {
    for entry in entries { entry.work._withUnsafeGuaranteedRef { $0.action = nil } }
  }

  @inline(__always)
  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    entry.work._withUnsafeGuaranteedRef { $0.place = place }
  }

  private mutating func rise(_ entry: Entry, from start: Int) {
    var place = start
    while place > 0 {
      let above = (place - 1) / Self.width
      guard entry.isBefore(entries[above]) else { break }
      put(entries[above], at: place)
      place = above
    }
    put(entry, at: place)
  }

  private mutating func sink(_ entry: Entry, from start: Int) {
    var place = start
    while true {
      let below = place * Self.width + 1
      guard below < entries.count else { break }
      var first = below
      for other in (below + 1)..<max(below + 1, min(below + Self.width, entries.count))
      where entries[other].isBefore(entries[first]) {
        first = other
      }
      guard entries[first].isBefore(entry) else { break }
      put(entries[first], at: place)
      place = first
    }
    put(entry, at: place)
  }

  /// The rules of this type that do not hold, worded for a bug report; for tests.
  borrowing func brokenRules() -> [String] {
    var broken: [String] = []
    for (place, entry) in entries.enumerated() {
      if place > 0, entry.isBefore(entries[(place - 1) / Self.width]) {
        broken.append("G1: the work at \(place) comes before the one above it")
      }
      let ownPlace = entry.work._withUnsafeGuaranteedRef { $0.place }
      if ownPlace != place { broken.append("G2: the work at \(place) says it is at \(ownPlace)") }
    }
    return broken
  }
}
