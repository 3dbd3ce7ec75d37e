import CellModel
import Engine

/// Which slots of a snapshot the value of a cell is made of, directly or through formulas.
///
/// What was found is remembered: a sheet that is explored keeps its formulas, as long as its tables keep their rows.
struct FormulaSources {
  private let engine: Engine
  private let slots: SlotMap
  /// What may differ between snapshots.
  private let varying: VaryingCells
  /// What is known; `nil` inside where it cannot be known.
  private var known: [CellAddress: SlotSet?] = [:]
  private var open: Set<CellAddress> = []
  /// How many rows the tables have whose rows have slots of their own.
  private var rowCounts: [GridID: Int] = [:]

  /// The most cells of an area that are followed one by one, and the most formulas that are followed behind each other.
  private static let areaLimit = 4_096
  private static let depthLimit = 1_000

  init(_ engine: Engine, _ slots: SlotMap) {
    self.engine = engine
    self.slots = slots
    varying = VaryingCells(of: engine, with: slots.areas)
    lookForRows()
  }

  /// Takes in that rows may have come or gone, and with them formulas.
  mutating func lookForRows() {
    for grid in slots.gridsOfRows {
      let count = engine.grids.rowCount(of: grid)
      guard rowCounts[grid] != count else { continue }
      rowCounts[grid] = count
      known.removeAll()
    }
  }

  /// The slots that the values of some areas are made of; `nil` where they cannot be known.
  mutating func slots(of areas: [Area]) -> SlotSet? {
    var union = SlotSet(count: slots.count)
    for area in areas {
      guard let found = slots(of: area) else { return nil }
      union.formUnion(found)
    }
    return union
  }

  mutating func slots(of area: Area) -> SlotSet? {
    if area.isSingleCell { return slots(of: area.topLeft) }
    if let table = slots.table(area.grid) { return slots(of: area, in: table) }
    return area.isEmpty ? SlotSet(count: slots.count) : slots(ofCells: area)
  }

  /// The slots that cells of a table are made of: that of how many rows there are, and those of the rows and of what formulas in
  /// them read.
  private mutating func slots(of area: Area, in table: SlotMap.TableSlots) -> SlotSet? {
    var union = SlotSet(count: slots.count)
    union.insert(table.count)
    guard !area.isEmpty, let rowCount = rowCounts[area.grid] else { return union }
    for (row, slot) in table.rows.enumerated() where area.top <= row && row <= area.bottom { union.insert(slot) }
    var present = area
    present.bottom = min(area.bottom, Int32(rowCount) - 1)
    present.right = min(area.right, Int32(engine.grids.columnCount(of: area.grid)) - 1)
    guard present.top <= present.bottom, present.left <= present.right else { return union }
    guard let found = slots(ofCells: present) else { return nil }
    union.formUnion(found)
    return union
  }

  private mutating func slots(ofCells area: Area) -> SlotSet? {
    guard area.rows * area.columns <= Self.areaLimit else { return nil }
    var union = SlotSet(count: slots.count)
    for row in area.top...area.bottom {
      for column in area.left...area.right {
        let address = CellAddress(grid: area.grid, row: Int(row), column: Int(column))
        guard let found = slots(of: address) else { return nil }
        union.formUnion(found)
      }
    }
    return union
  }

  mutating func slots(of address: CellAddress) -> SlotSet? {
    if let known = known[address] { return known }
    let found = follow(address)
    known[address] = .some(found)
    return found
  }

  private mutating func follow(_ address: CellAddress) -> SlotSet? {
    var set = SlotSet(count: slots.count)
    if let slot = slots[.cell(address)] {
      set.insert(slot)
      return set
    }
    let table = slots.table(address.grid)
    if let table {
      set.insert(table.count)
      set.insert(table.slot(ofRow: address.row))
    }
    guard engine.formulas.hasFormula(at: address) else {
      // What an array may come to fill is made of that array, and of what is in its way.
      return table == nil && varying.contains(address) ? nil : set
    }
    // A formula on a cycle, or one that reads more than it names, is not followed.
    guard !varying.mayFillOthers(address), !engine.dependencies.readsMoreThanItNames(at: address),
      open.count < Self.depthLimit,
      open.insert(address).inserted
    else { return nil }
    defer { open.remove(address) }
    guard let found = slots(of: engine.dependencies.sources(of: address)) else { return nil }
    set.formUnion(found)
    return set
  }
}
