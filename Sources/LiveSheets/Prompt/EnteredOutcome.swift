import CellModel
import Engine
import SheetText

/// What became of a part of an entry, with what the text calls the cells that it defined.
///
/// A later part of the same entry may load the text anew, and each cell may have another address from then on.
struct EnteredOutcome {
  private let outcome: Outcome
  /// By the number of the cell; `nil` for a table, and for what has no value that is shown.
  private let places: [DefinitionPlace?]

  /// - Parameter sheet: The sheet as that part of the entry has left it.
  init(_ outcome: Outcome, in sheet: LiveSheet) {
    self.outcome = outcome
    let cells = if case .defined(let cells, _, _) = outcome { cells } else { [CellInfo]() }
    places = cells.map { sheet.cellPlaces.place(of: $0.address) }
  }

  /// The same with its cells where they are by now; those that are gone again are left out.
  func now(in sheet: LiveSheet) -> Outcome {
    guard case .defined(let cells, let findings, let source) = outcome else { return outcome }
    return .defined(zip(cells, places).compactMap { Self.now($0, $1, in: sheet) }, findings, source)
  }

  private static func now(_ cell: CellInfo, _ place: DefinitionPlace?, in sheet: LiveSheet) -> CellInfo? {
    guard let place else {
      // A table is known by its name alone.
      return sheet.loaded.tables.table(named: cell.name).flatMap { _ in try? sheet.cell(cell.name).get() } ?? cell
    }
    guard let address = sheet.cellPlaces.address(of: place) else { return nil }
    guard address != cell.address else { return cell }
    guard cell.area != nil else { return sheet.info(at: address) }
    var moved = cell
    moved.address = address
    moved.area?.grid = address.grid
    return moved
  }
}
