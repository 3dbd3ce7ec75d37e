import Propagation

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
    @exclusivity(unchecked) private var slotList = Store<Int32>()
    @exclusivity(unchecked) private var outcomes = Store<Entry>()
    /// The slots that are set, and their numbers, of all outcomes one behind the other.
    @exclusivity(unchecked) private var changes = Store<SlotChange>()

    init(_ slots: [Int32]) {
      self.slots = slots
      table = FlatTable(width: slots.count)
      for slot in slots { slotList.append(slot) }
    }

    var view: GroupView {
      GroupView(
        slots: slotList.base, slotCount: slotList.count, table: table.view, isEmpty: table.count == 0,
        outcomes: outcomes.base, changes: changes.base)
    }

    func insert(_ former: [UInt32], _ outcome: Outcome, _ new: [SlotChange]) {
      let key = slots.map { former[Int($0)] }
      guard key.withUnsafeBufferPointer({ table.insert($0) }).isNew else { return }
      outcomes.append(Entry(outcome: outcome, start: Int32(changes.count), count: Int32(new.count)))
      for change in new { changes.append(change) }
    }
  }

  fileprivate struct Entry {
    var outcome: Outcome
    /// Where its changes begin, and how many there are.
    var start: Int32
    var count: Int32
  }

  /// The memory of a group, as long as nothing is remembered.
  fileprivate struct GroupView {
    let slots: UnsafePointer<Int32>
    let slotCount: Int
    let table: FlatTable.View
    let isEmpty: Bool
    let outcomes: UnsafePointer<Entry>
    let changes: UnsafePointer<SlotChange>

    @inline(__always)
    func known(_ state: UnsafePointer<UInt32>, _ room: UnsafeMutablePointer<UInt32>) -> UnsafePointer<Entry>? {
      var hash = FlatTable.Hash()
      for index in 0..<slotCount {
        room[index] = state[Int(slots[index])]
        hash.add(room[index], at: index)
      }
      // What reads nothing is known by one entry.
      if slotCount == 0 { return isEmpty ? nil : outcomes }
      return table.entry(of: room, hash).map { outcomes + $0 }
    }
  }

  /// What is remembered, as plain memory that several threads may read; good until something is remembered.
  struct Lookup {
    fileprivate let groups: UnsafePointer<GroupView>
    /// Where the groups of each step begin, and at last where they end.
    fileprivate let starts: UnsafePointer<Int32>

    /// What a step does to a state; `nil` when it is not known.
    @inline(__always)
    func known(
      _ step: Int, _ state: UnsafePointer<UInt32>, _ room: UnsafeMutablePointer<UInt32>
    ) -> (outcome: Outcome, changes: UnsafeBufferPointer<SlotChange>)? {
      for number in Int(starts[step])..<Int(starts[step + 1]) {
        let group = groups + number
        guard let entry = group.pointee.known(state, room) else { continue }
        let changes = UnsafeBufferPointer(
          start: group.pointee.changes + Int(entry.pointee.start), count: Int(entry.pointee.count))
        return (entry.pointee.outcome, changes)
      }
      return nil
    }
  }

  private let width: Int
  /// For each step one group for each set of slots that it was seen to read.
  private var groups: [[Group]]
  @exclusivity(unchecked) private var views = Store<GroupView>()
  @exclusivity(unchecked) private var starts = Store<Int32>()
  /// Whether something was remembered since the views were made.
  private var areViewsOld = true
  private let key: UnsafeMutableBufferPointer<UInt32>
  /// About how many bytes the remembered outcomes take.
  private(set) var byteCount = 0

  init(stepCount: Int, width: Int) {
    self.width = width
    groups = Array(repeating: [], count: stepCount)
    key = .allocate(capacity: max(width, 1))
    key.initialize(repeating: 0)
  }

  deinit { key.deallocate() }

  /// What is remembered by now.
  var lookup: Lookup {
    if areViewsOld {
      areViewsOld = false
      views.removeAll()
      starts.removeAll()
      for groups in groups {
        starts.append(Int32(views.count))
        for group in groups { views.append(group.view) }
      }
      starts.append(Int32(views.count))
    }
    return Lookup(groups: views.base, starts: starts.base)
  }

  /// Lets a step happen to a state, in place, if it is known what it does there.
  func apply(_ step: Int, to state: inout [UInt32]) -> Outcome? {
    let lookup = lookup
    return state.withUnsafeMutableBufferPointer { state in
      guard let state = state.baseAddress, let key = key.baseAddress,
        let (outcome, changes) = lookup.known(step, state, key)
      else { return nil }
      for change in changes { state[Int(change.slot)] = change.number }
      return outcome
    }
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
    areViewsOld = true
    // A key with its place in the table, the outcome, and the changes; stores have room to grow.
    byteCount += slots.count * 6 + 40 + changes.count * 12
    return true
  }
}
