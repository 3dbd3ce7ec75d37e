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
  /// The sheet itself and then the sheets that it uses, each before those that it uses in turn.
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
  package let grids: ProgramGrids
  /// What actions tell of themselves that a formula of the program reads as a value.
  package let moments: [ActionMoment]
  /// The names of what is no cell, by key, with the word of its kind: actions, services, used sheets.
  package let otherNames: [String: String]
  /// The keys under which sheets are used that could not be read.
  package let unreadUses: Set<String>
  /// What is wrong with the names and the tables, in the order in which it was found.
  package let findings: [Diagnostic]

  /// - Parameter readFile: Reads a file named in the text, relative to the sheet's folder.
  package init(_ document: SheetDocument, readFile: @escaping (String) throws -> [UInt8]) {
    self.document = document
    let name = Self.baseName(document.source.name)
    var reader = UnitReader(main: name + ".sheet", readFile: readFile)
    units = reader.units(from: SheetUnit(document), path: [])
    grids = ProgramGrids(units, mainName: name)
    moments = ActionMoment.read(in: units)
    var claims = NameClaims(units, grids, moments)
    statements = claims.statements
    cellClaims = claims.cells
    namedCells = claims.namedCells
    var findings = reader.takeFindings() + claims.findings
    for placed in statements {
      guard case .table(let table) = placed.statement.kind else { continue }
      guard table.instanceSource != nil else {
        tables.append(ProgramTable(table, placed, readFile: readFile, &findings))
        continue
      }
      let made = ProgramTable(rowsOf: table, placed, moments, &reader)
      findings += reader.takeFindings()
      guard let made else { continue }
      findings += made.findings
      rowServices += made.services.filter { placed in
        guard let name = placed.statement.definedName else { return false }
        return claims.claimService(name, word: placed.statement.meaning.word ?? "")
      }
      tables.append(made)
    }
    otherNames = claims.otherNames
    unreadUses = reader.unread
    self.findings = findings
    for case .service(let service) in (statements + rowServices).lazy.map(\.statement.kind)
    where services[service.name.key] == nil { services[service.name.key] = service }
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

  /// How circular formulas settle, where the text or that of a used sheet says so.
  package var iteration: OptionDefinition? {
    units.lazy.flatMap(\.document.statements).compactMap { statement in
      if case .option(let option) = statement.kind { option } else { nil }
    }.first
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
