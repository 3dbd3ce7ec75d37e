import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import SheetText

/// Making cells of statements.
extension LiveSheet {
  /// Enters all that the document defines and recalculates once.
  ///
  /// Names come first, so that definitions may stand in any order; then tables, constants and formulas; then what only
  /// the loaded sheet can tell: unknown names, wrong counts of arguments, circular references.
  func load() {
    let statements = storedDocument.statements
    addSheets(statements)
    engine.reserveNames(statements.count, in: scope)
    var owners = NameOwners()
    var isKept = [Bool](repeating: true, count: statements.count)
    // The row of the named cell that each statement defines.
    var rows = [Int32](repeating: -1, count: statements.count)
    var cells: [CellAddress: SourceSpan] = [:]
    for (index, statement) in statements.enumerated() {
      if let first = claim(index, statement, &owners, &rows[index]) {
        if case .invalid = statement.kind { continue }
        isKept[index] = false
        if let name = statement.definedName, let firstName = statements[first].definedName {
          loadDiagnostics.append(LiveDiagnostics.definedTwice(name, firstName))
        }
      } else {
        declare(statement, &cells, &isKept[index])
      }
    }
    for index in statements.indices where isKept[index] && rows[index] < 0 { postpone(statements[index]) }
    for index in statements.indices where isKept[index] && rows[index] < 0 {
      if case .table(let table) = statements[index].kind { load(table, statements[index]) }
    }
    for (index, statement) in statements.enumerated() where isKept[index] { enter(statement, row: rows[index]) }
    checkNames(statements, isKept: isKept, rows: rows)
    engine.recalculate()
    checkCycles()
    checkInitialInputs()
  }

