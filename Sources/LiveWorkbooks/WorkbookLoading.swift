import CellModel
import Engine
import Formulas
import Functions
import Workbooks

/// Brings what a workbook holds into an engine: constants by column, formulas as fills, names and tables as references.
struct WorkbookLoading {
  let contents: Workbook
  let engine: Engine
  let scope: ScopeID
  private(set) var grids: [GridID] = []
  var kept: KeptCells
  /// The cells whose formulas are what-if tables of OpenFormula.
  private(set) var operations: [WhatIfCell] = []
  private let names: NameDirectory
  private let reading: FormulaReading
  private let audit: FormulaAudit
  /// How circles settle in the workbook.
  private let iteration: Iteration?
  /// The values of constants as others than the workbook itself see them; `nil` where they are as the file has them.
  private let shownConstants: SheetValues?

  /// - Parameters:
  ///   - prefix: What stands before the names of its cells, with its dot, where others use the engine, too.
  init(_ contents: Workbook, in engine: Engine, prefix: String?) {
    self.contents = contents
    self.engine = engine
    names = NameDirectory(contents, engine.catalog)
    reading = FormulaReading(
      catalog: engine.catalog, names: names, isOpenFormula: contents.calculation.followsOpenFormula,
      hasPointsBehindSheets: contents.calculation.hasPointsBehindSheets)
    audit = FormulaAudit(engine.catalog, contents, names)
    scope = engine.names.addScope(prefix: prefix ?? "")
    iteration = contents.calculation.iteration.map { Iteration(rounds: $0.rounds, tolerance: $0.tolerance) }
    shownConstants = prefix.map { _ in SheetValues(contents) }
    kept = KeptCells(engine, shownAs: shownConstants)
  }

  mutating func run() {
    let checksRules = engine.checksRules
    engine.checksRules = false
    defer { engine.checksRules = checksRules }
    engine.names.set(settings, of: scope)
    for sheet in contents.sheets {
      let grid = engine.names.addSheet(named: sheet.name, in: scope)
      grids.append(grid)
      engine.grids.hideRows(sheet.rows.hidden, in: grid)
      engine.grids.hideRows(sheet.rows.filtered, in: grid, byFilter: true)
    }
    addExternalBooks()
    addTables()
    NameLoading(contents, names, in: engine, scope: scope, grids: grids).run()
    for sheet in contents.sheets.indices {
      addConstants(of: sheet)
      addFormulas(of: sheet)
    }
  }

  private var settings: ScopeSettings {
    var settings = ScopeSettings()
    settings.narrowsIntersections = true
    settings.takesPointsBehindSheets = contents.calculation.hasPointsBehindSheets
    settings.textMatching = contents.calculation.textMatching
    settings.formulaStyle = .excel
    settings.iteration = iteration
    settings.judgesCirclesByReading = true
    return settings
  }

  // MARK: What formulas name

  private func addExternalBooks() {
    for (number, book) in contents.externalBooks.enumerated() {
      for sheet in book.sheets {
        let grid = engine.names.addSheet(named: "[\(number + 1)]\(sheet.name)", in: scope, isListed: false)
        for cell in sheet.cells {
          engine.setConstant(cell.value, at: CellAddress(grid: grid, row: cell.row, column: cell.column))
        }
      }
    }
  }

  private func addTables() {
    for (position, sheet) in contents.sheets.enumerated() {
      for table in sheet.tables {
        engine.names.addSheetTable(
          named: table.name,
          SheetTable(
            area: Area(table.block, in: grids[position]), hasHeaders: table.hasHeaders, hasTotals: table.hasTotals,
            columns: table.columns), in: scope)
      }
    }
  }

  // MARK: Constants

  private func addConstants(of sheet: Int) {
    for (column, constants) in contents.sheets[sheet].columns {
      var first = 0
      while first < constants.rows.count {
        // Some at a time, for each piece is copied.
        let limit = min(first + 4096, constants.rows.count)
        var end = first + 1
        while end < limit, constants.rows[end] == constants.rows[end - 1] + 1 { end += 1 }
        let values = Array(constants.values[first..<end])
        engine.setConstants(
          shownConstants?.values(values, styles: constants.styles[first..<end]) ?? values,
          from: CellAddress(grid: grids[sheet], row: Int(constants.rows[first]), column: column))
        first = end
      }
    }
  }

