import CellModel
import Engine
import LiveSheets

/// Which slot of a snapshot each place of a sheet's state has.
struct SlotMap {
  /// The slots of a table's rows.
  struct TableSlots {
    /// How many rows there are, with those that have no slot of their own.
    let count: Int
    /// Those of single rows, from the first on.
    fileprivate(set) var rows: [Int] = []

    /// All of them.
    var all: [Int] { [count] + rows }

    /// The slot of what a row holds.
    func slot(ofRow row: Int32) -> Int { row < rows.count ? rows[Int(row)] : count }
  }

  let places: [StatePlace]
  private var slots: [StatePlace: Int] = [:]
  private var tables: [GridID: TableSlots] = [:]
  /// The grids of the tables by their numbers.
  private var grids: [Int: GridID] = [:]

  init(_ sheet: LiveSheet) { self.init(sheet.state.places, grid: sheet.state.grid(ofTable:)) }

  /// - Parameter places: Single rows stand in their order, behind the others of their table.
  init(_ places: [StatePlace], grid: (_ table: Int) -> GridID) {
    self.places = places
    for (slot, place) in places.enumerated() {
      slots[place] = slot
      switch place {
      case .rows(let table, _):
        grids[table] = grid(table)
        tables[grid(table)] = TableSlots(count: slot)
      case .row(let row): tables[grid(row.table)]?.rows.append(slot)
      case .cell, .memory, .pendingWork, .cycles: break
      }
    }
  }

  /// How many slots a snapshot has.
  var count: Int { places.count }

  subscript(place: StatePlace) -> Int? { slots[place] }

  /// The slots of a table's rows.
  func table(_ grid: GridID) -> TableSlots? { tables[grid] }

  /// The slots of the rows of a table by its number.
  func table(numbered number: Int) -> TableSlots? { grids[number].flatMap { tables[$0] } }

  /// The grids of the tables whose rows have slots of their own.
  var gridsOfRows: [GridID] { tables.filter { !$0.value.rows.isEmpty }.map(\.key) }

  /// The slots of how many rows such tables have.
  var countsOfRows: [Int] { tables.values.filter { !$0.rows.isEmpty }.map(\.count) }

  /// The cells that slots stand for.
  var areas: [Area] {
    places.compactMap { if case .cell(let cell) = $0 { Area(cell) } else { nil } }
      + tables.keys.map { Area(grid: $0, top: 0, left: 0, bottom: Area.lastRow, right: Area.lastColumn) }
  }
}
