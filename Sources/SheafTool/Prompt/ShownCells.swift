import CellModel
import LiveSheets

/// What of a sheet has been shown, so that a change of it is one and what is new is told as new.
struct ShownCells {
  /// The cells whose values have been shown.
  private var cells: Set<CellAddress> = []
  /// How many rows the tables had when changes were last shown, by their names in lower case.
  private var rowCounts: [String: Int] = [:]

  /// Takes all that is there as shown.
  mutating func remember(_ sheet: LiveSheet) {
    cells = Set(sheet.cellAddresses)
    rowCounts = Self.counts(sheet.tables)
  }

  func isNew(_ change: CellChange) -> Bool { change.old.isBlank && !cells.contains(change.cell.address) }

  /// Takes a cell as shown; `false` if it was.
  mutating func insert(_ cell: CellAddress) -> Bool { cells.insert(cell).inserted }

  mutating func insert(_ changes: [CellChange]) { cells.formUnion(changes.map(\.cell.address)) }

  /// The tables that have got or lost rows since they were last asked for.
  mutating func takeRowChanges(_ tables: some Sequence<TableInfo>) -> [RowCountChange] {
    let former = rowCounts
    rowCounts = Self.counts(tables)
    return tables.compactMap { table in
      guard let count = former[table.name.lowercased()], count != table.rowCount else { return nil }
      return RowCountChange(table: table, former: count)
    }
  }

  private static func counts(_ tables: some Sequence<TableInfo>) -> [String: Int] {
    Dictionary(tables.map { ($0.name.lowercased(), $0.rowCount) }) { $1 }
  }
}

/// A table with another number of rows than before.
struct RowCountChange {
  var table: TableInfo
  var former: Int

  var hasGrown: Bool { table.rowCount > former }

  var text: String { "\(former) row\(former == 1 ? "" : "s") → \(table.rowCount)" }
}
