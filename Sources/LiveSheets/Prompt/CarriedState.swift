import CellModel
import Engine
import SheetPrograms
import SheetText

/// What has happened in a sheet, kept while its text is loaded anew.
///
/// States, answers and rows follow from no text. What a statement has made stays as long as the statement is the same,
/// and so does what is under way for it: see ``CarriedWork``.
struct CarriedState {
  private struct Cell {
    var name: String
    var statement: String
    var value: CellValue
    /// What it has read, if it is a fetch.
    var fetched: [CellValue]?
    /// Whether it is a fetch that waits for its answer.
    var isWaiting = false

    func isSameStatement(as other: Cell) -> Bool { name == other.name && statement == other.statement }
  }

  private struct Table {
    var name: String
    var statement: String
    var contents: TableContents
    var identities: RowIdentities?
    /// Its number and the texts of the sheets in its rows, where these may have something under way.
    var sheets: (number: Int, texts: [String])?

    func isSameStatement(as other: Table) -> Bool {
      name.lowercased() == other.name.lowercased() && statement == other.statement
    }
  }

  private var cells: [Cell] = []
  private var tables: [Table] = []
  private(set) var identities: [String: RowIdentities] = [:]
  private var replacement: TextReplacement
  /// Whether the statements of the text are the same though they read otherwise.
  private var isRewriting: Bool { replacement.rewriting != nil }
  private let bindings: CarriedBindings
  private let work: CarriedWork

  /// - Parameters:
  ///   - document: The text that the sheet is now, which may have other rows than the one that was loaded.
  ///   - replacement: Why another takes its place.
  init(_ sheet: LiveSheet, _ document: SheetDocument, _ replacement: TextReplacement) {
    self.replacement = replacement
    bindings = CarriedBindings(sheet, replacement)
    work = CarriedWork(sheet, replacement)
    for (number, table) in sheet.tableDefinitions.enumerated() {
      identities[replacement.later(table.name).lowercased()] = table.identities
      guard sheet.rows(ofTable: number).areChanged else { continue }
      tables.append(
        Table(
          name: replacement.later(table.name), statement: document.text(of: table) ?? sheet.program.text(of: table),
          contents: sheet.rows(ofTable: number).contents, identities: table.identities,
          sheets: table.form == nil ? nil : (number, sheet.program.sheetTexts(of: table))))
    }
    defer { if let lost = replacement.lost { add(lost) } }
    guard let main = sheet.timeline.instances.first else { return }
    for (name, placed) in sheet.program.timeCells {
      guard case .cell(let address)? = sheet.engine.names.binding(of: name, in: sheet.scope),
        !sheet.engine.formulas.hasFormula(at: address)
      else { continue }
      var cell = Cell(name: replacement.later(name), statement: placed.text, value: sheet.engine.value(at: address))
      if let fetch = main.form.fetches.firstIndex(where: { main.at($0.cell) == address }) {
        cell.fetched = fetch < main.seen.fetched.count ? main.seen.fetched[fetch] : []
        cell.isWaiting = main.fetchRuns[fetch] >= 0
      }
      cells.append(cell)
    }
  }

  /// What of it a sheet has no place for: the states and the rows of what its text does not define any more, or
  /// otherwise.
  func lost(in sheet: LiveSheet) -> LostState? {
    var lost = self
    lost.replacement.lost = nil
    let statements = sheet.program.statementsOfTimeCells
    // What waits for an answer does so no more.
    lost.cells = cells.filter { !$0.isWaiting && place(of: $0, in: sheet, statements) == nil }
    lost.tables = tables.filter { number(of: $0, in: sheet) == nil }
    for index in lost.tables.indices { lost.tables[index].sheets = nil }
    lost.identities = [:]
    return lost.cells.isEmpty && lost.tables.isEmpty ? nil : LostState(lost)
  }

  /// Where a sheet has what was carried of a cell; `nil` where no such statement makes it, or one that cannot be run.
  private func place(of carried: Cell, in sheet: LiveSheet, _ statements: [String: String]) -> CellAddress? {
    guard case .cell(let address)? = sheet.engine.names.binding(of: carried.name, in: sheet.scope),
      !sheet.engine.formulas.hasFormula(at: address), isRewriting || statements[carried.name] == carried.statement
    else { return nil }
    return address
  }

  /// The table of a sheet that has what was carried of one; `nil` where no such statement makes it.
  private func number(of carried: Table, in sheet: LiveSheet) -> Int? {
    guard let number = sheet.loaded.tables.number(named: carried.name),
      isRewriting || sheet.program.text(of: sheet.tableDefinitions[number]) == carried.statement
    else { return nil }
    return number
  }