  private func addSheets(_ statements: [Statement]) {
    var needsUnnamed = true
    for statement in statements {
      guard case .grid(let name) = statement.kind else {
        if case .cell(let cell) = statement.kind, cell.target.name == nil { break }
        continue
      }
      _ = name
      needsUnnamed = false
      break
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
  }

  /// A file's name without its folder and ending.
  static func baseName(_ path: String) -> String {
    var name = path[...]
    if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
    if name.hasSuffix(".sheet") { name = name.dropLast(6) }
    return name.isEmpty ? "Sheet1" : String(name)
  }

  func grid(of statement: Statement) -> GridID {
    sheetGrids[statement.grid?.lowercased() ?? ""] ?? homeSheet ?? GridID(rawValue: 0)
  }

  // MARK: Names

  /// Which statement was the first to define a name.
  private struct NameOwners {
    /// By the row of the named cell.
    var ofCells: [Int] = []
    /// By the key of what is no cell.
    var others: [String: Int] = [:]
  }

  /// Gives a statement the name that it defines, and a cell or an input its place.
  ///
  /// - Parameter row: Receives the row of the named cell.
  /// - Returns: The statement that has the name already; then nothing is changed.
  private func claim(_ index: Int, _ statement: Statement, _ owners: inout NameOwners, _ row: inout Int32) -> Int? {
    guard let name = statement.definedName else { return nil }
    let key = name.key
    if !owners.others.isEmpty, let first = owners.others[key] { return first }
    switch statement.kind {
    case .cell, .input:
      let address = engine.addName(name.text, in: scope, key: key)
      if Int(address.row) < owners.ofCells.count { return owners.ofCells[Int(address.row)] }
      owners.ofCells.append(index)
      row = address.row
      declare(name, statement, at: address)
    default:
      if case .cell(let address)? = engine.binding(of: key, in: scope) { return owners.ofCells[Int(address.row)] }
      owners.others[key] = index
    }
    return nil
  }

  func address(ofNamedRow row: Int32) -> CellAddress {
    CellAddress(grid: engine.namesGrid(of: scope), row: Int(row), column: 0)
  }

  private func declare(_ statement: Statement, _ cells: inout [CellAddress: SourceSpan], _ isKept: inout Bool) {
    switch statement.kind {
    case .cell(let cell):
      switch cell.target {
      case .name: break
      case .address(let row, let column, let span):
        let address = CellAddress(grid: grid(of: statement), row: row, column: column)
        if let first = cells[address] {
          isKept = false
          let name = WrittenText(A1Notation.text(row: row, column: column), at: span)
          loadDiagnostics.append(LiveDiagnostics.definedTwice(name, WrittenText(name.text, at: first)))
        } else {
          cells[address] = span
        }
      case .area(let top, let left, let bottom, let right, let span):
        let area = Area(grid: grid(of: statement), top: top, left: left, bottom: bottom, right: right)
        if area.rows * area.columns > Self.largestFill {
          isKept = false
          loadDiagnostics.append(LiveDiagnostics.fillTooLarge(span, area.rows * area.columns, limit: Self.largestFill))
        } else if let other = fills.first(where: { $0.area.intersection(area) != nil }) {
          isKept = false
          loadDiagnostics.append(LiveDiagnostics.filledTwice(span, other.definition.span ?? span))
        } else {
          fills.append(Fill(area: area, definition: Definition(name: "", kind: .formula, span: span)))
        }
      }
    default: break
    }
  }

  /// How many cells one statement may fill: sixteen whole columns.
  static let largestFill = 16 * (Area.lastRow + 1)

  private func declare(_ name: WrittenText, _ statement: Statement, at address: CellAddress) {
    definitions[address] = Definition(
      name: name.text, kind: .formula, documentation: statement.documentation?.text, span: name.span)
    order.append(address)
  }

  /// Says that a statement about time is not run; what reads its name has an error that tells the same.
  private func postpone(_ statement: Statement) {
    guard let kind = Self.timeKind(statement) else { return }
    loadDiagnostics.append(LiveDiagnostics.notYet(kind, statement.definedName?.span ?? statement.span))
    guard let name = statement.definedName else { return }
    laterNames[name.key] = kind
    let reason = "\(name.text) is \(LiveDiagnostics.article(kind)) \(kind), which this version does not run."
    engine.setConstant(.error(.notAvailable(reason)), at: engine.addName(name.text, in: scope))
  }

  // MARK: Contents

  private func enter(_ statement: Statement, row: Int32) {
    switch statement.kind {
    case .cell(let cell): enter(cell, statement, row: row)
    case .input(let input): enter(input, at: address(ofNamedRow: row))
    case .check(let check): enter(check, statement)
    case .invalid(defining: let name?):
      // Nobody shall be told that a name is unknown because its definition could not be read.
      let address = engine.addName(name.text, in: scope)
      engine.setConstant(.error(.name("The definition of \(name.text) could not be read.")), at: address)
    default: break
    }
  }

  private func enter(_ cell: CellDefinition, _ statement: Statement, row: Int32) {
    let declared = row >= 0 ? definitions[address(ofNamedRow: row)] : nil
    let definition =
      declared
      ?? Definition(
        name: "", kind: .formula, documentation: statement.documentation?.text, span: cell.target.span)
    definition.kind = cell.isConstant ? .constant : .formula
    definition.setFormula(cell.formula, in: storedDocument.source)
    definition.format = cell.format?.text ?? cell.formula.impliedFormat ?? Self.percentFormat(cell.formula.tree)
    definition.home = statement.grid
    switch cell.target {
    case .name:
      let address = address(ofNamedRow: row)
      put(cell.formula, isConstant: cell.isConstant, at: address, home: statement.grid)
    case .address(let row, let column, _):
      let address = CellAddress(grid: grid(of: statement), row: row, column: column)
      definition.name = engine.name(of: address)
      definitions[address] = definition
      order.append(address)
      put(cell.formula, isConstant: cell.isConstant, at: address, home: nil)
    case .area(let top, let left, let bottom, let right, let span):
      let area = Area(grid: grid(of: statement), top: top, left: left, bottom: bottom, right: right)
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
        engine.setFormula(cell.formula.tree, over: area)
      }
    }
  }

