import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Making cells of statements.
extension LiveSheet {
  /// Enters all that the document and the sheets it uses define, recalculates, and lets time begin.
  ///
  /// Names come first, so that definitions may stand in any order; then tables, constants and formulas; then what only
  /// the loaded sheet can tell: unknown names, wrong counts of arguments, circular references; then what happens.
  func load() {
    units = [SheetUnit(storedDocument)]
    addUsedUnits(of: units[0], path: [])
    addSheets()
    readMoments = momentsRead
    engine.reserveNames(storedDocument.statements.count, in: scope)
    var loading = Loading(units)
    for unit in units.indices { claim(unit, &loading) }
    for unit in units.indices { loadTables(unit, loading) }
    for unit in units.indices { enter(unit, loading) }
    for unit in units.indices { checkNames(unit, loading) }
    timeline.load(loading)
    engine.recalculate()
    checkCycles()
    checkInitialInputs()
    timeline.begin()
  }

  /// Adds a finding about the text of a unit.
  func add(_ diagnostic: Diagnostic, of unit: SheetUnit) { loadDiagnostics.append(unit.located(diagnostic)) }

  /// Adds a finding that knows better what a text should have been than the one about the same place in a formula.
  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) {
    let place = unit.located(Diagnostic(code: "", "", at: diagnostic.labels))
    loadDiagnostics.removeAll {
      $0.labels.first?.span == place.labels.first?.span && $0.message.hasPrefix(place.message)
        && ["unknown-name", "unknown-function"].contains($0.code)
    }
    add(diagnostic, of: unit)
  }

  private func loadTables(_ unit: Int, _ loading: Loading) {
    for (index, statement) in units[unit].document.statements.enumerated() where loading.isKept[unit][index] {
      guard loading.rows[unit][index] < 0, case .table(let table) = statement.kind else { continue }
      if table.instanceSource == nil {
        load(table, statement, units[unit])
      } else {
        loadInstances(table, statement, units[unit])
      }
    }
  }

  private func enter(_ unit: Int, _ loading: Loading) {
    let sheet = units[unit]
    for (index, statement) in sheet.document.statements.enumerated() where loading.isKept[unit][index] {
      enter(statement, row: loading.rows[unit][index], sheet)
    }
  }

  private func addSheets() {
    let main = units[0]
    if main.gridNames.isEmpty || main.beginsWithCells {
      let grid = engine.addSheet(named: Self.baseName(storedDocument.source.name), in: scope)
      sheetGrids[""] = grid
    }
    for name in main.gridNames where sheetGrids[name.key] == nil {
      sheetGrids[name.key] = engine.addSheet(named: name.text, in: scope)
      if sheetGrids[""] == nil { sheetGrids[""] = sheetGrids[name.key] }
    }
    homeSheet = sheetGrids[""]
    for unit in units.dropFirst() where unit.usesGrid {
      for home in [nil] + unit.document.statements.map(\.grid) {
        let name = unit.gridName(home)
        if sheetGrids[name.lowercased()] == nil {
          sheetGrids[name.lowercased()] = engine.addSheet(named: name, in: scope)
        }
      }
    }
  }

  /// A file's name without its folder and ending.
  static func baseName(_ path: String) -> String {
    var name = path[...]
    if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
    if name.hasSuffix(".sheet") { name = name.dropLast(6) }
    return name.isEmpty ? "Sheet1" : String(name)
  }

  func grid(of statement: Statement, _ unit: SheetUnit) -> GridID {
    let home = unit.isMain ? statement.grid ?? "" : unit.gridName(statement.grid)
    return sheetGrids[home.lowercased()] ?? homeSheet ?? GridID(rawValue: 0)
  }

  // MARK: Contents

  private func enter(_ statement: Statement, row: Int32, _ unit: SheetUnit) {
    switch statement.kind {
    case .cell(let cell): enter(cell, statement, row: row, unit)
    case .input(let input): enter(input, at: address(ofNamedRow: row), unit)
    case .check(let check): enter(check, statement, unit)
    case .state(let state): enter(state, statement, at: address(ofNamedRow: row), unit)
    case .modes(let modes): enter(modes, statement, at: address(ofNamedRow: row), unit)
    case .action(let action): enter(action, statement, unit)
    case .service(let service):
      if case .cell(let calls)? = engine.binding(of: service.name.key + ".calls", in: scope) {
        engine.setConstant(.number(0), at: calls)
      }
    case .invalid(defining: let name?):
      // Nobody shall be told that a name is unknown because its definition could not be read.
      let address = engine.addName(name.text, in: scope)
      engine.setConstant(.error(.name("The definition of \(name.text) could not be read.")), at: address)
    default: break
    }
  }

  private func enter(_ cell: CellDefinition, _ statement: Statement, row: Int32, _ unit: SheetUnit) {
    let declared = row >= 0 ? definitions[address(ofNamedRow: row)] : nil
    let definition =
      declared
      ?? Definition(
        name: "", kind: .formula, documentation: statement.documentation?.text, span: cell.target.span)
    definition.kind = cell.isConstant ? .constant : .formula
    definition.setFormula(cell.formula, in: unit.document.source)
    definition.format = cell.format?.text ?? cell.formula.impliedFormat ?? Self.percentFormat(cell.formula.tree)
    definition.home = statement.grid
    switch cell.target {
    case .name:
      let address = address(ofNamedRow: row)
      put(cell.formula, isConstant: cell.isConstant, at: address, home: statement.grid, unit)
    case .address(let row, let column, _):
      let address = CellAddress(grid: grid(of: statement, unit), row: row, column: column)
      if !unit.isMain { definition.unit = unit }
      definition.name = engine.name(of: address)
      definitions[address] = definition
      order.append(address)
      put(cell.formula, isConstant: cell.isConstant, at: address, home: nil, unit)
    case .area(let top, let left, let bottom, let right, let span):
      let area = Area(grid: grid(of: statement, unit), top: top, left: left, bottom: bottom, right: right)
      definition.name = engine.name(of: area.topLeft)
      if let index = fills.firstIndex(where: { $0.area == area && $0.definition.span == span }) {
        fills[index].definition = definition
      }
      if cell.isConstant, let value = cell.formula.constant {
        let values = Array(repeating: value, count: area.rows)
        for column in left...right {
          engine.setConstants(values, from: CellAddress(grid: area.grid, row: top, column: column))
        }
      } else {
        engine.setFormula(placed(cell.formula.tree, unit, nil), over: area)
      }
    }
  }

  /// Puts a formula or the value of a literal into a cell.
  func put(_ formula: SheetFormula, isConstant: Bool, at address: CellAddress, home: String?, _ unit: SheetUnit) {
    if isConstant, let value = formula.constant {
      engine.setConstant(value, at: address)
    } else {
      engine.setFormula(placed(formula.tree, unit, home), at: address)
    }
  }

  static func percentFormat(_ tree: FormulaTree) -> String? {
    guard tree.isConstant, case .unary(.percent, let operand)? = tree.nodes.last,
      case .number(let number, _) = tree[operand]
    else { return nil }
    return number == number.rounded() ? "0%" : "0.00%"
  }

  // MARK: Checks

  private func enter(_ check: CheckDefinition, _ statement: Statement, _ unit: SheetUnit) {
    let tree = placed(check.condition.tree, unit, statement.grid)
    addCheck(
      LoadedCheck(
        label: unit.prefix + check.label.text, kind: check.isAlways ? .always : .never, span: check.condition.span,
        unit: unit, tree: tree, values: tree))
  }

  /// Adds a check with the hidden cell that holds its condition.
  func addCheck(_ check: LoadedCheck) {
    var check = check
    check.address = CellAddress(grid: checkGrid, row: checks.count, column: 0)
    checks.append(check)
    engine.setFormula(check.tree, at: check.address)
  }
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
  var modes: LoadedModes?
}
