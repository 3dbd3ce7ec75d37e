import CellModel
import Engine
import Workbooks

/// What of a workbook shows other values since some of its cells were set.
///
/// A formula whose value the change does not reach keeps what is stored for it, however it was computed. A file without
/// stored values, or with some that say of themselves that they are not right, gets those that were computed.
package final class WorkbookChanges {
  private let workbook: LiveWorkbook
  /// The cells that changed and have been asked for, until they are saved.
  private var noted: Set<CellAddress> = []
  /// Whether somebody asks after each change which cells it was.
  package var recordsChanges = false

  /// Begins to note what changes in a workbook that has been recalculated.
  package init(_ workbook: LiveWorkbook) {
    self.workbook = workbook
    workbook.engine.changes.areRecorded = true
  }

  /// The cells that changed since the last call.
  package func takeChangedAddresses() -> [CellAddress] {
    let changed = workbook.engine.changes.take().map(\.address)
    noted.formUnion(changed)
    return changed
  }

  /// Begins anew, when what changed is saved.
  package func forget() { noted = [] }

  /// The workbook's file with what shows something else since it was loaded or saved, and everything else as it is.
  package func applied(to file: [UInt8]) throws(WorkbookFault) -> [UInt8] {
    try WorkbookEdit.bytes(file, changing: edits(), dates: workbook.contents.dateSystem)
  }

  /// The cells that show something else since the workbook was loaded or saved, by the position of their sheet.
  package func edits() -> [Int: [CellChange]] {
    let engine = workbook.engine
    _ = takeChangedAddresses()
    var changed = noted
    let replacesAll = workbook.contents.calculation.isFullOnLoad
    for (sheet, grid) in zip(workbook.contents.sheets, workbook.grids) {
      for place in sheet.formulas.indices {
        let stored = sheet.formulas.stored(place)
        guard stored == nil || replacesAll else { continue }
        let (row, column) = sheet.formulas.cell(place)
        let address = CellAddress(grid: grid, row: Int(row), column: Int(column))
        if workbook.kept[address] == nil, engine.value(at: address) != stored { changed.insert(address) }
      }
    }
    var changes: [Int: [CellChange]] = [:]
    for (position, grid) in workbook.grids.enumerated() {
      let resized = ResizedArray.all(ofSheet: position, in: workbook)
      let blocks = Dictionary(resized.map { ($0.cell, $0.present) }, uniquingKeysWith: { first, _ in first })
      var cells = changed.filter { $0.grid == grid }
      for block in resized.flatMap({ [$0.former, $0.present] }) { cells.formUnion(block.cells(of: grid)) }
      guard !cells.isEmpty else { continue }
      let arrays = workbook.contents.sheets[position].arrays.formulas.map(\.block)
      changes[position] = cells.map { cell in
        let (row, column) = (Int(cell.row), Int(cell.column))
        return CellChange(
          row: row, column: column, value: engine.value(at: cell), block: blocks[cell],
          isInArray: arrays.contains { $0.contains(row: row, column: column) })
      }
    }
    return changes
  }
}

extension CellBlock {
  fileprivate func cells(of grid: GridID) -> [CellAddress] {
    (top...bottom).flatMap { row in (left...right).map { CellAddress(grid: grid, row: row, column: $0) } }
  }
}
