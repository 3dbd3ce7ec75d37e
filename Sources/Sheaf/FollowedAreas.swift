import CellModel
import LiveSheets
import LiveWorkbooks

/// What can say which of its cells changed: a sheet, a workbook.
protocol ChangeRecording {
  var recordsChanges: Bool { get nonmutating set }
  /// The cells that changed since the last call.
  func takeChangedAddresses() -> [CellAddress]
  /// The grids whose rows came, went or moved since the last call.
  func takeMovedGrids() -> Set<GridID>
}

extension ChangeRecording {
  func takeMovedGrids() -> Set<GridID> { [] }
}

extension FollowedCells: ChangeRecording {}
extension WorkbookChanges: ChangeRecording {}

/// Which areas of a sheet or a workbook are followed by properties, and which of them may have changed.
///
/// A few cells are compared after each change. Only when many are followed is it recorded which cells changed:
/// a record of a million changes costs more than to look at some cells.
final class FollowedAreas {
  /// How many cells are looked at rather than recorded.
  private static let limit = 256

  private let cells: any ChangeRecording
  @exclusivity(unchecked) private var followed: Set<Area> = []
  /// Those of more than one cell.
  private var areas: Set<Area> = []
  private var cellCount = 0

  init(_ cells: any ChangeRecording) { self.cells = cells }

  /// Follows an area, which has so many cells now; as many as it could have by default.
  func follow(_ area: Area, cellCount count: Int? = nil) {
    guard followed.insert(area).inserted else { return }
    if !area.isSingleCell { areas.insert(area) }
    cellCount += count ?? area.rows * area.columns
    if cellCount > FollowedAreas.limit { cells.recordsChanges = true }
  }

  /// The areas that may have changed since the last call.
  func keys() -> [Area] {
    guard cells.recordsChanges else { return Array(followed) }
    let (addresses, moved) = (cells.takeChangedAddresses(), cells.takeMovedGrids())
    let changed = keys(of: addresses)
    return moved.isEmpty ? changed : Array(followed.filter { moved.contains($0.grid) }.union(changed))
  }

  private func keys(of addresses: [CellAddress]) -> [Area] {
    guard addresses.count < followed.count else {
      let changed = Set(addresses)
      return followed.filter { area in
        area.isSingleCell ? changed.contains(area.topLeft) : addresses.contains { area.contains($0) }
      }
    }
    return addresses.map { Area($0) } + areas.filter { area in addresses.contains { area.contains($0) } }
  }
}
