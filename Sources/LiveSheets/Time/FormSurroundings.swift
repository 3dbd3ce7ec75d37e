import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import LiveWorkbooks
import SheetPrograms
import SheetText

/// What the readers of forms ask of the sheet around what they read.
protocol FormSurroundings: AnyObject {
  var units: [SheetUnit] { get }
  /// The names of what is no cell, by key, with the word of its kind.
  var otherNames: [String: String] { get }
  /// All names of cells, for suggestions.
  var knownNames: [String] { get }

  /// A formula as it is understood in a unit; see ``FormulaPlacing``.
  func placed(_ tree: FormulaTree, _ unit: SheetUnit, _ home: String?, hidden: Set<String>) -> FormulaTree
  /// The cells that a formula names where it stands, if it does nothing else.
  func area(of tree: FormulaTree, at origin: CellAddress) -> Area?
  /// Whether a name is that of a table.
  func isTable(_ name: String) -> Bool
  func kind(at address: CellAddress) -> CellKind
  /// What keeps a cell of a used workbook from being set.
  func obstacle(toSetting area: Area) -> SettingObstacle?
  /// What the input at an address accepts; `nil` for a cell that is none.
  func inputRule(at address: CellAddress) -> InputRule?
  /// What a declared type and domain accept.
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit, home: String?) -> InputRule
  /// The functions that formulas may call.
  var catalog: FunctionCatalog { get }
  /// The actions and services that stand in an expression which has a value at once.
  func misplacedNames(in tree: FormulaTree) -> [Diagnostic]

  /// Whether a path leads into what could not be read.
  func isUnread(_ path: String) -> Bool
  /// Takes a finding about the text of a unit.
  func add(_ diagnostic: Diagnostic, of unit: SheetUnit)
  /// Takes a finding that knows better what a text should have been than the one about the same place in a formula.
  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit)
}

extension FormSurroundings {
  func placed(_ tree: FormulaTree, _ unit: SheetUnit, _ home: String?) -> FormulaTree {
    placed(tree, unit, home, hidden: [])
  }

  /// Whether a name is that of a cell at a place: of a column in the rows of a table, of a named cell elsewhere.
  func isCell(_ name: String, at origin: CellAddress) -> Bool { area(of: .name(name), at: origin) != nil }
}

extension LoadedProgram: FormSurroundings {
  var knownNames: [String] { names.known }
  var catalog: FunctionCatalog { environment.catalog }

  func placed(_ tree: FormulaTree, _ unit: SheetUnit, _ home: String?, hidden: Set<String>) -> FormulaTree {
    placing.tree(tree, unit, home, hidden: hidden)
  }

  func area(of tree: FormulaTree, at origin: CellAddress) -> Area? { engine.expressions.area(of: tree, at: origin) }

  func isTable(_ name: String) -> Bool { placing.isTable(name) }

  func kind(at address: CellAddress) -> CellKind { lookup.info(at: address).kind }

  func obstacle(toSetting area: Area) -> SettingObstacle? {
    workbooks.workbook(of: area.grid)?.obstacle(toSetting: area)
  }

  func inputRule(at address: CellAddress) -> InputRule? { acceptance.rule(at: address) }

  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit, home: String?) -> InputRule {
    entry.rule(type: type, domain: domain, unit, home: home)
  }

  func misplacedNames(in tree: FormulaTree) -> [Diagnostic] { names.misplaced(in: tree) }

  func add(_ diagnostic: Diagnostic, of unit: SheetUnit) { findings.add(diagnostic, of: unit) }

  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) {
    if let place = diagnostic.labels.first?.span, isUnread(unit.fullName(unit.document.source[place])) { return }
    findings.addInstead(diagnostic, of: unit)
  }
}
