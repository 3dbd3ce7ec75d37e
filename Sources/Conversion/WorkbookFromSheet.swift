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
/// one of Excel, on a sheet of its own. What a workbook cannot compute is there as its value.
package struct WorkbookFromSheet {
  package private(set) var workbook = Workbook()
  /// What is not carried over, in words, with how often.
  package private(set) var omissions: [String: Int] = [:]
  private let sheet: LiveSheet
  private var spelling: WorkbookSpelling
  private var styles = ["General": Int32(0)]
  /// The sheet of the workbook for each grid of the text.
  private var positions: [GridID: Int] = [:]
  private var placed: [Placed] = []
  /// The cells of grids that show a name and are its place, by the name in lower case.
  private var shownNames: [String: (position: Int, row: Int, column: Int)] = [:]

  /// A formula or a value that has a place, and is written when all have.
  private struct Placed {
    enum Content {
      case constant
      case formula(FormulaTree, column: WorkbookSpelling.Column?, home: String?)
    }
    var position: Int
    var row: Int
    var column: Int
    /// How many rows and columns the same formula fills.
    var rows = 1
    var columns = 1
    var content: Content
    /// The cell of the sheet with the value.
    var address: CellAddress
  }

  package init(_ sheet: LiveSheet, name: String) {
    self.sheet = sheet
    spelling = WorkbookSpelling(catalog: sheet.environment.catalog)
    workbook.numberFormats = ["General"]
    addGrids()
    findShownNames()
    var names = NameColumn()
    for statement in sheet.document.statements { add(statement, &names) }
    if !names.rows.isEmpty { addNames(names, title: name) }
    if workbook.sheets.isEmpty {
      workbook.sheets.append(WorkbookSheet(name: WorkbookNames.sheetName(name, besides: [])))
    }
    write()
  }

  private mutating func note(_ what: String) { omissions[what, default: 0] += 1 }

  // MARK: Places

  private mutating func addSheet(_ name: String) -> Int {
    let plain = WorkbookNames.sheetName(name, besides: workbook.sheets.map(\.name))
    workbook.sheets.append(WorkbookSheet(name: plain))
    return workbook.sheets.count - 1
  }

  private mutating func addGrids() {
    let used = Set(
      sheet.document.statements.compactMap { statement -> GridID? in
        switch statement.kind {
        case .grid: sheet.grid(of: statement)
        case .cell(let cell) where cell.target.name == nil: sheet.grid(of: statement)
        default: nil
        }
      })
    let sections = Set(sheet.document.statements.compactMap { $0.grid?.lowercased() })
    for (name, grid) in sheet.grids where used.contains(grid) || sections.contains(name.lowercased()) {
      let position = addSheet(name)
      positions[grid] = position
      spelling.sheets[name.lowercased()] = workbook.sheets[position].name
    }
  }

  /// Finds the cells that do nothing but show a constant or an input by its name.
  private mutating func findShownNames() {
    var constants: Set<String> = []
    for statement in sheet.document.statements {
      switch statement.kind {
      case .cell(let cell) where cell.isConstant: if let name = cell.target.name { constants.insert(name.key) }
      case .input(let input): constants.insert(input.name.key)
      default: break
      }
    }
    for statement in sheet.document.statements {
      guard case .cell(let cell) = statement.kind, case .address(let row, let column, _) = cell.target,
        let name = cell.formula.tree.onlyName?.lowercased(), constants.contains(name), shownNames[name] == nil,
        let position = sheet.grid(of: statement).flatMap({ positions[$0] })
      else { continue }
      shownNames[name] = (position, row, column)
    }
  }

  // MARK: Statements

  private mutating func add(_ statement: Statement, _ names: inout NameColumn) {
    switch statement.kind {
    case .cell(let cell): add(cell, statement, &names)
    case .input(let input):
      place(input.name, statement, .constant, &names)
      if let validation = validation(input) { validations[input.name.key] = validation }
    case .table(let table): add(table, statement)
    case .grid, .test: break
    case .state(let state): addValue(state.name, statement, &names, "state, which keeps its value")
    case .fetch(let fetch): addValue(fetch.name, statement, &names, "fetch, which keeps its value")
    case .modes(let modes): addValue(modes.name, statement, &names, "modes, which keep their value")
    case .check: note("check")
    case .event: note("event")
    case .service: note("service")
    case .action: note("action")
    case .use: note("used sheet")
    case .binding: note("binding")
    case .invalid: note("statement that cannot be read")
    }
  }

  private mutating func addValue(
    _ name: WrittenText, _ statement: Statement, _ names: inout NameColumn, _ what: String
  ) {
    note(what)
    place(name, statement, .constant, &names)
  }

  private mutating func add(_ cell: CellDefinition, _ statement: Statement, _ names: inout NameColumn) {
    let tree = cell.formula.tree
    let content: Placed.Content =
      cell.isConstant && cell.formula.constant?.array == nil ? .constant : .formula(tree, column: nil, home: nil)
    guard let grid = sheet.grid(of: statement), let position = positions[grid] else {
      if let name = cell.target.name { place(name, statement, content, &names) }
      return
    }
    switch cell.target {
    case .name(let name):
      guard let reference = tree.onlyReference, reference.isWhollyAbsolute else {
        return place(name, statement, content, &names)
      }
      // A name for cells that are there already.
      var target = reference
      target.sheet = SheetPrefix(
        reference.sheet.map { spelling.sheets[$0.first.lowercased()] ?? $0.first } ?? workbook.sheets[position].name)
      workbook.names.append(
        DefinedName(
          name: WorkbookNames.name(name.text), formula: FormulaTree.literal(.reference(target)).text(.excelFile)))
    case .address(let row, let column, _):
      let isPlace = tree.onlyName.flatMap { shownNames[$0.lowercased()] }.map { $0 == (position, row, column) } ?? false
      placed.append(
        Placed(
          position: position, row: row, column: column, content: isPlace ? .constant : content,
          address: CellAddress(grid: grid, row: row, column: column)))
    case .area(let top, let left, let bottom, let right, _):
      placed.append(
        Placed(
          position: position, row: top, column: left, rows: bottom - top + 1, columns: right - left + 1,
          content: content,
          address: CellAddress(grid: grid, row: top, column: left)))
    }
  }

  // MARK: Names

  /// Names that stand below each other.
  private struct NameColumn {
    struct Row {
      var name: WrittenText
      var content: Placed.Content
      var address: CellAddress
      var documentation: String?
      /// How many cells its value takes.
      var size: (rows: Int, columns: Int)
    }
    var rows: [Row] = []
  }

  private var validations: [String: CellValidation] = [:]

  private mutating func place(
    _ name: WrittenText, _ statement: Statement, _ content: Placed.Content, _ names: inout NameColumn
  ) {
    guard case .success(let info) = sheet.cell(name.text) else { return }
    if let shown = shownNames[name.key] {
      define(name, shown)
      return
    }
    var content = content
    let home = sheet.grid(of: statement).flatMap { positions[$0] }.map { workbook.sheets[$0].name }
    if case .formula(let tree, _, _) = content { content = .formula(tree, column: nil, home: home) }
    let value = sheet.engine.value(at: info.address)
    if case .lambda = value, case .formula(let tree, _, _) = content {
      return lambdas.append((name.text, tree, home))
    }
    names.rows.append(
      NameColumn.Row(
        name: name, content: content, address: info.address, documentation: statement.documentation?.text,
        size: value.array.map { ($0.rows, $0.columns) } ?? (1, 1)))
  }

  private var lambdas: [(name: String, tree: FormulaTree, home: String?)] = []

  private mutating func define(
    _ name: WrittenText, _ place: (position: Int, row: Int, column: Int), isSpilled: Bool = false
  ) {
    let reference = GridReference(
      .cell(row: Coordinate(place.row, absolute: true), column: Coordinate(place.column, absolute: true)),
      sheet: SheetPrefix(workbook.sheets[place.position].name))
    let text = FormulaTree.literal(.reference(reference)).text(.excelFile)
    workbook.names.append(
      DefinedName(
        name: WorkbookNames.name(name.text), formula: isSpilled ? "_xlfn.ANCHORARRAY(\(text))" : text))
    spelling.references[name.key] = reference
    if var validation = validations[name.key] {
      validation.blocks = [CellBlock(top: place.row, left: place.column, bottom: place.row, right: place.column)]
      workbook.sheets[place.position].annotations.validations.append(validation)
    }
  }

  private mutating func addNames(_ names: NameColumn, title: String) {
    let position = addSheet(title)
    var widths = (8, 10)
    var row = 0
    // What takes more than a cell comes last, with room for it.
    let single = names.rows.filter { $0.size == (1, 1) }
    for entry in single + names.rows.filter({ $0.size != (1, 1) }) {
      let isSpilled = entry.size != (1, 1)
      constants.append((position, row, 0, .text(entry.name.text)))
      if let words = entry.documentation, !isSpilled { constants.append((position, row, 2, .text(words))) }
      placed.append(Placed(position: position, row: row, column: 1, content: entry.content, address: entry.address))
      define(entry.name, (position, row, 1), isSpilled: isSpilled)
      widths.0 = max(widths.0, entry.name.text.count + 2)
      row += isSpilled ? entry.size.rows + 1 : 1
    }
    workbook.sheets[position].annotations.columnWidths = [
      0: Double(min(widths.0, 40)), 1: Double(max(widths.1, 14)), 2: 40,
    ]
  }

  /// Texts and values that no cell of the sheet holds.
  private var constants: [(position: Int, row: Int, column: Int, value: CellValue)] = []

  private func validation(_ input: InputDefinition) -> CellValidation? {
    switch input.domain?.kind {
    case .choices(let choices):
      guard let array = choices.constant?.array else { return nil }
      let texts = array.elements.map { ValueText().written($0) }
      let list = texts.joined(separator: ",")
      guard !texts.contains(where: { $0.contains(",") }), list.utf8.count <= 255 else { return nil }
      return CellValidation(
        blocks: [], kind: "list",
        formula: "\"" + list.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"")
    case .range(let lower, let upper):
      guard let low = lower.constant?.number, let high = upper.constant?.number else { return nil }
      return CellValidation(
        blocks: [], kind: "decimal", formula: NumberText.roundTrip(low), second: NumberText.roundTrip(high))
    case nil: return nil
    }
  }

  // MARK: Tables

  private mutating func add(_ table: TableDefinition, _ statement: Statement) {
    guard table.instanceSource == nil, let info = sheet.tables.first(where: { $0.name.lowercased() == table.name.key }),
      !info.columns.isEmpty
    else { return note("table of sheets") }
    let position = addSheet(info.name)
    let name = WorkbookNames.name(info.name)
    let rows = max(info.rowCount, 1)
    var made = WorkbookTable(
      name: name, block: CellBlock(top: 0, left: 0, bottom: rows, right: info.columns.count - 1), hasHeaders: true,
      hasTotals: false, columns: info.columns)
    let spellings = Dictionary(info.columns.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let formulas = Dictionary(
      table.columns.map { ($0.name.key, $0.formula.tree) }, uniquingKeysWith: { first, _ in first })
    for (column, title) in info.columns.enumerated() {
      constants.append((position, 0, column, .text(title)))
      let own = WorkbookSpelling.Column(table: name, name: title, columns: spellings)
      guard info.rowCount > 0 else { continue }
      let first = CellAddress(grid: info.grid, row: 0, column: column)
      let home = sheet.grid(of: statement).flatMap { positions[$0] }.map { workbook.sheets[$0].name }
      var content = Placed.Content.constant
      if let tree = formulas[title.lowercased()] {
        content = .formula(tree, column: own, home: home)
        if let formula = spelling.formula(tree, home: home, column: own) {
          made.columnFormulas[column] =
            FormulaWriting(Workbook(), catalog: sheet.environment.catalog).text(
              formula, onSheet: 0
            ).text
        }
      }
      placed.append(
        Placed(position: position, row: 1, column: column, rows: info.rowCount, content: content, address: first))
    }
    workbook.sheets[position].tables.append(made)
  }

  // MARK: Writing

  private mutating func write() {
    for (name, tree, home) in lambdas {
      guard let formula = spelling.formula(tree, home: home) else {
        note("LAMBDA that a workbook cannot have")
        continue
      }
      let text = FormulaWriting(workbook, catalog: sheet.environment.catalog).text(ofName: formula)
      workbook.names.append(DefinedName(name: WorkbookNames.name(name), formula: text))
    }
    let writing = FormulaWriting(workbook, catalog: sheet.environment.catalog)
    var cells = WorkbookCells(count: workbook.sheets.count)
    for constant in constants {
      cells.add(constant.value, row: constant.row, column: constant.column, style: 0, to: constant.position)
    }
    for placed in placed { write(placed, writing, &cells) }
    cells.finish(&workbook)
  }

  private mutating func write(_ placed: Placed, _ writing: FormulaWriting, _ cells: inout WorkbookCells) {
    var formula: FormulaTree?
    if case .formula(let tree, let column, let home) = placed.content {
      formula = spelling.formula(tree, home: home, column: column)
      if formula == nil { note("formula that a workbook cannot have, which keeps its value") }
    }
    let written = formula.map { writing.text($0, onSheet: placed.position) }
    var shared: Int32?
    for column in 0..<placed.columns {
      for row in 0..<placed.rows {
        let address = CellAddress(
          grid: placed.address.grid, row: Int(placed.address.row) + row, column: Int(placed.address.column) + column)
        let (own, ownColumn) = (placed.row + row, placed.column + column)
        let value = sheet.engine.value(at: address)
        let style = style(at: address, value)
        guard let written, let formula else {
          cells.add(value, row: own, column: ownColumn, style: style, to: placed.position)
          continue
        }
        let text = {
          row == 0 && column == 0
            ? written.text : writing.text(formula.shifted(rows: row, columns: column), onSheet: placed.position).text
        }
        let kind: StoredFormula.Kind
        var stored = value
        let array = value.array ?? sheet.engine.spillArea(of: address).flatMap { sheet.engine.array(of: $0).array }
        // What fills cells is a dynamic array, whatever its text would be elsewhere.
        if written.isDynamic || (array?.count ?? 1) > 1 {
          kind = cells.addArray(array, text(), row: own, column: ownColumn, to: placed.position)
          if let array { stored = array.elements[0] }
        } else if placed.rows * placed.columns == 1 || isInTable(placed) {
          kind = .plain(text())
        } else {
          let number = shared ?? cells.addShared(written.text, row: own, column: ownColumn, to: placed.position)
          shared = number
          kind = .shared(number)
        }
        cells.add(
          StoredFormula(row: Int32(own), column: Int32(ownColumn), style: style, kind: kind, stored: stored),
          to: placed.position)
      }
    }
  }

  private func isInTable(_ placed: Placed) -> Bool {
    if case .formula(_, .some, _) = placed.content { true } else { false }
  }

  /// The style for the format of a cell, or for the kind of its number.
  private mutating func style(at address: CellAddress, _ value: CellValue) -> Int32 {
    var format = sheet.shownFormat(at: address) ?? "General"
    if format == "General", case .number(_, let kind) = value.array?.elements.first ?? value {
      format = kind.workbookFormat
    }
    if let known = styles[format] { return known }
    let style = Int32(workbook.numberFormats.count)
    workbook.numberFormats.append(format)
    styles[format] = style
    return style
  }
}
