import CellModel
import Engine
import LiveSheets
import Propagation

/// The cells whose values are asked for and those that they hang on, down to what a state or all snapshots say.
///
/// A cell stands behind those that its formula names.
struct CellNodes {
  enum Node {
    /// A cell of the state, or all rows of a table, which formulas read.
    case slot(Int)
    /// A cell that is the same in all snapshots.
    case constant(UInt32)
    case formula(CellAddress, inputs: [Int], memo: Int)
  }

  /// The values that a formula has given for those of the cells that it names.
  final class FormulaValues {
    let table: FlatTable
    @exclusivity(unchecked) var values = Store<UInt32>()

    init(inputCount: Int) { table = FlatTable(width: inputCount) }
  }

  private(set) var list: [Node] = []
  private(set) var memos: [FormulaValues] = []
  /// The most inputs that a formula has.
  private(set) var mostInputs = 0
  private let sheet: LiveSheet
  private let keeper: SnapshotKeeper
  /// What may differ between snapshots.
  private let varying: VaryingCells
  private var numbers: [CellAddress: Int] = [:]
  /// The nodes of tables by their slots.
  private var tableNodes: [Int: Int] = [:]

  /// The most cells of an area that are followed, and the most formulas that are followed behind each other.
  private static let areaLimit = 64
  private static let depthLimit = 500

  init(of sheet: LiveSheet, _ keeper: SnapshotKeeper) {
    self.sheet = sheet
    self.keeper = keeper
    varying = VaryingCells(of: sheet.engine, with: keeper.slots.areas)
  }

  /// Adds a cell and what it hangs on; `nil` when its value cannot be told from those of others.
  mutating func add(_ address: CellAddress) -> Int? {
    var open: Set<CellAddress> = []
    return node(of: address, &open)
  }

  private mutating func node(of address: CellAddress, _ open: inout Set<CellAddress>) -> Int? {
    if let known = numbers[address] { return known }
    let engine = sheet.engine
    let node: Node
    if let slot = keeper.slots[.cell(address)] {
      node = .slot(slot)
    } else if keeper.slots.slot(ofTable: address.grid) != nil {
      return nil
    } else if engine.formulas.hasFormula(at: address) {
      guard let formula = formulaNode(of: address, &open) else { return nil }
      node = formula
    } else if varying.contains(address) {
      // What an array may come to fill is made of that array, and of what is in its way.
      return nil
    } else {
      node = .constant(keeper.number(of: engine.value(at: address)))
    }
    list.append(node)
    numbers[address] = list.count - 1
    return list.count - 1
  }

  /// The node of all rows of a table, as formulas read them.
  private mutating func node(ofTable slot: Int) -> Int {
    if let known = tableNodes[slot] { return known }
    list.append(.slot(slot))
    tableNodes[slot] = list.count - 1
    return list.count - 1
  }

  private mutating func formulaNode(of address: CellAddress, _ open: inout Set<CellAddress>) -> Node? {
    guard !varying.mayFillOthers(address), !sheet.engine.dependencies.readsMoreThanItNames(at: address),
      open.count < Self.depthLimit, open.insert(address).inserted
    else { return nil }
    defer { open.remove(address) }
    var inputs: [Int] = []
    for area in sheet.engine.dependencies.precedents(of: address) {
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
    mostInputs = max(mostInputs, inputs.count)
    return .formula(address, inputs: inputs, memo: memos.count - 1)
  }
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
