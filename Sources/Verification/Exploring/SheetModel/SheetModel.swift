import CellModel
import Diagnostics
import LiveSheets

/// The states of a sheet as a search knows them.
///
/// A state is a snapshot: what the inputs, the states, what streams remember and what is under way make of it. From each,
/// every step of the ``StepList`` is tried. What follows is the sheet's own doing: an exploration has no rules of its own.
final class SheetModel: Model {
  let sheet: LiveSheet
  let keeper: SnapshotKeeper
  @exclusivity(unchecked) private var list: StepList
  private let judge: StateJudge
  private let memo: StepMemo
  /// What notes the accesses of steps; `nil` where none are remembered.
  private let recorder: AccessRecorder?
  /// Whether each step asks if a timer is due.
  private let mayComeDueAtOnce: Bool
  /// How many steps were made rather than looked up.
  private(set) var madeCount = 0

  /// - Parameter remembers: Whether what steps and formulas have given is looked up where they would give it again.
  init(_ sheet: LiveSheet, usesTests: Bool, remembers: Bool) {
    self.sheet = sheet
    keeper = SnapshotKeeper(sheet)
    list = StepList(of: sheet, usesTests: usesTests)
    memo = StepMemo(stepCount: list.steps.count, width: keeper.slots.count)
    recorder = remembers && sheet.state.tellsAllAccesses ? AccessRecorder(sheet, keeper.slots) : nil
    mayComeDueAtOnce = sheet.state.mayComeDueAtOnce
    judge = StateJudge(sheet, keeper, remembers: remembers)
  }

  var width: Int { keeper.slots.count }
  var stepCount: Int { list.steps.count }
  /// What does not take all of its values.
  var tried: TriedValues { list.tried }
  var size: ModelSize {
    ModelSize(byteCount: keeper.byteCount + memo.byteCount + judge.byteCount, mostGrown: keeper.growth.most)
  }

  func begin() -> (state: [UInt32], findings: [Diagnostic]) {
    addNewSteps()
    return (keeper.take(), sheet.takeReports())
  }

  func judge(_ state: [UInt32], number: Int) -> [BrokenCheck] { judge.judge(number, state) }

  func text(of step: Int, seconds: Double) -> String {
    list.steps[step].isTime ? "wait \(NumberText.general(seconds))" : list.steps[step].text
  }

  /// What the number at a place of a state stands for.
  func title(ofSlot slot: Int) -> (name: String, kind: PlaceKind) { sheet.state.title(of: keeper.slots.places[slot]) }

  /// How the states that were judged are spread over modes.
  func coverage(_ series: (Int) -> [String]) -> [Exploration.ModesCoverage] { judge.coverage(series) }

  /// What steps and formulas have given, as long as nothing more is.
  struct Lookup: StateLookup {
    fileprivate let steps: PackedSteps.KnownSteps
    fileprivate let judge: StateJudge.KnownStates

    @inline(__always)
    func known(
      _ step: Int, _ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>
    ) -> KnownStep? {
      steps.known(step, state, room)
    }

    var judgingRoom: Int { judge.room }

    func isJudged(_ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt32>) -> Bool {
      judge.isJudged(state, room)
    }
  }

  func lookup(_ layout: StateLayout) -> Lookup { Lookup(steps: memo.lookup(layout), judge: judge.lookup(layout)) }

  /// A finding by its place: what findings of one place say of values may be different in every state.
  struct FindingPlace: Hashable {
    let code: String
    let span: SourceSpan?
    let origin: String?
  }

  static func findingClass(of finding: Diagnostic) -> FindingPlace {
    FindingPlace(code: finding.code, span: finding.labels.first?.span, origin: finding.origin)
  }

  func perform(_ step: Int, on state: inout [UInt32]) -> Transition<Diagnostic> {
    // To look at the step costs as much as a tenth of what is remembered of it.
    guard !list.concernsRows || hasRow(of: step, state) else { return .impossible }
    guard let known = memo.apply(step, to: &state) else { return make(step, &state) }
    return known.isPossible ? .next(seconds: known.seconds, []) : .impossible
  }

  /// Whether a state has the row in which a step happens.
  private func hasRow(of step: Int, _ state: [UInt32]) -> Bool {
    guard let row = list.steps[step].row, let slots = keeper.slots.table(numbered: row.table) else { return true }
    return keeper.rowCount(state[slots.count]) > row.row
  }

  private func make(_ step: Int, _ state: inout [UInt32]) -> Transition<Diagnostic> {
    madeCount += 1
    keeper.restore(state)
    let before = sheet.time
    recorder?.begin(in: list.steps[step].row)
    if mayComeDueAtOnce || list.steps[step].concernsPendingWork { recorder?.didChangePendingWork() }
    let isPossible = sheet.perform(list.steps[step])
    recorder?.end()
    let seconds = (sheet.time - before).seconds
    // What was due has happened even where the step is impossible.
    let hasHappened = isPossible || mayComeDueAtOnce
    let (next, reports) = hasHappened ? (keeper.take(), sheet.takeReports()) : (state, [])
    let outcome = StepMemo.Outcome(isPossible: isPossible, seconds: seconds)
    guard isPossible else {
      remember(step, outcome, from: state, to: state)
      return .impossible
    }
    // An instant that was given up leaves a state that means nothing, so it is neither followed nor remembered.
    if reports.contains(where: { $0.severity == .error }) { return .givenUp(seconds: seconds, reports) }
    addNewSteps()
    remember(step, outcome, from: state, to: next)
    state = next
    return .next(seconds: seconds, reports)
  }

  /// Adds the steps of rows and calls that were never there before.
  private func addNewSteps() {
    list.addNew()
    memo.makeRoom(forSteps: list.steps.count)
  }

  private func remember(_ step: Int, _ outcome: StepMemo.Outcome, from former: [UInt32], to state: [UInt32]) {
    guard let recorder, !recorder.isOpaque else { return }
    let holds = memo.remember(step, outcome, reads: recorder.reads, writes: recorder.writes, from: former, to: state)
    // What the recorder has missed is a fault of ours; such a step is made each time, so that the result stays right.
    assert(holds, "R2: a step sets a slot unnoticed")
  }
}
