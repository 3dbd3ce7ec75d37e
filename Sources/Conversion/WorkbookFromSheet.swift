import CellModel
import Engine
import Formulas
import Functions
import LiveSheets
import LiveWorkbooks
import SheetText
import Workbooks

/// A workbook that holds what a sheet computes, laid out as a person would.
///
/// The grids of the sheet are sheets, with every cell at its address. Names stand below each other on a sheet of their own,
/// each beside its value, and are names of the workbook; a name that a cell of a grid shows has its place there. A table is
/// one of Excel, where cells of a grid show it or on a sheet of its own. Documentation is a comment, the domain of an input a rule for
/// typing, a check a cell that is TRUE or not. What a workbook cannot compute is there as its value.
package struct WorkbookFromSheet {
  package private(set) var workbook = Workbook()
  /// What is not carried over, in words, with how often.
  package private(set) var omissions: [String: Int] = [:]
  private let sheet: LiveSheet
  private let takesValuesOnly: Bool
  private let places: SheetPlaces
  private var spelling: WorkbookSpelling
  private var placed: [PlacedFormula] = []
  private var names = NamesSheet()
  /// Texts that no cell of the sheet holds.
  private var labels: [(place: SheetPlaces.Cell, text: String)] = []
  /// The inputs, whose rules for typing may name what is defined after them, with the sheets that their addresses mean.
  private var inputs: [(input: InputDefinition, home: String?)] = []
  /// The cells of names, by these in lower case.
  private var namedCells: [String: SheetPlaces.Cell] = [:]
  private var late = LateFormulas()

  /// - Parameters:
  ///   - name: The name of the sheet of names, and of one that is empty.
  ///   - takesValuesOnly: Whether the cells hold what formulas give in place of them, as what is no workbook takes them.
  package init(_ sheet: LiveSheet, name: String, takesValuesOnly: Bool = false) {
    self.sheet = sheet
    self.takesValuesOnly = takesValuesOnly
    spelling = WorkbookSpelling(catalog: sheet.environment.catalog)
    spelling.tables = Set(sheet.tables.map { $0.name.lowercased() })
    var made = Workbook()
    made.numberFormats = ["General"]
    var sheets: [String: String] = [:]
    places = SheetPlaces(sheet) { name in
      let position = Self.addSheet(name, to: &made)
      sheets[name.lowercased()] = made.sheets[position].name
      return position
    }
    workbook = made
    spelling.sheets = sheets
    spelling.lost = Self.lostNames(of: sheet.document)
    for statement in sheet.document.statements { add(statement) }
    note("comment behind //", sheet.document.remarkCount)
    if !names.isEmpty { addNames(title: name) }
    if workbook.sheets.isEmpty {
      workbook.sheets.append(WorkbookSheet(name: WorkbookNames.sheetName(name, besides: [])))
    }
    write()
  }

  private static func lostNames(of document: SheetDocument) -> Set<String> {
    var names: Set<String> = []
    for statement in document.statements {
      switch statement.kind {
      case .event(let event): names.insert(event.name.key)
      case .table(let table) where table.instanceSource != nil: names.insert(table.name.key)
      default: continue
      }
    }
    return names
  }

  private mutating func note(_ what: String, _ count: Int = 1) {
    if count > 0 { omissions[what, default: 0] += count }
  }

  private static func addSheet(_ name: String, to workbook: inout Workbook) -> Int {
    let plain = WorkbookNames.sheetName(name, besides: workbook.sheets.map(\.name))
    workbook.sheets.append(WorkbookSheet(name: plain))
    return workbook.sheets.count - 1
  }

  // MARK: Statements

  private mutating func add(_ statement: Statement) {
    switch statement.kind {
    case .cell(let cell): add(cell, statement)
    case .input(let input):
      place(input.name, statement, .constant)
      inputs.append((input, home(of: statement)))
    case .table(let table): add(table, statement)
    case .check(let check): add(check, statement)
    case .grid: break
    case .test: note("test")
    case .state(let state): addValue(state.name, statement, "state, which keeps its value")
    case .fetch(let fetch): addValue(fetch.name, statement, "fetch, which keeps its value")
    case .modes(let modes): addValue(modes.name, statement, "modes, which keep their value")
    case .chart: note("chart")
    case .option(let option):
      workbook.calculation.iteration = CalculationSettings.Iteration(
        rounds: option.rounds, tolerance: option.tolerance)
    case .event: note("event")
    case .service: note("service")
    case .action: note("action")
    case .use: note("used sheet")
    case .binding: note("binding")
    case .invalid: note("statement that cannot be read")
    }
  }

  private mutating func addValue(_ name: WrittenText, _ statement: Statement, _ what: String) {
    note(what)
    place(name, statement, .constant)
  }

  /// The sheet to which the addresses of a statement belong.
  private func home(of statement: Statement) -> String? {
    sheet.grid(of: statement).flatMap { places.positions[$0] }.map { workbook.sheets[$0].name }
  }

  private mutating func comment(_ words: String?, at place: SheetPlaces.Cell) {
    guard let words, !words.isEmpty else { return }
    workbook.sheets[place.position].annotations.comments.append(
      CellComment(row: place.row, column: place.column, text: words))
  }

  private mutating func add(_ cell: CellDefinition, _ statement: Statement) {
    let tree = cell.formula.tree
    let content: PlacedFormula.Content =
      cell.isConstant && cell.formula.constant?.array == nil ? .constant : .formula(tree, column: nil, home: nil)
    guard let grid = sheet.grid(of: statement), let position = places.positions[grid] else {
      if let name = cell.target.name { place(name, statement, content) }
      return
    }
    switch cell.target {
    case .name(let name):
      guard let reference = tree.onlyReference, reference.isWhollyAbsolute else {
        return place(name, statement, content)
      }
      // A name for cells that are there already.
      var target = reference
      target.sheet = SheetPrefix(
        reference.sheet.map { spelling.sheets[$0.first.lowercased()] ?? $0.first } ?? workbook.sheets[position].name)
      workbook.names.append(
        DefinedName(
          name: WorkbookNames.name(name.text), formula: FormulaTree.literal(.reference(target)).text(.excelFile)))
    case .address(let row, let column, _):
      let place = SheetPlaces.Cell(position: position, row: row, column: column)
      comment(statement.documentation?.text, at: place)
      // What a name or a table has here is written where it is defined.
      if places.tableCells.contains(place) { return }
      if let name = tree.onlyName?.lowercased(), places.names[name]?.place == place { return }
      placed.append(
        PlacedFormula(place: place, content: content, address: CellAddress(grid: grid, row: row, column: column)))
    case .area(let top, let left, let bottom, let right, _):
      let place = SheetPlaces.Cell(position: position, row: top, column: left)
      comment(statement.documentation?.text, at: place)
      placed.append(
        PlacedFormula(
          place: place, rows: bottom - top + 1, columns: right - left + 1, content: content,
          address: CellAddress(grid: grid, row: top, column: left)))
    }
  }

  private mutating func add(_ check: CheckDefinition, _ statement: Statement) {
    let home = home(of: statement)
    let tree = check.condition.tree
    guard !tree.hasDots, spelling.formula(tree, home: home) != nil else { return note("check") }
    names.add(
      NamesSheet.Row(
        label: check.label.text,
        content: .formula(check.isAlways ? tree : .call("NOT", [tree]), column: nil, home: home),
        documentation: statement.documentation?.text))
  }

  // MARK: Names

  /// Gives a name its place: the cell of a grid that shows it, or a line on the sheet of names.
  private mutating func place(_ name: WrittenText, _ statement: Statement, _ content: PlacedFormula.Content) {
    guard case .success(let info) = sheet.cell(name.text) else { return }
    var content = content
    let home = home(of: statement)
    if case .formula(let tree, _, _) = content { content = .formula(tree, column: nil, home: home) }
    if let shown = places.names[name.key] {
      if case .formula(let tree, _, _) = content, home == workbook.sheets[shown.place.position].name {
        content = .formula(tree, column: nil, home: nil)
      }
      placed.append(
        PlacedFormula(place: shown.place, content: content, address: info.address, format: shown.format))
      comment(statement.documentation?.text, at: shown.place)
      return define(name.text, shown.place)
    }
    let value = sheet.engine.value(at: info.address)
    if case .lambda = value, case .formula(let tree, _, _) = content {
      return late.lambdas.append(LateFormulas.Lambda(name: name.text, tree: tree, home: home))
    }
    names.add(
      NamesSheet.Row(
        label: name.text, name: name.text, content: content, address: info.address,
        documentation: statement.documentation?.text, size: value.array.map { ($0.rows, $0.columns) } ?? (1, 1)))
  }

  /// Gives the cells of inputs rules for typing.
  private mutating func addRules() {
    let tables = TableSpelling(workbook, [])
    let writing = FormulaWriting(workbook, catalog: sheet.environment.catalog)
    for (input, home) in inputs {
      guard let place = namedCells[input.name.key] else { continue }
      let made = TypingRule(of: input, tables) {
        spelling.formula($0, home: home)
      } write: {
        writing.text($0, onSheet: place.position).text
      }
      if let omission = made.omission { note(omission) }
      guard var rule = made.rule else { continue }
      rule.blocks = [CellBlock(top: place.row, left: place.column, bottom: place.row, right: place.column)]
      workbook.sheets[place.position].annotations.validations.append(rule)
    }
  }

  private mutating func define(_ name: String, _ place: SheetPlaces.Cell, isSpilled: Bool = false) {
    let reference = GridReference(
      .cell(row: Coordinate(place.row, absolute: true), column: Coordinate(place.column, absolute: true)),
      sheet: SheetPrefix(workbook.sheets[place.position].name))
    let text = FormulaTree.literal(.reference(reference)).text(.excelFile)
    workbook.names.append(
      DefinedName(
        name: WorkbookNames.name(name), formula: isSpilled ? "_xlfn.ANCHORARRAY(\(text))" : text))
    spelling.references[name.lowercased()] = reference
    namedCells[name.lowercased()] = place
  }

  private mutating func addNames(title: String) {
    let position = Self.addSheet(title, to: &workbook)
    for (row, line) in names.placed {
      let place = SheetPlaces.Cell(position: position, row: line, column: 1)
      labels.append((SheetPlaces.Cell(position: position, row: line, column: 0), row.label))
      comment(row.documentation, at: place)
      placed.append(PlacedFormula(place: place, content: row.content, address: row.address))
      guard let name = row.name else { continue }
      define(name, place, isSpilled: row.isSpilled)
    }
    workbook.sheets[position].annotations.columnWidths = names.widths
    workbook.sheets[position].annotations.fittedColumns = Set(names.widths.keys)
  }

  // MARK: Tables

  private mutating func add(_ table: TableDefinition, _ statement: Statement) {
    guard table.instanceSource == nil, let info = sheet.tables.table(named: table.name.key),
      !info.columns.isEmpty
    else { return note("table of sheets") }
    let shown = places.tables[table.name.key]
    let place = shown?.place ?? SheetPlaces.Cell(position: Self.addSheet(info.name, to: &workbook), row: 0, column: 0)
    let spellings = Dictionary(info.columns.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let columns = shown?.columns.compactMap { spellings[$0] } ?? info.columns
    let name = WorkbookNames.name(info.name)
    let first = shown?.hasHeaders == false ? 0 : 1
    let made = WorkbookTable(
      name: name,
      block: CellBlock(
        top: place.row, left: place.column, bottom: place.row + first + max(info.rowCount, 1) - 1,
        right: place.column + columns.count - 1),
      hasHeaders: first > 0, hasTotals: false, columns: columns)
    comment(statement.documentation?.text, at: place)
    note("clause of a table, which changes its rows", table.clauses.count)
    note("file of which a table is made, whose rows are written", table.source == nil ? 0 : 1)
    let written = Dictionary(table.columns.map { ($0.name.key, $0) }, uniquingKeysWith: { first, _ in first })
    let home = home(of: statement)
    for (position, title) in columns.enumerated() {
      var top = SheetPlaces.Cell(position: place.position, row: place.row, column: place.column + position)
      let own = written[title.lowercased()]
      if first > 0 {
        labels.append((top, title))
        comment(own?.documentation?.text, at: top)
      }
      top.row += first
      guard info.rowCount > 0, let column = info.columns.firstIndex(of: title) else { continue }
      var content = PlacedFormula.Content.constant
      if let tree = own?.formula.tree {
        let spelled = WorkbookSpelling.Column(table: name, name: title, columns: spellings)
        let local = home == workbook.sheets[place.position].name ? nil : home
        content = .formula(tree, column: spelled, home: local)
        if let formula = spelling.formula(tree, home: local, column: spelled) {
          late.columns.append(
            LateFormulas.Column(
              sheet: place.position, table: workbook.sheets[place.position].tables.count, column: position,
              formula: formula))
        }
      }
      placed.append(
        PlacedFormula(
          place: top, rows: info.rowCount, content: content,
          address: CellAddress(grid: info.grid, row: 0, column: column)))
    }
    workbook.sheets[place.position].tables.append(made)
  }

  // MARK: Writing

  private mutating func write() {
    spelling.lambdas = late.lambdaNames
    let lost = late.write(to: &workbook, spelling, catalog: sheet.environment.catalog)
    note("LAMBDA that a workbook cannot have", lost)
    addRules()
    var cells = PlacedFormulas(sheet, spelling, workbook, takesValuesOnly: takesValuesOnly)
    for label in labels { cells.add(.text(label.text), at: label.place) }
    for placed in placed { cells.add(placed) }
    cells.finish(&workbook)
    // A table, its column and the cell that shows it may each say something of one cell.
    for position in workbook.sheets.indices { workbook.sheets[position].annotations.joinComments() }
    omissions.merge(cells.omissions, uniquingKeysWith: +)
  }
}
