import CellModel
import LiveSheets

/// Notes which pairs of a mode and values of its cells the states have.
final class ModesRecorder {
  private let modes: LiveSheet.ModesCells
  /// The cell that names the mode, and the cells it is about, among the cell values of a state.
  private let nodes: [Int]?
  private let sheet: LiveSheet
  private let memo: CellValueMemo
  /// The first state of each pair: the mode's name first, then the values.
  private var first: [[CellValue]: Int] = [:]
  private var seen: Set<[UInt32]> = []

  init(_ modes: LiveSheet.ModesCells, _ sheet: LiveSheet, _ memo: CellValueMemo) {
    self.modes = modes
    self.sheet = sheet
    self.memo = memo
    let nodes = ([modes.cell] + modes.cells).compactMap { memo.add($0) }
    self.nodes = nodes.count == modes.cells.count + 1 ? nodes : nil
  }

  /// Whether the sheet itself must be put into a state to note its pair.
  var needsSheet: Bool { nodes == nil }

  func note(_ state: Int) {
    guard let nodes else {
      return note(([modes.cell] + modes.cells).map { sheet.value(at: $0) }, state)
    }
    guard seen.insert(nodes.map { memo.number($0) }).inserted else { return }
    note(nodes.map { memo.value($0) }, state)
  }

  private func note(_ pair: [CellValue], _ state: Int) {
    if first[pair] == nil { first[pair] = state }
  }

  /// The most pairs that are listed where nothing is known of them but that they were not reached.
  private static let pairLimit = 4_096

  /// All pairs: each mode with each combination of the values that the cells are asked to have or were seen to have.
  func coverage(_ series: (Int) -> [String]) -> Exploration.ModesCoverage {
    var pairs: [Exploration.ModesCoverage.Pair] = []
    var rest = first
    for mode in modes.modes {
      for values in combinations {
        let state = rest.removeValue(forKey: [.text(mode.label)] + values)
        pairs.append(
          Exploration.ModesCoverage.Pair(
            mode: mode.label, values: values, isValid: values == mode.values, steps: state.map(series)))
      }
    }
    for (pair, state) in rest.sorted(by: { $0.value < $1.value }) {
      pairs.append(
        Exploration.ModesCoverage.Pair(
          mode: pair[0].text ?? "no mode", values: Array(pair.dropFirst()), isValid: false, steps: series(state)))
    }
    return Exploration.ModesCoverage(name: modes.name, cells: modes.cellNames, pairs: pairs)
  }

  private var combinations: [[CellValue]] {
    let domains: [[CellValue]] = modes.cells.indices.map { cell in
      var values: [CellValue] = []
      for mode in modes.modes where !values.contains(mode.values[cell]) { values.append(mode.values[cell]) }
      for pair in first.keys where !values.contains(pair[cell + 1]) { values.append(pair[cell + 1]) }
      // A logical cell has two values even where the modes ask for one.
      return values.allSatisfy { $0.logical != nil } ? [.logical(true), .logical(false)] : values
    }
    let count = domains.reduce(1) { $0 > Self.pairLimit ? $0 : $0 * $1.count }
    // Too many to list: those that the modes ask for, and those that were reached.
    guard count <= Self.pairLimit else { return modes.modes.map(\.values) }
    return domains.reduce([[]]) { heads, domain in heads.flatMap { head in domain.map { head + [$0] } } }
  }
}
