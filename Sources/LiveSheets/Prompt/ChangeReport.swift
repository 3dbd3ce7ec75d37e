import CellModel
import Engine
import Formulas
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

  /// The values of cells, by their keys, before the text was loaded anew; `nil` if it was not.
  private var formerValues: [Key: CellValue]?
  private var formerNames: [Key: String] = [:]
  /// The tables that were there, in lower case and as they were written.
  private var formerTables: [String: String] = [:]
  private var formerBlocks = BlockValues()
  private var formerWorkbooks = WorkbookValues()
  /// What cells held before the text was loaded anew that had changed since changes were last told.
  private var earlierValues: [(key: Key, value: CellValue)] = []
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
    formerBlocks = BlockValues(of: sheet)
    formerWorkbooks = WorkbookValues(of: sheet)
    earlierValues = sheet.takeChanges().map { (Key($0.cell, in: sheet), $0.old) }
    for (key, value) in earlierValues { values[key] = value }
    formerValues = values
  }

  /// Takes cells for the same ones that have another name, or stand elsewhere.
  func rewrite(_ rewriting: TextRewriting) {
    switch rewriting {
    case .name(let old, let new): rename(old, to: new)
    case .cells(let grid, let change): move(change, inGrid: grid) { rewriting.later($0) }
    }
  }

  private func move(_ change: GridChange, inGrid grid: String?, _ later: (DefinitionPlace) -> DefinitionPlace?) {
    guard let values = formerValues else { return }
    func moved(_ key: Key) -> Key? {
      guard case .place(let place) = key else { return key }
      return later(place).map(Key.place)
    }
    gone += formerNames.filter { moved($0.key) == nil }.values.sorted()
    formerValues = Dictionary(
      values.compactMap { key, value in moved(key).map { ($0, value) } }, uniquingKeysWith: { first, _ in first })
    formerNames = Dictionary(
      formerNames.compactMap { key, name in moved(key).map { ($0, name) } }, uniquingKeysWith: { first, _ in first })
    earlierValues = earlierValues.compactMap { earlier in moved(earlier.key).map { ($0, earlier.value) } }
    formerBlocks.move(change, inGrid: grid)
  }

  private func rename(_ old: String, to new: String) {
    guard let values = formerValues else { return }
    func renamed(_ key: Key) -> Key {
      switch key {
      case .place(let place): place.isPart(of: old) ? .place(place.renamed(old, to: new)) : key
      case .name(let name):
        name.hasPrefix(old.lowercased() + ".") ? .name(new.lowercased() + name.dropFirst(old.count)) : key
      }
    }
    formerValues = Dictionary(values.map { (renamed($0), $1) }, uniquingKeysWith: { first, _ in first })
    formerNames = Dictionary(formerNames.map { (renamed($0), $1) }, uniquingKeysWith: { first, _ in first })
    formerBlocks.rename(old, to: new)
    formerTables = Dictionary(
      formerTables.map { key, name in
        key.hasPrefix(old.lowercased() + ".") ? (new.lowercased() + key.dropFirst(old.count), name) : (key, name)
      }, uniquingKeysWith: { first, _ in first })
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

  func noteGone(_ name: String?) { if let name { gone.append(name) } }

  func takeChanges(of sheet: LiveSheet) -> [CellChange]? {
    guard let values = formerValues else { return nil }
    formerValues = nil
    let cells = Self.cells(of: sheet)
    let blocks = BlockValues(of: sheet)
    noteGone(in: sheet, cells, blocks)
    defer { (tellsNew, formerBlocks, formerWorkbooks, earlierValues) = (false, BlockValues(), WorkbookValues(), []) }
    var changes = cells.compactMap { cell in
      let known = former(Key(cell, in: sheet), values)
      // What is new is shown where it was defined; a new row of a table that was there is not.
      let isNew = !cell.name.contains("[") && !isOfFormerCells(cell, in: sheet)
      let isTold = known != nil || isInFormerTable(cell) || tellsNew && isNew
      return isTold ? change(of: cell, from: known ?? .blank, in: sheet) : nil
    }
    var told = Set(cells.map(\.address))
    for case (.place(let place), let old) in earlierValues {
      guard let address = sheet.cellPlaces.address(of: place), told.insert(address).inserted else { continue }
      if let change = change(of: sheet.info(at: address), from: old, in: sheet) { changes.append(change) }
    }
    blocks.forEachChange(since: formerBlocks) { address, old in
      guard told.insert(address).inserted else { return }
      if let change = change(of: sheet.info(at: address), from: old, in: sheet) { changes.append(change) }
    }
    WorkbookValues(of: sheet).forEachChange(since: formerWorkbooks) { address, old in
      guard told.insert(address).inserted else { return }
      if let change = change(of: sheet.info(at: address), from: old, in: sheet) { changes.append(change) }
    }
    return changes
  }

  /// What a cell held before, alone or in a fill.
  private func former(_ key: Key, _ values: [Key: CellValue]) -> CellValue? {
    if let value = values[key] { return value }
    guard case .place(let place) = key else { return nil }
    return formerBlocks.value(at: place)
  }

  private func noteGone(in sheet: LiveSheet, _ cells: [CellInfo], _ blocks: BlockValues) {
    let present = Set(cells.map { Key($0, in: sheet) })
    gone +=
      formerNames.filter { key, name in
        // A cell of a fill is there though it has no definition of its own any more.
        if present.contains(key) || name.contains("[") { return false }
        return if case .place(let place) = key { blocks.value(at: place) == nil } else { true }
      }.values.sorted()
    let tables = Set(sheet.tables.map { $0.name.lowercased() })
    gone += formerTables.filter { !tables.contains($0.key) }.values.sorted()
    gone += formerBlocks.fillNames.filter { blocks.fillNames[$0.key] == nil }.values.sorted()
  }

  private func change(of cell: CellInfo, from old: CellValue, in sheet: LiveSheet) -> CellChange? {
    let new = sheet.value(of: cell)
    guard !old.isIdentical(to: new) else { return nil }
    return CellChange(
      cell: cell, old: old, new: new, oldText: sheet.summary(of: old, format: cell.format),
      newText: sheet.summary(of: new, format: cell.format))
  }

  /// Whether a fill begins with a cell that was there in another one.
  private func isOfFormerCells(_ cell: CellInfo, in sheet: LiveSheet) -> Bool {
    guard let area = cell.area else { return false }
    return sheet.cellPlaces.place(of: area.topLeft).map { formerBlocks.value(at: $0) != nil } ?? false
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
