import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText
import Workbooks

/// A table with its columns, as loaded.
struct LoadedTable {
  /// The full name, with the prefix of a used sheet.
  var name: String
  var definition: TableDefinition
  var documentation: String?
  var grid: GridID
  var columns: [Column]

  struct Column {
    var name: String
    var formula: SheetFormula?
    var type: ValueType?
    var format: String?
    var documentation: String?
    var span: SourceSpan?
    /// Formats that single cells bring along, as a date or a percentage does.
    var cellFormat: String?
    var kind: CellInfo.Kind?
    /// What an input in the rows of a table of sheets accepts.
    var input: InputRule?
    /// The formula's text, where no text has it as it is.
    var text: String?
    /// The value that a new row has here, and the formula of a state's first value.
    var value: CellValue?
    var first: SheetFormula?
    /// The sheet that defines it, and the grid on which it was written.
    var unit: SheetUnit?
    var home: String?
  }

  /// The sheet that defines the table; `nil` for the sheet itself.
  var unit: SheetUnit?
  /// Formulas in columns that cannot be named, such as the conditions of checks.
  var hiddenFormulas: [FormulaTree] = []
  /// How many columns are shown; those behind them come with actions and events. `nil` for all.
  var shownCount: Int?
  /// What the sheets in the rows say about time; `nil` for a table of values.
  var form: RowForm?
  /// The sheets in the rows.
  var rows: [TimeInstance] = []

  /// The columns that a file of the table has.
  ///
  /// Of a table of sheets they are what the outside and events have made of it; of a table that was read from a file
  /// those of the file, so that it can be read again; of any other table all that are shown.
  var savedColumns: [Int] {
    columns.indices.prefix(shownCount ?? .max).filter { index in
      if form != nil { return columns[index].kind == .input || columns[index].kind == .state }
      return definition.source == nil || columns[index].formula == nil
    }
  }

  /// How many columns hold literals; they come before those with formulas.
  ///
  /// In a table of sheets they are the inputs of the sheet.
  var literalCount: Int { columns.prefix { form == nil ? $0.formula == nil : $0.kind == .input }.count }
}

extension LiveSheet {
  func load(_ table: TableDefinition, _ statement: Statement, _ unit: SheetUnit) {
    var columns: [LoadedTable.Column] = []
    var rows: [[CellValue]] = []
    if let source = table.source {
      guard let read = readTable(source, table, unit) else { return declareEmpty(table, statement, unit) }
      columns = read.columns
      rows = read.rows
    } else {
      columns = (table.header?.columns ?? []).map {
        LoadedTable.Column(name: $0.name.text, type: $0.type?.type, span: $0.name.span)
      }
      for row in table.rows {
        for (index, cell) in row.cells.enumerated() where index < columns.count {
          if columns[index].cellFormat == nil { columns[index].cellFormat = cell.format }
        }
        var values = row.cells.prefix(columns.count).map(\.value)
        while values.count < columns.count { values.append(.blank) }
        rows.append(Array(values))
      }
    }
    let literalCount = columns.count
    for column in table.columns {
      if let known = columns.firstIndex(where: { $0.name.lowercased() == column.name.key }) {
        add(LiveDiagnostics.columnTwice(column.name, columns[known].span), of: unit)
        continue
      }
      columns.append(
        LoadedTable.Column(
          name: column.name.text, formula: column.formula, format: column.format?.text,
          documentation: column.documentation?.text, span: column.name.span, unit: unit, home: statement.grid))
    }
    guard !columns.isEmpty else { return declareEmpty(table, statement, unit) }
    let name = unit.fullName(table.name.text)
    noteDottedColumns(columns.map { $0.name.lowercased() }.filter { $0.contains(".") }, of: name)
    let grid = engine.addTable(named: name, columns: columns.map(\.name), rows: rows.count, in: scope)
    tableDefinitions.append(
      LoadedTable(
        name: name, definition: table, documentation: statement.documentation?.text, grid: grid, columns: columns,
        unit: unit))
    for column in 0..<literalCount {
      engine.setConstants(rows.map { $0[column] }, from: CellAddress(grid: grid, row: 0, column: column))
    }
    guard !rows.isEmpty else { return }
    for (index, column) in columns.enumerated() {
      guard let formula = column.formula else { continue }
      engine.setFormula(
        placed(formula.tree, unit, statement.grid, hidden: Set(columns.map { $0.name.lowercased() })),
        over: Area(grid: grid, top: 0, left: index, bottom: rows.count - 1, right: index))
    }
  }

  /// A table that could not be read is there all the same, so that its name is known.
  private func declareEmpty(_ table: TableDefinition, _ statement: Statement, _ unit: SheetUnit) {
    let name = unit.fullName(table.name.text)
    unreadTables.insert(name.lowercased())
    let columns =
      (table.header?.columns ?? []).map { LoadedTable.Column(name: $0.name.text, span: $0.name.span) }
      + table.columns.map { LoadedTable.Column(name: $0.name.text, formula: $0.formula, span: $0.name.span) }
    let grid = engine.addTable(named: name, columns: columns.map(\.name), rows: 0, in: scope)
    tableDefinitions.append(
      LoadedTable(
        name: name, definition: table, documentation: statement.documentation?.text, grid: grid, columns: columns,
        unit: unit))
  }

  /// The columns and rows of a CSV file; `nil`, with a diagnostic, when it cannot be read.
  private func readTable(_ source: WrittenText, _ table: TableDefinition, _ unit: SheetUnit) -> (
    columns: [LoadedTable.Column], rows: [[CellValue]]
  )? {
    let bytes: [UInt8]
    do { bytes = try environment.readFile(unit.folder + source.text) } catch {
      add(LiveDiagnostics.unreadableFile(source, "\(error)"), of: unit)
      return nil
    }
    let types = Dictionary(
      (table.header?.columns ?? []).map { ($0.name.key, $0) }, uniquingKeysWith: { first, _ in first })
    do throws(TableFile.Failure) {
      let file = try TableFile(bytes) { types[$0.lowercased()]?.type?.type == .text }
      let names = file.columns.map { $0.lowercased() }
      for column in table.header?.columns ?? [] where !names.contains(column.name.key) {
        add(LiveDiagnostics.missingColumn(column.name, source, file.columns), of: unit)
      }
      let columns = file.columns.enumerated().map { index, name in
        LoadedTable.Column(
          name: name, type: types[name.lowercased()]?.type?.type, span: types[name.lowercased()]?.name.span,
          cellFormat: file.formats[index])
      }
      return (columns, file.rows)
    } catch {
      add(LiveDiagnostics.badFile(source, error.line, error.message), of: unit)
      return nil
    }
  }

  package var tables: [TableInfo] {
    tableDefinitions.map { table in
      TableInfo(
        name: table.name, grid: table.grid, columns: table.columns.prefix(table.shownCount ?? .max).map(\.name),
        rowCount: engine.rowCount(of: table.grid), documentation: table.documentation,
        definitionSpan: table.definition.name.span, savedColumns: table.savedColumns)
    }
  }

  func table(named name: String) -> LoadedTable? {
    let key = name.lowercased()
    return tableDefinitions.first { $0.name.lowercased() == key }
  }
}
