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
  let sheet: LiveSheet
  /// The table's place among those of the sheet.
  let number: Int

  private var table: LoadedTable { sheet.tableDefinitions[number] }

  var name: String { table.name }
  var grid: GridID { table.grid }
  var columns: [TableColumn] { table.columns }

  var count: Int { sheet.engine.rowCount(of: table.grid) }

  // MARK: Checks

  /// Checks that the table, when it has so many rows, takes another one.
  func checkInsertion(at position: Int, count: Int, _ values: [CellValue]) throws(Refusal) {
    let table = table
    guard (0...count).contains(position) else {
      throw Refusal(.noRowToInsertBefore(position + 1, count: count), of: table.name)
    }
    guard values.count <= table.literalCount else {
      throw Refusal(.tooManyValues(values.count, most: table.literalCount), of: table.name)
    }
    for (column, value) in zip(table.columns, values) { _ = try accepted(value, by: column, beside: values) }
  }

  /// Checks that the table, when it has so many rows, has one at a position.
  func checkDeletion(at position: Int, count: Int) throws(Refusal) {
    guard !(0..<count).contains(position) else { return }
    throw Refusal(.noRow(Double(position + 1), count: count), of: table.name)
  }

  /// A value as a column takes it; one that it does not accept is refused.
  ///
  /// - Parameters:
  ///   - row: The row, if it is there.
  ///   - values: What the first columns of a row are given that is not there yet.
  func accepted(
    _ value: CellValue, by column: TableColumn, inRow row: Int? = nil, beside values: [CellValue] = []
  ) throws(Refusal) -> CellValue {
    if var rule = column.input {
      let value = rule.inSpelling(value)
      if row == nil { rule.condition = rule.condition.flatMap { condition($0, rule, beside: values) } }
      let address = row.map { CellAddress(grid: table.grid, row: $0, column: 0) }
      if let refusal = sheet.acceptance.refusal(of: value, by: rule, column.name, at: address) { throw refusal }
      return value
    }
    guard let type = column.type else { return value }
    if let words = type.mismatch(of: value) {
      throw Refusal(.wrongType(type, found: words), of: table.name, speakingOf: column.name)
    }
    return type.inKind(value)
  }

  func accepted(_ value: CellValue, inColumn column: Int, row: Int) throws(Refusal) -> CellValue {
    try accepted(value, by: table.columns[column], inRow: row)
  }

  /// A condition in a row that is not there yet, with the values that its other cells will have; `nil` where one of them
  /// is to be computed.
  private func condition(_ condition: SheetFormula, _ rule: InputRule, beside values: [CellValue]) -> SheetFormula? {
    var tree = condition.tree
    for (index, other) in table.columns.enumerated() where other.name.lowercased() != rule.name?.lowercased() {
      let isNamed = tree.nodes.contains { node in
        if case .name(let name, sheet: nil) = node { name.lowercased() == other.name.lowercased() } else { false }
      }
      guard isNamed else { continue }
      guard let value = index < values.count ? values[index] : other.value else { return nil }
      tree = tree.substituting(value, forName: other.name)
    }
    return SheetFormula(tree: tree, span: condition.span)
  }

  // MARK: Changes within an instant

  /// Inserts a row, with the values of its first columns; the others are computed.
  func insert(at position: Int, _ values: [CellValue]) {
    sheet.tableDefinitions[number].identities?.insert(at: position)
    let table = table
    let wasEmpty = count == 0
    sheet.engine.shift(GridShift(table.grid, .rows, at: position, count: 1, isInsertion: true))
    for (column, value) in values.enumerated() where column < table.literalCount {
      let accepted = (try? accepted(value, by: table.columns[column], beside: values)) ?? value
      sheet.engine.setConstant(accepted, at: CellAddress(grid: table.grid, row: position, column: column))
    }
    if wasEmpty { fillColumns() }
    if table.form != nil { begin(at: position, values) }
  }

  private func fillColumns() {
    let table = table
    for index in table.columns.indices {
      if let tree = sheet.columnFormula(index, of: table) {
        sheet.engine.setFormula(tree, at: CellAddress(grid: table.grid, row: 0, column: index))
      }
    }
    for (index, tree) in table.hiddenFormulas.enumerated() {
      sheet.engine.setFormula(tree, at: CellAddress(grid: table.grid, row: 0, column: table.columns.count + index))
    }
  }

  func delete(at position: Int) {
    sheet.tableDefinitions[number].identities?.remove(at: position)
    if table.form != nil { end(at: position) }
    sheet.engine.shift(GridShift(table.grid, .rows, at: position, count: 1, isInsertion: false))
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
  func rows(ofTable number: Int) -> TableRows { TableRows(sheet: self, number: number) }

  /// The rows of the table of a name.
  func rows(ofTable name: String) throws(Refusal) -> TableRows {
    guard let number = loaded.tables.number(named: name) else {
      let near = NearNames.suggestion(for: name, among: tableDefinitions.map(\.name))
      throw Refusal(.unknown("table", near: near), of: name)
    }
    return rows(ofTable: number)
  }

  /// Inserts a row into a table, with the values of its first columns; the others are computed.
  package func insertRow(into name: String, at position: Int, _ values: [CellValue]) throws(Refusal) {
    let rows = try rows(ofTable: name)
    try rows.checkInsertion(at: position, count: rows.count, values)
    change { rows.insert(at: position, values) }
  }

  /// Deletes a row of a table; the first is 0.
  package func deleteRow(of name: String, at position: Int) throws(Refusal) {
    let rows = try rows(ofTable: name)
    try rows.checkDeletion(at: position, count: rows.count)
    change { rows.delete(at: position) }
  }
}

extension LoadedTable {
  /// Whether its rows stand in the text of the sheet itself.
  var hasWrittenRows: Bool {
    definition.source == nil && definition.instanceSource == nil && definition.header != nil && unit?.isMain != false
  }
}
