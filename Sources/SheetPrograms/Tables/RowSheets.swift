import Diagnostics
import SheetText

/// The sheet in the rows of a table, and those that it uses.
///
/// What has a name is in each row for itself. Tables and the cells of grids are the same in all rows and stand once, in
/// units whose names begin with that of the table: `people.rates`, `people.A1`.
struct RowSheets {
  /// The `table … of` statement: its unit and its place there.
  private let owner: ObjectIdentifier
  private let statement: Int
  /// The sheets without what the rows share; `nil` where the sheet could not be read.
  let units: [SheetUnit]?
  let findings: [Diagnostic]

  /// Those of all tables of sheets of a program.
  static func all(in program: [SheetUnit], _ reader: inout UnitReader) -> [RowSheets] {
    var all: [RowSheets] = []
    var names: Set<String> = []
    for unit in program {
      for index in unit.document.statements.indices {
        guard case .table(let table) = unit.document.statements[index].kind, let source = table.instanceSource,
          names.insert(unit.fullName(table.name.key)).inserted
        else { continue }
        all.append(RowSheets(table, source, at: index, in: unit, &reader))
      }
    }
    return all
  }

  private init(
    _ table: TableDefinition, _ source: WrittenText, at statement: Int, in unit: SheetUnit, _ reader: inout UnitReader
  ) {
    (owner, self.statement) = (ObjectIdentifier(unit), statement)
    let name = unit.fullName(table.name.text)
    if let used = reader.read(source, prefix: "", by: unit, path: []) {
      units = reader.units(from: used.unit, path: [used.file]).map { Self.unit($0, inRowsOf: name) }
    } else {
      reader.noteUnread(name)
      units = nil
    }
    findings = reader.takeFindings()
  }

  /// What the rows share.
  var shared: [SheetUnit] { units?.compactMap(\.shared) ?? [] }

  func areOf(_ table: ProgramStatement) -> Bool {
    owner == ObjectIdentifier(table.unit) && statement == Int(table.index)
  }

  /// A sheet as it is in each row, beside what all rows have in common.
  private static func unit(_ whole: SheetUnit, inRowsOf table: String) -> SheetUnit {
    guard whole.workbook == nil, whole.document.statements.contains(where: isShared) else { return whole }
    let own = whole.document.keeping { !isShared($0) && !isGridLine($0) }
    let shared = SheetUnit(
      whole.document.keeping { isShared($0) || isGridLine($0) }, prefix: table + "." + whole.prefix,
      useSpan: whole.useSpan, folder: whole.folder,
      namesOfRows: UnitDeclarations(own, GridLines(own), isMain: false, hasPrefix: false).names)
    return SheetUnit(
      own, prefix: whole.prefix, useSpan: whole.useSpan, folder: whole.folder, shared: shared)
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
}
