import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Makes the cells of a program in the engine of its sheet.
///
/// Names come first, so that definitions may stand in any order; then tables, constants and formulas; then what only the
/// loaded sheet can tell: unknown names, wrong counts of arguments, circular references; then what happens.
struct SheetLoader {
  let loaded: LoadedProgram
  private let timeline: Timeline?

  private var engine: Engine { loaded.engine }
  private var program: SheetProgram { loaded.program }
  /// The patterns of the sheet's own text.
  private let patterns = FormulaPatterns()

  /// - Parameter timeline: What the text says about time goes there; without one there are only its cells.
  init(_ loaded: LoadedProgram, _ timeline: Timeline? = nil) {
    self.loaded = loaded
    self.timeline = timeline
  }

  /// Enters all that the program defines, recalculates, and lets time begin.
  func load() { engine.settings.atOneTime(loadOfNow) }

  private func loadOfNow() {
    engine.names.reserve(program.namedCells.count, in: loaded.scope)
    loaded.definitions.reserve(program.statements.count)
    for placed in program.statements where !placed.isGridCell { declare(placed) }
    for placed in program.rowServices { declare(placed) }
    for unit in program.units { WorkbookUseLoader(loaded: loaded, unit: unit)?.load() }
    for table in program.tables { TableLoader(loaded: loaded, table: table).load() }
    loaded.endLoading()
    enterStatements()
    for placed in program.rowServices { enter(placed) }
    readDomains()
    let findings = LoadFindings(loaded: loaded)
    if loaded.environment.findsFaults { findings.checkNames() }
    if let timeline { TimeLoader(loaded, timeline).load() }
    engine.recalculate()
    if loaded.environment.findsFaults { findings.checkCycles() }
    freezeInputs()
    findings.checkInitialInputs()
    findings.checkInitialInputsOfRows()
    findings.checkWrittenRows()
    timeline?.begin()
  }

  /// Reads the domains that are made of cells, which may stand wherever they like, as they are at load; what is wrong with
  /// one then is added to the sheet's findings.
  func readDomains() {
    let computed = program.statements.filter { placed in
      if placed.isGridCell { return false }
      if case .cell = placed.kind { return false }
      return placed.statement.definition.domain?.isLiteral == false
    }
    if computed.isEmpty { return }
    engine.recalculate()
    for placed in computed {
      guard case .input(let input) = placed.kind, let name = placed.definedName,
        case .cell(let address)? = engine.names.binding(of: name.text, in: loaded.scope)
      else { continue }
      loaded.definitions[address]?.input = loaded.entry.rule(of: input, placed.unit, home: placed.statement.grid)
    }
  }

  /// Makes values of the formulas that inputs begin with; those may name cells wherever these stand.
  private func freezeInputs() {
    guard loaded.definitions.hasInputs else { return }
    for address in loaded.definitions.order where engine.formulas.hasFormula(at: address) {
      guard let rule = loaded.definitions.input(at: address) else { continue }
      let value = rule.inSpelling(engine.value(at: address))
      loaded.definitions[address]?.input?.initial = value
      engine.setConstant(value, at: address)
    }
    engine.recalculate()
  }

  private func enterStatements() {
    // A cell that is defined alone is an exception of the fill it lies in, wherever it stands.
    for placed in program.statements where placed.isFill { enter(placed) }
    var (line, grid) = (CurrentLine(), GridID(rawValue: 0))
    for placed in program.statements where !placed.isFill {
      if placed.isGridCell, case .cell(let cell) = placed.kind {
        if line.moves(to: placed.line, in: placed.unit) { grid = loaded.grids.grid(of: placed.statement, placed.unit) }
        enter(cell, placed, on: grid)
      } else {
        enter(placed)
      }
    }
  }

  // MARK: Names

