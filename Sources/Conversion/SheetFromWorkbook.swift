import CellModel
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// The text of a sheet that says what a workbook says.
///
/// Each sheet is a section and cells keep their addresses. A cell with a name is defined by that name, and shows it; a table is
/// a table, and the cells that it fills show it; what one formula fills is one statement.
struct SheetFromWorkbook {
  /// What of a workbook is carried over as something else than cells.
  struct Scope {
    /// Whether formulas keep the names that they use.
    var keepsNames = true
    var hasLabels = true
    /// Tables, by their names in lower case, that stay cells.
    var cellTables: Set<String> = []
    /// Whether circles settle that the workbook has not, but a sheet, which finds them by what formulas name.
    var settlesOpenCircles = false

    /// Whether formulas name each other in circles, none of which is one by what they read.
    static func hasOpenCircles(_ workbook: LiveWorkbook) -> Bool {
      let cycles = workbook.engine.cycles
      return workbook.contents.calculation.iteration == nil && !cycles.all().isEmpty && cycles.unsettled().isEmpty
    }
  }

  /// Of a circle that is none by what is read, every cell has its value after so many rounds as there are steps back to a cell
  /// that comes earlier, and then nothing changes: any tolerance ends them, and a small one none too early.
  private static let openCircles = CalculationSettings.Iteration(rounds: 1000, tolerance: 1e-12)

  private(set) var text = ""
  /// What is left out or written out, in words, with how often.
  private(set) var omissions: [String: Int] = [:]
  /// The tables that are tables in the sheet.
  private(set) var tables: [CarriedTable] = []
  /// Whether labels have become names.
  private(set) var hasLabels = false

  /// Whether names stand for formulas, which are cells in the sheet.
  var definesNamesByFormulas: Bool { !names.formulas.definitions.isEmpty }

  private let workbook: LiveWorkbook
  private let scope: Scope
  private let names: SheetNames
  private let spelling: SheetSpelling
  private let runs: [FormulaRuns]
  /// The rules for typing, by their cells.
  private var rules: [CellAddress: CellValidation] = [:]

  init(_ workbook: LiveWorkbook, catalog: FunctionCatalog, _ scope: Scope) {
    self.workbook = workbook
    self.scope = scope
    var names = SheetNames(workbook, keepsNames: scope.keepsNames)
    let tables = SheetTables(workbook, &names, excluding: scope.cellTables)
    self.tables = tables.carried
    runs = workbook.contents.sheets.indices.map { position in
      let own = tables.carried.filter { $0.sheet == position }.map(\.filled)
      return FormulaRuns(workbook, sheet: position) { row, column in
        own.contains { $0.contains(row: row, column: column) }
      }
    }
    if scope.keepsNames {
      names.addFormulas(of: workbook, usedBy: Self.writtenCells(of: workbook, runs, self.tables))
    }
    if scope.hasLabels {
      let before = names.cells.count
      let wanted = Self.ruledCells(of: workbook, &rules, &omissions)
      CellLabels.nameFormulas(by: &names, workbook, runs.map(\.runs))
      CellLabels.add(to: &names, workbook, runs.map(\.runs), wanted: wanted)
      hasLabels = names.cells.count > before
    }
    self.names = names
    spelling = SheetSpelling(workbook, catalog: catalog, names, tables.carried)
    omissions.merge(names.omissions.merging(tables.omissions, uniquingKeysWith: +), uniquingKeysWith: +)
    write()
  }

  /// The cells whose formulas are written.
  private static func writtenCells(
    of workbook: LiveWorkbook, _ runs: [FormulaRuns], _ tables: [CarriedTable]
  ) -> [CellAddress] {
    var cells: [CellAddress] = []
    for (grid, runs) in zip(workbook.grids, runs) {
      cells += runs.runs.map { CellAddress(grid: grid, row: $0.block.top, column: $0.block.left) }
    }
    for table in tables {
      cells += table.formulas.keys.map { column in
        CellAddress(grid: workbook.grids[table.sheet], row: table.firstRow, column: table.table.block.left + column)
      }
    }
    return cells
  }

  private mutating func note(_ what: String, _ count: Int = 1) {
    if count > 0 { omissions[what, default: 0] += count }
  }

