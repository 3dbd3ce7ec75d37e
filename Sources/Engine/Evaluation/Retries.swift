import CellModel

/// What a pass tries again, and how often it has: what goes on changing depends on itself, and has to be called so.
///
/// - R1. Nothing is tried again more often than its limit, so that every pass comes to its end.
/// - R2. A pass begins anew once at the most, when a circle goes through a spill range.
struct Retries {
  /// How often an anchor may change its spill range; more often means that its range depends on what stands in it.
  static let mostSpillChanges = 16
  /// How often circles may be put together anew because one of their cells has read something else than before.
  static let mostReadings = 16

  /// No more formulas than so many are worth asking what they would read.
  static let fewReaders = 8

  private var spillChanges: [CellAddress: Int] = [:]
  /// Groups on a cycle through what they read dynamically, once they have been tried again.
  private var reopened: Set<GroupID> = []
  private var readings = 0
  /// How many orders are made before formulas are asked again what they would read, and how many of them are left.
  private var (pause, ordersToPass) = (0, 0)
  /// Whether a circle goes through a spill range that this pass has found.
  private var hasSpillCircle = false
  /// Whether the pass has begun anew.
  private(set) var isRestarted = false

  /// Takes note of a circle through a spill range.
  mutating func noteSpillCircle() { hasSpillCircle = true }

  /// Whether the pass is to begin anew.
  var wantsRestart: Bool { hasSpillCircle && !isRestarted }

  /// Takes note that an anchor is to have another spill range.
  mutating func noteSpillChange(of anchor: CellAddress) { spillChanges[anchor, default: 0] += 1 }

  /// Whether the spill range of an anchor goes on changing.
  func goesOnSpilling(_ anchor: CellAddress) -> Bool { spillChanges[anchor, default: 0] > Self.mostSpillChanges }

  /// Lets a group find out anew what it reads; `false` when it has done so before.
  mutating func reopen(_ reader: GroupID) -> Bool { reopened.insert(reader).inserted }

  /// Takes note that circles are put together anew by what their cells have read.
  mutating func noteReading() { readings += 1 }

  /// Whether circles go on changing by what their cells read.
  var goesOnReading: Bool { readings > Self.mostReadings }

  /// Takes note that the order is to be made anew, and tells whether formulas are asked before what they would read.
  mutating func asksForReads() -> Bool {
    if ordersToPass == 0 { return true }
    ordersToPass -= 1
    return false
  }

  /// Takes note that formulas find out anew what they read: the next order is made without it.
  mutating func passNextOrder() { ordersToPass = max(1, ordersToPass) }

  /// Takes note how many formulas would read something else than was known: where few would, more orders pass unasked.
  mutating func noteExpected(_ count: Int) {
    pause = count > Self.fewReaders ? 0 : max(1, pause * 2)
    ordersToPass = pause
  }

  /// Begins anew with spills and readers, as the pass does.
  mutating func restart() {
    isRestarted = true
    spillChanges.removeAll()
    reopened.removeAll()
  }
}
