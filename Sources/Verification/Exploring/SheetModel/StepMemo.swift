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
    let slots: [Int32]
    private let table: FlatTable
    private var outcomes: [Outcome] = []
    /// The slots that are set, and their numbers, of all outcomes one behind the other, and where those of each begin.
    private var changes: [SlotChange] = []
    private var starts = [0]

    init(_ slots: [Int32]) {
      self.slots = slots
      table = FlatTable(width: slots.count)
    }

    var count: Int { outcomes.count }

    func insert(_ former: [UInt32], _ outcome: Outcome, _ new: [SlotChange]) {
      let key = slots.map { former[Int($0)] }
      guard key.withUnsafeBufferPointer({ table.insert($0) }).isNew else { return }
      outcomes.append(outcome)
      changes += new
      starts.append(changes.count)
    }

    /// What the step does to a state, if it is known.
    ///
    /// - Parameter key: Room for as many numbers as a state has.
    func known(_ state: [UInt32], _ key: inout [UInt32]) -> (outcome: Outcome, changes: ArraySlice<SlotChange>)? {
      for (place, slot) in slots.enumerated() { key[place] = state[Int(slot)] }
      let entry = key.withUnsafeBufferPointer { table.entry(of: UnsafeBufferPointer(rebasing: $0[..<slots.count])) }
      return entry.map { self[$0] }
    }

    subscript(entry: Int) -> (outcome: Outcome, changes: ArraySlice<SlotChange>) {
      (outcomes[entry], changes[starts[entry]..<starts[entry + 1]])
    }

    /// Copies the numbers of the slots that an entry depends on.
    func copyKey(of entry: Int, into key: inout [UInt32]) { table.copy(entry, into: &key) }
  }

  private let width: Int
  /// For each step one group for each set of slots that it was seen to read.
  private var groups: [[Group]]
  /// The same for states that are packed.
  private let packed: PackedSteps
  private var key: [UInt32]
  /// About how many bytes the remembered outcomes take.
  private(set) var byteCount = 0

  init(stepCount: Int, width: Int) {
    self.width = width
    groups = Array(repeating: [], count: stepCount)
    packed = PackedSteps(stepCount: stepCount)
    key = Array(repeating: 0, count: width)
  }

  /// Takes in steps that came behind the others; nothing is known of them.
  func makeRoom(forSteps count: Int) {
    while groups.count < count { groups.append([]) }
    packed.makeRoom(forSteps: count)
  }

  /// What is remembered by now, for states that a layout packs.
  func lookup(_ layout: StateLayout) -> PackedSteps.KnownSteps {
    packed.begin(layout)
    for (step, groups) in groups.enumerated() {
      for (number, group) in groups.enumerated() {
        for entry in packed.count(of: step, number, slots: group.slots)..<group.count {
          let (outcome, changes) = group[entry]
          group.copyKey(of: entry, into: &key)
          packed.add(outcome, changes, when: key, are: group.slots, to: step, number)
        }
      }
    }
    return packed.lookup()
  }

  /// Lets a step happen to a state, in place, if it is known what it does there.
  func apply(_ step: Int, to state: inout [UInt32]) -> Outcome? {
    for group in groups[step] {
      guard let (outcome, changes) = group.known(state, &key) else { continue }
      for change in changes { state[Int(change.slot)] = change.number }
      return outcome
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
    if let known = groups[step].first(where: { $0.slots == slots }) {
      group = known
    } else {
      group = Group(slots)
      groups[step].append(group)
    }
    let changes = written.slots.map { SlotChange(slot: $0, number: state[Int($0)]) }
    group.insert(former, outcome, changes)
    // A key with its place in the table, the outcome, and the changes, and the same packed; lists have room to grow.
    byteCount += slots.count * 6 + 120 + changes.count * 12
    return true
  }
}