  /// The constants that a rule for typing is for, with names to fall back on.
  private static func ruledCells(
    of workbook: LiveWorkbook, _ rules: inout [CellAddress: CellValidation], _ omissions: inout [String: Int]
  ) -> [(cell: CellAddress, name: String)] {
    var cells: [(cell: CellAddress, name: String)] = []
    for (position, sheet) in workbook.contents.sheets.enumerated() {
      for rule in sheet.annotations.validations {
        // A rule for many cells is one of a form, or of rows, whose cells no name would suit.
        guard rule.blocks.count == 1, let block = rule.blocks.first, block.count <= 4 else {
          omissions["rule for what may be typed into many cells", default: 0] += 1
          continue
        }
        for row in block.top...block.bottom {
          for column in block.left...block.right {
            let cell = CellAddress(grid: workbook.grids[position], row: row, column: column)
            let value = workbook.constant(at: cell)
            guard workbook.isConstant(at: cell),
              InputDomain(rule, "x", holding: value, at: cell, in: workbook, spell: { $0.text() }) != nil
            else {
              if !value.isBlank || block.count == 1 {
                omissions[SheetCells.lostRule, default: 0] += 1
              }
              continue
            }
            rules[cell] = rule
            cells.append((cell, "\(sheet.name)_\(A1Notation.text(row: row, column: column))"))
          }
        }
      }
    }
    return cells
  }

  // MARK: Writing

  private mutating func write() {
    let contents = workbook.contents
    if scope.settlesOpenCircles {
      note("circle of cells that name, but do not read each other, which settles in rounds")
    }
    if let iteration = scope.settlesOpenCircles ? Self.openCircles : contents.calculation.iteration {
      text += "option iterate = \(iteration.rounds), \(NumberText.roundTrip(iteration.tolerance))\n"
    }
    for (what, count) in contents.leftOut.omissions { note(what, count) }
    if contents.sheets.contains(where: \.annotations.hasChosenWidths) { note("widths of columns") }
    if contents.calculation.hasPrecisionAsDisplayed {
      note("precision as displayed, which formulas have as ROUND; what is typed is not rounded")
    }
    for (position, sheet) in contents.sheets.enumerated() {
      guard sheet.kind == .cells else {
        note("sheet without cells (\(sheet.name))")
        continue
      }
      if !text.isEmpty { text += "\n" }
      text += "sheet \(SheetPrefix(sheet.name).text)\n"
      for definition in names.definitions[position] ?? [] { write(definition, onSheet: position) }
      text += lines(ofSheet: position)
      note("hidden row", sheet.rows.hidden.count)
      note("hidden column", sheet.annotations.hiddenColumns.count)
      note("hidden sheet", sheet.isHidden ? 1 : 0)
      note("block of merged cells", sheet.annotations.mergedCells.count)
      note(WorkbookSheet.keptWhatIfCell, sheet.whatIfTables.reduce(0) { $0 + sheet.valueCount(in: $1.block) })
    }
  }

  private mutating func noteUndefinedNames(of tree: FormulaTree, onSheet position: Int, _ count: Int = 1) {
    for name in spelling.undefinedNames(in: tree, onSheet: workbook.contents.sheets[position].name) {
      note("name that stands for nothing, which is #NAME? in formulas (\(name))", count)
    }
  }

  /// Notes what of a formula a sheet says otherwise, or not at all.
  private mutating func noteLosses(of run: FormulaRun) {
    if workbook.contents.calculation.hasPrecisionAsDisplayed, ShownPlaces.areOther(in: run.format) {
      note("precision as displayed in a format that does not show decimal places (\(run.format))", run.block.count)
    }
    if asksLayout(run.tree) { note("column width or format for which CELL asks", run.block.count) }
  }

  /// Whether a formula asks for what only the layout of a workbook tells.
  private func asksLayout(_ tree: FormulaTree) -> Bool {
    tree.calls.contains { call in
      guard workbook.engine.catalog.function(named: call.value)?.traits.contains(.tellsFactsOfCells) == true,
        case .call(_, let arguments) = tree[call.index], let fact = arguments.first, case .text(let text) = tree[fact]
      else { return false }
      return ["width", "format", "color", "parentheses", "prefix", "protect"].contains(text.lowercased())
    }
  }

  private mutating func write(_ definition: SheetNames.Definition, onSheet position: Int) {
    var tree = definition.tree
    if definition.isFormula {
      let place = SheetSpelling.Place(
        sheet: workbook.contents.sheets[position].name, row: 0, column: 0, isDefinition: true)
      guard let written = spelling.formula(tree, at: place) else { return note("name that cannot be read") }
      noteUndefinedNames(of: tree, onSheet: position)
      tree = written
    }
    text += "\(definition.name) = \(tree.text())\n"
  }

