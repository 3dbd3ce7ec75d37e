import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Defines inputs while their sheet runs.
///
/// An input that says all about itself, under a name that nothing else says, changes nothing but its own cell, however long
/// the text is. Any other needs the whole text: names may mean it, conditions and domains may name others.
struct InputDefiner {
  let sheet: LiveSheet

  /// An input that can be defined alone, with what it accepts.
  struct Lone {
    fileprivate var input: InputDefinition
    fileprivate var rule: InputRule
    fileprivate var documentation: String?
    fileprivate var format: String?

    var place: DefinitionPlace { DefinitionPlace(input.name.text) }
  }

  /// The input of a statement that says all about it and in which nothing is wrong; `nil` for any other.
  func lone(_ statement: Statement) -> Lone? {
    guard case .input(let input) = statement.kind, input.condition == nil, input.domain?.isLiteral ?? true,
      input.initial.map({ $0.constant != nil }) ?? true,
      case let cells = statement.meaning.cells(sheet.program.moments), cells.count == 1
    else { return nil }
    var isRight = true
    let rule = sheet.loaded.entry.rule(of: input, sheet.units[0], home: nil, report: { _ in isRight = false })
    guard isRight, !rule.initial.isError,
      rule.refusalByDomain(of: rule.initial, input.name.text, sheet.formats.values) == nil
    else { return nil }
    return Lone(input: input, rule: rule, documentation: statement.documentation?.text, format: cells[0].format)
  }

  /// Whether nothing else in the sheet says the name of an input, and nothing waits for a name.
  ///
  /// - Complexity: O(*n*) in what is wrong with the sheet.
  func isNew(_ lone: Lone) -> Bool {
    let name = lone.input.name
    return sheet.engine.names.binding(of: name.text, in: sheet.scope) == nil && sheet.otherNames[name.key] == nil
      && sheet.loaded.tables.table(named: name.text) == nil && !PromptResults.isName(name.text)
      && !sheet.hasErrors && sheet.engine.formulas.knowsAllNames
  }

  /// Makes the cell of an input, within an instant.
  func put(_ lone: Lone, in source: SourceText, home: String?) -> CellAddress {
    let address = sheet.engine.names.add(lone.input.name.text, in: sheet.scope)
    let definition = Definition(
      name: lone.input.name.text, kind: .input, documentation: lone.documentation, format: lone.format)
    definition.setFormula(lone.input.initial, in: source)
    definition.input = lone.rule
    definition.home = home
    sheet.definitions[address] = definition
    sheet.definitions.list(address)
    sheet.engine.setConstant(lone.rule.initial, at: address)
    return address
  }
}
