import CellModel
import Diagnostics
import SheetText
import Workbooks

/// A table with its columns, before it has cells.
package struct ProgramTable {
  package enum Content {
    /// Rows of literals.
    case values([[CellValue]])
    /// The sheet in each of its rows, and those that it uses.
    case sheets([SheetUnit])
    /// A row for each of so many sheets, which have names of their own; see ``RowInstance``.
    case instances(Int)
    /// What could not be read; its name is known all the same.
    case unread
  }

  /// The full name, with the prefix of a used sheet.
  package let name: String
  package let definition: TableDefinition
  package let place: ProgramStatement
  package private(set) var columns: [TableColumn] = []
  package private(set) var content = Content.unread
  /// The services that the sheets in its rows declare.
  private(set) var services: [ProgramStatement] = []
  private(set) var findings: [Diagnostic] = []

  private init(_ definition: TableDefinition, _ place: ProgramStatement) {
    self.definition = definition
    self.place = place
    name = place.unit.fullName(definition.name.text)
  }

  /// A table of literals, or of a file.
  init(
    _ table: TableDefinition, _ place: ProgramStatement, readFile: (String) throws -> [UInt8],
    _ workbooks: WorkbookCache, _ findings: inout [Diagnostic]
  ) {
    self.init(table, place)
    let values: [[CellValue]]?
    if let source = table.source { values = rows(from: source, readFile, workbooks) } else { values = writtenRows() }
    if values != nil { addFormulas() }
    if let values, !columns.isEmpty { content = .values(values) } else { declareColumns() }
    findings += self.findings
    self.findings = []
  }

  /// A table whose rows are sheets; `nil` where these could not be read.
  ///
  /// - Parameters:
  ///   - sheets: The sheets in the rows.
  ///   - program: The units of the program, whose formulas may read what the rows tell.
  init?(rowsOf table: TableDefinition, _ place: ProgramStatement, _ sheets: RowSheets.Content, in program: [SheetUnit])
  {
    self.init(table, place)
    switch sheets {
    case .unread: return nil
    case .columns(let units):
      let made = addColumns(of: units, in: program)
      findings = made.findings + findings
      content = .sheets(units)
      for unit in units {
        unit.lieInRows(of: name, paths: made.paths)
        for (index, statement) in unit.document.statements.enumerated() {
          if case .service = statement.kind { services.append(ProgramStatement(unit, index)) }
        }
      }
    case .instances(let units, let rows):
      // What keeps a sheet from having its names in columns alone is no matter here.
      _ = addColumns(of: units, in: program)
      content = .instances(rows.last?.row?.number ?? 0)
    }
  }

  private mutating func addColumns(of units: [SheetUnit], in program: [SheetUnit]) -> RowColumns {
    let made = RowColumns(units, ActionMoment.read(in: program + units))
    columns = made.columns
    addFormulas()
    if let source = definition.instanceSource { checkHeader(source) }
    return made
  }

  // MARK: Tables of sheets

  /// The inputs that written rows of a table of sheets give values, with the places of their cells in a row.
  package var writtenInputs: [(column: Int, cell: Int)] {
    (definition.header?.columns ?? []).enumerated().compactMap { cell, written in
      columns.firstIndex { $0.kind == .input && $0.name.lowercased() == written.name.key }.map { ($0, cell) }
    }
  }

  private mutating func checkHeader(_ path: WrittenText) {
    let inputs = columns.filter { $0.kind == .input }.map(\.name)
    let keys = Set(inputs.map { $0.lowercased() })
    for column in definition.header?.columns ?? [] where !keys.contains(column.name.key) {
      report(.notAnInput(column.name, path, inputs))
    }
  }

  // MARK: Tables of values

  /// Lets the rows of values go: once they stand in cells, they would take many times the memory of these.
  mutating func forgetRows() { if case .values = content { content = .values([]) } }

  private mutating func report(_ finding: ProgramFinding) { findings.append(place.unit.located(finding)) }

  private mutating func writtenRows() -> [[CellValue]] {
    columns = (definition.header?.columns ?? []).map {
      TableColumn(name: $0.name.text, type: $0.type?.type, span: $0.name.span)
    }
    if definition.rows.isEmpty, let count = definition.rowCount?.constant?.number {
      let row = Array(repeating: CellValue.blank, count: columns.count)
      return Array(repeating: row, count: Int(min(count, Double(TableDefinition.mostRows))))
    }
    return definition.rows.map { row in
      var values = row.cells.prefix(columns.count).map(\.value)
      while values.count < columns.count { values.append(.blank) }
      return Array(values)
    }
  }

  private mutating func addFormulas() {
    // Of names that the text has twice its reader has told.
    var written = Set((definition.header?.columns ?? []).map(\.name.key))
    var known = Set(columns.map { $0.name.lowercased() })
    var next = columns.firstIndex { $0.kind?.comesWithEvents == true } ?? columns.endIndex
    for column in definition.columns {
      let isFirst = written.insert(column.name.key).inserted
      guard known.insert(column.name.key).inserted else {
        if isFirst { report(.columnTwice(column.name)) }
        continue
      }
      columns.insert(
        TableColumn(
          name: column.name.text, kind: definition.instanceSource == nil ? nil : .formula,
          content: .formula(column.formula, isConstant: false), format: column.format?.text,
          documentation: column.documentation?.text, span: column.name.span, unit: place.unit,
          home: place.statement.grid),
        at: next)
      next += 1
    }
  }

  /// A table that could not be read has the columns that the text names.
  private mutating func declareColumns() {
    columns =
      (definition.header?.columns ?? []).map { TableColumn(name: $0.name.text, span: $0.name.span) }
      + definition.columns.map {
        TableColumn(name: $0.name.text, content: .formula($0.formula, isConstant: false), span: $0.name.span)
      }
  }

  /// The rows of a CSV file, whose columns become those of the table; `nil`, with a finding, when it cannot be read.
  private mutating func rows(
    from source: WrittenText, _ readFile: (String) throws -> [UInt8], _ workbooks: WorkbookCache
  ) -> [[CellValue]]? {
    let (path, part) = FileEnding.parted(source.text)
    if let ending = FileEnding.otherThanRows(path) {
      let why = ".\(ending) holds no rows of fields; tables are read from CSV files and workbooks"
      report(.unreadableFile(source, why))
      return nil
    }
    let bytes: [UInt8]
    do { bytes = try readFile(place.unit.folder + path) } catch {
      report(.unreadableFile(source, "\(error)"))
      return nil
    }
    let header = definition.header?.columns ?? []
    let types = Dictionary(header.map { ($0.name.key, $0) }, uniquingKeysWith: { first, _ in first })
    let rule = { (name: String) in types[name.lowercased()]?.type?.type.columnRule ?? ColumnRule() }
    do throws(TableFile.Failure) {
      let file: TableFile
      if FileEnding.isWorkbook(path) {
        guard let workbook = workbook(bytes, source, workbooks) else { return nil }
        file = try TableFile(workbook, part: part, rule: rule)
      } else {
        file = try workbooks.table(bytes, named: path, rule: rule)
      }
      let names = file.columns.map { $0.lowercased() }
      for column in header where !names.contains(column.name.key) {
        report(.missingColumn(column.name, source, file.columns))
      }
      columns = file.columns.enumerated().map { index, name in
        TableColumn(
          name: name, type: types[name.lowercased()]?.type?.type, span: types[name.lowercased()]?.name.span)
      }
      for case (let name, let kept?) in zip(file.columns, file.keptDigits) where types[name.lowercased()]?.type == nil {
        report(.keptDigits(kept.text, column: name, source, line: kept.line))
      }
      for case (let name, let refused?) in zip(file.columns, file.refused) {
        guard let column = types[name.lowercased()], let type = column.type else { continue }
        let text = ValueText().literal(refused.value)
        report(.fieldNotOfType(text, column: column.name, type, source, line: refused.line))
      }
      return file.rows
    } catch {
      report(.badFile(source, error))
      return nil
    }
  }

  private mutating func workbook(_ bytes: [UInt8], _ source: WrittenText, _ workbooks: WorkbookCache) -> Workbook? {
    do throws(WorkbookFault) { return try workbooks.workbook(bytes, named: source.text) } catch {
      report(.unreadableFile(source, "\(source.text): \(error.words)"))
      return nil
    }
  }
}

extension ValueType {
  /// What the type of a column asks of a file.
  fileprivate var columnRule: ColumnRule {
    let reading: ColumnRule.Reading =
      switch self {
      case .text: .text
      case .number: .number
      default: .typed
      }
    return ColumnRule(reading: reading) { TypedCell.fits($0, self) }
  }
}
