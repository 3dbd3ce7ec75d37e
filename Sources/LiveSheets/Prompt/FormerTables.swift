import CellModel
import Engine

/// The tables of a sheet before its text was loaded anew, with the values of those that are not too long to be looked
/// through.
struct FormerTables {
  /// The most cells of a table whose changes are told.
  private static let mostCells = 10_000

  /// The tables as they were written, and the values of their cells, by names in lower case.
  private var names: [String: String] = [:]
  private var values: [String: CellValue] = [:]

  /// - Parameter changes: What has changed since changes were last told.
  init(of sheet: LiveSheet, changedBy changes: [CellChange]) {
    names = Dictionary(sheet.tables.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
    for cell in Self.cells(of: sheet) { values[cell.name.lowercased()] = sheet.value(of: cell) }
    for change in changes where values[change.cell.name.lowercased()] != nil {
      values[change.cell.name.lowercased()] = change.old
    }
  }

  /// The cells of tables whose changes are told.
  static func cells(of sheet: LiveSheet) -> [CellInfo] {
    sheet.tables.filter { $0.rowCount * $0.columns.count <= mostCells }.flatMap { table in
      (0..<table.rowCount).flatMap { row in
        table.columns.indices.map { sheet.info(at: CellAddress(grid: table.grid, row: row, column: $0)) }
      }
    }
  }

  mutating func rename(_ old: String, to new: String) {
    let (old, new) = (old.lowercased(), new.lowercased())
    func renamed(_ key: String) -> String { key.hasPrefix(old + ".") ? new + key.dropFirst(old.count) : key }
    names = Dictionary(names.map { (renamed($0), $1) }) { first, _ in first }
    values = Dictionary(values.map { (renamed($0), $1) }) { first, _ in first }
  }

  mutating func renameColumn(_ old: String, to new: String, ofTable table: String) {
    let (prefix, old, new) = (table.lowercased() + "[", "." + old.lowercased(), "." + new.lowercased())
    func renamed(_ key: String) -> String {
      key.hasPrefix(prefix) && key.hasSuffix("]" + old) ? key.dropLast(old.count) + new : key
    }
    values = Dictionary(values.map { (renamed($0), $1) }) { first, _ in first }
  }

  /// What a cell of a table held: blank where the table has gained its row, `nil` where the table was not there.
  func value(of cell: CellInfo) -> CellValue? {
    let name = cell.name.lowercased()
    return values[name] ?? (names[String(name.prefix { $0 != "[" })] == nil ? nil : .blank)
  }

  /// The names of tables that a sheet does not have any more, in alphabetical order.
  func namesGone(in sheet: LiveSheet) -> [String] {
    let present = Set(sheet.tables.map { $0.name.lowercased() })
    return names.filter { !present.contains($0.key) }.values.sorted()
  }
}
