import CellModel
import Formulas
import SheetText
import Workbooks

/// The rule for typing at a cell that says what an input of a sheet accepts.
///
/// A list is one of texts or of cells, a range one of numbers whose ends may be formulas; a condition alone is a formula that
/// must hold.
struct TypingRule {
  /// `nil` when the input accepts anything, or what a workbook cannot say.
  private(set) var rule: CellValidation?
  /// What the rule leaves out, in words.
  private(set) var omission: String?
  /// The longest list that a rule of a workbook can hold.
  private static let longestList = 255

  /// - Parameters:
  ///   - spell: Writes a formula of the sheet as the workbook has it; `nil` when it cannot have it.
  ///   - tables: The tables of the workbook.
  ///   - write: Writes such a formula as the file of a workbook has it.
  init(
    of input: InputDefinition, _ tables: TableSpelling, spell: (FormulaTree) -> FormulaTree?,
    write: (FormulaTree) -> String
  ) {
    let name = input.name.text.lowercased()
    // Addresses mean the same cells wherever the rule is copied to.
    func formula(_ tree: FormulaTree) -> String? { spell(tree).map { write($0.withFixedAddresses) } }
    func end(_ end: SheetFormula) -> String? { end.constant?.number.map(NumberText.roundTrip) ?? formula(end.tree) }
    var condition = input.condition?.tree
    switch input.domain?.kind {
    case .choices(let choices):
      rule =
        choices.constant == nil
        ? spell(choices.tree).flatMap { Self.cells($0, tables) }.map {
          CellValidation(blocks: [], kind: "list", formula: write($0.withFixedAddresses))
        } : Self.list(choices.constant?.array)
    case .range(let lower, let upper):
      let isWhole = condition?.text(.excel).lowercased() == "\(name)=int(\(name))"
      if isWhole { condition = nil }
      if let low = end(lower), let high = end(upper) {
        rule = CellValidation(blocks: [], kind: isWhole ? "whole" : "decimal", formula: low, second: high)
      }
    case nil:
      guard let tree = condition else { return }
      rule = formula(tree).map { CellValidation(blocks: [], kind: "custom", formula: $0) }
      condition = nil
      if rule == nil { omission = "condition of an input" }
      return
    }
    if rule == nil {
      omission = input.domain?.isLiteral == false ? "domain made of cells" : "domain that a workbook cannot have"
    } else if condition != nil {
      omission = "condition of an input beside its domain"
    }
  }

  private static func list(_ array: CellArray?) -> CellValidation? {
    guard let array else { return nil }
    let texts = array.elements.map { ValueText().written($0) }
    let list = texts.joined(separator: ",")
    guard !texts.contains(where: { $0.contains(",") }), list.utf8.count <= longestList else { return nil }
    return CellValidation(blocks: [], kind: "list", formula: list.literal)
  }

  /// The cells of a list: a range, a name, what an array fills, or a column of a table, which a rule has by its cells.
  private static func cells(_ tree: FormulaTree, _ tables: TableSpelling) -> FormulaTree? {
    switch tree[tree.root] {
    case .structured(let reference):
      tables.meaning(of: reference, on: "", row: nil, column: 0).map { .literal($0) }
    case .reference, .name, .unary(.spill, _): tree
    default: nil
    }
  }
}
