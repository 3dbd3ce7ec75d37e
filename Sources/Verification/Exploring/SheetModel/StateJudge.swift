import CellModel
import LiveSheets
import Propagation

/// Judges the checks and notes the modes of states.
final class StateJudge {
  private final class Check {
    let label: String
    let nodes: [Int]
    let isNever: Bool
    /// By the numbers of values: whether the check is known to hold with it.
    @exclusivity(unchecked) private(set) var holding = Store<Bool>()

    init(label: String, nodes: [Int], isNever: Bool) {
      (self.label, self.nodes, self.isNever) = (label, nodes, isNever)
    }

    func setHolding(_ number: UInt32) {
      while holding.count <= Int(number) { holding.append(false) }
      holding[Int(number)] = true
    }
  }

  /// A check as plain memory: a node, and the numbers of values with which it holds.
  fileprivate struct CheckView {
    var node: Int
    var holding: UnsafePointer<Bool>
    var count: Int
  }

  /// What is known of states, as plain memory that several threads may read; good until the next state is judged.
  struct KnownStates {
    /// `nil` where the sheet itself is put into each state.
    fileprivate let values: KnownCellValues?
    fileprivate let checks: UnsafePointer<CheckView>
    fileprivate let checkCount: Int
    fileprivate let modes: UnsafePointer<ModesRecorder.NotedStates>
    fileprivate let modeCount: Int

    /// How many numbers ``isJudged(_:_:)`` needs room for.
    var room: Int { (values?.room ?? 0) + (0..<modeCount).reduce(0) { max($0, modes[$1].room) } }

    /// Whether a state breaks no check that is not told of, and no mode has anything to note about it.
    func isJudged(_ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt32>) -> Bool {
      guard let values, values.values(of: state, room) else { return false }
      for index in 0..<checkCount {
        let number = Int(room[checks[index].node])
        guard number < checks[index].count, checks[index].holding[number] else { return false }
      }
      for index in 0..<modeCount where !modes[index].isSeen(room, room + values.room) { return false }
      return true
    }
  }

  private let sheet: LiveSheet
  private let keeper: SnapshotKeeper
  private let memo: CellValueMemo
  private var checks: [Check] = []
  @exclusivity(unchecked) private var checkViews = Store<CheckView>()
  @exclusivity(unchecked) private var modeViews = Store<ModesRecorder.NotedStates>()
  private var modes: [ModesRecorder] = []
  /// Whether the sheet itself must be put into each state.
  private var needsSheet = false
  private var brokenLabels: Set<String> = []

  init(_ sheet: LiveSheet, _ keeper: SnapshotKeeper, remembers: Bool) {
    self.sheet = sheet
    self.keeper = keeper
    memo = CellValueMemo(sheet, keeper)
    modes = ModesCells.all(of: sheet).map { ModesRecorder($0, sheet, memo) }
    needsSheet = !remembers || modes.contains { $0.needsSheet }
    for check in CheckedCells.all(of: sheet) {
      let nodes = check.cells.compactMap { memo.add($0) }
      if nodes.count < check.cells.count || !hasFixedCells(check) { needsSheet = true }
      checks.append(Check(label: check.label, nodes: nodes, isNever: check.isNever))
    }
  }

  /// Whether a check has the same cells in all states: one, or those of rows that neither come nor go.
  private func hasFixedCells(_ check: CheckedCells) -> Bool {
    guard let cell = check.cells.first else { return false }
    return keeper.slots.table(cell.grid).map { $0.rows.count == check.cells.count } ?? (check.cells.count == 1)
  }

  /// About how many bytes the values that are remembered take.
  var byteCount: Int { memo.byteCount }

  /// The checks that a state breaks and no state before it has broken.
  func judge(_ state: Int, _ snapshot: [UInt32]) -> [BrokenCheck] {
    if needsSheet {
      keeper.restore(snapshot)
      if modes.contains(where: { !$0.needsSheet }) { memo.look(at: snapshot) }
    } else {
      memo.look(at: snapshot)
    }
    for recorder in modes { recorder.note(state) }
    guard !holdsAll(snapshot) else { return [] }
    if !needsSheet { keeper.restore(snapshot) }
    return sheet.checks.broken.filter { brokenLabels.insert($0.label).inserted }
  }

  private func holdsAll(_ snapshot: [UInt32]) -> Bool {
    if needsSheet { return sheet.checks.allHold }
    return checks.allSatisfy { check in
      brokenLabels.contains(check.label) || check.nodes.allSatisfy { holds(check, $0) }
    }
  }

  private func holds(_ check: Check, _ node: Int) -> Bool {
    guard Truth(memo.value(node)).satisfies(never: check.isNever) else { return false }
    check.setHolding(memo.number(node))
    return true
  }

  /// What is known by now, of states that a layout packs.
  func lookup(_ layout: StateLayout) -> KnownStates {
    checkViews.removeAll()
    modeViews.removeAll()
    for check in checks where !brokenLabels.contains(check.label) {
      for node in check.nodes {
        checkViews.append(CheckView(node: node, holding: check.holding.base, count: check.holding.count))
      }
    }
    var isKnown = !needsSheet
    for recorder in modes {
      if let view = recorder.lookup() { modeViews.append(view) } else { isKnown = false }
    }
    return KnownStates(
      values: isKnown ? memo.lookup(layout) : nil, checks: checkViews.base, checkCount: checkViews.count,
      modes: modeViews.base, modeCount: modeViews.count)
  }

  func coverage(_ series: (Int) -> [String]) -> [Exploration.ModesCoverage] { modes.map { $0.coverage(series) } }
}
