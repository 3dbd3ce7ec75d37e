import CellModel
import Engine
import Formulas

/// The cells of a sheet for whoever follows them from outside, by areas of them as keys.
///
/// These rules hold:
///
/// - R1. The key of a table, of its columns and of what an anchor spills is open below: whenever it is read, it reaches as
///   far as they do.
/// - R2. What changed is told once, and never a condition of a check, which has no name.
package struct FollowedCells {
  private let sheet: LiveSheet
  private var engine: Engine { sheet.engine }

  package init(of sheet: LiveSheet) { self.sheet = sheet }

  /// Whether changes are collected.
  package var recordsChanges: Bool {
    get { engine.changes.areRecorded }
    nonmutating set { engine.changes.areRecorded = newValue }
  }

  /// The cells whose values changed since the last call, while ``recordsChanges`` is set.
  package func takeChangedAddresses() -> [CellAddress] {
    engine.changes.take().compactMap { $0.address.grid == sheet.loaded.grids.checks ? nil : $0.address }
  }

  /// The grids whose rows came, went or moved since the last call, while ``recordsChanges`` is set.
  package func takeMovedGrids() -> Set<GridID> { engine.changes.takeMovedGrids() }

  /// The key under which a path is followed.
  package func key(of cell: CellInfo, named path: String) -> Area {
    var area = cell.area ?? Area(cell.address)
    let isOfTable = isTable(area.grid)
    guard isOfTable || path.utf8.contains(Ascii.hash) else { return area }
    let tree = FormulaParser.parse(path, dialect: .sheet).tree
    switch tree[tree.root] {
    case .unary(.spill, _): (area.bottom, area.right) = (Area.openEnd, Area.openEnd)
    case .name, .structured, .member:
      let isWhole = area.top == 0 && Int(area.bottom) == engine.grids.rowCount(of: area.grid) - 1
      if isOfTable, isWhole, !tree.nodes.contains(where: \.isSubscript) { area.bottom = Area.openEnd }
    default: break
    }
    return area
  }

  private func isTable(_ grid: GridID) -> Bool { if case .table = engine.grids.kind(of: grid) { true } else { false } }

  /// The value of the only cell of an area, or the array of its values.
  package func value(of area: Area) -> CellValue {
    let area = area.bottom == Area.openEnd ? present(area) : area
    return area.isSingleCell ? engine.value(at: area.topLeft) : engine.array(of: area)
  }

  /// The cells that an area which is open below is now.
  private func present(_ area: Area) -> Area {
    guard isTable(area.grid) else { return engine.spills.area(of: area.topLeft) ?? Area(area.topLeft) }
    var area = area
    area.bottom = Int32(engine.grids.rowCount(of: area.grid) - 1)
    return area
  }
}

extension FormulaTree.Node {
  /// Whether it picks a row, as in `ledger[2]`.
  var isSubscript: Bool { if case .subscript_ = self { true } else { false } }
}
