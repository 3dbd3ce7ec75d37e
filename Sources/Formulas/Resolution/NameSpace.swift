import CellModel

/// What a name stands for.
package enum NameBinding: Sendable, Hashable {
  case cell(CellAddress)
  case area(Area)
  case table(GridID)
}

/// The names, sheets and tables that a formula may use, as seen from the grid in which it stands.
///
/// Names are asked for in lower case. A class, so that a formula is resolved without making anything.
package protocol NameSpace: AnyObject {
  /// What a name stands for.
  func meaning(ofName key: String, from grid: GridID) -> NameBinding?
  func sheet(ofName key: String, from grid: GridID) -> GridID?
  /// The sheets in their order; addresses that stand in no sheet mean the first.
  func sheetOrder(from grid: GridID) -> [GridID]
  func isSheet(_ grid: GridID) -> Bool
  func isTable(_ grid: GridID) -> Bool
  /// The names of a table's columns in their order; `nil` for a grid that is no table.
  func tableColumns(of grid: GridID) -> [String]?
  /// How many of its columns a table has for whoever names it as a whole.
  func shownColumnCount(of grid: GridID) -> Int
  /// Whether `@` before a column or a row depends on the one cell that it means, and not on all of them.
  func narrowsIntersections(from grid: GridID) -> Bool
  /// The table of a name that lies on a sheet.
  func sheetTable(ofName key: String, from grid: GridID) -> SheetTable?
  /// The table of a sheet in which a cell stands.
  func sheetTable(at address: CellAddress) -> SheetTable?
}

extension NameSpace {
  package func isTable(_ grid: GridID) -> Bool { tableColumns(of: grid) != nil }

  package func shownColumnCount(of grid: GridID) -> Int { tableColumns(of: grid)?.count ?? 0 }
}

/// A table that lies among the other cells of a sheet, as workbooks have them.
package struct SheetTable: Sendable, Hashable {
  /// With its headers and its totals.
  package var area: Area
  package var hasHeaders: Bool
  package var hasTotals: Bool
  package var columns: [String]

  package init(area: Area, hasHeaders: Bool, hasTotals: Bool, columns: [String]) {
    self.area = area
    self.hasHeaders = hasHeaders
    self.hasTotals = hasTotals
    self.columns = columns
  }

  /// The rows between the headers and the totals.
  package var data: Area {
    var data = area
    if hasHeaders { data.top += 1 }
    if hasTotals { data.bottom -= 1 }
    return data
  }

  /// The cells that some rows of the table are; `nil` when it has no such rows.
  func area(of rows: StructuredReference.Rows) -> Area? {
    var result = area
    switch rows {
    case .all: break
    case .data, .thisRow: result = data
    case .headers:
      if !hasHeaders { return nil }
      result.bottom = result.top
    case .totals:
      if !hasTotals { return nil }
      result.top = result.bottom
    case .headersAndData: result.bottom = data.bottom
    case .dataAndTotals: result.top = data.top
    }
    return result
  }
}

extension Area {
  /// The `bottom` of an area that follows the rows of its table, however many there are.
  package static let openEnd: Int32 = 0x3FFF_FFFF
}