  /// Gives the cells of a statement their names.
  func declare(_ placed: ProgramStatement) {
    let statement = placed.statement
    guard let name = placed.definedName else { return }
    // Most statements are cells, which make one that bears their name, and which are known by the statement itself.
    if case .cell = statement.kind {
      return loaded.definitions.list(engine.names.add(name.text, in: loaded.scope), isInRow: placed.unit.row != nil)
    }
    if statement.meaning.unreadName != nil {
      _ = engine.names.add(name.text, in: loaded.scope)
      loaded.tables.unread.insert(name.text.lowercased())
    }
    for cell in statement.meaning.cells(program.moments) {
      declare(cell.name(of: name.text), cell.kind, name.span, statement, placed.unit)
    }
  }

  private func declare(
    _ name: String, _ kind: CellKind, _ span: SourceSpan, _ statement: Statement, _ unit: SheetUnit
  ) {
    let address = engine.names.add(name, in: loaded.scope)
    guard !loaded.definitions.contains(address) else { return }
    let documentation = kind == .part ? nil : statement.documentation?.text
    let definition = Definition(name: name, kind: kind, documentation: documentation, span: span)
    definition.unit = unit.isMain ? nil : unit
    definition.home = statement.grid
    loaded.definitions[address] = definition
    // The latest payload of an event is a value that formulas may read, but none that a sheet is made for.
    if !kind.comesWithEvents { loaded.definitions.list(address, isInRow: unit.row != nil) }
  }

  // MARK: Contents

  /// Puts what a statement defines into its cells.
  ///
  /// - Parameters:
  ///   - isKept: Whether its cells have it already.
  ///   - keptChecks: The checks that came of it when it was entered before.
  func enter(_ placed: ProgramStatement, isKept: Bool = false, keptChecks: ArraySlice<LoadedCheck> = []) {
    let (statement, unit) = (placed.statement, placed.unit)
    if case .cell(let cell) = statement.kind {
      return enter(cell, statement, row: placed.row, unit, isKept: isKept)
    }
    let meaning = statement.meaning
    if let name = placed.definedName {
      for cell in meaning.cells(program.moments) {
        guard case .cell(let address)? = engine.names.binding(of: cell.name(of: name.text), in: loaded.scope) else {
          continue
        }
        enter(cell, at: address, statement, unit, isKept: isKept)
      }
    }
    for (number, condition) in meaning.conditions.enumerated() {
      addCheck(
        LoadedCheck(
          condition.mapping { loaded.placing.tree($0, unit, statement.grid) }, of: unit, home: statement.grid),
        keptAs: number < keptChecks.count ? keptChecks[keptChecks.startIndex + number] : nil)
    }
    if meaning.unreadName != nil, let name = placed.definedName {
      // Nobody shall be told that a name is unknown because its definition could not be read.
      let address = engine.names.add(name.text, in: loaded.scope)
      engine.setConstant(.error(.name("The definition of \(name.text) could not be read.")), at: address)
    }
  }

  private func enter(
    _ cell: StatementCell, at address: CellAddress, _ statement: Statement, _ unit: SheetUnit, isKept: Bool
  ) {
    let definition = loaded.definitions[address]
    definition?.format = cell.format ?? definition?.format
    switch cell.content {
    case .nothing: break
    case .value(let value): engine.setConstant(value, at: address)
    case .formula(let formula, let isConstant):
      loaded.entry.put(formula, isConstant: isConstant, at: address, home: statement.grid, unit)
    case .composed(let tree):
      let tree = loaded.placing.tree(tree, unit, statement.grid)
      engine.setFormula(tree, at: address)
      guard cell.part == nil, let span = definition?.span else { break }
      definition?.setFormula(SheetFormula(tree: tree, span: span), in: nil)
    case .first(let initial):
      // A state begins as a formula, so that first values may stand in any order; ``Timeline/begin()`` makes it a value.
      definition?.setFormula(initial, in: unit.document.source)
      loaded.entry.put(initial, isConstant: initial.isConstant, at: address, home: statement.grid, unit)
    case .input(let input):
      // What else a domain may name is there only when all statements are entered.
      let rule = loaded.entry.rule(
        of: input, unit, home: statement.grid, readsDomain: input.domain?.isLiteral ?? true)
      definition?.input = rule
      definition?.setFormula(input.initial, in: unit.document.source)
      if isKept { break }
      if let initial = input.initial, initial.constant == nil,
        unit.row?.cell(ofInput: unit.fullName(input.name.text)) == nil
      {
        loaded.entry.put(initial, isConstant: false, at: address, home: statement.grid, unit)
      } else {
        engine.setConstant(rule.initial, at: address)
      }
    }
  }

