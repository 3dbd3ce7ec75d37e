import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// A cell that the text defines, or that was defined at a prompt.
final class Definition {
  /// The name, in the spelling of the text; nothing for a cell of the grid, which its address names.
  var name: String
  var kind: CellKind
  var documentation: String?
  var span: SourceSpan?
  private(set) var formula: SheetFormula?
  /// The text in which the formula has its place; `nil` for one that is made of others.
  private var source: SourceText?
  /// The format behind `as`.
  var format: String?
  var input: InputRule?
  /// The name on the `sheet` line above, which says where addresses that stand alone lie.
  var home: String?
  /// The sheet that defines it; `nil` for the sheet itself.
  var unit: SheetUnit?
  /// Gives the formula of a cell of a used workbook as that shows it.
  var workbookFormula: (() -> String?)?

  init(name: String, kind: CellKind, documentation: String? = nil, span: SourceSpan? = nil, format: String? = nil) {
    self.name = name
    self.kind = kind
    self.documentation = documentation
    self.span = span
    self.format = format
  }

  /// What a statement says of the one cell that it defines; `nil` for any other statement.
  convenience init?(_ placed: ProgramStatement) {
    let (statement, unit) = (placed.statement, placed.unit)
    guard case .cell(let cell) = statement.kind, !placed.isFill else { return nil }
    self.init(
      name: placed.definedName?.text ?? "", kind: cell.kind, documentation: statement.documentation?.text,
      span: cell.target.span, format: cell.format?.text)
    setFormula(cell.formula, in: unit.document.source)
    home = statement.grid
    self.unit = unit.isMain ? nil : unit
  }

  /// The formula as written.
  var formulaText: String? {
    if let workbookFormula { return workbookFormula() }
    guard let formula else { return nil }
    return source.map { $0[formula.span] } ?? formula.tree.text()
  }

  /// Whether the formula is made of what a statement says, as that of modes, and stands in no text.
  var isComposed: Bool { formula != nil && source == nil }

  /// Takes a formula that stands in a text, from which its own text is cut when somebody asks for it, or in none.
  func setFormula(_ formula: SheetFormula?, in source: SourceText?) {
    self.formula = formula
    self.source = source
  }
}

/// Cells that one statement fills.
struct Fill {
  var area: Area
  var definition: Definition
}
