import CellModel
import Engine
import LiveSheets

/// Which slot of a snapshot each place of a sheet's state has.
struct SlotMap {
  let places: [StatePlace]
  private var slots: [StatePlace: Int] = [:]
  private var tables: [GridID: Int] = [:]

  init(_ sheet: LiveSheet) { self.init(sheet.state.places, grid: sheet.state.grid(ofTable:)) }

  init(_ places: [StatePlace], grid: (_ table: Int) -> GridID) {
    self.places = places
    for (slot, place) in places.enumerated() {
      slots[place] = slot
      if case .rows(let table) = place { tables[grid(table)] = slot }
    }
  }

  /// How many slots a snapshot has.
  var count: Int { places.count }

  subscript(place: StatePlace) -> Int? { slots[place] }

  /// The slot of a table's rows.
  func slot(ofTable grid: GridID) -> Int? { tables[grid] }

  /// The cells that slots stand for.
  var areas: [Area] {
    places.compactMap { if case .cell(let cell) = $0 { Area(cell) } else { nil } }
      + tables.keys.map { Area(grid: $0, top: 0, left: 0, bottom: Area.lastRow, right: Area.lastColumn) }
  }

  /// The slot of a cell, be it one of its own or that of the rows it lies in.
  func slot(of address: CellAddress) -> Int? { slots[.cell(address)] ?? tables[address.grid] }
}
