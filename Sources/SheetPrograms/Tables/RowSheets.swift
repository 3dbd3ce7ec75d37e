import Diagnostics
import SheetText

/// The sheet in the rows of a table, and those that it uses.
///
/// As a rule what has a name is a column, in each row for itself, and rows come and go. Tables and the cells of grids are
/// then the same in all rows and stand once, in units whose names begin with that of the table: `people.rates`,
/// `people.A1`. A sheet with tables or cells of a grid that differ from row to row, because events change them or they
/// read what has a name, or that the text asks one row for, is in the whole once for each row, as if it were used so
/// often: `people[2].notes`. Such rows stay as the text has them.
struct RowSheets {
  enum Content {
    /// What could not be read.
    case unread
    /// The sheets, without what the rows share: their names become columns.
    case columns([SheetUnit])
    /// The sheets, by which the columns are known, and those of all rows.
    case instances([SheetUnit], rows: [SheetUnit])
  }

  /// The `table … of` statement: its unit and its place there.
  private let owner: ObjectIdentifier
  private let statement: Int
  let content: Content
  let findings: [Diagnostic]

  /// Those of all tables of sheets of a program, also of such in rows.
  static func all(in program: [SheetUnit], _ reader: inout UnitReader) -> [RowSheets] {
    var all: [RowSheets] = []
    var names: Set<String> = []
    var units = program[...]
    while let unit = units.popFirst() {
      for index in unit.document.statements.indices {
        guard case .table(let table) = unit.document.statements[index].kind, let source = table.instanceSource,
          names.insert(unit.fullName(table.name.key)).inserted
        else { continue }
        let sheets = RowSheets(table, source, at: index, in: unit, of: program, &reader)
        if case .instances(_, let rows) = sheets.content { units += rows }
        all.append(sheets)
      }
    }
    return all
  }

  private init(
    _ table: TableDefinition, _ source: WrittenText, at statement: Int, in unit: SheetUnit, of program: [SheetUnit],
    _ reader: inout UnitReader
  ) {
    (owner, self.statement) = (ObjectIdentifier(unit), statement)
    content = Self.content(table, source, in: unit, of: program, &reader)
    findings = reader.takeFindings()
  }

  private static func content(
    _ table: TableDefinition, _ source: WrittenText, in unit: SheetUnit, of program: [SheetUnit],
    _ reader: inout UnitReader
  ) -> Content {
    let name = unit.fullName(table.name.text)
    guard let used = reader.read(source, prefix: "", by: unit) else {
      reader.noteUnread(name)
      return .unread
    }
    let whole = reader.units(from: used)
    let inColumns = whole.map { Self.unit($0, inRowsOf: name) }
    guard let count = table.fixedRowCount, count <= reader.rest, used.workbook == nil,
      differ(inColumns) || areAsked(inColumns, of: table.name, in: unit.isMain ? program : program + [unit])
    else { return .columns(inColumns) }
    var rows: [SheetUnit] = []
    for number in 1...count {
      let row = RowInstance(name, table, number: number, in: unit)
      if let first = reader.read(source, prefix: row.prefix, by: unit, row: row) { rows += reader.units(from: first) }
    }
    return .instances(whole, rows: rows)
  }

  /// The units that stand in the whole beside those of the program.
  var standing: [SheetUnit] {
    switch content {
    case .unread: []
    case .columns(let units): units.compactMap(\.shared)
    case .instances(_, let rows): rows
    }
  }

  func areOf(_ table: ProgramStatement) -> Bool {
    owner == ObjectIdentifier(table.unit) && statement == Int(table.index)
  }

  /// A sheet as it is in each row, beside what all rows have in common.
  private static func unit(_ whole: SheetUnit, inRowsOf table: String) -> SheetUnit {
    guard whole.workbook == nil, whole.document.statements.contains(where: isShared) else { return whole }
    let own = whole.document.keeping { !isShared($0) && !isGridLine($0) }
    let shared = SheetUnit(
      whole.document.keeping { isShared($0) || isGridLine($0) }, prefix: table + "." + whole.prefix,
      useSpan: whole.useSpan, folder: whole.folder, files: whole.files,
      namesOfRows: UnitDeclarations(own, GridLines(own), isMain: false, hasPrefix: false).names)
    return SheetUnit(
      own, prefix: whole.prefix, useSpan: whole.useSpan, folder: whole.folder, files: whole.files, shared: shared)
  }

  private static func isShared(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .cell(let cell): cell.target.name == nil
    case .table(let table): table.instanceSource == nil && table.clauses.isEmpty
    default: false
    }
  }

  private static func isGridLine(_ statement: Statement) -> Bool {
    if case .grid = statement.kind { true } else { false }
  }

  /// Whether one row is asked for what all could share.
  private static func areAsked(_ units: [SheetUnit], of table: WrittenText, in program: [SheetUnit]) -> Bool {
    units.contains { $0.shared != nil } && RowReach(table, units).isAsked(in: program)
  }

  /// Whether rows have more than named cells of their own.
  private static func differ(_ units: [SheetUnit]) -> Bool {
    !RowColumns(units, []).findings.isEmpty
      || units.compactMap(\.shared).contains { shared in
        shared.document.statements.contains { $0.mentions(shared.namesOfRows) }
      }
  }
}

extension TableDefinition {
  /// How many rows its text says that it has, which nothing in the text changes; `nil` where it has none, or where events
  /// change them.
  fileprivate var fixedRowCount: Int? {
    guard clauses.isEmpty else { return nil }
    let count = rows.isEmpty ? rowCount?.constant?.number ?? 0 : Double(rows.count)
    return count >= 1 ? Int(min(count, Double(Self.mostSheets))) : nil
  }
}

extension Statement {
  /// Whether a formula of it says one of some names, of which the keys are given, and does not mean a column by it.
  fileprivate func mentions(_ names: Set<String>) -> Bool {
    definition.formulas.contains { part in
      part.formula.tree.nodes.contains { node in
        let name: String? =
          switch node {
          case .name(let name, sheet: nil): name
          case .call(let name, _): name
          default: nil
          }
        guard let key = name?.lowercased() else { return false }
        return names.contains(key) && !part.hidden.contains(key)
      }
    }
  }
}
