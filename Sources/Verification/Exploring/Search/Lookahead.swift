import Threads

/// Finds out for a window of states where all steps lead, as far as that is known without performing them.
///
/// The states of a window, and the states that were added since, are looked at by several threads; nothing is changed. Who
/// goes on with what was found does so in the order of states and steps, so that a search does not depend on how many
/// threads there are.
struct Lookahead: ~Copyable {
  /// What is known of a step from a state.
  enum Step: Equatable {
    /// It cannot happen.
    case impossible
    /// It leads to a state that was there when the window was looked at.
    case leads
    /// It leads to a state that was not there then: the ``Successor``.
    case isNew
    /// It has to be performed.
    case open
  }

  /// A step that is known to lead to a state that was not there; good as long as nothing is performed.
  struct Successor {
    let step: Int32
    /// How many steps from the same state can happen, up to this one.
    let rank: Int32
    let seconds: Double
  }

  /// What is known of a state.
  private struct Outlook {
    /// Whether all of its steps are known.
    var isComplete = false
    /// How many of them can happen, and how many lead to states that were not there.
    var possibleCount: Int32 = 0
    var successorCount: Int32 = 0
  }

  /// The most states of a window, and about the most steps.
  private static let mostStates = 2_048
  private static let mostSteps = 1 << 16
  /// How many states a thread takes at a time, and about how many nanoseconds a step takes.
  private static let statesOfPiece = 32
  private static let stepCost = 20

  /// The most states of a window.
  private(set) var most = 0
  private let crew: Crew
  private let leastWork: Int
  /// How many steps are looked at.
  private(set) var stepCount = -1
  private var steps: [Step]
  private var outlooks: [Outlook]
  /// For each state of the window the successors one behind the other, and beside them their packed states.
  private var successors: UnsafeMutablePointer<Successor>
  private var states: UnsafeMutablePointer<UInt64>
  private var wordCount = 1
  private var first = 0
  /// What was looked at only so that it is near.
  private var nearness: UInt64 = 0

  init(_ options: SearchOptions, stepCount: Int) {
    crew = options.crew
    leastWork = options.leastWork
    (steps, outlooks) = ([], [])
    successors = .allocate(capacity: 1)
    states = .allocate(capacity: 1)
    makeRoom(forSteps: stepCount)
  }

  /// Looks at so many steps of each state of the windows to come.
  mutating func makeRoom(forSteps count: Int) {
    guard stepCount != count else { return }
    stepCount = count
    most = min(Self.mostStates, max(Self.mostSteps / max(stepCount, 1), Self.statesOfPiece))
    steps = Array(repeating: .open, count: most * stepCount)
    outlooks = Array(repeating: Outlook(), count: most)
    successors.deallocate()
    successors = .allocate(capacity: most * stepCount + 1)
    states.deallocate()
    states = .allocate(capacity: most * stepCount * wordCount + 1)
  }

  deinit {
    successors.deallocate()
    states.deallocate()
  }

  /// The bytes that it takes.
  var byteCount: Int { steps.count * (1 + MemoryLayout<Successor>.stride + wordCount * 8) + most * 12 }

  /// What is known of a step from a state of the window.
  @inline(__always)
  func step(_ step: Int, of state: Int) -> Step { steps[(state - first) * stepCount + step] }

  /// Whether all steps from a state are known.
  @inline(__always)
  func isComplete(_ state: Int) -> Bool { outlooks[state - first].isComplete }

  /// How many of the steps from a state can happen, where all are known.
  @inline(__always)
  func possibleCount(of state: Int) -> Int { Int(outlooks[state - first].possibleCount) }

  /// The successors of a state, in the order of the steps, as places for ``successor(at:)`` and ``state(at:)``.
  @inline(__always)
  func successors(of state: Int) -> Range<Int> {
    let start = (state - first) * stepCount
    return start..<start + Int(outlooks[state - first].successorCount)
  }

  @inline(__always)
  func successor(at place: Int) -> Successor { successors[place] }

  /// Where a successor leads, packed.
  @inline(__always)
  func state(at place: Int) -> UnsafePointer<UInt64> { UnsafePointer(states + place * wordCount) }

  /// Looks where the successors of a state would stand, so that it is in the processor's memory when they are added.
  @inline(__always)
  mutating func bringNear(successorsOf state: Int, in known: PackedTable.View) {
    var touched: UInt64 = 0
    for place in successors(of: state) { touched |= known.touch(self.state(at: place)) }
    nearness |= touched
  }

  /// Leaves all steps from some states open.
  mutating func pass(_ window: Range<Int>) {
    first = window.lowerBound
    for index in steps.indices { steps[index] = .open }
    for index in outlooks.indices { outlooks[index] = Outlook() }
  }

