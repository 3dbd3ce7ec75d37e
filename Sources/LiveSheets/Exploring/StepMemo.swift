import CellModel

/// What a step makes of a moment, remembered by the places that it reads.
///
/// A step that was made once is not made again where all that it has read is the same: what it sets is looked up.
package final class StepMemo {
  /// Outcomes that depend on the same places.
  private final class Group {
    let slots: ContiguousArray<Int32>
    private var table: FlatTable
    /// What each outcome is: whether the step could happen, how much time passed, and where its changes begin.
    private var outcomes: ContiguousArray<(isPossible: Bool, seconds: Double, start: Int32)> = []
    /// The places that are set, and their numbers, of all outcomes one behind the other.
    private var changes: ContiguousArray<(slot: Int32, number: UInt32)> = []

    init(_ slots: [Int32]) {
      self.slots = ContiguousArray(slots)
      table = FlatTable(width: slots.count)
    }

    /// Applies what is known to a moment; `nil` when nothing is.
    @inline(__always)
    func apply(
      to moment: UnsafeMutableBufferPointer<UInt32>, _ key: UnsafeMutableBufferPointer<UInt32>
    ) -> (isPossible: Bool, seconds: Double)? {
      for index in 0..<slots.count { key[index] = moment[Int(slots[index])] }
      guard let entry = table.entry(of: UnsafeBufferPointer(start: key.baseAddress, count: slots.count)) else {
        return nil
      }
      let (isPossible, seconds, start) = outcomes[entry]
      let end = entry + 1 < outcomes.count ? Int(outcomes[entry + 1].start) : changes.count
      for index in Int(start)..<end { moment[Int(changes[index].slot)] = changes[index].number }
      return (isPossible, seconds)
    }

    func insert(
      _ key: UnsafeBufferPointer<UInt32>, _ isPossible: Bool, _ seconds: Double, _ new: [(slot: Int32, number: UInt32)]
    ) {
      guard table.insert(key).isNew else { return }
      outcomes.append((isPossible, seconds, Int32(changes.count)))
      changes.append(contentsOf: new)
    }
  }

  private let sheet: LiveSheet
  private let keeper: MomentKeeper
  private let recorder: AccessRecorder?
  private var groups: [[Group]]
  private let steps: [ExplorationStep]
  private let key: UnsafeMutableBufferPointer<UInt32>
  /// How many steps were made rather than looked up.
  package private(set) var madeCount = 0

  package init(_ sheet: LiveSheet, _ keeper: MomentKeeper, _ steps: [ExplorationStep], remembers: Bool) {
    self.sheet = sheet
    self.keeper = keeper
    self.steps = steps
    recorder = remembers && keeper.canRecord ? AccessRecorder(sheet, keeper) : nil
    groups = Array(repeating: [], count: steps.count)
    key = .allocate(capacity: keeper.width)
    key.initialize(repeating: 0)
  }

  deinit { key.deallocate() }

  /// Lets a step happen to a moment, in place.
  package func apply(_ step: Int, to moment: inout [UInt32]) -> (isPossible: Bool, seconds: Double) {
    for group in groups[step] {
      if let known = moment.withUnsafeMutableBufferPointer({ group.apply(to: $0, key) }) { return known }
    }
    return make(step, &moment)
  }

  private func make(_ step: Int, _ moment: inout [UInt32]) -> (isPossible: Bool, seconds: Double) {
    madeCount += 1
    keeper.restore(moment)
    let before = sheet.time
    recorder?.begin()
    if steps[step].concernsEngagements { recorder?.didTouchEngagements() }
    let isPossible = sheet.perform(steps[step])
    recorder?.end()
    let seconds = (sheet.time - before).seconds
    let former = moment
    if isPossible { moment = keeper.take() }
    if let recorder, !recorder.isOpaque { remember(step, recorder, former, moment, isPossible, seconds) }
    return (isPossible, seconds)
  }

  private func remember(
    _ step: Int, _ recorder: AccessRecorder, _ former: [UInt32], _ moment: [UInt32], _ isPossible: Bool,
    _ seconds: Double
  ) {
    let written = isPossible ? recorder.writes : SlotSet(count: keeper.width)
    // What the recorder has missed is a fault of ours; such a step is made each time, so that the result stays right.
    guard moment.indices.allSatisfy({ moment[$0] == former[$0] || written.contains($0) }) else {
      return assertionFailure("R2: a step sets a place unnoticed")
    }
    let slots = recorder.reads.slots
    let group: Group
    if let known = groups[step].first(where: { $0.slots.elementsEqual(slots) }) {
      group = known
    } else {
      group = Group(slots)
      groups[step].append(group)
    }
    for (index, slot) in slots.enumerated() { key[index] = former[Int(slot)] }
    group.insert(
      UnsafeBufferPointer(rebasing: key[..<slots.count]), isPossible, seconds,
      written.slots.map { ($0, moment[Int($0)]) })
  }
}

extension ExplorationStep {
  /// Whether the step looks at timers or calls even where it changes nothing.
  var concernsEngagements: Bool {
    switch kind {
    case .set, .event, .action: false
    case .time, .answer: true
    }
  }
}
