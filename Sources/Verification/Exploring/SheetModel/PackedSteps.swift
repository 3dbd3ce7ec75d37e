import Propagation

/// What steps make of packed states: the entries of a ``StepMemo`` for a search that looks up millions of them.
///
/// What a step depends on is some fields of a packed state, so an entry is found with a mask and one look into a table;
/// what it sets is a mask and the bits that come in its place.
///
/// - R1. All entries are packed by the layout as it was at the last ``begin(_:)``.
final class PackedSteps {
  /// Entries that depend on the same slots.
  private final class Group {
    let table: PackedTable
    let mask: [UInt64]
    @exclusivity(unchecked) var masks = Store<UInt64>()
    @exclusivity(unchecked) var outcomes = Store<StepMemo.Outcome>()
    /// For each entry the bits of each word that stay, and then those that are set.
    @exclusivity(unchecked) var changes = Store<UInt64>()
    /// How many entries of the memo were looked at.
    var seenCount = 0

    init(_ slots: [Int32], _ layout: StateLayout) {
      table = PackedTable(width: layout.wordCount)
      mask = layout.mask(of: slots)
      for word in mask { masks.append(word) }
    }

    var view: GroupView {
      GroupView(masks: masks.base, table: table.view, outcomes: outcomes.base, changes: changes.base)
    }
  }

  /// The memory of a group, as long as nothing is added.
  fileprivate struct GroupView {
    let masks: UnsafePointer<UInt64>
    let table: PackedTable.View
    let outcomes: UnsafePointer<StepMemo.Outcome>
    let changes: UnsafePointer<UInt64>
  }

  /// What is known, as plain memory that several threads may read; good until something is added.
  struct KnownSteps {
    fileprivate let groups: UnsafePointer<GroupView>
    /// Where the groups of each step begin, and at last where they end.
    fileprivate let starts: UnsafePointer<Int32>

    /// What a step does to a state; `nil` when it is not known.
    @inline(__always)
    func known(
      _ step: Int, _ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>
    ) -> KnownStep? {
      for number in Int(starts[step])..<Int(starts[step + 1]) {
        let group = groups + number
        let width = group.pointee.table.width
        for index in 0..<width { room[index] = state[index] & group.pointee.masks[index] }
        guard let entry = group.pointee.table.entry(of: room) else { continue }
        let outcome = group.pointee.outcomes[entry]
        return KnownStep(
          isPossible: outcome.isPossible, seconds: outcome.seconds, change: group.pointee.changes + entry * width * 2)
      }
      return nil
    }
  }

  private var layout = StateLayout(slotCount: 0)
  private var version = -1
  private var groups: [[Group]]
  @exclusivity(unchecked) private var views = Store<GroupView>()
  @exclusivity(unchecked) private var starts = Store<Int32>()
  /// Whether something was added since the views were made.
  private var areViewsOld = true
  private var room: [UInt64] = []

  init(stepCount: Int) { groups = Array(repeating: [], count: stepCount) }

  /// Takes in steps that came behind the others.
  func makeRoom(forSteps count: Int) {
    guard groups.count < count else { return }
    while groups.count < count { groups.append([]) }
    areViewsOld = true
  }

  /// Begins to take in entries for states that a layout packs; where its fields have moved, all of them.
  func begin(_ layout: StateLayout) {
    guard self.layout !== layout || version != layout.version else { return }
    (self.layout, version) = (layout, layout.version)
    for step in groups.indices { groups[step] = [] }
    room = Array(repeating: 0, count: layout.wordCount)
    areViewsOld = true
  }

  /// How many entries were taken in of a group of a step, which is the next one if it is new.
  func count(of step: Int, _ number: Int, slots: [Int32]) -> Int {
    if number == groups[step].count { groups[step].append(Group(slots, layout)) }
    return groups[step][number].seenCount
  }

  /// Takes in the next entry of a group of a step, for states that have these numbers first at these slots.
  ///
  /// One with a number that is none of the layout's is left out: no state can have come of it.
  func add(
    _ outcome: StepMemo.Outcome, _ changes: ArraySlice<SlotChange>, when numbers: [UInt32], are slots: [Int32],
    to step: Int, _ number: Int
  ) {
    let group = groups[step][number]
    group.seenCount += 1
    let width = layout.wordCount
    var set = Array(repeating: UInt64(0), count: width)
    let isKnown = set.withUnsafeMutableBufferPointer { set in
      room.withUnsafeMutableBufferPointer { key in
        guard let set = set.baseAddress, let key = key.baseAddress else { return false }
        key.update(repeating: 0, count: width)
        for (slot, number) in zip(slots, numbers) {
          guard let code = layout.code(of: number, at: Int(slot)) else { return false }
          layout.put(Int(code), at: Int(slot), of: key)
        }
        for change in changes {
          guard let code = layout.code(of: change.number, at: Int(change.slot)) else { return false }
          layout.put(Int(code), at: Int(change.slot), of: set)
        }
        return group.table.insert(key).isNew
      }
    }
    guard isKnown else { return }
    areViewsOld = true
    group.outcomes.append(outcome)
    for word in layout.mask(of: changes.map(\.slot)) { group.changes.append(~word) }
    for word in set { group.changes.append(word) }
  }

  /// What has been taken in.
  func lookup() -> KnownSteps {
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
    return KnownSteps(groups: views.base, starts: starts.base)
  }
}
