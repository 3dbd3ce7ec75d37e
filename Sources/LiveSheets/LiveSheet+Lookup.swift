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
    definitions.order.compactMap { definitions.contains($0) ? info(at: $0) : nil }
  }

  /// The addresses of ``cells``, of which nothing has to be made, and those of the cells of used workbooks.
  package var cellAddresses: [CellAddress] { definitions.listed.filter { definitions.contains($0) } }

  /// The cell, range or table of a path: `C`, `B7`, `Inputs!B2`, `ledger[2].A`, `ledger[C]`, `ledger`, `A1:B3`.
  package func cell(_ path: String) -> Result<CellInfo, LookupFailure> { lookup.cell(path) }

  /// What a cell is and where it was defined.
  package func info(at address: CellAddress) -> CellInfo { lookup.info(at: address) }

  /// The value of a cell; of a range or table the array of its values.
  package func value(of cell: CellInfo) -> CellValue {
    if let workbook = loaded.workbooks.workbook(of: cell.address.grid) {
      return workbook.shownValue(in: cell.area ?? Area(cell.address))
    }
    guard let area = cell.area else {
      guard case .table = engine.kind(of: cell.address.grid) else { return engine.value(at: cell.address) }
      let count = engine.rowCount(of: cell.address.grid)
      // A row that its table does not have is no blank one.
      return Int(cell.address.row) < count
        ? engine.value(at: cell.address) : .error(.noRow("\(cell.address.row + 1)", of: count))
    }
    return engine.array(of: area)
  }

  /// The file of the used workbook in which a cell stands; `nil` for a cell of a sheet.
  package func usedWorkbook(of address: CellAddress) -> String? { loaded.workbooks.file(of: address.grid) }

  package func value(at address: CellAddress) -> CellValue {
    loaded.workbooks.workbook(of: address.grid)?.shownValue(at: address) ?? engine.value(at: address)
  }

  /// The value of an expression that is not kept, with the format of the cell that it may be.
  ///
  /// - Parameter home: The name on the `sheet` line above the expression; addresses that stand alone lie there.
  package func evaluate(_ formula: SheetFormula, home: String? = nil) -> (value: CellValue, format: String?) {
    (placing.value(of: formula.tree, home), self.format(of: placing.atHome(formula.tree, home)))
  }

  /// The value of an expression given as text, or what is wrong with it.
  package func evaluate(_ expression: String) -> Result<(value: CellValue, format: String?), FormulaFailure> {
    let parsed = FormulaParser.parse(expression, dialect: .sheet)
    let diagnostics = parsed.diagnostics + findings(in: parsed.tree)
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return .failure(FormulaFailure(source: SourceText(name: "expression", expression), diagnostics: diagnostics))
    }
    return .success(
      (placing.value(of: parsed.tree, currentGrid), self.format(of: placing.atHome(parsed.tree, currentGrid))))
  }

  /// What is wrong with a text that was to be evaluated.
  package struct FormulaFailure: Error {
    package var source: SourceText
    package var diagnostics: [Diagnostic]
  }
}
