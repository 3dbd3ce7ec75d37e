import CellModel
import Engine
import Formulas
import Functions
import Workbooks

/// A workbook that computes: its cells in an engine, beside what its file holds.
///
/// A cell whose formula cannot be computed, because it cannot be read, calls a function that is not there, or refers to a
/// sheet that the file does not have or to another workbook of which nothing was stored, keeps its stored value; ``kept``
/// lists these cells with the reason.
package final class LiveWorkbook {
  /// Why a cell keeps the value that was stored for it.
  package enum KeptReason: Sendable, Hashable {
    case unreadable(String)
    case unknownFunction(String)
    case otherWorkbook(String)
    case missingSheet(String)
    /// The formula has a label, which stands for the cells beside or below the cell that shows it.
    case label(String)
    /// The cell is in a what-if table of a workbook that a sheet uses.
    case whatIfTable

    /// What is wrong with the formula, as a statement that begins with its cell.
    package var statement: String {
      switch self {
      case .unreadable: "has a formula that cannot be read"
      case .unknownFunction(let name): "calls \(name.uppercased()), which is not there"
      case .otherWorkbook(let name): "refers to another workbook, \(name), of which nothing is stored"
      case .missingSheet(let name): "reads the sheet \(name), which the file does not have"
      case .label(let text): "reads the cells at the label ‘\(text)’, which needs an address or a name instead"
      case .whatIfTable: "is in a what-if table, which is not computed in a workbook that a sheet uses"
      }
    }

    /// What becomes of so many cells, of which one has been named.
    package static func consequence(for count: Int) -> String {
      count == 1 ? "it keeps its stored value" : "it and \(count - 1) more keep their stored values"
    }

    /// What the cell is when the file has no value for it either.
    var error: CellError {
      switch self {
      case .unreadable: .name("The formula cannot be read, and the file has no value for it.")
      case .unknownFunction(let name): .name("There is no function named \(name), and the file has no value for it.")
      case .otherWorkbook: .reference("The formula reads another workbook, and the file has no value for it.")
      case .missingSheet:
        .reference("The formula reads a sheet that the file does not have, as it has no value for it.")
      case .label(let text):
        .name("The formula reads the cells at the label ‘\(text)’, and the file has no value for it.")
      case .whatIfTable: .value("The file has no value for a cell of a what-if table.")
      }
    }
  }

  package let contents: Workbook
  package let engine: Engine
  package let scope: ScopeID
  /// The grid of each sheet.
  package let grids: [GridID]
  private let keptCells: KeptCells
  package let whatIfTables: WhatIfTables
  private let directory: NameDirectory
  private let shown: ShownFormulas
  private let formats: WorkbookFormats
  private let besides: BesideCells

  package var kept: [CellAddress: KeptReason] { keptCells.reasons }
  /// The cells whose formulas read what no recalculation gives again: the clock, chance, other workbooks.
  package var unsteady: [CellAddress] { keptCells.unsteady }

  /// Loads a workbook into an engine of its own; nothing is computed yet.
  package convenience init(_ contents: Workbook, catalog: FunctionCatalog) {
    let engine = Engine(catalog: Self.catalog(catalog))
    engine.dateSystem = contents.dateSystem
    engine.countsLogicals = contents.calculation.followsOpenFormula
    self.init(contents, in: engine, prefix: nil)
    engine.settings.shownFormula = { [shown] address in shown.formula(at: address) }
    engine.settings.pivotReport = { [besides] area in besides.pivot(in: area) }
    engine.settings.phonetics = { [besides] address in besides.phonetics[address] }
  }

  /// Loads a workbook beside what else an engine has, in a scope of its own; days and logicals are counted as the
  /// engine counts them.
  ///
  /// - Parameters:
  ///   - engine: One with the functions of ``catalog(_:)``; whoever has it asks the workbook for ``shownFormula(at:)``,
  ///     ``pivot(in:)`` and ``phonetics(at:)``.
  ///   - prefix: What stands before the names of its cells, with its dot.
  package convenience init(_ contents: Workbook, in engine: Engine, prefix: String) {
    self.init(contents, in: engine, prefix: Optional(prefix))
  }

  private init(_ contents: Workbook, in engine: Engine, prefix: String?) {
    var loading = WorkbookLoading(contents, in: engine, prefix: prefix)
    loading.run()
    self.contents = contents
    self.engine = engine
    scope = loading.scope
    grids = loading.grids
    whatIfTables = WhatIfTables(contents, grids, loading.operations, in: engine)
    // What uses a workbook recalculates it, and not its what-if tables.
    if prefix != nil { loading.kept.keep(whatIfTables) }
    keptCells = loading.kept
    directory = NameDirectory(contents, engine.catalog)
    shown = ShownFormulas(contents, catalog: engine.catalog, grids: grids)
    formats = WorkbookFormats(contents, grids, shown)
    besides = BesideCells(contents, catalog: engine.catalog, grids: grids)
  }

  /// The functions that formulas of a workbook may call, some of which nobody writes.
  package static func catalog(_ catalog: FunctionCatalog) -> FunctionCatalog {
    catalog.adding(WorkbookFunctions.self).addingStandIns
  }

  /// The function that brings the result of an array formula to its cells; nobody writes it.
  package static let fitting = WorkbookFunctions.fit

  /// Brings the cells up to date that depend on what was set, what-if tables among them.
  package func recalculate() {
    engine.recalculate()
    whatIfTables.recalculate()
  }

  /// Whether a formula asks for what stands in no cell of the workbook: a pivot table, or how a text is pronounced.
  package func asksBesideCells(_ tree: FormulaTree) -> Bool { besides.isAsked(by: tree) }

  /// Whether the formula of a cell does so; also where what it asks for is missing, so that its stored value is all there is.
  package func asksBesideCells(at cell: CellAddress) -> Bool {
    if case .unknownFunction(let name)? = kept[cell] {
      return engine.catalog.function(named: name)?.traits.contains(.readsPivots) == true
    }
    return kept[cell] == nil && engine.formulas.tree(at: cell).map(asksBesideCells) == true
  }

  /// The pivot table of which some cells lie in an area.
  package func pivot(in area: Area) -> PivotReport? { besides.pivot(in: area) }

  /// How the text in a cell is pronounced, where the file says it.
  package func phonetics(at cell: CellAddress) -> PhoneticText? { besides.phonetics[cell] }

  /// Sets a constant; a number that is a day is counted as the engine counts days.
  package func set(_ value: CellValue, at address: CellAddress) {
    var value = value
    if case .number(let number, let kind) = value, kind.isDay {
      value = .number(engine.dateSystem.number(fromSheet: number), kind)
    }
    if contents.calculation.hasPrecisionAsDisplayed, case .number(let number, let kind) = value,
      let digits = ShownPlaces.count(in: numberFormat(at: address))
    {
      value = .number(DecimalRounding.round(number, places: digits), kind)
    }
    shown.replace(address, byConstant: true)
    restore(value, at: address)
  }

  /// Gives a constant back what it was before it was set.
  package func restore(_ value: CellValue, at address: CellAddress) {
    whatIfTables.noteChange(of: address)
    engine.setConstant(value, at: address)
  }

  /// The cells that were set since the workbook was loaded.
  package var setCells: Set<CellAddress> { shown.setCells }

  /// Puts a formula, without `=`, into a cell; `false` when it cannot be read.
  package func setFormula(_ formula: String, at address: CellAddress) -> Bool {
    guard let sheet = grids.firstIndex(of: address.grid), let tree = tree(of: formula, sheet: sheet, address) else {
      return false
    }
    let places = contents.calculation.hasPrecisionAsDisplayed ? ShownPlaces.count(in: numberFormat(at: address)) : nil
    shown.replace(address, byConstant: false)
    whatIfTables.noteChange(of: address)
    engine.setFormula(places.map { tree.rounded(to: $0) } ?? tree, at: address)
    return true
  }

  private func tree(of formula: String, sheet: Int, _ address: CellAddress, moved: (Int, Int) = (0, 0)) -> FormulaTree?
  {
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return nil }
    var expansion = NameExpansion(directory, sheet: sheet, row: Int(address.row), column: Int(address.column))
    return expansion.expanded(parsed.tree.shifted(rows: moved.0, columns: moved.1))
  }

  /// The formula of a rule for cells, as it reads for one of them.
  ///
  /// - Parameters:
  ///   - formula: Its text without `=`.
  ///   - block: Some cells that the rule is for; addresses are written for the first of them.
  /// - Returns: `nil` when it cannot be read.
  package func tree(of formula: String, writtenFor block: CellBlock, at address: CellAddress) -> FormulaTree? {
    guard let sheet = grids.firstIndex(of: address.grid) else { return nil }
    return tree(
      of: formula, sheet: sheet, address, moved: (Int(address.row) - block.top, Int(address.column) - block.left))
  }

  /// Which cells depend on which.
  package var relations: WorkbookRelations {
    WorkbookRelations(engine, whatIfTables, keptCells, setCells: setCells)
  }

  /// The value of a formula, without `=`, that is written for the first cell of a sheet; `nil` when it cannot be read.
  package func value(of formula: String) -> CellValue? {
    guard let grid = grids.first else { return nil }
    let address = CellAddress(grid: grid, row: 0, column: 0)
    // What the first cell holds has nothing to do with it, so no error begins there.
    return tree(of: formula, sheet: 0, address).map { engine.expressions.evaluate($0, at: address, isInCell: false) }
  }

  /// The formula of a name that stands for no cells: a constant, a formula or a LAMBDA; `nil` for another text.
  package func formula(ofName name: String) -> String? {
    guard area(name) == nil else { return nil }
    if let local = localFormula(FormulaParser.parse(name, dialect: .excel).tree) { return local.formula }
    return contents.names.first { $0.sheet == nil && $0.name.lowercased() == name.lowercased() }?.formula
  }

  /// The formula that a name of the whole workbook stands for, as formulas that use it have it; `nil` for a name of cells
  /// and for a LAMBDA.
  package func expandedFormula(of name: DefinedName) -> FormulaTree? {
    guard name.sheet == nil, case .formula(let tree)? = directory.global[name.name.lowercased()] else { return nil }
    var expansion = NameExpansion(directory, sheet: 0, row: 0, column: 0)
    let expanded = expansion.expanded(tree)
    guard contents.calculation.followsOpenFormula else { return expanded }
    return expanded.callingOpenFormula(engine.catalog, hasPoints: contents.calculation.hasPointsBehindSheets)
  }

  /// What a name stands for, for those who use the workbook beside it: cells, or a cell of its own that has its formula.
  ///
  /// - Returns: `nil` for a name that cannot be read.
  package func binding(of name: DefinedName) -> NameBinding? {
    let key = name.name.lowercased()
    switch directory.meaning(of: name.name, on: name.sheet ?? -1) {
    case .reference?: return name.sheet == nil ? engine.names.binding(of: key, in: scope) : nil
    case .lambda? where name.sheet == nil: return engine.names.binding(of: key, in: scope)
    case .broken?, nil: return nil
    case .formula?, .lambda?: break
    }
    if name.sheet == nil, let binding = engine.names.binding(of: key, in: scope) { return binding }
    guard let tree = name.tree else { return nil }
    // Formulas of the workbook do not find the cell by that name, as INDIRECT does not find a formula.
    let cell = engine.names.add(name.name, in: scope, key: "=\(name.sheet ?? -1)" + key)
    var expansion = NameExpansion(directory, sheet: name.sheet ?? 0, row: 0, column: 0)
    engine.setFormula(expansion.expanded(tree), at: cell)
    return .cell(cell)
  }

  /// The names of one sheet that stand for formulas, with the sheets; formulas with the sheet before them may use them.
  package var localFormulas: [(name: DefinedName, sheet: Int)] {
    contents.names.compactMap { name in
      guard let sheet = name.sheet, !name.isOfProgram, grids.indices.contains(sheet) else { return nil }
      switch directory.local[sheet]?[name.name.lowercased()] {
      case .formula?, .lambda?: return (name, sheet)
      default: return nil
      }
    }
  }

  /// The name of one sheet that a tree is and that stands for no cells, though there may be one of all sheets that does.
  private func localFormula(_ tree: FormulaTree) -> DefinedName? {
    guard tree.nodes.count == 1, case .name(let name, let prefix) = tree.nodes[0] else { return nil }
    guard let sheet = prefix.map({ directory.sheet(named: $0.first) }) ?? 0,
      let meaning = directory.local[sheet]?[name.lowercased()]
    else { return nil }
    if case .reference = meaning { return nil }
    return contents.names.first { $0.sheet == sheet && $0.name.lowercased() == name.lowercased() }
  }

  // MARK: Cells

  /// The cells in which the file has a constant or a formula, sheet by sheet and row by row.
  package var definedCells: [CellAddress] {
    zip(contents.sheets, grids).flatMap { sheet, grid in
      var cells = sheet.formulas.map { CellAddress(grid: grid, row: Int($0.row), column: Int($0.column)) }
      for (column, constants) in sheet.columns {
        for (row, value) in zip(constants.rows, constants.values) where !value.isBlank {
          cells.append(CellAddress(grid: grid, row: Int(row), column: column))
        }
      }
      return cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    }
  }

  /// Whether the file has a formula in a cell.
  package func hasStoredFormula(at address: CellAddress) -> Bool { shown.stored(at: address) != nil }

  /// Whether the file has a constant or a formula in a cell.
  package func hasContents(at address: CellAddress) -> Bool {
    if shown.stored(at: address) != nil { return true }
    guard let position = grids.firstIndex(of: address.grid),
      let column = contents.sheets[position].columns[Int(address.column)]
    else { return false }
    let place = column.position(of: Int(address.row))
    return place < column.rows.count && column.rows[place] == address.row && !column.values[place].isBlank
  }

  /// The first of the cells that keep their stored values, with the reason.
  package var firstKept: (cell: CellAddress, reason: KeptReason)? { Self.first(of: kept) }

  /// The first of some cells, with its reason.
  package static func first(of kept: [CellAddress: KeptReason]) -> (cell: CellAddress, reason: KeptReason)? {
    kept.min { ($0.key.grid, $0.key.row, $0.key.column) < ($1.key.grid, $1.key.row, $1.key.column) }
      .map { ($0.key, $0.value) }
  }

  /// The cells that a text such as `Inputs!B2`, `'My sheet'!A1:B9` or a name stands for; `nil` when it is no reference.
  ///
  /// An address without a sheet is on the first one.
  package func area(_ text: String) -> Area? {
    guard let grid = grids.first else { return nil }
    let parsed = FormulaParser.parse(text, dialect: .excel)
    guard !parsed.hasErrors, localFormula(parsed.tree) == nil else { return nil }
    return engine.expressions.area(of: parsed.tree, at: CellAddress(grid: grid, row: 0, column: 0))
  }

  /// A cell as formulas call it, with its sheet: `Inputs!B2`.
  package func name(of address: CellAddress) -> String {
    guard let sheet = grids.firstIndex(of: address.grid) else { return engine.names.name(of: address) }
    let prefix = SheetPrefix(contents.sheets[sheet].name)
    let cell = A1Notation.text(row: Int(address.row), column: Int(address.column))
    return "\(prefix.text)!\(cell)"
  }

  /// Cells as formulas call them, with their sheet: `Inputs!B2:C9`.
  package func name(of area: Area) -> String {
    let first = name(of: area.topLeft)
    if area.isSingleCell { return first }
    return "\(first):\(A1Notation.text(row: Int(area.bottom), column: Int(area.right)))"
  }

  /// The number format of a cell, in Excel's notation.
  package func numberFormat(at address: CellAddress) -> String { formats.format(at: address) }

  /// What numbers stand for that a format shows.
  package func numberKind(ofFormat format: String) -> NumberKind { formats.kind(ofFormat: format) }

  /// The formula that the file has for a cell, without `=`; one that is shared reads as for the cell that tells it.
  package func storedFormula(at address: CellAddress) -> String? {
    guard let formula = shown.stored(at: address), let position = grids.firstIndex(of: address.grid) else { return nil }
    let sheet = contents.sheets[position]
    switch formula.kind {
    case .plain(let text): return text
    case .shared(let number): return sheet.sharedFormulas[Int(number)].text
    case .array(let number): return sheet.arrays.formulas[Int(number)].text
    }
  }

  /// The names that somebody gave and that stand for what cannot be read or for cells that are gone.
  package var brokenNames: [(name: DefinedName, isUnreadable: Bool)] {
    contents.names.filter { !$0.isOfProgram }.compactMap { name in
      guard let tree = name.tree else { return (name, true) }
      let isGone = tree.nodes.contains { node in
        if case .reference(let reference) = node { return reference.shape == .deleted }
        return node == .error(.reference)
      }
      return isGone ? (name, false) : nil
    }
  }

  /// The formula of a cell as Excel shows it, without `=`; `nil` for a constant.
  package func formula(at address: CellAddress) -> String? {
    shown.text(at: address) ?? engine.formulas.tree(at: address).map { AuthoredFormula($0).tree.text(.excel) }
  }

  /// The formula of a cell as the formula bar shows it, with `=`, and with braces in every cell that an array formula fills.
  package func shownFormula(at address: CellAddress) -> String? {
    shown.formula(at: address) ?? formula(at: address).map { "=" + $0 }
  }
}
