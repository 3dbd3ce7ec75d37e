import CellModel
import Engine
import LiveSheets
import Propagation

/// The values of cells in a snapshot, those of formulas remembered by the values of the cells that they name.
///
/// Formulas of a form have few different values, so hardly any of them has to be evaluated; one that has is evaluated by
/// the sheet itself, put into the snapshot.
final class CellValueMemo {
  private let sheet: LiveSheet
  private let keeper: SnapshotKeeper
  /// In an order in which each stands behind those that it names.
  private var nodes: CellNodes
  @exclusivity(unchecked) private var plainNodes = PlainNodes()
  private var values: [UInt32] = []
  private var key: [UInt32] = []
  /// Whether the sheet was put into the snapshot that is looked at.
  private var isRestored = false
  /// How many formulas were evaluated rather than looked up.
  private(set) var evaluatedCount = 0
  /// About how many bytes the remembered values take.
  private(set) var byteCount = 0

  init(_ sheet: LiveSheet, _ keeper: SnapshotKeeper) {
    self.sheet = sheet
    self.keeper = keeper
    nodes = CellNodes(of: sheet, keeper)
  }

  /// Adds a cell whose value will be asked for; `nil` when its value cannot be told from those of others.
  func add(_ address: CellAddress) -> Int? {
    guard sheet.state.tellsAllAccesses else { return nil }
    let node = nodes.add(address)
    values = Array(repeating: 0, count: nodes.list.count)
    key = Array(repeating: 0, count: nodes.mostInputs)
    return node
  }

  /// What is remembered by now, for snapshots that a layout packs.
  func lookup(_ layout: StateLayout) -> KnownCellValues { plainNodes.take(nodes, layout) }

  /// Takes a snapshot; the values of all cells that were added are those of it from now on.
  func look(at snapshot: [UInt32]) {
    isRestored = false
    for index in nodes.list.indices {
      switch nodes.list[index] {
      case .slot(let slot): values[index] = snapshot[slot]
      case .constant(let number): values[index] = number
      case .formula(let address, let inputs, let memo):
        for (place, input) in inputs.enumerated() { key[place] = values[input] }
        let count = inputs.count
        let (entry, isNew) = key.withUnsafeBufferPointer {
          nodes.memos[memo].table.insert(UnsafeBufferPointer(rebasing: $0[..<count]))
        }
        if isNew {
          nodes.memos[memo].values.append(evaluate(address, in: snapshot))
          // A key with its place in the table, and the value.
          byteCount += (count + 4) * MemoryLayout<UInt32>.stride
        }
        values[index] = nodes.memos[memo].values[entry]
      }
    }
  }

  private func evaluate(_ address: CellAddress, in snapshot: [UInt32]) -> UInt32 {
    evaluatedCount += 1
    if !isRestored { keeper.restore(snapshot) }
    isRestored = true
    return keeper.number(of: sheet.engine.value(at: address))
  }

  /// The number of a cell's value in the snapshot; equal numbers mean equal values.
  func number(_ node: Int) -> UInt32 { values[node] }

  func value(_ node: Int) -> CellValue { keeper.value(values[node]) }
}
