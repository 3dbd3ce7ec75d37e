import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import SheetText
import Workbooks

/// A table with its columns, as loaded.
struct LoadedTable {
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
  }

  /// How many columns hold literals; they come before those with formulas.
  var literalCount: Int { columns.prefix { $0.formula == nil }.count }
}

extension LiveSheet {
  func load(_ table: TableDefinition, _ statement: Statement) {
    var columns: [LoadedTable.Column] = []
    var rows: [[CellValue]] = []
    if let source = table.source {
      guard let read = readTable(source, table) else { return declareEmpty(table, statement) }
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
        loadDiagnostics.append(LiveDiagnostics.columnTwice(column.name, columns[known].span))
        continue
      }
      columns.append(
        LoadedTable.Column(
          name: column.name.text, formula: column.formula, format: column.format?.text,
          documentation: column.documentation?.text, span: column.name.span))
    }
    guard !columns.isEmpty else { return declareEmpty(table, statement) }
    let grid = engine.addTable(named: table.name.text, columns: columns.map(\.name), rows: rows.count, in: scope)
    tableDefinitions.append(
      LoadedTable(
        definition: table, documentation: statement.documentation?.text, grid: grid, columns: columns))
    for column in 0..<literalCount {
      engine.setConstants(rows.map { $0[column] }, from: CellAddress(grid: grid, row: 0, column: column))
    }
    guard !rows.isEmpty else { return }
    for (index, column) in columns.enumerated() {
      guard let formula = column.formula else { continue }
      engine.setFormula(
        atHome(formula.tree, statement.grid),
        over: Area(grid: grid, top: 0, left: index, bottom: rows.count - 1, right: index))
    }
  }

  /// A table that could not be read is there all the same, so that its name is known.
  private func declareEmpty(_ table: TableDefinition, _ statement: Statement) {
    unreadTables.insert(table.name.key)
    let columns =
      (table.header?.columns ?? []).map { LoadedTable.Column(name: $0.name.text, span: $0.name.span) }
      + table.columns.map { LoadedTable.Column(name: $0.name.text, formula: $0.formula, span: $0.name.span) }
    let grid = engine.addTable(named: table.name.text, columns: columns.map(\.name), rows: 0, in: scope)
    tableDefinitions.append(
      LoadedTable(
        definition: table, documentation: statement.documentation?.text, grid: grid, columns: columns))
  }

  /// The columns and rows of a CSV file; `nil`, with a diagnostic, when it cannot be read.
  private func readTable(_ source: WrittenText, _ table: TableDefinition) -> (
    columns: [LoadedTable.Column], rows: [[CellValue]]
  )? {
    let bytes: [UInt8]
    do { bytes = try environment.readFile(source.text) } catch {
      loadDiagnostics.append(LiveDiagnostics.unreadableFile(source, "\(error)"))
      return nil
    }
    let types = Dictionary(
      (table.header?.columns ?? []).map { ($0.name.key, $0) }, uniquingKeysWith: { first, _ in first })
    do throws(TableFile.Failure) {
      let file = try TableFile(bytes) { types[$0.lowercased()]?.type?.type == .text }
      let names = file.columns.map { $0.lowercased() }
      for column in table.header?.columns ?? [] where !names.contains(column.name.key) {
        loadDiagnostics.append(LiveDiagnostics.missingColumn(column.name, source, file.columns))
      }
      let columns = file.columns.enumerated().map { index, name in
        LoadedTable.Column(
          name: name, type: types[name.lowercased()]?.type?.type, span: types[name.lowercased()]?.name.span,
          cellFormat: file.formats[index])
      }
      return (columns, file.rows)
    } catch {
      loadDiagnostics.append(LiveDiagnostics.badFile(source, error.line, error.message))
      return nil
    }
  }

  package var tables: [TableInfo] {
    tableDefinitions.map { table in
      TableInfo(
        name: table.definition.name.text, grid: table.grid, columns: table.columns.map(\.name),
        rowCount: engine.rowCount(of: table.grid), documentation: table.documentation,
        definitionSpan: table.definition.name.span)
    }
  }

  func table(named name: String) -> LoadedTable? {
    let key = name.lowercased()
    return tableDefinitions.first { $0.definition.name.key == key }
  }
}
