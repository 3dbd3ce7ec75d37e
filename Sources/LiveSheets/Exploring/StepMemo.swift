import CellModel

/// What a step makes of a moment, remembered by the places that it reads.
///
/// A step that was made once is not made again where all that it has read is the same: what it sets is looked up.
package final class StepMemo {
  /// What came of a step.
  package struct Outcome {
    /// Whether the step could happen.
    package var isPossible: Bool
    /// The places it sets, and their numbers.
    var changes: [(slot: Int32, number: UInt32)]
    /// How much time passed in it.
    package var seconds: Double
  }

  /// Outcomes that depend on the same places.
  private struct Group {
    var slots: [Int32]
    var table: FlatTable
    var outcomes: [Outcome] = []
  }

  private let sheet: LiveSheet
  private let keeper: MomentKeeper
  private let recorder: AccessRecorder?
  private var groups: [[Group]]
  private let steps: [ExplorationStep]
  private var key: [UInt32]
  /// How many steps were made rather than looked up.
  package private(set) var madeCount = 0

  package init(_ sheet: LiveSheet, _ keeper: MomentKeeper, _ steps: [ExplorationStep], remembers: Bool) {
    self.sheet = sheet
    self.keeper = keeper
    self.steps = steps
    recorder = remembers && keeper.canRecord ? AccessRecorder(sheet, keeper) : nil
    groups = Array(repeating: [], count: steps.count)
    key = Array(repeating: 0, count: keeper.width)
  }

  /// Lets a step happen to a moment, in place.
  package func apply(_ step: Int, to moment: inout [UInt32]) -> (isPossible: Bool, seconds: Double) {
    for group in groups[step].indices {
      let count = groups[step][group].slots.count
      for index in 0..<count { key[index] = moment[Int(groups[step][group].slots[index])] }
      let entry = key.withUnsafeBufferPointer {
        groups[step][group].table.entry(of: UnsafeBufferPointer(rebasing: $0[..<count]))
      }
      guard let entry else { continue }
      return take(groups[step][group].outcomes[entry], &moment)
    }
    return make(step, &moment)
  }

  private func take(_ outcome: Outcome, _ moment: inout [UInt32]) -> (isPossible: Bool, seconds: Double) {
    for change in outcome.changes { moment[Int(change.slot)] = change.number }
    return (outcome.isPossible, outcome.seconds)
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
    for slot in moment.indices where moment[slot] != former[slot] && !written.contains(slot) {
      preconditionFailure("R2: a step sets place \(slot) unnoticed")
    }
    let outcome = Outcome(
      isPossible: isPossible, changes: written.slots.map { ($0, moment[Int($0)]) }, seconds: seconds)
    let slots = recorder.reads.slots
    let group: Int
    if let known = groups[step].firstIndex(where: { $0.slots == slots }) {
      group = known
    } else {
      groups[step].append(Group(slots: slots, table: FlatTable(width: slots.count)))
      group = groups[step].count - 1
    }
    for (index, slot) in slots.enumerated() { key[index] = former[Int(slot)] }
    let isNew = key.withUnsafeBufferPointer {
      groups[step][group].table.insert(UnsafeBufferPointer(rebasing: $0[..<slots.count])).isNew
    }
    if isNew { groups[step][group].outcomes.append(outcome) }
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
