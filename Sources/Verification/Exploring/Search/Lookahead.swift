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

  /// Where a known step leads, good as long as nothing is performed.
  struct Successor {
    let hash: FlatTable.Hash
    let changes: UnsafeBufferPointer<SlotChange>
    let seconds: Double
    fileprivate let step: Int32
  }

  /// The most states of a window, and about the most steps.
  private static let mostStates = 2_048
  private static let mostSteps = 1 << 16
  /// How many states a thread takes at a time, and about how many nanoseconds a step takes.
  private static let statesOfPiece = 32
  private static let stepCost = 40

  /// The most states of a window.
  let most: Int
  private let crew: Crew
  private let leastWork: Int
  private let width: Int
  private let stepCount: Int
  private var steps: [Step]
  /// Beside each step that is new where it leads.
  private let successors: UnsafeMutablePointer<Successor>
  private var first = 0

  init(_ options: SearchOptions, width: Int, stepCount: Int) {
    crew = options.crew
    leastWork = options.leastWork
    self.width = width
    self.stepCount = stepCount
    most = min(Self.mostStates, max(Self.mostSteps / max(stepCount, 1), Self.statesOfPiece))
    steps = Array(repeating: .open, count: most * stepCount)
    successors = .allocate(capacity: most * stepCount + 1)
  }

  deinit { successors.deallocate() }

  /// The bytes that it takes.
  var byteCount: Int { steps.count * (1 + MemoryLayout<Successor>.stride) }

  /// What is known of a step from a state of the window.
  @inline(__always)
  func step(_ step: Int, of state: Int) -> Step { steps[(state - first) * stepCount + step] }

  /// Where a step leads that is ``Step/isNew``.
  @inline(__always)
  func successor(_ step: Int, of state: Int) -> Successor { successors[(state - first) * stepCount + step] }

  /// Leaves all steps from some states open.
  mutating func pass(_ window: Range<Int>) {
    first = window.lowerBound
    for index in steps.indices { steps[index] = .open }
  }

  /// Looks at all steps from some states.
  mutating func look(at window: Range<Int>, of states: FlatTable.View, _ lookup: some StateLookup) {
    first = window.lowerBound
    let (width, stepCount, crew, leastWork) = (width, stepCount, crew, leastWork)
    nonisolated(unsafe) let successors = successors
    steps.withUnsafeMutableBufferPointer { steps in
      guard let start = steps.baseAddress else { return }
      nonisolated(unsafe) let (found, states, lookup) = (start, states, lookup)
      Self.forEachPiece(of: window, crew, ifWorth: leastWork, cost: stepCount * Self.stepCost) { piece in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width * 2 + 1) { room in
          withUnsafeTemporaryAllocation(of: Successor.self, capacity: stepCount + 1) { others in
            guard let room = room.baseAddress, let others = others.baseAddress else { return }
            for state in piece {
              let place = (state - window.lowerBound) * stepCount
              Self.look(
                at: states.key(state), states, lookup, stepCount, room, others, found + place, successors + place)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func look(
    at state: UnsafePointer<UInt32>, _ states: FlatTable.View, _ lookup: some StateLookup, _ stepCount: Int,
    _ room: UnsafeMutablePointer<UInt32>, _ others: UnsafeMutablePointer<Successor>,
    _ found: UnsafeMutablePointer<Step>, _ successors: UnsafeMutablePointer<Successor>
  ) {
    let hash = states.hash(of: state)
    var count = 0
    // All are looked for before the first is compared: what is far away comes while others are.
    var touched: UInt64 = 0
    for step in 0..<stepCount {
      guard let known = lookup.known(step, state, room) else {
        found[step] = .open
        continue
      }
      guard known.isPossible else {
        found[step] = .impossible
        continue
      }
      var next = hash
      var isOther = false
      for change in known.changes where state[Int(change.slot)] != change.number {
        next.replace(state[Int(change.slot)], by: change.number, at: Int(change.slot))
        isOther = true
      }
      found[step] = .leads
      guard isOther else { continue }
      touched |= states.touch(next)
      (others + count).initialize(
        to: Successor(hash: next, changes: known.changes, seconds: known.seconds, step: Int32(step)))
      count += 1
    }
    for index in 0..<count {
      let other = others[index]
      if touched != 0 {
        room.update(from: state, count: states.width)
        for change in other.changes { room[Int(change.slot)] = change.number }
        if states.entry(of: room, other.hash) != nil { continue }
      }
      found[Int(other.step)] = .isNew
      (successors + Int(other.step)).initialize(to: other)
    }
  }

  /// Which of some states need no judging, in their order.
  mutating func judge(_ range: Range<Int>, of states: FlatTable.View, _ lookup: some StateLookup) -> [Bool] {
    var judged = Array(repeating: false, count: range.count)
    judged.withUnsafeMutableBufferPointer { judged in
      guard let start = judged.baseAddress else { return }
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