  /// Looks at all steps from some states.
  mutating func look(at window: Range<Int>, of known: PackedTable.View, _ lookup: some StateLookup) {
    first = window.lowerBound
    if known.width != wordCount {
      wordCount = known.width
      states.deallocate()
      states = .allocate(capacity: most * stepCount * wordCount + 1)
    }
    let (stepCount, crew, leastWork, width) = (stepCount, crew, leastWork, known.width)
    // Safe on several threads: each piece writes at the places of its own states, and what is known is only read.
    nonisolated(unsafe) let (successors, states) = (successors, states)
    steps.withUnsafeMutableBufferPointer { steps in
      outlooks.withUnsafeMutableBufferPointer { outlooks in
        guard let steps = steps.baseAddress, let outlooks = outlooks.baseAddress else { return }
        nonisolated(unsafe) let (found, outlook, known, lookup) = (steps, outlooks, known, lookup)
        Self.forEachPiece(of: window, crew, ifWorth: leastWork, cost: stepCount * Self.stepCost) { piece in
          withUnsafeTemporaryAllocation(of: UInt64.self, capacity: width) { room in
            guard let room = room.baseAddress else { return }
            for state in piece {
              let place = (state - window.lowerBound) * stepCount
              outlook[state - window.lowerBound] = Self.look(
                at: known.key(state), known, lookup, stepCount, room, found + place, successors + place,
                states + place * width)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func look(
    at state: UnsafePointer<UInt64>, _ known: PackedTable.View, _ lookup: some StateLookup, _ stepCount: Int,
    _ room: UnsafeMutablePointer<UInt64>, _ found: UnsafeMutablePointer<Step>,
    _ successors: UnsafeMutablePointer<Successor>, _ states: UnsafeMutablePointer<UInt64>
  ) -> Outlook {
    let width = known.width
    var outlook = Outlook(isComplete: true)
    // All that are other states are looked for before the first is compared: what is far away comes while others are.
    var count = 0
    var touched: UInt64 = 0
    for step in 0..<stepCount {
      guard let what = lookup.known(step, state, room) else {
        found[step] = .open
        outlook.isComplete = false
        continue
      }
      guard what.isPossible, let change = what.change else {
        found[step] = .impossible
        continue
      }
      outlook.possibleCount += 1
      found[step] = .leads
      let next = states + count * width
      var difference: UInt64 = 0
      for index in 0..<width {
        let word = (state[index] & change[index]) | change[width + index]
        difference |= word ^ state[index]
        (next + index).initialize(to: word)
      }
      if difference == 0 { continue }
      touched |= known.touch(next)
      (successors + count).initialize(
        to: Successor(step: Int32(step), rank: outlook.possibleCount, seconds: what.seconds))
      count += 1
    }
    // Those that are there already make room for the others.
    var kept = 0
    for index in 0..<count {
      if touched != 0, known.contains(states + index * width) { continue }
      if kept < index {
        (states + kept * width).update(from: states + index * width, count: width)
        successors[kept] = successors[index]
      }
      found[Int(successors[kept].step)] = .isNew
      kept += 1
    }
    outlook.successorCount = Int32(kept)
    return outlook
  }

  /// Which of some states need no judging, in their order.
  mutating func judge(_ range: Range<Int>, of states: PackedTable.View, _ lookup: some StateLookup) -> [Bool] {
    var judged = Array(repeating: false, count: range.count)
    judged.withUnsafeMutableBufferPointer { judged in
      guard let start = judged.baseAddress else { return }
      // Safe on several threads: each piece writes at the places of its own states.
      nonisolated(unsafe) let (found, states, lookup) = (start, states, lookup)
      Self.forEachPiece(of: range, crew, ifWorth: leastWork, cost: 200) { piece in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: lookup.judgingRoom + 1) { room in
          guard let room = room.baseAddress else { return }
          for state in piece { found[state - range.lowerBound] = lookup.isJudged(states.key(state), room) }
        }
      }
    }
    return judged
  }

  /// Calls the body with parts of a range, on several threads where that is worth it.
  private static func forEachPiece(
    of range: Range<Int>, _ crew: Crew, ifWorth leastWork: Int, cost: Int, _ body: (Range<Int>) -> Void
  ) {
    guard range.count * cost >= leastWork, crew.count > 1 else { return body(range) }
    let size = statesOfPiece
    crew.forEach((range.count + size - 1) / size) { piece, _ in
      let start = range.lowerBound + piece * size
      body(start..<min(start + size, range.upperBound))
    }
  }
}
