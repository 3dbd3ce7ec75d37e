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
