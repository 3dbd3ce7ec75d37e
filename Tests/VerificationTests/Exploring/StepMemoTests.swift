import TestSupport
import Testing

@testable import Verification

@Suite("Step memo")
struct StepMemoTests {
  private func slots(_ slots: Int...) -> SlotSet {
    var set = SlotSet(count: 4)
    for slot in slots { set.insert(slot) }
    return set
  }

  private let done = StepMemo.Outcome(isPossible: true, seconds: 0)

  @Test("What a step sets is looked up where all that it read is the same")
  func lookingUp() {
    let memo = StepMemo(stepCount: 2, width: 4)
    var state: [UInt32] = [1, 2, 3, 4]
    #expect(memo.apply(0, to: &state) == nil)
    memo.remember(0, done, reads: slots(0), writes: slots(1, 2), from: [1, 2, 3, 4], to: [1, 9, 3, 4])

    state = [1, 5, 6, 7]
    #expect(memo.apply(0, to: &state) == done)
    // The second slot that is set got the value it had, which the first state did not show.
    #expect(state == [1, 9, 3, 7])
    state = [2, 5, 6, 7]
    #expect(memo.apply(0, to: &state) == nil)
    #expect(state == [2, 5, 6, 7])
    state = [1, 5, 6, 7]
    #expect(memo.apply(1, to: &state) == nil, "another step")
  }

  @Test("A step that could not happen is remembered as such, and changes nothing")
  func impossible() {
    let memo = StepMemo(stepCount: 1, width: 4)
    let outcome = StepMemo.Outcome(isPossible: false, seconds: 0)
    memo.remember(0, outcome, reads: slots(2), writes: slots(0), from: [1, 2, 3, 4], to: [1, 2, 3, 4])
    var state: [UInt32] = [8, 8, 3, 8]
    #expect(memo.apply(0, to: &state) == outcome)
    #expect(state == [8, 8, 3, 8])
  }

  @Test("A step may read other slots in other states")
  func groups() {
    let memo = StepMemo(stepCount: 1, width: 4)
    let waited = StepMemo.Outcome(isPossible: true, seconds: 2.5)
    memo.remember(0, done, reads: slots(0), writes: slots(3), from: [0, 0, 0, 0], to: [0, 0, 0, 5])
    memo.remember(0, waited, reads: slots(0, 1), writes: slots(3), from: [1, 1, 0, 0], to: [1, 1, 0, 6])
    var state: [UInt32] = [0, 7, 7, 7]
    #expect(memo.apply(0, to: &state) == done)
    #expect(state == [0, 7, 7, 5])
    state = [1, 1, 7, 7]
    #expect(memo.apply(0, to: &state) == waited)
    #expect(state == [1, 1, 7, 6])
    state = [1, 2, 7, 7]
    #expect(memo.apply(0, to: &state) == nil)
  }

  @Test("A step that set a slot unnoticed is not remembered")
  func unnoticed() {
    let memo = StepMemo(stepCount: 1, width: 4)
    #expect(!memo.remember(0, done, reads: slots(0), writes: slots(1), from: [0, 0, 0, 0], to: [0, 1, 1, 0]))
    var state: [UInt32] = [0, 0, 0, 0]
    #expect(memo.apply(0, to: &state) == nil)
  }

  @Test("A lookup of packed states knows what the memo knows, and takes in what comes later")
  func packed() {
    var random = SeededGenerator(seed: 3)
    let memo = StepMemo(stepCount: 2, width: 4)
    let states = PackedStates(width: 4)
    for number in UInt32(0)...9 { states.learn(Array(repeating: number, count: 4)) }
    func anyState() -> [UInt32] { (0..<4).map { _ in UInt32(random.number(0...9)) } }
    for round in 0..<400 {
      let former = anyState()
      var (state, reads, writes) = (former, slots(0, 2), slots(1, 3))
      if round % 7 == 0 { (reads, writes) = (slots(3), slots(0)) }
      for slot in writes.slots { state[Int(slot)] = UInt32(random.number(0...20)) }
      let outcome = StepMemo.Outcome(isPossible: round % 5 > 0, seconds: Double(round))
      // What is set may be other numbers, for which fields grow.
      states.learn(state)
      memo.remember(
        round % 2, outcome, reads: reads, writes: writes, from: former, to: outcome.isPossible ? state : former)
      guard round % 20 == 0 else { continue }
      let lookup = memo.lookup(states.layout)
      let width = states.layout.wordCount
      for _ in 0..<50 {
        let (state, step) = (anyState(), random.number(0...1))
        let packed = pack(state, states)
        var applied = state
        let outcome = memo.apply(step, to: &applied)
        var room = [UInt64](repeating: 0, count: width)
        let known = lookup.known(step, packed, &room)
        #expect(known?.isPossible == outcome?.isPossible && known?.seconds == outcome?.seconds, "round \(round)")
        guard let change = known?.change, outcome?.isPossible == true else { continue }
        let next = packed.enumerated().map { ($1 & change[$0]) | change[width + $0] }
        #expect(next == pack(applied, states), "round \(round)")
      }
    }
  }

  private func pack(_ state: [UInt32], _ states: PackedStates) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: states.layout.wordCount) { words, count in
      count = states.layout.wordCount
      if let start = words.baseAddress { states.layout.pack(state, into: start) }
    }
  }

  @Test("A set of slots holds what was put into it, beyond one word, too")
  func slotSets() {
    var set = SlotSet(count: 130)
    for slot in [129, 0, 64, 63] { set.insert(slot) }
    #expect(set.slots == [0, 63, 64, 129])
    #expect(set.contains(64) && !set.contains(65))
    var other = SlotSet(count: 130)
    other.insert(65)
    #expect(!set.intersects(other))
    other.formUnion(set)
    #expect(other.slots == [0, 63, 64, 65, 129])
    #expect(set.intersects(other))
  }
}
