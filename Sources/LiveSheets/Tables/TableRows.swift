import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// The rows of one table of a sheet, as they come and go.
///
/// These rules hold:
///
/// - R1. A row that is there has a formula in each column that has one, and a sheet of its own where the table is one of
///   sheets.
/// - R2. What ``checkInsertion(at:count:_:)`` and ``checkDeletion(at:count:)`` let pass can be done.
struct TableRows: ChangingTable {
  let loaded: LoadedProgram
  let timeline: Timeline
  /// The table's place among those of the sheet.
  let number: Int

  var engine: Engine { loaded.engine }
  private var acceptance: InputAcceptance { loaded.acceptance }
  var table: LoadedTable { loaded.tableDefinitions[number] }

  var name: String { table.name }
  var grid: GridID { table.grid }
  var columns: [TableColumn] { table.columns }

  var count: Int { engine.grids.rowCount(of: table.grid) }

  // MARK: Checks

  /// Checks that the table, when it has so many rows, takes another one.
  func checkInsertion(at position: Int, count: Int, _ values: [CellValue]) throws(Refusal) {
    let table = table
    if table.hasFixedRows { throw Refusal(.fixedRows, of: table.name) }
    guard (0...count).contains(position) else {
      throw Refusal(.noRowToInsertBefore(position + 1, count: count), of: table.name)
    }
    guard values.count <= table.literalCount else {
      throw Refusal(.tooManyValues(values.count, most: table.literalCount), of: table.name)
    }
    for (column, value) in zip(table.columns, values) {
      _ = try acceptance.accepted(value, by: column, of: table, beside: values)
    }
  }

  /// Checks that the table, when it has so many rows, has one at a position.
  func checkDeletion(at position: Int, count: Int) throws(Refusal) {
    if table.hasFixedRows { throw Refusal(.fixedRows, of: table.name) }
    guard !(0..<count).contains(position) else { return }
    throw Refusal(.noRow(Double(position + 1), count: count), of: table.name)
  }

  func accepted(_ value: CellValue, inColumn column: Int, row: Int) throws(Refusal) -> CellValue {
    try acceptance.accepted(
      value, by: table.columns[column], of: table, at: CellAddress(grid: table.grid, row: row, column: column))
  }

  // MARK: Changes within an instant

  /// Inserts a row, with the values of its first columns; the others are computed.
  func insert(at position: Int, _ values: [CellValue]) {
    loaded.tableDefinitions[number].identities?.insert(at: position)
    let table = table
    let wasEmpty = count == 0
    shiftRows(at: position, isInsertion: true)
    for (column, value) in values.enumerated() where column < table.literalCount {
      let accepted = (try? acceptance.accepted(value, by: table.columns[column], of: table, beside: values)) ?? value
      engine.setConstant(accepted, at: CellAddress(grid: table.grid, row: position, column: column))
    }
    if wasEmpty { fillColumns() }
    if table.form != nil { begin(at: position, values) }
  }

  private func fillColumns() {
    let table = table
    for (index, tree) in loaded.placing.columnFormulas(of: table) {
      engine.setFormula(tree, at: CellAddress(grid: table.grid, row: 0, column: index))
    }
    for (index, tree) in table.hiddenFormulas.enumerated() {
      engine.setFormula(tree, at: CellAddress(grid: table.grid, row: 0, column: table.columns.count + index))
    }
  }

  func delete(at position: Int) {
    loaded.tableDefinitions[number].identities?.remove(at: position)
    if table.form != nil { end(at: position) }
    shiftRows(at: position, isInsertion: false)
  }

  private func shiftRows(at position: Int, isInsertion: Bool) {
    if table.form != nil { timeline.observer?.didChangeRows() }
    engine.shift(GridShift(table.grid, .rows, at: position, count: 1, isInsertion: isInsertion))
    timeline.sheet.checks.noteRow(at: position, of: table.grid, isInsertion: isInsertion)
  }

  // MARK: Identities

  /// The rows as the text has them.
  func identities(after former: RowIdentities?) -> RowIdentities {
    var identities = former.map { RowIdentities(count: count, after: $0) } ?? RowIdentities(count: count)
    if !table.hasWrittenRows { identities.unwriteAll() }
    return identities
  }
}

extension LiveSheet {
  /// The rows of the table at a place among those of the sheet.
  func rows(ofTable number: Int) -> TableRows { TableRows(loaded: loaded, timeline: timeline, number: number) }

  /// The rows of the table of a name.
  func rows(ofTable name: String) throws(Refusal) -> TableRows {
    guard let number = loaded.tables.number(named: name) else {
      if case .success(let cell) = cell(name), usedWorkbook(of: cell.address) != nil {
        throw Refusal(.ofWorkbookGrid, of: name)
      }
      let near = NearNames.suggestion(for: name, among: tableDefinitions.map(\.name))
      throw Refusal(.unknown("table", near: near), of: name)
    }
    return rows(ofTable: number)
  }
}

/// What the text of the sheet itself says of rows.
extension LoadedTable {
  /// Whether its rows stand in the text; those that are counted, or of a file, do not.
  var hasWrittenRows: Bool {
    definition.source == nil && definition.rowCount == nil && definition.header != nil && unit?.isMain != false
  }

  /// The columns whose values a written row says, in the order of its cells; in a table of sheets these are inputs.
  var writtenColumns: [Int?] {
    (definition.header?.columns ?? []).map { written in
      columns.firstIndex { (form == nil || $0.kind == .input) && $0.name.lowercased() == written.name.key }
    }
  }

  /// The type by which the text of a written cell is read.
  func writtenType(ofCell cell: Int) -> ValueType? {
    if let column = writtenColumns[cell], columns[column].input?.type == .text { return .text }
    return definition.header?.columns[cell].type?.type
  }
}
