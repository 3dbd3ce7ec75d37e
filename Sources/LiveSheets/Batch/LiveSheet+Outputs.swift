import CellModel
import Engine

extension LiveSheet {
  /// What a path names by now that has named some cells before: tables gain rows, and arrays come out in another size.
  package func present(_ cell: CellInfo, of path: String) -> Result<CellInfo, CellError> {
    // Any other path names the same cells, or tells by them what they have become.
    guard path.utf8.contains(where: { $0 == Ascii.leftBracket || $0 == Ascii.hash }) else {
      return .success(definedCells.present(cell))
    }
    switch self.cell(path) {
    case .success(var found):
      found.name = cell.name
      return .success(found)
    case .failure(let failure):
      guard case .table = engine.grids.kind(of: cell.address.grid) else {
        return .failure(.reference("\(failure.message)."))
      }
      let row = cell.area?.bottom ?? cell.address.row
      return .failure(.noRow("\(row + 1)", of: engine.grids.rowCount(of: cell.address.grid)))
    }
  }
}