  /// Puts a formula or the value of a literal into a cell.
  func put(_ formula: SheetFormula, isConstant: Bool, at address: CellAddress, home: String?) {
    if isConstant, let value = formula.constant {
      engine.setConstant(value, at: address)
    } else {
      engine.setFormula(atHome(formula.tree, home), at: address)
    }
  }

  /// A named cell's tree with the addresses that stand alone made those of the sheet it was written on.
  func atHome(_ tree: FormulaTree, _ home: String?) -> FormulaTree {
    guard let home, let grid = sheetGrids[home.lowercased()], grid != homeSheet,
      case .sheet(let name) = engine.kind(of: grid)
    else { return tree }
    var tree = tree
    for (index, node) in tree.nodes.enumerated() {
      if case .reference(var reference) = node, reference.sheet == nil {
        reference.sheet = SheetPrefix(name)
        tree.nodes[index] = .reference(reference)
      }
    }
    return tree
  }

  static func percentFormat(_ tree: FormulaTree) -> String? {
    guard tree.isConstant, case .unary(.percent, let operand)? = tree.nodes.last,
      case .number(let number, _) = tree[operand]
    else { return nil }
    return number == number.rounded() ? "0%" : "0.00%"
  }

  // MARK: Inputs

  private func enter(_ input: InputDefinition, at address: CellAddress) {
    var rule = InputRule(type: input.type?.type ?? .any, domain: nil, condition: input.condition, initial: .blank)
    switch input.domain?.kind {
    case .range(let low, let high)?:
      if let low = constant(low)?.number, let high = constant(high)?.number, low <= high {
        rule.domain = .range(low, high)
        if input.type == nil { rule.type = .number }
      } else if let domain = input.domain {
        loadDiagnostics.append(LiveDiagnostics.badRange(domain.span))
      }
    case .choices(let choices)?:
      if case .array(let array)? = constant(choices) { rule.domain = .choices(array.elements) }
    case nil: break
    }
    if let initial = input.initial, let value = constant(initial) { rule.initial = value }
    let definition = definitions[address] ?? Definition(name: input.name.text, kind: .input)
    definition.kind = .input
    definition.input = rule
    definition.setFormula(input.initial, in: storedDocument.source)
    definition.format =
      input.format?.text ?? input.initial?.impliedFormat ?? input.initial.flatMap { Self.percentFormat($0.tree) }
      ?? (rule.type == .date ? "yyyy-mm-dd" : nil)
    definitions[address] = definition
    engine.setConstant(rule.initial, at: address)
  }

  /// The value of a formula that stands where a literal is expected.
  private func constant(_ formula: SheetFormula) -> CellValue? {
    formula.constant ?? engine.evaluate(formula.tree, in: scope)
  }

  /// An input's own default must be what the input accepts.
  private func checkInitialInputs() {
    for address in order {
      guard let definition = definitions[address], let rule = definition.input, let formula = definition.formula,
        !formula.isInvalid
      else { continue }
      if case .error(let error) = rule.initial {
        loadDiagnostics.append(
          LiveDiagnostics.badDefault(definition.name, formula.span, "its value is \(error.code.text)"))
      } else if let refusal = refusal(of: rule.initial, by: rule, definition.name) {
        loadDiagnostics.append(LiveDiagnostics.badDefault(definition.name, formula.span, refusal.message))
      }
    }
  }

  // MARK: Checks

  private func enter(_ check: CheckDefinition, _ statement: Statement) {
    let address = CellAddress(grid: checkGrid, row: checks.count, column: 0)
    checks.append(LoadedCheck(definition: check, address: address, home: statement.grid))
    engine.setFormula(atHome(check.condition.tree, statement.grid), at: address)
  }
}

/// A check and the hidden cell that holds its condition.
struct LoadedCheck {
  var definition: CheckDefinition
  var address: CellAddress
  /// The name on the `sheet` line above.
  var home: String?
}
