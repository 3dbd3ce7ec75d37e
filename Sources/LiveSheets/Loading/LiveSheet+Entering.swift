import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Making cells of a program.
extension LiveSheet {
  /// Enters all that the program defines, recalculates, and lets time begin.
  ///
  /// Names come first, so that definitions may stand in any order; then tables, constants and formulas; then what only
  /// the loaded sheet can tell: unknown names, wrong counts of arguments, circular references; then what happens.
  func load() {
    engine.reserveNames(loaded.program.statements.count, in: scope)
    for placed in loaded.program.statements { declare(placed) }
    for placed in loaded.program.rowServices { declare(placed) }
    for table in loaded.program.tables { load(table) }
    loaded.endLoading()
    // A cell that is defined alone is an exception of the fill it lies in, wherever it stands.
    for placed in loaded.program.statements where placed.isFill { enter(placed) }
    for placed in loaded.program.statements where !placed.isFill { enter(placed) }
    for placed in loaded.program.rowServices { enter(placed) }
    checkNames()
    timeline.load()
    engine.recalculate()
    checkCycles()
    checkInitialInputs()
    checkWrittenRows()
    timeline.begin()
  }

  /// Adds a finding about the text of a unit.
  func add(_ diagnostic: Diagnostic, of unit: SheetUnit) { loaded.findings.append(unit.located(diagnostic)) }

