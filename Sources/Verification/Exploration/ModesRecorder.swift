import CellModel
import LiveSheets

/// Notes which pairs of a mode and values of its cells the states have.
final class ModesRecorder {
  private struct Pair: Hashable {
    var mode: Int
    var values: [CellValue]
  }

  private let name: String
  private let reader: LiveSheet.ModesReader
  private let cells: [String]
  private let modes: [(label: String, values: [CellValue])]
  /// The first state of each pair; mode -1 where none holds, -2 where several do.
  private var first: [Pair: Int] = [:]

  init?(_ sheet: LiveSheet, _ name: String) {
    guard let reader = LiveSheet.ModesReader(sheet, name), let modes = sheet.modes(name) else { return nil }
    self.name = name
    self.reader = reader
    cells = modes.cells
    self.modes = modes.modes
  }

  func note(_ state: Int) {
    let holding = reader.holding()
    let pair = Pair(mode: holding.count == 1 ? holding[0] : holding.isEmpty ? -1 : -2, values: reader.values())
    if first[pair] == nil { first[pair] = state }
  }

  /// All pairs: each mode with each combination of the values that the cells are asked to have or were seen to have.
  func coverage(_ series: (Int) -> [String]) -> Exploration.ModesCoverage {
    var domains: [[CellValue]] = cells.indices.map { cell in
      var values: [CellValue] = []
      for mode in modes where !values.contains(mode.values[cell]) { values.append(mode.values[cell]) }
      for pair in first.keys where !values.contains(pair.values[cell]) { values.append(pair.values[cell]) }
      return values
    }
    // A logical cell has two values even where the modes ask for one.
    for cell in domains.indices where domains[cell].allSatisfy({ $0.logical != nil }) {
      domains[cell] = [.logical(true), .logical(false)]
    }
    var combinations: [[CellValue]] = [[]]
    for domain in domains { combinations = combinations.flatMap { head in domain.map { head + [$0] } } }
    var pairs: [Exploration.ModesCoverage.Pair] = []
    for (number, mode) in modes.enumerated() {
      for values in combinations {
        let state = first[Pair(mode: number, values: values)]
        pairs.append(
          Exploration.ModesCoverage.Pair(
            mode: mode.label, values: values, isValid: values == mode.values, steps: state.map(series)))
      }
    }
    for (pair, state) in first.filter({ $0.key.mode < 0 }).sorted(by: { $0.value < $1.value }) {
      pairs.append(
        Exploration.ModesCoverage.Pair(
          mode: pair.mode == -1 ? "no mode" : "several modes", values: pair.values, isValid: false,
          steps: series(state)))
    }
    return Exploration.ModesCoverage(name: name, cells: cells, pairs: pairs)
  }
}