  /// Puts the formula of one cell of a grid into it; a large text has one for each of its lines.
  private func enter(_ cell: CellDefinition, _ placed: ProgramStatement, on grid: GridID) {
    guard case .address(let row, let column, _) = cell.target else { return }
    let (address, unit) = (CellAddress(grid: grid, row: row, column: column), placed.unit)
    loaded.definitions.list(address)
    put(cell, at: address, home: unit.isMain ? nil : placed.line, unit)
  }

  private func enter(
    _ cell: CellDefinition, _ statement: Statement, row: Int32, _ unit: SheetUnit, isKept: Bool
  ) {
    switch cell.target {
    case .name:
      if isKept { break }
      let address = loaded.address(ofNamedRow: row)
      put(cell, at: address, home: statement.grid, unit)
    case .address(let row, let column, _):
      let address = CellAddress(grid: loaded.grids.grid(of: statement, unit), row: row, column: column)
      loaded.definitions.list(address)
      if isKept { break }
      put(cell, at: address, home: home(of: statement, unit), unit)
    case .area(let top, let left, let bottom, let right, _):
      let area = Area(grid: loaded.grids.grid(of: statement, unit), top: top, left: left, bottom: bottom, right: right)
      let definition = Definition(
        name: engine.names.name(of: area.topLeft), kind: cell.kind, documentation: statement.documentation?.text,
        span: cell.target.span, format: cell.format?.text)
      definition.setFormula(cell.formula, in: unit.document.source)
      definition.home = statement.grid
      definition.unit = unit.isMain ? nil : unit
      loaded.definitions.add(Fill(area: area, definition: definition))
      if isKept { break }
      if cell.isConstant, let value = cell.formula.constant, !spills(value) {
        let values = Array(repeating: value, count: area.rows)
        for column in left...right {
          engine.setConstants(values, from: CellAddress(grid: area.grid, row: top, column: column))
        }
      } else {
        engine.setFormula(loaded.placing.tree(cell.formula.tree, unit, home(of: statement, unit)), over: area)
      }
    }
  }

  /// Whether a literal fills more cells than the one in which it stands.
  private func spills(_ literal: CellValue) -> Bool { if case .array = literal { true } else { false } }

  private func put(_ cell: CellDefinition, at address: CellAddress, home: String?, _ unit: SheetUnit) {
    loaded.entry.put(cell, at: address, home: home, unit, patterns: unit.isMain ? patterns : nil)
  }

  /// The grid that addresses alone mean in a cell of a grid: its own, which only a used sheet must name.
  private func home(of statement: Statement, _ unit: SheetUnit) -> String? { unit.isMain ? nil : statement.grid }

  // MARK: Checks

  /// Adds a check with the hidden cell that holds its condition.
  ///
  /// - Parameter kept: The same check, whose cells are there.
  private func addCheck(_ check: LoadedCheck, keptAs kept: LoadedCheck?) {
    var check = check
    if let kept {
      (check.address, check.asked) = (kept.address, kept.asked)
      loaded.checks.add(check)
      return
    }
    check.address = CellAddress(grid: loaded.grids.checks, row: loaded.checks.takeRow(), column: 0)
    check.asked = asked(by: check.modes, besides: check.address)
    loaded.checks.add(check)
    engine.setFormula(check.tree, at: check.address)
  }

  /// What modes ask of their cells; what is no literal gets a hidden cell of its own, because it may change.
  private func asked(by modes: ModesFormulas?, besides address: CellAddress) -> [[AskedValue]] {
    var column = Int(address.column)
    return (modes?.modes ?? []).map { mode in
      mode.values.map { tree in
        if let value = tree.constant { return .literal(value) }
        column += 1
        let cell = CellAddress(grid: address.grid, row: Int(address.row), column: column)
        engine.setFormula(tree, at: cell)
        return .cell(cell)
      }
    }
  }
}
