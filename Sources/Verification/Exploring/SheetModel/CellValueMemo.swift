import CellModel
import Engine
import LiveSheets
import Propagation

/// The values of cells in a snapshot, those of formulas remembered by the values of the cells that they name.
///
/// Formulas of a form have few different values, so hardly any of them has to be evaluated; one that has is evaluated by
/// the sheet itself, put into the snapshot.
final class CellValueMemo {
  private enum Node {
    /// A cell of the state, or all rows of a table, which formulas read.
    case slot(Int)
    /// A cell that is the same in all snapshots.
    case constant(UInt32)
    case formula(CellAddress, inputs: [Int], memo: Int)
  }

  /// The values that a formula has given for those of the cells that it names.
  private final class FormulaValues {
    let table: FlatTable
    @exclusivity(unchecked) var values = Store<UInt32>()

    init(inputCount: Int) { table = FlatTable(width: inputCount) }
  }

  /// A node as plain memory.
  fileprivate struct NodeView {
    enum Kind { case slot, constant, formula }
    var kind: Kind
    /// The slot or the number.
    var number: UInt32 = 0
    var inputStart = 0
    var inputCount = 0
    var table: FlatTable.View?
    var isEmpty = true
    var values: UnsafePointer<UInt32>?
  }

  /// What is remembered, as plain memory that several threads may read; good until the next snapshot is looked at.
  struct KnownValues {
    fileprivate let layout: StateLayout.View
    fileprivate let nodes: UnsafePointer<NodeView>
    let nodeCount: Int
    fileprivate let inputs: UnsafePointer<Int32>
    /// The most inputs that a formula has.
    fileprivate let mostInputs: Int

    /// How many numbers ``values(of:_:)`` needs room for.
    var room: Int { nodeCount + mostInputs }

    /// Finds the values of all cells in a snapshot that is packed; `false` when one of them is not known.
    func values(of snapshot: UnsafePointer<UInt64>, _ values: UnsafeMutablePointer<UInt32>) -> Bool {
      let key = values + nodeCount
      for index in 0..<nodeCount {
        let node = nodes + index
        switch node.pointee.kind {
        case .slot: values[index] = layout.number(at: Int(node.pointee.number), of: snapshot)
        case .constant: values[index] = node.pointee.number
        case .formula:
          guard let table = node.pointee.table, let known = node.pointee.values, !node.pointee.isEmpty else {
            return false
          }
          var hash = FlatTable.Hash()
          for place in 0..<node.pointee.inputCount {
            key[place] = values[Int(inputs[node.pointee.inputStart + place])]
            hash.add(key[place], at: place)
          }
          guard node.pointee.inputCount > 0 else {
            values[index] = known[0]
            continue
          }
          guard let entry = table.entry(of: key, hash) else { return false }
          values[index] = known[entry]
        }
      }
      return true
    }
  }

  private let sheet: LiveSheet
  private let keeper: SnapshotKeeper
  /// What may differ between snapshots.
  private let varying: VaryingCells
  /// In an order in which each stands behind those that it names.
  private var nodes: [Node] = []
  private var nodeNumbers: [CellAddress: Int] = [:]
  /// The nodes of tables by their slots.
  private var tableNodes: [Int: Int] = [:]
  private var memos: [FormulaValues] = []
  @exclusivity(unchecked) private var views = Store<NodeView>()
  @exclusivity(unchecked) private var inputViews = Store<Int32>()
  private var values: [UInt32] = []
  private var key: [UInt32] = []
  /// Whether the sheet was put into the snapshot that is looked at.
  private var isRestored = false
  /// How many formulas were evaluated rather than looked up.
  private(set) var evaluatedCount = 0
  /// About how many bytes the remembered values take.
  private(set) var byteCount = 0

  /// The most cells of an area that are followed, and the most formulas that are followed behind each other.
  private static let areaLimit = 64
  private static let depthLimit = 500

  init(_ sheet: LiveSheet, _ keeper: SnapshotKeeper) {
    self.sheet = sheet
    self.keeper = keeper
    varying = VaryingCells(of: sheet.engine, with: keeper.slots.areas)
  }

  /// Adds a cell whose value will be asked for; `nil` when its value cannot be told from those of others.
  func add(_ address: CellAddress) -> Int? {
    guard sheet.state.tellsAllAccesses else { return nil }
    var open: Set<CellAddress> = []
    let node = node(of: address, &open)
    values = Array(repeating: 0, count: nodes.count)
    return node
  }

