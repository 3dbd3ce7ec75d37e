import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Editing a sheet line by line.
extension LiveSheet {
  /// Enters a statement as a file would have it, a setting of an input, a step of a test, or an expression.
  ///
  /// Several lines or statements are entered one after the other, each with its outcome.
  package func enter(_ text: String, named name: String = "prompt") -> [Outcome] { editor.enter(text, named: name) }

  /// Takes the last line of the prompt back.
  package func undo() -> Bool { editor.undo() }

  /// Makes the last line that was taken back again.
  package func redo() -> Bool { editor.redo() }

  /// The name of an event or an action alone makes it happen; one that takes something is shown as a value.
  func trigger(_ formula: SheetFormula) -> Outcome? {
    guard !timeline.isEmpty else { return nil }
    var tree = formula.tree
    var arguments: [CellValue] = []
    if case .call(let name, let operands)? = tree.nodes.last {
      guard means(name, operands.count) else { return nil }
      arguments = operands.map { engine.evaluate(atHome(tree.subtree(at: $0), nil), in: scope) }
      tree = .name(name)
    }
    guard let trigger = try? trigger(named: tree) else { return nil }
    let path = tree.text()
    do throws(Refusal) {
      return make(try checked(trigger, path, arguments), arguments)
    } catch { return .refused(error) }
  }

  /// Whether a call is that of an action rather than of a function of the same name, such as SEARCH.
  private func means(_ name: String, _ count: Int) -> Bool {
    guard environment.catalog.function(named: name) != nil else { return true }
    guard let form = timeline.instances.first?.form, let action = form.actionNumbers[name.lowercased()] else {
      return false
    }
    return form.actions[action].parameters.count == count
  }

  // MARK: Definitions

  /// A definition that was given while the sheet runs.
  struct Defined {
    var name: String
    var address: CellAddress
    var isNew: Bool
    var isOnGrid: Bool
    fileprivate var formula: SheetFormula
    fileprivate var findings: [Diagnostic]

    /// What is wrong with it, circular references included.
    func findings(of sheet: LiveSheet) -> [Diagnostic] {
      guard case .error(let error) = sheet.engine.value(at: address), error.code == .cycle,
        let cycle = sheet.engine.cycles().first(where: { $0.contains(address) })
      else { return findings }
      let names = cycle.map { sheet.engine.name(of: $0) }
      return findings + [LiveFinding.cycle(names, [Diagnostic.Label(formula.span, "")]).diagnostic]
    }
  }

  func definition(named name: String) -> Definition? {
    guard case .cell(let address)? = engine.binding(of: name, in: scope) else { return nil }
    return definitions[address]
  }

  /// Defines a cell anew, or for the first time.
  func define(_ cell: CellDefinition, _ statement: Statement, in source: SourceText) -> Defined {
    let name: String
    let address: CellAddress
    let isNew: Bool
    let isOnGrid: Bool
    switch cell.target {
    case .address(let row, let column, _):
      name = A1Notation.text(row: row, column: column)
      address = CellAddress(grid: homeSheet ?? GridID(rawValue: 0), row: row, column: column)
      isNew = definitions[address] == nil
      isOnGrid = true
    case .name, .area:
      name = cell.target.name?.text ?? ""
      isNew = engine.binding(of: name, in: scope) == nil
      address = engine.addName(name, in: scope)
      isOnGrid = false
    }
    let findings = findings(in: cell.formula.tree)
    let definition = definitions[address] ?? Definition(name: name, kind: .formula)
    definition.kind = cell.kind
    definition.setFormula(cell.formula, in: source)
    definition.documentation = statement.documentation?.text ?? definition.documentation
    // A definition that says nothing about its format keeps the one that its line has.
    definition.format = cell.format?.text ?? (isNew ? nil : definition.format)
    definitions[address] = definition
    if isNew || !definitions.order.contains(address) { definitions.list(address) }
    change { put(cell.formula, isConstant: cell.isConstant, at: address, home: nil, units[0]) }
    return Defined(
      name: name, address: address, isNew: isNew, isOnGrid: isOnGrid, formula: cell.formula, findings: findings)
  }

  /// Takes a name away that a line has made, or gives it back.
  func toggle(_ name: EntryHistory.Name) {
    if case .cell(name.cell)? = engine.binding(of: name.text, in: scope) {
      engine.unbind(name.text, in: scope)
      definitions.unlist(name.cell)
    } else {
      engine.bind(name.text, to: .cell(name.cell), in: scope)
      definitions.list(name.cell)
    }
  }

  /// Reads the definitions of cells anew from a text, after the text has gone back.
  func readDefinitions(in document: SheetDocument) {
    for statement in document.statements {
      guard case .cell(let cell) = statement.kind else { continue }
      let address: CellAddress
      switch cell.target {
      case .name(let name):
        guard case .cell(let found)? = engine.binding(of: name.text, in: scope) else { continue }
        address = found
      case .address(let row, let column, _):
        address = CellAddress(grid: grid(of: statement, units[0]), row: row, column: column)
      case .area: continue
      }
      definitions[address]?.kind = cell.kind
      definitions[address]?.setFormula(cell.formula, in: document.source)
      definitions[address]?.format = cell.format?.text
    }
  }

  /// The inputs that hold something else than their declarations say.
  func inputValues() -> [(String, CellValue)] {
    definitions.order.compactMap { address in
      guard let definition = definitions[address], let rule = definition.input else { return nil }
      let value = engine.value(at: address)
      return value == rule.initial ? nil : (definition.name, value)
    }
  }

  /// Sets inputs that are still there.
  func restore(_ values: [(String, CellValue)]) {
    for (name, value) in values {
      if case .cell(let address)? = engine.binding(of: name, in: scope), definitions[address]?.input != nil {
        engine.setConstant(value, at: address)
      }
    }
    engine.recalculate()
  }

  // MARK: Changes

  /// What changed since the last call, in the order of evaluation; changes are collected while ``recordsChanges`` is on.
  package func takeChanges() -> [CellChange] {
    let recorded = engine.takeChanges()
    if let changes = editor.takeChanges() { return changes }
    return recorded.compactMap { change in
      guard change.address.grid != loaded.grids.checks, !isHidden(change.address) else { return nil }
      let info = info(at: change.address)
      guard info.name != "_" else { return nil }
      return CellChange(
        cell: info, old: change.old, new: change.new, oldText: summary(of: change.old, format: info.format),
        newText: summary(of: change.new, format: info.format))
    }
  }

  /// Whether a cell lies behind the columns of its table, where conditions of checks are.
  private func isHidden(_ address: CellAddress) -> Bool {
    guard let table = tableDefinitions.first(where: { $0.grid == address.grid }) else { return false }
    return Int(address.column) >= table.columns.count
  }
}
