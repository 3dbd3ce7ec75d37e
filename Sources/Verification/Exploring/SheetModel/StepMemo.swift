/// What steps make of a state, remembered by the slots that they read.
///
/// A step that was made once is not made again where all that it has read is the same: what it sets is looked up. The memo
/// knows nothing of what a step does. Whoever makes one tells what it has read and set:
///
/// - R1. A step that was remembered reads no slot outside of those that were told.
/// - R2. It changes no slot outside of those that were told.
final class StepMemo {
  /// What a step has come to.
  struct Outcome: Equatable {
    /// Whether the step could happen; if not, it has changed nothing.
    var isPossible: Bool
    /// How much time passed.
    var seconds: Double
  }

  /// Outcomes that depend on the same slots.
  private final class Group {
    let slots: ContiguousArray<Int32>
    private var table: FlatTable
    /// What each outcome is, and where its changes begin.
    private var outcomes: ContiguousArray<(outcome: Outcome, start: Int32)> = []
    /// The slots that are set, and their numbers, of all outcomes one behind the other.
    private var changes: ContiguousArray<(slot: Int32, number: UInt32)> = []

    init(_ slots: [Int32]) {
      self.slots = ContiguousArray(slots)
      table = FlatTable(width: slots.count)
    }

    /// Applies what is known to a state; `nil` when nothing is.
    @inline(__always)
    func apply(
      to state: UnsafeMutableBufferPointer<UInt32>, _ key: UnsafeMutableBufferPointer<UInt32>
    ) -> Outcome? {
      for index in 0..<slots.count { key[index] = state[Int(slots[index])] }
      guard let entry = table.entry(of: UnsafeBufferPointer(start: key.baseAddress, count: slots.count)) else {
        return nil
      }
      let (outcome, start) = outcomes[entry]
      let end = entry + 1 < outcomes.count ? Int(outcomes[entry + 1].start) : changes.count
      for index in Int(start)..<end { state[Int(changes[index].slot)] = changes[index].number }
      return outcome
    }

    func insert(_ former: [UInt32], _ outcome: Outcome, _ new: [(slot: Int32, number: UInt32)]) {
      let key = slots.map { former[Int($0)] }
      guard key.withUnsafeBufferPointer({ table.insert($0) }).isNew else { return }
      outcomes.append((outcome, Int32(changes.count)))
      changes.append(contentsOf: new)
    }
  }

  private let width: Int
  /// For each step one group for each set of slots that it was seen to read.
  private var groups: [[Group]]
  private let key: UnsafeMutableBufferPointer<UInt32>
  /// About how many bytes the remembered outcomes take.
  private(set) var byteCount = 0

  init(stepCount: Int, width: Int) {
    self.width = width
    groups = Array(repeating: [], count: stepCount)
    key = .allocate(capacity: width)
    key.initialize(repeating: 0)
  }

  deinit { key.deallocate() }

  /// Lets a step happen to a state, in place, if it is known what it does there.
  func apply(_ step: Int, to state: inout [UInt32]) -> Outcome? {
    for group in groups[step] {
      if let known = state.withUnsafeMutableBufferPointer({ group.apply(to: $0, key) }) { return known }
    }
    return nil
  }

  /// Remembers a step with the slots that it has read and set, the state before it and the one after it.
  ///
  /// - Returns: Whether rule R2 holds; a step that breaks it is not remembered.
  @discardableResult
  func remember(
    _ step: Int, _ outcome: Outcome, reads: SlotSet, writes: SlotSet, from former: [UInt32], to state: [UInt32]
  ) -> Bool {
    let written = outcome.isPossible ? writes : SlotSet(count: width)
    guard state.indices.allSatisfy({ state[$0] == former[$0] || written.contains($0) }) else { return false }
    let slots = reads.slots
    let group: Group
    if let known = groups[step].first(where: { $0.slots.elementsEqual(slots) }) {
      group = known
    } else {
      group = Group(slots)
      groups[step].append(group)
    }
    let changes = written.slots.map { (slot: $0, number: state[Int($0)]) }
    group.insert(former, outcome, changes)
    // A key with its place in the table, the outcome, and the changes; arrays have room to grow.
    byteCount += slots.count * 6 + 40 + changes.count * 12
    return true
  }
}