  // MARK: Formulas

  private mutating func addFormulas(of sheet: Int) {
    let contents = contents.sheets[sheet]
    let reading = reading
    var masters = SharedMasters(contents.sharedFormulas) { shared in
      shared.text.flatMap {
        reading.tree($0, sheet: sheet, row: Int(shared.row), column: Int(shared.column), .plain)
      }
    }
    var run: FilledRun?
    // By column, so that a fill is one group.
    let order = Self.byColumns(contents.formulas)
    for place in order.indices {
      let cell = contents.formulas[Int(order[place])]
      if let open = run, !open.isAbove(cell) { finish(&run, order, of: sheet) }
      switch cell.kind {
      case .shared(let number):
        if let former = run?.shared, masters.isSame(former, number) {
          run?.append(cell, shared: number)
          continue
        }
        finish(&run, order, of: sheet)
        if let tree = masters.tree(number, at: cell) {
          run = FilledRun(tree, cell, at: place, shared: number)
        } else {
          keepUnreadable(cell, masters[number].text ?? "", of: sheet)
        }
      case .plain(let text):
        if let former = run?.lastText, FilledText.continues(text, former) {
          run?.append(cell)
          continue
        }
        let tree = tree(of: text, cell, on: sheet, .plain)
        if let tree, run?.lastText != nil, run?.continues(with: tree) == true {
          run?.append(cell)
        } else {
          finish(&run, order, of: sheet)
          run = tree.map { FilledRun($0, cell, at: place) }
        }
      case .array(let number):
        finish(&run, order, of: sheet)
        let array = contents.arrays.formulas[Int(number)]
        guard let tree = tree(of: array.text, cell, on: sheet, array.isDynamic ? .dynamic : .array(array.block)) else {
          continue
        }
        install(tree, CollectionOfOne(cell), over: Area(address(of: cell, on: sheet)), of: sheet)
      }
    }
    finish(&run, order, of: sheet)
  }

  /// The places of formulas column by column, from top to bottom in each.
  private static func byColumns(_ formulas: StoredFormulas) -> [Int32] {
    var isByRows = true
    var counts: [Int] = []
    var lastRow: Int32 = 0
    for place in formulas.indices {
      let cell = formulas.cell(place)
      while counts.count <= Int(cell.column) { counts.append(0) }
      counts[Int(cell.column)] += 1
      if cell.row < lastRow { isByRows = false }
      lastRow = cell.row
    }
    guard isByRows else {
      return formulas.indices.sorted {
        let (one, other) = (formulas.cell($0), formulas.cell($1))
        return (one.column, one.row) < (other.column, other.row)
      }.map { Int32($0) }
    }
    // Each goes to the next place of its column.
    var next: [Int] = []
    for column in counts.indices { next.append(column == 0 ? 0 : next[column - 1] + counts[column - 1]) }
    var order = [Int32](repeating: 0, count: formulas.count)
    for place in formulas.indices {
      let column = Int(formulas.cell(place).column)
      order[next[column]] = Int32(place)
      next[column] += 1
    }
    return order
  }

  private func address(of formula: StoredFormula, on sheet: Int) -> CellAddress {
    CellAddress(grid: grids[sheet], row: Int(formula.row), column: Int(formula.column))
  }

  /// The tree of a cell's own formula; one that cannot be read keeps its value.
  private mutating func tree(
    of text: String, _ cell: StoredFormula, on sheet: Int, _ evaluation: FormulaReading.Evaluation
  ) -> FormulaTree? {
    let tree = reading.tree(text, sheet: sheet, row: Int(cell.row), column: Int(cell.column), evaluation)
    if tree == nil { keepUnreadable(cell, text, of: sheet) }
    return tree
  }

