import CellModel
import Diagnostics
import Engine
import FormulaSyntax
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
    addSheets(units[0].document.statements)
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

  /// What is known of statements while they are loaded, beside the statements of each unit.
  struct Loading {
    /// Whether no other definition has displaced the statement.
    var isKept: [[Bool]]
    /// The row of the named cell that a statement defines; -1 for others.
    var rows: [[Int32]]
    fileprivate var owners = NameOwners()
    fileprivate var cells: [CellAddress: SourceSpan] = [:]

    init(_ units: [SheetUnit]) {
      isKept = units.map { Array(repeating: true, count: $0.document.statements.count) }
      rows = units.map { Array(repeating: -1, count: $0.document.statements.count) }
    }
  }

  /// Which statement was the first to define a name.
  fileprivate struct NameOwners {
    struct Owner {
      var unit: Int
      var statement: Int
    }
    /// By the row of the named cell.
    var ofCells: [Owner] = []
    /// By the key of what is no cell.
    var others: [String: Owner] = [:]
  }

  private func claim(_ unit: Int, _ loading: inout Loading) {
    let sheet = units[unit]
    for (index, statement) in sheet.document.statements.enumerated() {
      if let first = claim(NameOwners.Owner(unit: unit, statement: index), statement, &loading) {
        if case .invalid = statement.kind { continue }
        loading.isKept[unit][index] = false
        let other = units[first.unit].document.statements[first.statement]
        if let name = statement.definedName, let firstName = other.definedName, first.unit == unit {
          add(LiveDiagnostics.definedTwice(name, firstName), of: sheet)
        }
      } else {
        declare(statement, sheet, &loading.cells, &loading.isKept[unit][index])
      }
    }
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

  private func addSheets(_ statements: [Statement]) {
    var needsUnnamed = true
    for statement in statements {
      if case .grid = statement.kind {
        needsUnnamed = false
        break
      }
      if case .cell(let cell) = statement.kind, cell.target.name == nil { break }
    }
    if needsUnnamed {
      let grid = engine.addSheet(named: Self.baseName(storedDocument.source.name), in: scope)
      sheetGrids[""] = grid
    }
    for statement in statements {
      guard case .grid(let name) = statement.kind, sheetGrids[name.key] == nil else { continue }
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

  // MARK: Names

  /// Gives a statement the name that it defines, and what has a cell its place.
  ///
  /// - Returns: The statement that has the name already; then nothing is changed.
  private func claim(
    _ owner: NameOwners.Owner, _ statement: Statement, _ loading: inout Loading
  ) -> NameOwners.Owner? {
    let unit = units[owner.unit]
    guard let name = PlacedStatement(statement: statement, unit: unit).definedName else { return nil }
    let key = name.key
    if !loading.owners.others.isEmpty, let first = loading.owners.others[key] { return first }
    switch statement.kind {
    case .cell, .input, .state, .event, .fetch, .modes:
      let address = engine.addName(name.text, in: scope, key: key)
      if Int(address.row) < loading.owners.ofCells.count { return loading.owners.ofCells[Int(address.row)] }
      loading.owners.ofCells.append(owner)
      loading.rows[owner.unit][owner.statement] = address.row
      declare(name, statement, unit, at: address)
    default:
      if case .cell(let address)? = engine.binding(of: key, in: scope) {
        return loading.owners.ofCells[Int(address.row)]
      }
      loading.owners.others[key] = owner
      if case .invalid = statement.kind { break }
      if let kind = Self.kindWithoutCell(statement) { otherNames[key] = kind }
      for part in Self.parts(of: statement) {
        let address = engine.addName("\(name.text).\(part)", in: scope)
        guard Int(address.row) == loading.owners.ofCells.count else { continue }
        loading.owners.ofCells.append(owner)
        let definition = Definition(name: "\(name.text).\(part)", kind: .part, span: name.span)
        definition.unit = unit.isMain ? nil : unit
        definitions[address] = definition
      }
    }
    return nil
  }

  /// The word for what a statement defines when that is no cell.
  static func kindWithoutCell(_ statement: Statement) -> String? {
    switch statement.kind {
    case .service: "service"
    case .action: "action"
    case .use: "used sheet"
    default: nil
    }
  }

  /// The cells that come with an action or a service.
  static func parts(of statement: Statement) -> [String] {
    switch statement.kind {
    case .action: ["isEnabled", "isExecuting", "value", "error"]
    case .service: ["calls"]
    default: []
    }
  }

  func address(ofNamedRow row: Int32) -> CellAddress {
    CellAddress(grid: engine.namesGrid(of: scope), row: Int(row), column: 0)
  }

  private func declare(
    _ statement: Statement, _ unit: SheetUnit, _ cells: inout [CellAddress: SourceSpan], _ isKept: inout Bool
  ) {
    switch statement.kind {
    case .cell(let cell):
      switch cell.target {
      case .name: break
      case .address(let row, let column, let span):
        let address = CellAddress(grid: grid(of: statement, unit), row: row, column: column)
        if let first = cells[address] {
          isKept = false
          let name = WrittenText(A1Notation.text(row: row, column: column), at: span)
          add(LiveDiagnostics.definedTwice(name, WrittenText(name.text, at: first)), of: unit)
        } else {
          cells[address] = span
        }
      case .area(let top, let left, let bottom, let right, let span):
        let area = Area(grid: grid(of: statement, unit), top: top, left: left, bottom: bottom, right: right)
        if area.rows * area.columns > Self.largestFill {
          isKept = false
          add(LiveDiagnostics.fillTooLarge(span, area.rows * area.columns, limit: Self.largestFill), of: unit)
        } else if let other = fills.first(where: { $0.area.intersection(area) != nil }) {
          isKept = false
          add(LiveDiagnostics.filledTwice(span, other.definition.span ?? span), of: unit)
        } else {
          fills.append(Fill(area: area, definition: Definition(name: "", kind: .formula, span: span)))
        }
      }
    default: break
    }
  }

  /// How many cells one statement may fill: sixteen whole columns.
  static let largestFill = 16 * (Area.lastRow + 1)

  private func declare(_ name: WrittenText, _ statement: Statement, _ unit: SheetUnit, at address: CellAddress) {
    let kind: CellInfo.Kind =
      switch statement.kind {
      case .state: .state
      case .event: .event
      case .fetch: .fetch
      default: .formula
      }
    let definition = Definition(
      name: name.text, kind: kind, documentation: statement.documentation?.text, span: name.span)
    definition.unit = unit.isMain ? nil : unit
    definitions[address] = definition
    // The latest payload of an event is a value that formulas may read, but none that a sheet is made for.
    if kind != .event { order.append(address) }
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

  // MARK: Inputs

  private func enter(_ input: InputDefinition, at address: CellAddress, _ unit: SheetUnit) {
    let rule = rule(of: input, unit)
    let definition = definitions[address] ?? Definition(name: input.name.text, kind: .input)
    definition.kind = .input
    definition.input = rule
    definition.setFormula(input.initial, in: unit.document.source)
    definition.format = Self.format(of: input, rule)
    definitions[address] = definition
    engine.setConstant(rule.initial, at: address)
  }

  static func format(of input: InputDefinition, _ rule: InputRule) -> String? {
    input.format?.text ?? input.initial?.impliedFormat ?? input.initial.flatMap { percentFormat($0.tree) }
      ?? (rule.type == .date ? "yyyy-mm-dd" : nil)
  }

  /// What an input accepts.
  func rule(of input: InputDefinition, _ unit: SheetUnit) -> InputRule {
    var rule = rule(type: input.type, domain: input.domain, unit)
    rule.condition = input.condition
    rule.conditionText = input.condition.map { unit.document.source[$0.span] }
    rule.name = input.name.text
    if let initial = input.initial, let value = constant(initial) { rule.initial = value }
    return rule
  }

  /// What a declared type and domain accept.
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit) -> InputRule {
    var rule = InputRule(type: type?.type ?? .any, domain: nil, condition: nil, initial: .blank)
    switch domain?.kind {
    case .range(let low, let high)?:
      if let low = constant(low)?.number, let high = constant(high)?.number, low <= high {
        rule.domain = .range(low, high)
        if type == nil { rule.type = .number }
      } else if let domain {
        add(LiveDiagnostics.badRange(domain.span), of: unit)
      }
    case .choices(let choices)?:
      switch constant(choices) {
      case .array(let array)?: rule.domain = .choices(array.elements)
      case let single? where !single.isError: rule.domain = .choices([single])
      default: break
      }
    case nil: break
    }
    return rule
  }

  /// The value of a formula that stands where a literal is expected.
  func constant(_ formula: SheetFormula) -> CellValue? {
    formula.constant ?? engine.evaluate(formula.tree, in: scope)
  }

  /// An input's own default must be what the input accepts.
  private func checkInitialInputs() {
    for address in order {
      guard let definition = definitions[address], let rule = definition.input, let formula = definition.formula,
        !formula.isInvalid
      else { continue }
      let unit = definition.unit ?? units[0]
      if case .error(let error) = rule.initial {
        add(LiveDiagnostics.badDefault(definition.name, formula.span, "its value is \(error.code.text)"), of: unit)
      } else if let refusal = refusal(of: rule.initial, by: rule, definition.name) {
        add(LiveDiagnostics.badDefault(definition.name, formula.span, refusal.message), of: unit)
      }
    }
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