  private mutating func lines(ofSheet position: Int) -> String {
    let sheet = workbook.contents.sheets[position]
    var cells = SheetCells(workbook, spelling, rules, sheet: position)
    let own = tables.filter { $0.sheet == position }
    for (column, constants) in sheet.columns {
      for row in constants.rows where !own.contains(where: { $0.filled.contains(row: Int(row), column: column) }) {
        cells.addConstant(row: Int(row), column: column)
      }
    }
    for table in own { add(table, to: &cells) }
    for formula in runs[position].kept {
      let address = CellAddress(grid: workbook.grids[position], row: Int(formula.row), column: Int(formula.column))
      note(
        workbook.whatIfTables.hasCell(at: address)
          ? WorkbookSheet.keptWhatIfCell
          : "formula that keeps its value: \(workbook.kept[address]?.words ?? "not there")")
      cells.keep(formula)
    }
    for run in runs[position].runs {
      let place = SheetSpelling.Place(
        sheet: sheet.name, row: run.block.top, column: run.block.left, rows: run.block.rows, columns: run.block.columns)
      if workbook.asksBesideCells(run.tree) {
        note("formula that keeps its value: it reads a pivot table or a pronunciation", run.block.count)
        cells.keep(run.block)
      } else if let formula = spelling.formula(run.tree, at: place) {
        cells.add(formula, run)
        noteLosses(of: run)
        noteUndefinedNames(of: run.tree, onSheet: position, run.block.count)
      } else {
        note("formula that keeps its value: it refers to another workbook, or to nothing", run.block.count)
        cells.keep(run.block)
      }
    }
    cells.addComments()
    omissions.merge(cells.omissions, uniquingKeysWith: +)
    return cells.lines.text
  }

  /// Whether a column of constants shows numbers otherwise than rows of a sheet do.
  private func hasOwnFormat(_ column: Int, of table: CarriedTable) -> Bool {
    var formats = SheetFormats()
    return table.rows.indices.contains { row in
      let cell = CellAddress(
        grid: workbook.grids[table.sheet], row: table.firstRow + row, column: table.table.block.left + column)
      let value = workbook.engine.value(at: cell)
      let format = formats.format(workbook.numberFormat(at: cell))
      guard case .number = value else { return false }
      return format.loss != nil || SheetLiteral(value, format, workbook.contents.dateSystem).hasFormat
    }
  }

  private mutating func add(_ table: CarriedTable, to cells: inout SheetCells) {
    let formulas = formulaLines(of: table, &cells)
    var text = "table \(table.name) {\n"
    let constants = table.order.filter { table.formulas[$0] == nil }
    for words in cells.takeComments(row: table.showsHeaders ? table.table.block.top : -1, in: table.filled) {
      text += "  // \(words)\n"
    }
    text += TableText.line(constants.map { TableText.header(table.columnNames[$0]) })
    for (row, values) in table.rows.enumerated() {
      for words in cells.takeComments(row: table.firstRow + row, in: table.filled) { text += "  // \(words)\n" }
      text += TableText.line(values)
    }
    note("number format of a column of a table", constants.count { hasOwnFormat($0, of: table) })
    text += formulas + "}\n" + table.places.joined(separator: "; ")
    note(
      "blank cell of a table, which shows as 0 where the table stands among cells",
      table.rows.reduce(0) { $0 + $1.count(where: \.isEmpty) })
    cells.lines.add(text, row: table.table.block.top, column: table.table.block.left, isConstant: false)
  }

  /// The formulas of the columns of a table, each below what is said of its column.
  private mutating func formulaLines(of table: CarriedTable, _ cells: inout SheetCells) -> String {
    var text = ""
    for column in table.order {
      guard let tree = table.formulas[column] else { continue }
      let place = SheetSpelling.Place(
        sheet: workbook.contents.sheets[table.sheet].name, row: table.firstRow,
        column: table.table.block.left + column, table: table)
      // What cannot be said makes the table differ, and it is left to be cells.
      let formula = spelling.formula(tree, at: place) ?? .literal(.error(.name))
      noteUndefinedNames(of: tree, onSheet: table.sheet, table.rows.count)
      if table.showsHeaders {
        for words in cells.takeComment(row: table.table.block.top, column: table.table.block.left + column) {
          text += "  /// \(words)\n"
        }
      }
      let format = SheetFormat(table.formats[column] ?? "General")
      if let loss = format.loss { note(loss, table.rows.count) }
      text += "  \(TableText.definition(table.columnNames[column])) = \(formula.text())\(format.clause)\n"
    }
    return text
  }
}
