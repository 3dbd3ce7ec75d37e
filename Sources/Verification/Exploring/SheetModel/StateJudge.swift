import CellModel
import LiveSheets

/// Judges the checks and notes the modes of states.
final class StateJudge {
  private struct Check {
    var label: String
    var nodes: [Int]
    var isNever: Bool
  }

  private let sheet: LiveSheet
  private let keeper: SnapshotKeeper
  private let memo: CellValueMemo
  private var checks: [Check] = []
  private var modes: [ModesRecorder] = []
  /// Whether the sheet itself must be put into each state.
  private var needsSheet = false
  private var brokenLabels: Set<String> = []

  init(_ sheet: LiveSheet, _ keeper: SnapshotKeeper, remembers: Bool) {
    self.sheet = sheet
    self.keeper = keeper
    memo = CellValueMemo(sheet, keeper)
    modes = sheet.modesCells.map { ModesRecorder($0, sheet, memo) }
    needsSheet = !remembers || modes.contains { $0.needsSheet }
    for check in sheet.checkedCells {
      let nodes = check.cells.compactMap { memo.add($0) }
      if nodes.count < check.cells.count || check.cells.count != 1 { needsSheet = true }
      checks.append(Check(label: check.label, nodes: nodes, isNever: check.isNever))
    }
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
    return sheet.brokenChecks.filter { brokenLabels.insert($0.label).inserted }
  }

  private func holdsAll(_ snapshot: [UInt32]) -> Bool {
    if needsSheet { return sheet.holdsAllChecks }
    return checks.allSatisfy { check in
      brokenLabels.contains(check.label)
        || check.nodes.allSatisfy { Truth(memo.value($0)).satisfies(never: check.isNever) }
    }
  }

  func coverage(_ series: (Int) -> [String]) -> [Exploration.ModesCoverage] { modes.map { $0.coverage(series) } }
}
