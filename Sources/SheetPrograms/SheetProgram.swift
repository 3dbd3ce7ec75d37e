import Diagnostics
import Functions
import SheetText

/// What a text means before it runs: its units, its names, its definitions and tables, and what is wrong with them.
///
/// Making a program reads the files that the text names and evaluates nothing. A *unit* is the sheet itself or a sheet
/// that it uses, as often as it is used. Each definition that no other has displaced stands in ``statements``, with the
/// unit it stands in and the row of the named cell it makes; those rows are given in the order of the statements, so that
/// definitions may name each other in any order.
package struct SheetProgram {
  package let document: SheetDocument
  /// The sheet itself, then the sheets that it uses, each before those that it uses in turn, and then what rows of sheets
  /// have in common, or the sheet of each row.
  package let units: [SheetUnit]
  /// The definitions, unit by unit, in the order of the text.
  package let statements: [ProgramStatement]
  /// Which statement defines a cell of a grid, and by their rows which define named cells alone; -1 for those of others.
  package let cellClaims: CellClaims
  package let namedCells: [Int32]
  /// The services of sheets in the rows of tables, which are services of the whole program.
  package private(set) var rowServices: [ProgramStatement] = []
  /// What the first statement that declares a service says, by the key of its name.
  private var services: [String: ServiceDefinition] = [:]
  package private(set) var tables: [ProgramTable] = []
  /// The keys of tables whose rows have names of their own; see ``RowInstance``.
  package private(set) var tablesOfInstances: Set<String> = []
  package let grids: ProgramGrids
  /// What actions tell of themselves that a formula of the program reads as a value.
  package let moments: [ActionMoment]
  /// The names of what is no cell, by key, with the word of its kind: actions, services, used sheets.
  package let otherNames: [String: String]
  /// The keys of used sheets and of tables of sheets that could not be read.
  package let unreadUses: Set<String>
  /// What is wrong with the names and the tables, in the order in which it was found.
  package let findings: [Diagnostic]

  /// - Parameters:
  ///   - readFile: Reads a file named in the text, relative to the sheet's folder.
  ///   - workbooks: What reads used workbooks and tables.
  package init(
    _ document: SheetDocument, readFile: @escaping (String) throws -> [UInt8],
    workbooks: WorkbookCache = WorkbookCache()
  ) {
    self.document = document
    let name = Self.baseName(document.source.name)
    var reader = UnitReader(main: name + ".sheet", readFile: readFile, workbooks)
    let used = reader.units(from: SheetUnit(document))
    var findings = reader.takeFindings()
    let rows = RowSheets.all(in: used, &reader)
    units = used + rows.flatMap(\.standing)
    grids = ProgramGrids(units, mainName: name)
    moments = ActionMoment.read(in: units)
    var claims = ClaimPass(units, grids, moments).claims
    statements = claims.statements
    cellClaims = claims.cells
    namedCells = claims.named.statements
    findings += claims.findings
    for placed in statements where !placed.isGridCell {
      guard case .table(let table) = placed.statement.kind else { continue }
      guard table.instanceSource != nil else {
        tables.append(ProgramTable(table, placed, readFile: readFile, workbooks, &findings))
        continue
      }
      guard let sheets = rows.first(where: { $0.areOf(placed) }) else { continue }
      findings += sheets.findings
      guard let made = ProgramTable(rowsOf: table, placed, sheets.content, in: units) else { continue }
      findings += made.findings
      rowServices += made.services.filter { placed in
        guard let name = placed.statement.definedName else { return false }
        return claims.claimService(name, word: placed.statement.meaning.word ?? "")
      }
      if case .instances = made.content { tablesOfInstances.insert(made.name.lowercased()) }
      tables.append(made)
    }
    otherNames = claims.otherNames
    unreadUses = reader.unread
    self.findings = findings
    for placed in statements where !placed.isGridCell { note(placed.kind) }
    for placed in rowServices { note(placed.kind) }
  }

  /// Notes what a statement says of a service, if it is the first that declares it.
  private mutating func note(_ kind: Statement.Kind) {
    guard case .service(let service) = kind, services[service.name.key] == nil else { return }
    services[service.name.key] = service
  }

  /// The program of a text that has other cells and checks than another one in a part, and is the same in the rest.
  ///
  /// Both are a single file without tables, in which nothing happens in time, nothing is wrong with names, and every
  /// statement counts; each name and each cell of the part is defined nowhere else.
  ///
  /// - Parameters:
  ///   - gone: The places of the statements of the former text that are not there any more.
  ///   - new: The places of those that are there instead.
  ///   - rows: The rows of the named cells that these make; -1 where one makes none.
  package init(
    _ document: SheetDocument, changing former: SheetProgram, without gone: Range<Int>, with new: Range<Int>,
    rows: [Int32]
  ) {
    self.document = document
    let unit = SheetUnit(document)
    units = [unit]
    grids = former.grids
    moments = former.moments
    otherNames = former.otherNames
    unreadUses = former.unreadUses
    services = former.services
    findings = []
    var statements: [ProgramStatement] = []
    statements.reserveCapacity(document.statements.count)
    for index in 0..<new.lowerBound {
      statements.append(ProgramStatement(former.statements[index], movedTo: index, of: unit))
    }
    for (place, index) in new.enumerated() { statements.append(ProgramStatement(unit, index, row: rows[place])) }
    for index in new.upperBound..<document.statements.count {
      let other = former.statements[index - new.upperBound + gone.upperBound]
      statements.append(ProgramStatement(other, movedTo: index, of: unit))
    }
    self.statements = statements
    var cells = CellClaims(former.cellClaims, without: gone, of: new.count)
    for index in new {
      guard case .cell(let cell) = document.statements[index].kind, case .address(let row, let column, _) = cell.target
      else { continue }
      let grid = grids.number(of: document.statements[index], in: unit) ?? -1
      _ = cells.claim(grid: grid, row: row, column: column, for: index)
    }
    cellClaims = cells
    var named = [Int32](repeating: -1, count: Int((statements.lazy.map(\.row).max() ?? -1) + 1))
    for index in statements.indices where statements[index].row >= 0 {
      if case .cell = document.statements[index].kind { named[Int(statements[index].row)] = Int32(index) }
    }
    namedCells = named
  }

  /// Lets the rows of the tables go when they have become cells.
  package mutating func forgetRows() { for index in tables.indices { tables[index].forgetRows() } }

  /// A file's name without its folder and ending.
  static func baseName(_ path: String) -> String {
    var name = path[...]
    if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
    if name.hasSuffix(".sheet") { name = name.dropLast(6) }
    return name.isEmpty ? "Sheet1" : String(name)
  }

  /// How circular formulas settle of the first text that says so: the program's own, that of a used sheet, or that of a
  /// sheet in the rows of a table. Each says it for its own cells.
  package var iteration: OptionDefinition? {
    let inRows = tables.lazy.flatMap { table -> [SheetUnit] in
      if case .sheets(let units) = table.content { units } else { [] }
    }
    return units.lazy.compactMap(\.declared.iteration).first ?? inRows.compactMap(\.declared.iteration).first
  }

  /// The names of the events from outside and of the actions, as the text declares them.
  package var triggers: [String] {
    named { $0.isTrigger }
  }

  /// The service that a name means; its parameters are those of the first statement that declares it.
  package func service(named name: String) -> ServiceDefinition? { services[name.lowercased()] }

  /// The names that the text gives to LAMBDAs, known before anything is evaluated.
  package func lambdas(in catalog: FunctionCatalog) -> [String] {
    units.flatMap(\.document.statements).compactMap { statement in
      guard case .cell(let cell) = statement.kind, cell.isCallable(in: catalog) else { return nil }
      return cell.target.name?.text
    }
  }

  /// The names of the cells that the definitions make, in their order.
  package var cellNames: [String] {
    statements.flatMap { placed -> [String] in
      guard let name = placed.definedName else { return [] }
      if case .cell = placed.statement.kind { return [name.text] }
      let meaning = placed.statement.meaning
      return (meaning.unreadName != nil ? [name.text] : []) + meaning.cells(moments).map { $0.name(of: name.text) }
    }
  }

  private func named(_ isWanted: (any StatementMeaning) -> Bool) -> [String] {
    units.flatMap { unit in
      unit.document.statements.compactMap { statement -> String? in
        if case .cell = statement.kind { return nil }
        let meaning = statement.meaning
        guard isWanted(meaning), let name = meaning.definedName else { return nil }
        return unit.fullName(name.text)
      }
    }
  }
}
