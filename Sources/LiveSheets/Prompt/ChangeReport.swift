import CellModel
import Engine
import SheetText

/// What is told of changes that the engine's own record does not know: of a text that was loaded anew, and of names that
/// went.
final class ChangeReport {
  /// What a cell is called whether there is one grid or several.
  private enum Key: Hashable {
    case place(DefinitionPlace)
    case name(String)

    init(_ cell: CellInfo, in sheet: LiveSheet) {
      self =
        cell.area == nil
        ? sheet.cellPlaces.place(of: cell.address).map(Key.place) ?? .name(cell.name.lowercased())
        : .name(cell.name.lowercased())
    }
  }

  /// The most cells of a fill or a spill range that are looked through.
  private static let mostOfBlock = 100_000

  /// The values of cells, by their keys, before the text was loaded anew; `nil` if it was not.
  private var formerValues: [Key: CellValue]?
  private var formerNames: [Key: String] = [:]
  /// The tables that were there, in lower case and as they were written.
  private var formerTables: [String: String] = [:]
  /// The fills that were there.
  private var formerFills: Set<String> = []
  /// Whether what was not there before is told as well.
  private var tellsNew = false
  private var gone: [String] = []

  /// Notes the values of named cells before the text is loaded anew.
  ///
  /// - Parameter tellingNew: Whether cells are told that were not there; else those are shown where they are defined.
  func noteValues(of sheet: LiveSheet, tellingNew: Bool) {
    guard sheet.recordsChanges else { return }
    if tellingNew { tellsNew = true }
    guard formerValues == nil else { return }
    var values: [Key: CellValue] = [:]
    formerNames = [:]
    formerTables = Dictionary(sheet.tables.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
    for cell in Self.cells(of: sheet) {
      let key = Key(cell, in: sheet)
      values[key] = sheet.value(of: cell)
      formerNames[key] = cell.name
    }
    Self.forEachCellOfBlocks(of: sheet) { key, address in
      if values[key] == nil { values[key] = sheet.engine.value(at: address) }
    }
    formerFills = Self.fills(of: sheet)
    for change in sheet.takeChanges() { values[Key(change.cell, in: sheet)] = change.old }
    formerValues = values
  }

  /// The cells whose changes are told: those with names, and those of tables that are not too long to be looked through.
  private static func cells(of sheet: LiveSheet) -> [CellInfo] {
    sheet.cells
      + sheet.tables.filter { $0.rowCount * $0.columns.count <= 10_000 }.flatMap { table in
        (0..<table.rowCount).flatMap { row in
          table.columns.indices.map { sheet.info(at: CellAddress(grid: table.grid, row: row, column: $0)) }
        }
      }
  }

  /// Calls the body with each cell of the fills and spill ranges that are not too long to be looked through.
  private static func forEachCellOfBlocks(of sheet: LiveSheet, _ body: (Key, CellAddress) -> Void) {
    let spills = sheet.cellAddresses.compactMap(sheet.engine.spillArea)
    for area in sheet.definitions.fills.map(\.area) + spills where area.rows * area.columns <= mostOfBlock {
      let grid = sheet.cellPlaces.gridName(of: area.topLeft)?.lowercased()
      for row in Int(area.top)...Int(area.bottom) {
        for column in Int(area.left)...Int(area.right) {
          body(
            .place(.cell(grid: grid, row: row, column: column)),
            CellAddress(grid: area.grid, row: row, column: column))
        }
      }
    }
  }

  /// The fills of the sheet itself, as they are called.
  private static func fills(of sheet: LiveSheet) -> Set<String> {
    Set(sheet.definitions.fills.map(\.area).filter { sheet.cellPlaces.isGridCell($0.topLeft) }.map(sheet.name))
  }

  func noteGone(_ name: String?) { if let name { gone.append(name) } }

  func takeChanges(of sheet: LiveSheet) -> [CellChange]? {
    guard let values = formerValues else { return nil }
    formerValues = nil
    let cells = Self.cells(of: sheet)
    var present = Set(cells.map { Key($0, in: sheet) })
    // A cell of a fill is there though it has no definition of its own any more.
    Self.forEachCellOfBlocks(of: sheet) { key, _ in if formerNames[key] != nil { present.insert(key) } }
    gone += formerNames.filter { !present.contains($0.key) && !$0.value.contains("[") }.values.sorted()
    let tables = Set(sheet.tables.map { $0.name.lowercased() })
    gone += formerTables.filter { !tables.contains($0.key) }.values.sorted()
    gone += formerFills.subtracting(Self.fills(of: sheet)).sorted()
    defer { tellsNew = false }
    var changes = cells.compactMap { cell in
      let known = values[Key(cell, in: sheet)]
      // What is new is shown where it was defined; a new row of a table that was there is not.
      let isTold = known != nil || isInFormerTable(cell) || tellsNew && !cell.name.contains("[")
      return isTold ? change(of: cell, from: known ?? .blank, in: sheet) : nil
    }
    var told = Set(cells.map(\.address))
    Self.forEachCellOfBlocks(of: sheet) { key, address in
      let old = values[key] ?? .blank
      guard told.insert(address).inserted, !old.isIdentical(to: sheet.engine.value(at: address)) else { return }
      if let change = change(of: sheet.info(at: address), from: old, in: sheet) { changes.append(change) }
    }
    return changes
  }

  private func change(of cell: CellInfo, from old: CellValue, in sheet: LiveSheet) -> CellChange? {
    let new = sheet.value(of: cell)
    guard !old.isIdentical(to: new) else { return nil }
    return CellChange(
      cell: cell, old: old, new: new, oldText: sheet.summary(of: old, format: cell.format),
      newText: sheet.summary(of: new, format: cell.format))
  }

  private func isInFormerTable(_ cell: CellInfo) -> Bool {
    cell.name.contains("[") && formerTables[cell.name.prefix { $0 != "[" }.lowercased()] != nil
  }

  func takeGone() -> [String] {
    defer { gone = [] }
    // A name may go more than once while several entries are taken back.
    var told: Set<String> = []
    return gone.filter { told.insert($0).inserted }
  }
}
