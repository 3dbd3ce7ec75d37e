import CellModel
import Engine
import Formulas
import SheetText

/// What is told of changes that the engine's own record does not know: of a text that was loaded anew, and of names that
/// went.
final class ChangeReport {
  /// What there was before the text was loaded anew.
  private struct Former {
    var cells: FormerCells
    var tables: FormerTables
    var blocks: BlockValues
    var workbooks: WorkbookValues
  }

  /// `nil` if the text was not loaded anew since changes were last told.
  private var former: Former?
  /// Whether what was not there before is told as well.
  private var tellsNew = false
  private var gone: [String] = []

  /// Notes what there is before the text is loaded anew.
  ///
  /// - Parameter tellingNew: Whether cells are told that were not there; else those are shown where they are defined.
  func noteValues(of sheet: LiveSheet, tellingNew: Bool) {
    guard sheet.recordsChanges else { return }
    if tellingNew { tellsNew = true }
    guard former == nil else { return }
    let changes = sheet.takeChanges()
    former = Former(
      cells: FormerCells(of: sheet, changedBy: changes), tables: FormerTables(of: sheet, changedBy: changes),
      blocks: BlockValues(of: sheet), workbooks: WorkbookValues(of: sheet))
  }

  /// Takes cells for the same ones that have another name, or stand elsewhere.
  func rewrite(_ rewriting: TextRewriting) {
    former?.cells.rewrite(rewriting)
    switch rewriting {
    case .name(let old, let new):
      former?.tables.rename(old, to: new)
      former?.blocks.rename(old, to: new)
    case .column(let table, let old, let new): former?.tables.renameColumn(old, to: new, ofTable: table)
    case .cells(let grid, let change): former?.blocks.move(change, inGrid: grid)
    }
  }

  func noteGone(_ name: String?) { if let name { gone.append(name) } }

  /// - Complexity: A look-up for each cell of the text; more only for those that have changed.
  func takeChanges(of sheet: LiveSheet) -> [CellChange]? {
    guard let former else { return nil }
    defer { (self.former, tellsNew) = (nil, false) }
    let blocks = BlockValues(of: sheet)
    noteGone(since: former, in: sheet, blocks)
    let tableCells = FormerTables.cells(of: sheet)
    var changes = changedCells(since: former, in: sheet)
    changes += tableCells.compactMap { cell in
      former.tables.value(of: cell).flatMap { change(of: cell, from: $0, in: sheet) }
    }
    var told = Set(tableCells.map(\.address))
    func tell(_ address: CellAddress, _ old: CellValue) {
      guard !sheet.definitions.definesAlone(address), told.insert(address).inserted else { return }
      if let change = change(of: sheet.info(at: address), from: old, in: sheet) { changes.append(change) }
    }
    for (place, old) in former.cells.earlierValues { sheet.cellPlaces.address(of: place).map { tell($0, old) } }
    blocks.forEachChange(since: former.blocks, tell)
    WorkbookValues(of: sheet).forEachChange(since: former.workbooks, tell)
    return changes
  }

  /// The changes of single cells, in the order of the text.
  private func changedCells(since former: Former, in sheet: LiveSheet) -> [CellChange] {
    let (definitions, places, engine) = (sheet.definitions, sheet.cellPlaces, sheet.engine)
    return definitions.shown.compactMap { address in
      guard definitions.contains(address), let place = places.place(of: address) else { return nil }
      let known = former.cells.value(at: place) ?? former.blocks.value(at: place)
      // What is new is shown where it was defined.
      guard let old = known ?? (tellsNew ? .blank : nil), !old.isIdentical(to: engine.value(at: address)) else {
        return nil
      }
      return change(of: sheet.info(at: address), from: old, in: sheet)
    }
  }

  private func noteGone(since former: Former, in sheet: LiveSheet, _ blocks: BlockValues) {
    let (definitions, places) = (sheet.definitions, sheet.cellPlaces)
    gone += former.cells.namesGone { place in
      // A cell of a fill is there though it has no definition of its own any more.
      places.address(of: place).map(definitions.contains) ?? false || blocks.value(at: place) != nil
    }
    gone += former.tables.namesGone(in: sheet)
    gone += former.blocks.fillNames.filter { blocks.fillNames[$0.key] == nil }.values.sorted()
  }

  private func change(of cell: CellInfo, from old: CellValue, in sheet: LiveSheet) -> CellChange? {
    let new = sheet.value(of: cell)
    guard !old.isIdentical(to: new) else { return nil }
    return CellChange(of: cell, from: old, to: new, in: sheet)
  }

  func takeGone() -> [String] {
    defer { gone = [] }
    // A name may go more than once while several entries are taken back.
    var told: Set<String> = []
    return gone.filter { told.insert($0).inserted }
  }
}
