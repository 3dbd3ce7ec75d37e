import CellModel
import Engine

/// Which slots of a snapshot the value of a cell is made of, directly or through formulas.
///
/// What was found is remembered: a sheet that is explored keeps its formulas.
struct FormulaSources {
  private let engine: Engine
  private let slots: SlotMap
  /// What may differ between snapshots.
  private let varying: VaryingCells
  /// What is known; `nil` inside where it cannot be known.
  private var known: [CellAddress: SlotSet?] = [:]
  private var open: Set<CellAddress> = []

  /// The most cells of an area that are followed one by one, and the most formulas that are followed behind each other.
  private static let areaLimit = 4_096
  private static let depthLimit = 1_000

  init(_ engine: Engine, _ slots: SlotMap) {
    self.engine = engine
    self.slots = slots
    varying = VaryingCells(of: engine, with: slots.areas)
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
    var union = SlotSet(count: slots.count)
    if let slot = slots.slot(ofTable: area.grid) {
      union.insert(slot)
      return union
    }
    guard !area.isEmpty else { return union }
    guard area.rows * area.columns <= Self.areaLimit else { return nil }
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
    if let slot = slots.slot(of: address) {
      var set = SlotSet(count: slots.count)
      set.insert(slot)
      return set
    }
    guard engine.formulas.hasFormula(at: address) else {
      // What an array may come to fill is made of that array, and of what is in its way.
      return varying.contains(address) ? nil : SlotSet(count: slots.count)
    }
    // A formula on a cycle, or one that reads more than it names, is not followed.
    guard !varying.mayFillOthers(address), !engine.dependencies.readsMoreThanItNames(at: address),
      open.count < Self.depthLimit,
      open.insert(address).inserted
    else { return nil }
    defer { open.remove(address) }
    return slots(of: engine.dependencies.precedents(of: address))
  }
}
