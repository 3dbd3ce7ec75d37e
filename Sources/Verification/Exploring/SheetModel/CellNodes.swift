import CellModel
import Engine
import LiveSheets
import Propagation

/// The cells whose values are asked for and those that they hang on, down to what a state or all snapshots say.
///
/// A cell stands behind those that its formula names.
struct CellNodes {
  enum Node {
    /// A cell of the state, a row of a table, or how many rows it has.
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
  /// The slots that cells of tables are made of.
  private var sources: FormulaSources
  private var numbers: [CellAddress: Int] = [:]
  /// The nodes of slots that are no cells.
  private var slotNodes: [Int: Int] = [:]
  /// What is known of tables by their grids; `nil` inside where what is in a row is made of more than the table's slots.
  private var closedTables: [GridID: ClosedTable?] = [:]

  /// A table whose rows, also those to come, are made of its own slots alone.
  private struct ClosedTable {
    /// The columns whose cells are made of other rows, too.
    var columnsOfAllRows: Set<Int> = []
  }

  /// The most cells of an area that are followed, and the most formulas that are followed behind each other.
  private static let areaLimit = 64
  private static let depthLimit = 500

  init(of sheet: LiveSheet, _ keeper: SnapshotKeeper) {
    self.sheet = sheet
    self.keeper = keeper
    varying = VaryingCells(of: sheet.engine, with: keeper.slots.areas)
    sources = FormulaSources(sheet.engine, keeper.slots)
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
    } else if let table = keeper.slots.table(address.grid) {
      guard let cell = rowNode(of: address, in: table) else { return nil }
      node = cell
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

  /// The node of a slot that is no cell.
  private mutating func node(ofSlot slot: Int) -> Int {
    if let known = slotNodes[slot] { return known }
    list.append(.slot(slot))
    slotNodes[slot] = list.count - 1
    return list.count - 1
  }

  /// The node of a cell in a row, with the slots that it is made of; `nil` when they cannot be known.
  private mutating func rowNode(of address: CellAddress, in table: SlotMap.TableSlots) -> Node? {
    let engine = sheet.engine
    var slots: [Int] = []
    if mayGetRows(address.grid, table) {
      guard let closed = closed(address.grid, table) else { return nil }
      let isOfAllRows = closed.columnsOfAllRows.contains(Int(address.column))
      slots = isOfAllRows ? table.all : Set([table.count, table.slot(ofRow: address.row)]).sorted()
    } else if address.row < engine.grids.rowCount(of: address.grid) {
      guard let known = sources.slots(of: address) else { return nil }
      slots = known.slots.map(Int.init)
    }
    return formula(address, of: slots.map { node(ofSlot: $0) })
  }

  /// Whether a table may get rows of which nothing is known now.
  private func mayGetRows(_ grid: GridID, _ table: SlotMap.TableSlots) -> Bool {
    table.rows.isEmpty || table.rows.count != sheet.engine.grids.rowCount(of: grid)
  }

  /// What is known of a table whose rows are made of its own slots alone; `nil` of any other.
  private mutating func closed(_ grid: GridID, _ table: SlotMap.TableSlots) -> ClosedTable? {
    if let known = closedTables[grid] { return known }
    // Rows of values that hold formulas are not explored in this way.
    let found = table.rows.isEmpty ? ClosedTable() : columns(of: grid, table)
    closedTables[grid] = .some(found)
    return found
  }

  /// Looks at the rows that are there: the first may have formulas of its own, and further ones are like the second.
  private mutating func columns(of grid: GridID, _ table: SlotMap.TableSlots) -> ClosedTable? {
    let engine = sheet.engine
    guard engine.grids.rowCount(of: grid) > 1 else { return nil }
    let own = Set(table.all)
    var found = ClosedTable()
    for row in 0...1 {
      for column in 0..<engine.grids.columnCount(of: grid) {
        let address = CellAddress(grid: grid, row: row, column: column)
        guard let slots = sources.slots(of: address)?.slots.map(Int.init), own.isSuperset(of: slots) else { return nil }
        if !slots.allSatisfy([table.count, table.slot(ofRow: address.row)].contains) {
          found.columnsOfAllRows.insert(column)
        }
      }
    }
    return found
  }

  private mutating func formulaNode(of address: CellAddress, _ open: inout Set<CellAddress>) -> Node? {
    guard !varying.mayFillOthers(address), !sheet.engine.dependencies.readsMoreThanItNames(at: address),
      open.count < Self.depthLimit, open.insert(address).inserted
    else { return nil }
    defer { open.remove(address) }
    var inputs: [Int] = []
    for area in sheet.engine.dependencies.sources(of: address) {
      guard let cells = cells(of: area, &inputs) else { return nil }
      for cell in cells {
        guard let input = node(of: cell, &open) else { return nil }
        if !inputs.contains(input) { inputs.append(input) }
      }
    }
    return formula(address, of: inputs)
  }

  /// The cells of a small area that are followed one by one; `nil` for one that is not followed.
  ///
  /// - Parameter inputs: Gets the nodes of what else makes the area: how many rows a table has, and those that have no slot.
  private mutating func cells(of area: Area, _ inputs: inout [Int]) -> [CellAddress]? {
    guard let table = keeper.slots.table(area.grid) else { return area.cells(atMost: Self.areaLimit) }
    func add(_ node: Int) { if !inputs.contains(node) { inputs.append(node) } }
    add(node(ofSlot: table.count))
    if area.top == Area.lastRow { return [] }
    let (mayGetRows, closed) = (mayGetRows(area.grid, table), closed(area.grid, table))
    guard !mayGetRows || closed != nil else { return nil }
    var part = area
    part.bottom = min(area.bottom, Int32(table.rows.count) - 1)
    part.right = min(area.right, Int32(sheet.engine.grids.columnCount(of: area.grid)) - 1)
    // A row that has no slot may read any that has one.
    let readsOthers = closed?.columnsOfAllRows.contains { area.left <= $0 && $0 <= area.right } ?? false
    let isKnownByCells = !mayGetRows || !readsOthers || area.bottom == part.bottom
    if isKnownByCells, let cells = part.cells(atMost: Self.areaLimit) { return cells }
    guard closed != nil else { return nil }
    for slot in table.rows { add(node(ofSlot: slot)) }
    return []
  }

  private mutating func formula(_ address: CellAddress, of inputs: [Int]) -> Node {
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
