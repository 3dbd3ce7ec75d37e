import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Finding cells by what people call them.
extension LiveSheet {
  /// The cells that can be named, in the order of their definition; cells of fills, of tables and of used workbooks are not
  /// listed one by one.
  package var cells: [CellInfo] {
    let (definitions, lookup) = (definitions, lookup)
    return definitions.order.compactMap { definitions.contains($0) ? lookup.info(at: $0) : nil }
  }

  /// What the text defines, in its order: single cells, fills and spills as one block each, and tables.
  package var contents: [CellInfo] { definedCells.all { _ in true } }

  /// The addresses of ``cells``, of which nothing has to be made, and those of the cells of used workbooks.
  package var cellAddresses: [CellAddress] {
    let definitions = definitions
    return definitions.listed.filter(definitions.contains)
  }

  /// The cell, range or table of a path: `C`, `B7`, `Inputs!B2`, `ledger[2].A`, `ledger[C]`, `ledger`, `A1:B3`.
  package func cell(_ path: String) -> Result<CellInfo, LookupFailure> { lookup.cell(path, currentGrid) }

  /// What a cell is and where it was defined.
  package func info(at address: CellAddress) -> CellInfo { lookup.info(at: address) }

  /// The value of a cell; of a range or table the array of its values.
  package func value(of cell: CellInfo) -> CellValue { lookup.value(of: cell) }

  /// The file of the used workbook in which a cell stands; `nil` for a cell of a sheet.
  package func usedWorkbook(of address: CellAddress) -> String? { loaded.workbooks.file(of: address.grid) }

  package func value(at address: CellAddress) -> CellValue {
    loaded.workbooks.workbook(of: address.grid)?.shownValue(at: address) ?? engine.value(at: address)
  }

  /// The value of an expression that is not kept, with the format of the cell that it may be.
  ///
  /// - Parameter home: The name on the `sheet` line above the expression; addresses that stand alone lie there.
  package func evaluate(_ formula: SheetFormula, home: String? = nil) -> (value: CellValue, format: String?) {
    (placing.value(of: formula.tree, home), formats.format(of: placing.atHome(formula.tree, home)))
  }

  /// The value of an expression given as text, or what is wrong with it.
  package func evaluate(_ expression: String) -> Result<(value: CellValue, format: String?), FormulaFailure> {
    let parsed = FormulaParser.parse(expression, dialect: .sheet)
    let diagnostics = parsed.diagnostics + findings(in: parsed.tree)
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return .failure(FormulaFailure(source: SourceText(name: "expression", expression), diagnostics: diagnostics))
    }
    return .success(
      (placing.value(of: parsed.tree, currentGrid), formats.format(of: placing.atHome(parsed.tree, currentGrid))))
  }

  /// What is wrong with a text that was to be evaluated.
  package struct FormulaFailure: Error {
    package var source: SourceText
    package var diagnostics: [Diagnostic]
  }
}
