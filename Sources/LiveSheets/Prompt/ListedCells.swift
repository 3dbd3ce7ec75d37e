import CellModel
import SheetText

/// The order in which the cells of an edited sheet are listed: that of its text as it is now.
///
/// What was entered at a prompt has no place in the text that was loaded, and what was taken back and made again has its
/// place among the others, so the places are looked up anew.
struct ListedCells {
  private var order: [DefinitionPlace: Int] = [:]
  private let places: CellPlaces

  init(_ sheet: LiveSheet) {
    places = sheet.cellPlaces
    for (number, statement) in sheet.document.statements.enumerated() {
      if let place = Self.place(of: statement), order[place] == nil { order[place] = number }
    }
  }

  /// Cells in the order of the text; the others stay behind those that stood before them.
  func sorted(_ cells: [CellInfo]) -> [CellInfo] {
    var last = -1
    let numbers = cells.map { cell in
      last = number(of: cell) ?? last
      return last
    }
    return cells.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { cells[$0] }
  }

  private func number(of cell: CellInfo) -> Int? {
    if let place = places.place(of: cell.address), let number = order[place] { return number }
    // A cell of a used sheet stands where that is used.
    return cell.name.firstIndex(of: ".").flatMap { order[DefinitionPlace(cell.name[..<$0])] }
  }

  private static func place(of statement: Statement) -> DefinitionPlace? {
    if let name = statement.definedName { return DefinitionPlace(name.text) }
    guard case .cell(let cell) = statement.kind else { return nil }
    let grid = statement.grid?.lowercased()
    return switch cell.target {
    case .name(let name): DefinitionPlace(name.text)
    case .address(let row, let column, _): .cell(grid: grid, row: row, column: column)
    case .area(let top, let left, _, _, _): .cell(grid: grid, row: top, column: left)
    }
  }
}