  /// Takes what was lost before for what comes back with a text.
  private mutating func add(_ lost: LostState) {
    var lost = lost.state
    for index in lost.cells.indices { lost.cells[index].name = replacement.later(lost.cells[index].name) }
    for index in lost.tables.indices { lost.tables[index].name = replacement.later(lost.tables[index].name) }
    cells += lost.cells.filter { lost in !cells.contains { $0.isSameStatement(as: lost) } }
    tables += lost.tables.filter { lost in !tables.contains { $0.isSameStatement(as: lost) } }
  }

  /// Puts back what can be put back into the sheet after another text was loaded; bindings may have to follow it.
  func restore(to sheet: LiveSheet) {
    for number in sheet.tableDefinitions.indices {
      guard let former = identities[sheet.tableDefinitions[number].name.lowercased()] else { continue }
      sheet.tableDefinitions[number].identities = sheet.rows(ofTable: number).identities(after: former)
    }
    var bindings = bindings
    var contents = bindings.contents(for: sheet)
    var identified: [(table: Int, identities: RowIdentities)] = []
    var tablesOfSheets: [Int: Int] = [:]
    for carried in tables {
      guard let number = number(of: carried, in: sheet) else { continue }
      contents.append((.rows(table: number, from: 0), .rows(carried.contents)))
      if let identities = carried.identities { identified.append((number, identities)) }
      if let sheets = carried.sheets, sheets.texts == sheet.program.sheetTexts(of: sheet.tableDefinitions[number]) {
        tablesOfSheets[sheets.number] = number
      }
    }
    let places = work.places(in: sheet, tables: tablesOfSheets)
    var fetches = CarriedFetches(sheet)
    let statements = sheet.program.statementsOfTimeCells
    for carried in cells {
      guard let address = place(of: carried, in: sheet, statements) else { continue }
      // Whether an action runs follows from what is under way.
      if carried.name.hasSuffix(".isexecuting") { continue }
      if let reads = carried.fetched {
        guard let number = fetches.number(at: address), !carried.isWaiting || work.isWaiting(fetch: number, places)
        else { continue }
        fetches.keep(number, reading: reads)
      }
      contents.append((.cell(address), .value(carried.value)))
    }
    contents += work.contents(for: sheet, places)
    for (place, value) in replacement.handSet?.values ?? [:] {
      guard let address = sheet.cellPlaces.address(of: place), sheet.info(at: address).isSettable,
        !bindings.isNew(bindingOf: address, in: sheet)
      else { continue }
      contents.append((.cell(address), .value(value)))
    }
    guard !contents.isEmpty || !work.isEmpty else { return }
    sheet.restore(contents)
    fetches.settle()
    bindings.see(in: sheet)
    work.resume(in: sheet, places, keptFetches: fetches.kept) { cell in contents.contains { $0.place == .cell(cell) } }
    for (table, identities) in identified { sheet.tableDefinitions[table].identities = identities }
  }
}

/// What has happened to states and tables that a text does not define any more, or otherwise, until a text comes back
/// that does.
final class LostState {
  fileprivate let state: CarriedState

  fileprivate init(_ state: CarriedState) { self.state = state }
}

extension TableRows {
  /// Whether they are others than those of the text or the file.
  var areChanged: Bool {
    let table = table
    if table.form != nil { return true }
    return table.loadedRows.map { $0 != RowDigest(contents.rows.map(\.cells)) } ?? false
  }
}

extension SheetProgram {
  /// The texts of the sheets that stand in the rows of a table.
  fileprivate func sheetTexts(of table: LoadedTable) -> [String] {
    guard let content = tables.first(where: { $0.name == table.name })?.content, case .sheets(let units) = content
    else {
      return []
    }
    return units.map(\.document.text)
  }

  fileprivate func text(of table: LoadedTable) -> String {
    tables.first { $0.name == table.name }?.place.text ?? ""
  }

  /// The statement that has made each cell of one about time, by its name in lower case.
  var statementsOfTimeCells: [String: String] {
    Dictionary(timeCells.map { ($0.name, $0.placed.text) }) { first, _ in first }
  }

  /// The cells that statements about time make, by their names in lower case.
  fileprivate var timeCells: [(name: String, placed: ProgramStatement)] {
    (statements.filter(\.isAboutTime) + rowServices).flatMap { placed in
      guard let name = placed.definedName else { return [(name: String, placed: ProgramStatement)]() }
      return placed.statement.meaning.cells(moments).map { ($0.name(of: name.text).lowercased(), placed) }
    }
  }
}

extension SheetDocument {
  /// The statement of a table of the sheet itself; `nil` for one of a sheet that is used.
  fileprivate func text(of table: LoadedTable) -> String? {
    guard table.unit?.isMain != false else { return nil }
    return definition(of: table.name).map { source[statements[$0].span] }
  }
}

extension ProgramStatement {
  /// The statement as it is written.
  fileprivate var text: String { unit.document.source[statement.span] }
}