  /// Adds a finding that knows better what a text should have been than the one about the same place in a formula.
  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) {
    let located = unit.located(diagnostic)
    loaded.findings.removeAll {
      $0.labels.first?.span == located.labels.first?.span && $0.origin == located.origin
        && $0.isOne(of: .unknownName, .unknownFunction)
    }
    loaded.findings.append(located)
  }

  func grid(of statement: Statement, _ unit: SheetUnit) -> GridID {
    let home = unit.isMain ? statement.grid ?? "" : unit.gridName(statement.grid)
    return loaded.grids.sheets[home.lowercased()] ?? homeSheet ?? GridID(rawValue: 0)
  }

  func address(ofNamedRow row: Int32) -> CellAddress {
    CellAddress(grid: engine.namesGrid(of: scope), row: Int(row), column: 0)
  }

  // MARK: Names

  /// Gives the cells of a statement their names.
  private func declare(_ placed: ProgramStatement) {
    let statement = placed.statement
    guard let name = placed.definedName else { return }
    // Most statements are cells, which make one that bears their name.
    if case .cell(let cell) = statement.kind { return declare(name.text, cell.kind, name.span, placed) }
    for cell in statement.meaning.cells(loaded.program.moments) {
      declare(cell.name(of: name.text), cell.kind, name.span, placed)
    }
  }

  private func declare(_ name: String, _ kind: CellKind, _ span: SourceSpan, _ placed: ProgramStatement) {
    let address = engine.addName(name, in: scope)
    guard loaded.definitions[address] == nil else { return }
    let documentation = kind == .part ? nil : placed.statement.documentation?.text
    let definition = Definition(name: name, kind: kind, documentation: documentation, span: span)
    definition.unit = placed.unit.isMain ? nil : placed.unit
    loaded.definitions[address] = definition
    // The latest payload of an event is a value that formulas may read, but none that a sheet is made for.
    if !kind.comesWithEvents { definitions.list(address) }
  }

  // MARK: Contents

  private func enter(_ placed: ProgramStatement) {
    let (statement, unit) = (placed.statement, placed.unit)
    if case .cell(let cell) = statement.kind { return enter(cell, statement, row: placed.row, unit) }
    let meaning = statement.meaning
    if let name = placed.definedName {
      for cell in meaning.cells(loaded.program.moments) {
        guard case .cell(let address)? = engine.binding(of: cell.name(of: name.text), in: scope) else { continue }
        enter(cell, at: address, statement, unit)
      }
    }
    for condition in meaning.conditions {
      addCheck(LoadedCheck(condition.mapping { self.placed($0, unit, statement.grid) }, of: unit))
    }
    if let name = meaning.unreadName {
      // Nobody shall be told that a name is unknown because its definition could not be read.
      let address = engine.addName(name.text, in: scope)
      engine.setConstant(.error(.name("The definition of \(name.text) could not be read.")), at: address)
    }
  }

  private func enter(_ cell: StatementCell, at address: CellAddress, _ statement: Statement, _ unit: SheetUnit) {
    let definition = loaded.definitions[address]
    definition?.format = cell.format ?? definition?.format
    switch cell.content {
    case .nothing: break
    case .value(let value): engine.setConstant(value, at: address)
    case .formula(let formula, let isConstant):
      put(formula, isConstant: isConstant, at: address, home: statement.grid, unit)
    case .composed(let tree):
      let tree = placed(tree, unit, statement.grid)
      engine.setFormula(tree, at: address)
      guard cell.part == nil, let span = definition?.span else { break }
      definition?.setFormula(SheetFormula(tree: tree, span: span), in: nil)
    case .first(let initial):
      // A state begins as a formula, so that first values may stand in any order; ``Timeline/begin()`` makes it a value.
      definition?.setFormula(initial, in: unit.document.source)
      definition?.home = statement.grid
      put(initial, isConstant: initial.isConstant, at: address, home: statement.grid, unit)
    case .input(let input):
      let rule = rule(of: input, unit)
      definition?.input = rule
      definition?.setFormula(input.initial, in: unit.document.source)
      engine.setConstant(rule.initial, at: address)
    }
  }

  private func enter(_ cell: CellDefinition, _ statement: Statement, row: Int32, _ unit: SheetUnit) {
    let declared = row >= 0 ? loaded.definitions[address(ofNamedRow: row)] : nil
    let definition =
      declared
      ?? Definition(
        name: "", kind: cell.kind, documentation: statement.documentation?.text, span: cell.target.span)
    definition.setFormula(cell.formula, in: unit.document.source)
    definition.format = cell.format?.text
    definition.home = statement.grid
    switch cell.target {
    case .name:
      let address = address(ofNamedRow: row)
      put(cell.formula, isConstant: cell.isConstant, at: address, home: statement.grid, unit)
    case .address(let row, let column, _):
      let address = CellAddress(grid: grid(of: statement, unit), row: row, column: column)
      if !unit.isMain { definition.unit = unit }
      loaded.definitions[address] = definition
      definitions.list(address)
      put(cell.formula, isConstant: cell.isConstant, at: address, home: home(of: statement, unit), unit)
    case .area(let top, let left, let bottom, let right, _):
      let area = Area(grid: grid(of: statement, unit), top: top, left: left, bottom: bottom, right: right)
      definition.name = engine.name(of: area.topLeft)
      definitions.add(Fill(area: area, definition: definition))
      if cell.isConstant, let value = cell.formula.constant {
        let values = Array(repeating: value, count: area.rows)
        for column in left...right {
          engine.setConstants(values, from: CellAddress(grid: area.grid, row: top, column: column))
        }
      } else {
        engine.setFormula(placed(cell.formula.tree, unit, home(of: statement, unit)), over: area)
      }
    }
  }

  /// The grid that addresses alone mean in a cell of a grid: its own, which only a used sheet must name.
  private func home(of statement: Statement, _ unit: SheetUnit) -> String? { unit.isMain ? nil : statement.grid }

  /// Puts a formula or the value of a literal into a cell.
  func put(_ formula: SheetFormula, isConstant: Bool, at address: CellAddress, home: String?, _ unit: SheetUnit) {
    if isConstant, let value = formula.constant {
      engine.setConstant(value, at: address)
    } else {
      engine.setFormula(placed(formula.tree, unit, home), at: address)
    }
  }

  /// A cell that comes with an action or a service.
  func part(_ part: String, of name: String) -> CellAddress? {
    guard case .cell(let address)? = engine.binding(of: "\(name).\(part)", in: scope) else { return nil }
    return address
  }

  // MARK: Checks

  /// Adds a check with the hidden cell that holds its condition.
  private func addCheck(_ check: LoadedCheck) {
    var check = check
    check.address = CellAddress(grid: loaded.grids.checks, row: checks.count, column: 0)
    check.asked = asked(by: check.modes, besides: check.address)
    loaded.checks.append(check)
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

/// What a mode asks a cell to be: a literal, or what a hidden cell has now.
package enum AskedValue {
  case literal(CellValue)
  case cell(CellAddress)
}

/// A check and the hidden cell that holds its condition.
struct LoadedCheck {
  var label: String
  var kind: BrokenCheck.Kind
  /// The place of its condition in the text of its unit.
  var span: SourceSpan
  var unit: SheetUnit
  /// The condition.
  var tree: FormulaTree
  /// What names the cells that are shown when it is broken.
  var values: FormulaTree
  var address = CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0)
  /// The table in whose rows the check is judged; the address is then that of the first row.
  var table: GridID?
  var modes: ModesFormulas?
  /// What each mode asks of each cell.
  var asked: [[AskedValue]] = []

  /// Takes a condition that is understood in its unit.
  init(_ condition: StatementCondition, of unit: SheetUnit) {
    label = unit.fullName(condition.label)
    kind = condition.kind
    span = condition.span
    self.unit = unit
    tree = condition.condition
    values = condition.shown
    modes = condition.modes
  }
}
