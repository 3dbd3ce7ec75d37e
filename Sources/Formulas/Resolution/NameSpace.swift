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
  /// The names of a table's columns in their order; `nil` for a grid that is no table.
  func tableColumns(of grid: GridID) -> [String]?
}

extension Area {
  /// The `bottom` of an area that follows the rows of its table, however many there are.
  package static let openEnd: Int32 = 0x3FFF_FFFF
}
