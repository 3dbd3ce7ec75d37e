import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetText

/// A formula over values that are given by name; it is read, resolved and compiled once.
///
/// The names are inputs of a sheet that has nothing else, so that what is wrong with the formula is told as in any sheet.
/// It is used by one thread at a time.
package final class FormulaOfValues {
  private let sheet: LiveSheet
  private let cells: [CellAddress]
  private let expression: CompiledExpression
  private let address: CellAddress

  /// - Parameters:
  ///   - text: The formula, without its leading `=` or with it.
  ///   - names: What it may name, in the order in which values are given.
  package init(
    _ text: String, over names: [String], environment: LiveSheet.Environment
  ) throws(LiveSheet.FormulaFailure) {
    let inputs = SheetDocument(name: "names", names.map { "input \($0): any\n" }.joined())
    // A text with a blank or a line end in it would define something else, or nothing.
    let defined = inputs.statements.map { $0.definedName?.text }
    if let name = zip(names, defined).first(where: { $1 != nil && $0 != $1 })?.0 {
      let finding = Diagnostic(
        code: DiagnosticCode.unknownName.rawValue, "“\(name)” is not the name of a cell",
        at: SourceSpan(0, name.utf8.count))
      throw LiveSheet.FormulaFailure(source: SourceText(name: "names", name), diagnostics: [finding])
    }
    sheet = LiveSheet(inputs, environment: environment)
    if sheet.hasErrors { throw LiveSheet.FormulaFailure(source: inputs.source, diagnostics: sheet.diagnostics) }
    let parsed = FormulaParser.parse(text, dialect: .sheet)
    let diagnostics = parsed.diagnostics + sheet.findings(in: parsed.tree)
    if diagnostics.contains(where: { $0.severity == .error }) {
      throw LiveSheet.FormulaFailure(source: SourceText(name: "formula", text), diagnostics: diagnostics)
    }
    cells = sheet.cells.map(\.address)
    address = CellAddress(grid: sheet.engine.names.namesGrid(of: sheet.scope), row: 0, column: 0)
    expression = sheet.engine.expressions.compile(parsed.tree, at: address)
  }

  /// What the formula gives for some values; blank stays blank.
  package func callAsFunction(_ values: [CellValue]) -> CellValue {
    for (cell, value) in zip(cells, values) { sheet.engine.setConstant(value, at: cell) }
    return sheet.engine.expressions.value(of: expression, at: address)
  }
}
