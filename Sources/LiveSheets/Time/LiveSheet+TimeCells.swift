import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// The cells of statements about time.
extension LiveSheet {
  /// A state begins as a formula, so that first values may stand in any order; ``Timeline/begin()`` makes it a value.
  func enter(_ state: StateDefinition, _ statement: Statement, at address: CellAddress, _ unit: SheetUnit) {
    definitions[address]?.format = state.format?.text ?? state.initial.impliedFormat
    definitions[address]?.setFormula(state.initial, in: unit.document.source)
    definitions[address]?.home = statement.grid
    put(state.initial, isConstant: state.initial.isConstant, at: address, home: statement.grid, unit)
  }

  func enter(_ action: ActionDefinition, _ statement: Statement, _ unit: SheetUnit) {
    let name = unit.fullName(action.name.text)
    guard let executing = part("isExecuting", of: name), let enabled = part("isEnabled", of: name) else { return }
    engine.setConstant(.logical(false), at: executing)
    let isIdle = FormulaTree.call("NOT", [.name("\(name).isExecuting")])
    let condition = action.condition.map { placed($0.tree, unit, statement.grid) }
    engine.setFormula(condition.map { .call("AND", [$0, isIdle]) } ?? isIdle, at: enabled)
  }

  /// A cell that comes with an action or a service.
  func part(_ part: String, of name: String) -> CellAddress? {
    guard case .cell(let address)? = engine.binding(of: "\(name).\(part)", in: scope) else { return nil }
    return address
  }

  // MARK: Modes

  /// The cell is a formula that names the mode; a check says that exactly one holds and gives its cells their values.
  func enter(_ modes: ModesDefinition, _ statement: Statement, at address: CellAddress, _ unit: SheetUnit) {
    let loaded = LoadedModes(modes) { self.placed($0.tree, unit, statement.grid) }
    engine.setFormula(loaded.formula, at: address)
    definitions[address]?.setFormula(
      SheetFormula(tree: loaded.formula, span: modes.name.span), written: loaded.formula.text())
    var check = LoadedCheck(
      label: unit.fullName(modes.name.text), kind: .modes, span: modes.name.span, unit: unit, tree: loaded.check,
      values: loaded.values)
    check.modes = loaded
    addCheck(check)
  }
}

extension ActionDefinition {
  /// The keys of its parameters, which hide cells of the same name.
  var hidden: Set<String> { Set(parameters.map(\.key)) }
}

/// A `modes` statement as formulas.
struct LoadedModes {
  struct Mode {
    var label: String
    var condition: FormulaTree
    var values: [FormulaTree]
  }
  var cells: [FormulaTree]
  var modes: [Mode]

  init(_ definition: ModesDefinition, placed: (SheetFormula) -> FormulaTree) {
    cells = definition.cells.map(placed)
    modes = definition.modes.map {
      Mode(label: $0.label.text, condition: placed($0.condition), values: $0.values.map(placed))
    }
  }

  /// `IFS(condition, "label", …)`: the first mode that holds, `#N/A` when none does.
  var formula: FormulaTree {
    guard !modes.isEmpty else { return .literal(.error(.notAvailable)) }
    return .call("IFS", modes.flatMap { [$0.condition, .literal(.text($0.label))] })
  }

  /// Exactly one condition holds, and the cells have its values.
  var check: FormulaTree {
    let one = FormulaTree.literal(.number(1, text: "1"))
    let zero = FormulaTree.literal(.number(0, text: "0"))
    let count = FormulaTree.call("SUM", modes.map { .call("IF", [$0.condition, one, zero]) })
    let values = modes.map { mode in
      FormulaTree.call("IF", [mode.condition, holds(mode), .literal(.logical(true))])
    }
    return .call("AND", [.binary(.equal, count, one)] + values)
  }

  /// Whether the cells have the values of a mode.
  func holds(_ mode: Mode) -> FormulaTree {
    let equal = zip(cells, mode.values).map { FormulaTree.binary(.equal, $0, $1) }
    return equal.isEmpty ? .literal(.logical(true)) : .call("AND", equal)
  }

  /// All that the conditions and the cells name.
  var values: FormulaTree { .call("AND", cells + modes.map(\.condition)) }
}