  private func node(of address: CellAddress, _ open: inout Set<CellAddress>) -> Int? {
    if let known = nodeNumbers[address] { return known }
    let engine = sheet.engine
    let node: Node
    if let slot = keeper.slots[.cell(address)] {
      node = .slot(slot)
    } else if keeper.slots.slot(ofTable: address.grid) != nil {
      return nil
    } else if engine.hasFormula(at: address) {
      guard let formula = formulaNode(of: address, &open) else { return nil }
      node = formula
    } else if varying.contains(address) {
      // What an array may come to fill is made of that array, and of what is in its way.
      return nil
    } else {
      node = .constant(keeper.number(of: engine.value(at: address)))
    }
    nodes.append(node)
    nodeNumbers[address] = nodes.count - 1
    return nodes.count - 1
  }

  /// The node of all rows of a table, as formulas read them.
  private func node(ofTable slot: Int) -> Int {
    if let known = tableNodes[slot] { return known }
    nodes.append(.slot(slot))
    tableNodes[slot] = nodes.count - 1
    return nodes.count - 1
  }

  private func formulaNode(of address: CellAddress, _ open: inout Set<CellAddress>) -> Node? {
    guard !varying.mayFillOthers(address), !sheet.engine.readsMoreThanItNames(at: address),
      open.count < Self.depthLimit, open.insert(address).inserted
    else { return nil }
    defer { open.remove(address) }
    var inputs: [Int] = []
    for area in sheet.engine.precedents(of: address) {
      // How many rows a table has differs, so none of its cells stands for itself.
      if let slot = keeper.slots.slot(ofTable: area.grid) {
        let input = node(ofTable: slot)
        if !inputs.contains(input) { inputs.append(input) }
        continue
      }
      guard let cells = area.cells(atMost: Self.areaLimit) else { return nil }
      for cell in cells {
        guard let input = node(of: cell, &open) else { return nil }
        if !inputs.contains(input) { inputs.append(input) }
      }
    }
    memos.append(FormulaValues(inputCount: inputs.count))
    if key.count < inputs.count { key = Array(repeating: 0, count: inputs.count) }
    return .formula(address, inputs: inputs, memo: memos.count - 1)
  }

  /// What is remembered by now, for snapshots that a layout packs.
  func lookup(_ layout: StateLayout) -> KnownValues {
    views.removeAll()
    inputViews.removeAll()
    for node in nodes {
      switch node {
      case .slot(let slot): views.append(NodeView(kind: .slot, number: UInt32(slot)))
      case .constant(let number): views.append(NodeView(kind: .constant, number: number))
      case .formula(_, let inputs, let memo):
        let start = inputViews.count
        for input in inputs { inputViews.append(Int32(input)) }
        let memo = memos[memo]
        views.append(
          NodeView(
            kind: .formula, inputStart: start, inputCount: inputs.count, table: memo.table.view,
            isEmpty: memo.values.isEmpty, values: memo.values.base))
      }
    }
    return KnownValues(
      layout: layout.view(), nodes: views.base, nodeCount: views.count, inputs: inputViews.base, mostInputs: key.count)
  }

  /// Takes a snapshot; the values of all cells that were added are those of it from now on.
  func look(at snapshot: [UInt32]) {
    isRestored = false
    for index in nodes.indices {
      switch nodes[index] {
      case .slot(let slot): values[index] = snapshot[slot]
      case .constant(let number): values[index] = number
      case .formula(let address, let inputs, let memo):
        for (place, input) in inputs.enumerated() { key[place] = values[input] }
        let count = inputs.count
        let (entry, isNew) = key.withUnsafeBufferPointer {
          memos[memo].table.insert(UnsafeBufferPointer(rebasing: $0[..<count]))
        }
        if isNew {
          memos[memo].values.append(evaluate(address, in: snapshot))
          // A key with its place in the table, and the value.
          byteCount += (count + 4) * MemoryLayout<UInt32>.stride
        }
        values[index] = memos[memo].values[entry]
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

extension Area {
  /// The cells of a small area; `nil` for a larger one.
  fileprivate func cells(atMost limit: Int) -> [CellAddress]? {
    guard !isEmpty else { return [] }
    guard rows * columns <= limit else { return nil }
    return (top...bottom).flatMap { row in
      (left...right).map { CellAddress(grid: grid, row: Int(row), column: Int($0)) }
    }
  }
}
