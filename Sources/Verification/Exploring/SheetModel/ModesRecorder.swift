import CellModel
import LiveSheets
import Propagation

/// Notes which pairs of a mode and values of its cells the states have.
///
/// What a mode asks of a cell may be an expression, so whether a pair is valid is judged in each state by itself, with the
/// values of that state, as the check of the modes is.
final class ModesRecorder {
  /// A mode, or what stands for one where none holds, with values of the cells.
  private struct Pair: Hashable {
    var mode: String
    var values: [CellValue]
  }

  /// The first states of a pair: one in which the mode asks for these values, one in which it asks for others.
  fileprivate struct Reached {
    var asWanted: Int?
    var otherwise: Int?
  }

  private let modes: ModesCells
  /// The cell that names the mode, the cells it is about, and then those of what modes ask, among the cell values of a
  /// state.
  private let nodes: [Int]?
  private let addresses: [CellAddress]
  private let sheet: LiveSheet
  private let memo: CellValueMemo
  private var reached: [Pair: Reached] = [:]
  /// What each mode was seen to ask for, or asks for always.
  private var asked: [String: [[CellValue]]] = [:]
  /// The numbers of the values of ``nodes`` that were noted.
  private let seen: FlatTable
  @exclusivity(unchecked) private var nodeViews = Store<Int32>()

  /// What was noted, as plain memory that several threads may read; good until the next state is noted.
  struct NotedStates {
    fileprivate let nodes: UnsafePointer<Int32>
    fileprivate let nodeCount: Int
    fileprivate let seen: FlatTable.View

    /// How many numbers ``isSeen(_:_:)`` needs room for.
    var room: Int { nodeCount }

    /// Whether the values of all nodes have been noted together.
    func isSeen(_ values: UnsafePointer<UInt32>, _ room: UnsafeMutablePointer<UInt32>) -> Bool {
      var hash = FlatTable.Hash()
      for place in 0..<nodeCount {
        room[place] = values[Int(nodes[place])]
        hash.add(room[place], at: place)
      }
      return seen.entry(of: room, hash) != nil
    }
  }

  init(_ modes: ModesCells, _ sheet: LiveSheet, _ memo: CellValueMemo) {
    self.modes = modes
    self.sheet = sheet
    self.memo = memo
    addresses = [modes.cell] + modes.cells + modes.modes.flatMap { $0.asked.compactMap(\.cell) }
    let nodes = addresses.compactMap { memo.add($0) }
    self.nodes = nodes.count == addresses.count ? nodes : nil
    seen = FlatTable(width: addresses.count)
    for node in nodes { nodeViews.append(Int32(node)) }
    for mode in modes.modes {
      let literals = mode.asked.compactMap(\.literal)
      asked[mode.label] = literals.count == mode.asked.count ? [literals] : []
    }
  }

  /// Whether the sheet itself must be put into a state to note its pair.
  var needsSheet: Bool { nodes == nil }

  /// What was noted by now; `nil` where the sheet itself is looked at.
  func lookup() -> NotedStates? {
    nodes.map { NotedStates(nodes: nodeViews.base, nodeCount: $0.count, seen: seen.view) }
  }

  func note(_ state: Int) {
    guard let nodes else { return note(addresses.map { sheet.value(at: $0) }, state) }
    let numbers = nodes.map { memo.number($0) }
    guard numbers.withUnsafeBufferPointer({ seen.insert($0) }).isNew else { return }
    note(nodes.map { memo.value($0) }, state)
  }

  /// - Parameter values: Those of ``addresses``.
  private func note(_ values: [CellValue], _ state: Int) {
    let cells = Array(values[1...modes.cells.count])
    guard let label = values[0].text, let wanted = wanted(by: label, values) else {
      reached[Pair(mode: "no mode", values: cells), default: Reached()].otherwise.takeFirst(state)
      return
    }
    if asked[label]?.contains(wanted) != true { asked[label, default: []].append(wanted) }
    // The check compares as formulas do: without regard to case, and a blank is what the other side asks.
    if zip(cells, wanted).allSatisfy({ CellComparison.order($0, $1) == 0 }) {
      reached[Pair(mode: label, values: wanted), default: Reached()].asWanted.takeFirst(state)
    } else {
      reached[Pair(mode: label, values: cells), default: Reached()].otherwise.takeFirst(state)
    }
  }

  /// What the first mode of a name asks for, with the values of ``addresses``.
  private func wanted(by label: String, _ values: [CellValue]) -> [CellValue]? {
    var next = modes.cells.count + 1
    for mode in modes.modes {
      let first = next
      next += mode.asked.count { $0.cell != nil }
      guard mode.label == label else { continue }
      var place = first
      return mode.asked.map { asked in
        if let literal = asked.literal { return literal }
        defer { place += 1 }
        return values[place]
      }
    }
    return nil
  }

  /// The most pairs that are listed where nothing is known of them but that they were not reached.
  private static let pairLimit = 4_096

  /// All pairs: each mode with each combination of the values that the cells are asked to have or were seen to have.
  func coverage(_ series: (Int) -> [String]) -> Exploration.ModesCoverage {
    var rest = reached
    var pairs: [Exploration.ModesCoverage.Pair] = []
    func add(_ pair: Pair, _ states: Reached?) {
      pairs.append(
        Exploration.ModesCoverage.Pair(
          mode: pair.mode, values: pair.values, isValid: asked[pair.mode]?.contains(pair.values) ?? false,
          steps: states?.asWanted.map(series), wrongSteps: states?.otherwise.map(series)))
    }
    let combinations = combinations
    for mode in modes.modes {
      for values in combinations {
        let pair = Pair(mode: mode.label, values: values)
        add(pair, rest.removeValue(forKey: pair))
      }
    }
    for (pair, states) in rest.sorted(by: { $0.value.first < $1.value.first }) { add(pair, states) }
    return Exploration.ModesCoverage(name: modes.name, cells: modes.cellNames, pairs: pairs)
  }

  private var combinations: [[CellValue]] {
    var wanted: [[CellValue]] = []
    for tuple in modes.modes.flatMap({ asked[$0.label] ?? [] }) where !wanted.contains(tuple) { wanted.append(tuple) }
    let others = reached.sorted { $0.value.first < $1.value.first }.map(\.key.values)
    let domains: [[CellValue]] = modes.cells.indices.map { cell in
      var values: [CellValue] = []
      for tuple in wanted + others where !values.contains(tuple[cell]) { values.append(tuple[cell]) }
      // A logical cell has two values even where the modes ask for one.
      return values.allSatisfy { $0.logical != nil } ? [.logical(true), .logical(false)] : values
    }
    let count = domains.reduce(1) { $0 > Self.pairLimit ? $0 : $0 * $1.count }
    // Too many to list: those that the modes ask for, and those that were reached.
    guard count <= Self.pairLimit else { return wanted }
    return domains.reduce([[]]) { heads, domain in heads.flatMap { head in domain.map { head + [$0] } } }
  }
}

extension ModesRecorder.Reached {
  fileprivate var first: Int { min(asWanted ?? .max, otherwise ?? .max) }
}

extension Int? {
  /// Becomes a number unless there is an earlier one.
  fileprivate mutating func takeFirst(_ number: Int) { if self == nil { self = number } }
}

extension AskedValue {
  fileprivate var literal: CellValue? { if case .literal(let value) = self { value } else { nil } }
  fileprivate var cell: CellAddress? { if case .cell(let address) = self { address } else { nil } }
}
