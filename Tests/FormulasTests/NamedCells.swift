import CellModel

@testable import Formulas

/// A small space of names: two sheets, a column of named cells, a table and an area, and nothing behind them.
final class NamedCells: NameSpace {
  static let origin = CellAddress(grid: GridID(rawValue: 0), row: 4, column: 4)
  static let named = GridID(rawValue: 2)
  static let table = GridID(rawValue: 3)
  /// A cell in the third row of the table.
  static let inTable = CellAddress(grid: table, row: 2, column: 0)

  let cells = ["x", "y", "z", "rate", "twice", "used.x"]
  var area: Area { Area(grid: GridID(rawValue: 0), top: 0, left: 0, bottom: 8, right: 0) }

  func meaning(ofName key: String, from grid: GridID) -> NameBinding? {
    switch key {
    case "ledger": .table(Self.table)
    case "prices": .area(area)
    default: cells.firstIndex(of: key).map { .cell(CellAddress(grid: Self.named, row: $0, column: 0)) }
    }
  }

  func sheet(ofName key: String, from grid: GridID) -> GridID? {
    ["inputs": GridID(rawValue: 0), "outputs": GridID(rawValue: 1)][key]
  }

  func sheetOrder(from grid: GridID) -> [GridID] { [GridID(rawValue: 0), GridID(rawValue: 1)] }
  func isSheet(_ grid: GridID) -> Bool { grid.rawValue < 2 }
  /// Two columns of three rows with headers and totals, D3:E7 of the first sheet.
  let sales = SheetTable(
    area: Area(grid: GridID(rawValue: 0), top: 2, left: 3, bottom: 6, right: 4), hasHeaders: true, hasTotals: true,
    columns: ["Amount", "Two\nlines"])
  func narrowsIntersections(from grid: GridID) -> Bool { true }
  func sheetTable(ofName key: String, from grid: GridID) -> SheetTable? { key == "sales" ? sales : nil }
  func sheetTable(at address: CellAddress) -> SheetTable? { sales.area.contains(address) ? sales : nil }

  func tableColumns(of grid: GridID) -> [String]? { grid == Self.table ? ["A", "B", "x"] : nil }
}
