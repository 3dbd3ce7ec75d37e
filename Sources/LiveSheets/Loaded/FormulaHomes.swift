import CellModel
import Engine
import SheetPrograms

/// Where expressions stand that no cell holds, such as a clause, the body of an action or a step of a test.
///
/// Each section of each unit has a place on a hidden grid. What such an expression names is understood when it is read;
/// a reference that it makes of a text is understood only when it is evaluated, by the place where it stands.
struct FormulaHomes {
  private struct Home: Hashable {
    var unit: ObjectIdentifier
    var section: String?
  }

  private let grid: GridID
  private var homes: [(unit: SheetUnit, section: String?)] = []
  private var rows: [Home: Int] = [:]

  init(of units: [SheetUnit], on grid: GridID) {
    self.grid = grid
    for unit in units {
      for section in [nil] + unit.gridLines.names.map({ Optional($0.text) }) {
        let home = Home(unit: ObjectIdentifier(unit), section: section?.lowercased())
        guard rows[home] == nil else { continue }
        rows[home] = homes.count
        homes.append((unit, section))
      }
    }
  }

  /// The place of the expressions in a section of a unit.
  func place(of unit: SheetUnit, _ section: String?) -> CellAddress {
    let row = rows[Home(unit: ObjectIdentifier(unit), section: section?.lowercased())]
    return CellAddress(grid: grid, row: row ?? rows[Home(unit: ObjectIdentifier(unit), section: nil)] ?? 0, column: 0)
  }

  /// The unit and the section of whose expressions it is the place; `nil` for any other cell.
  func home(at address: CellAddress) -> (unit: SheetUnit, section: String?)? {
    address.grid == grid ? homes[Int(address.row)] : nil
  }
}
