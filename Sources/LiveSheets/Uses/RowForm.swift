import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What the sheets in the rows of a table have in common.
///
/// Each named cell of the sheet, and of the sheets that it uses, is a column; a formula is one formula for the whole
/// column. So rows can be inserted and deleted as in any table, and what belongs to a row stays with it.
final class RowForm {
  unowned let sheet: LiveSheet
  /// The sheet of the rows and those that it uses.
  let units: [SheetUnit]
  let form: TimeForm
  let grid: GridID
  /// The columns by the full names of their cells in lower case.
  private(set) var columns: [String: Int] = [:]
  /// The first values of cells that hold one, by their columns.
  private(set) var initial: [Int: TimeExpression] = [:]

  init(_ sheet: LiveSheet, _ units: [SheetUnit], grid: GridID, columns: [TableColumn]) {
    self.sheet = sheet
    self.units = units
    self.grid = grid
    form = TimeForm(table: grid)
    for (number, column) in columns.enumerated() {
      self.columns[column.name.lowercased()] = number
      guard let formula = column.first, let unit = column.unit else { continue }
      initial[number] = TimeExpression(
        sheet.placed(formula.tree, unit, column.home), span: formula.span, unit: unit, origin: origin)
    }
  }

  var origin: CellAddress { CellAddress(grid: grid, row: 0, column: 0) }

  func address(of name: String) -> CellAddress? {
    columns[name.lowercased()].map { CellAddress(grid: grid, row: 0, column: $0) }
  }

  /// The statements of the units that are about time.
  var statements: [ProgramStatement] { units.flatMap { $0.statements.filter(\.isAboutTime) } }

  /// Reads what the sheets say about time.
  ///
  /// - Returns: What the services do that they declare.
  func read(_ services: Set<String>) -> [String: RunForm] {
    var reader = FormReader(sheet, form, origin: origin, services: services) { [unowned self] in address(of: $0) }
    reader.read(statements)
    return reader.serviceBodies
  }
}