  private mutating func keepUnreadable(_ cell: StoredFormula, _ text: String, of sheet: Int) {
    let label = contents.calculation.followsOpenFormula ? OpenFormulaLabel.first(in: text) : nil
    kept.reads.noteUnreadable(address(of: cell, on: sheet))
    keep(cell, of: sheet, label.map { .label($0) } ?? .unreadable(text))
  }

  /// Fills the cells of a run with their formula.
  private mutating func finish(_ run: inout FilledRun?, _ order: [Int32], of sheet: Int) {
    guard let filled = run else { return }
    run = nil
    let formulas = contents.sheets[sheet].formulas
    let cells = order[filled.places].lazy.map { formulas[Int($0)] }
    let first = filled.first
    guard filled.tree.staysOnSheet(rows: filled.count - 1, columns: 0) else {
      for cell in cells {
        let own = filled.tree.carried(rows: Int(cell.row - first.row), columns: 0)
        install(own, CollectionOfOne(cell), over: Area(address(of: cell, on: sheet)), of: sheet)
      }
      return
    }
    let area = Area(
      grid: grids[sheet], top: Int(first.row), left: Int(first.column), bottom: Int(first.row) + filled.count - 1,
      right: Int(first.column))
    install(filled.tree, cells, over: area, of: sheet)
  }

  private mutating func install(
    _ tree: FormulaTree, _ cells: some Collection<StoredFormula>, over area: Area, of sheet: Int
  ) {
    if MultipleOperations.isCalled(by: tree) {
      for cell in cells {
        installOperation(tree.shifted(rows: Int(cell.row) - Int(area.top), columns: 0), cell, of: sheet)
      }
      return
    }
    if let reason = audit.reasonToKeep(tree, onSheet: sheet) {
      for cell in cells { keep(cell, of: sheet, reason) }
      kept.reads.note(tree, over: area, filling: cells.first.flatMap { block(of: $0, of: sheet) })
      return
    }
    if audit.isUnsteady(tree, onSheet: sheet) { for cell in cells { kept.noteUnsteady(address(of: cell, on: sheet)) } }
    // Circles settle from the values that they had.
    if iteration != nil {
      engine.setConstants(cells.map { $0.stored ?? .blank }, from: area.topLeft)
    }
    guard contents.calculation.hasPrecisionAsDisplayed else { return engine.setFormula(tree, over: area) }
    for cell in cells {
      let shifted = tree.shifted(rows: Int(cell.row) - Int(area.top), columns: 0)
      let digits = ShownPlaces.count(in: contents.numberFormat(ofStyle: cell.style))
      engine.setFormula(digits.map { shifted.rounded(to: $0) } ?? shifted, at: address(of: cell, on: sheet))
    }
  }

  /// Lets a cell be what was stored for it, until something changes that it asks for.
  private mutating func installOperation(_ tree: FormulaTree, _ cell: StoredFormula, of sheet: Int) {
    let address = address(of: cell, on: sheet)
    guard let stored = cell.stored, let operation = MultipleOperations.cell(tree, at: address, in: engine) else {
      kept.reads.note(tree, over: Area(address))
      return keep(cell, of: sheet, .unknownFunction(WhatIfTable.operationName))
    }
    engine.setConstant(shownConstants?.value(stored, style: cell.style) ?? stored, at: address)
    operations.append(operation)
  }

  /// The cells that an array formula fills.
  private func block(of cell: StoredFormula, of sheet: Int) -> Area? {
    guard case .array(let number) = cell.kind else { return nil }
    return Area(contents.sheets[sheet].arrays.formulas[Int(number)].block, in: grids[sheet])
  }

  private mutating func keep(_ cell: StoredFormula, of sheet: Int, _ reason: LiveWorkbook.KeptReason) {
    kept.keep(cell, on: grids[sheet], spilled: contents.sheets[sheet].arrays.spilled, reason)
  }
}

extension Area {
  package init(_ block: CellBlock, in grid: GridID) {
    self.init(grid: grid, top: block.top, left: block.left, bottom: block.bottom, right: block.right)
  }
}
