import CellModel
import Diagnostics
import Formulas
import SheetPrograms
import SheetText

/// What a mode asks a cell to be: a literal, or what a hidden cell has now.
package enum AskedValue {
  case literal(CellValue)
  case cell(CellAddress)
}

/// A check and the hidden cell that holds its condition.
struct LoadedCheck {
  var label: String
  var kind: BrokenCheck.Kind
  /// The place of its condition in the text of its unit.
  var span: SourceSpan
  var unit: SheetUnit
  /// The section in which it stands.
  var home: String?
  /// The condition.
  var tree: FormulaTree
  /// What names the cells that are shown when it is broken.
  var values: FormulaTree
  var address = CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0)
  /// The table in whose rows the check is judged; the address is then that of the first row.
  var table: GridID?
  var modes: ModesFormulas?
  /// What each mode asks of each cell.
  var asked: [[AskedValue]] = []

  /// Takes a condition that is understood in its unit.
  init(_ condition: StatementCondition, of unit: SheetUnit, home: String?) {
    label = unit.fullName(condition.label)
    kind = condition.kind
    span = condition.span
    self.unit = unit
    self.home = home
    tree = condition.condition
    values = condition.shown
    modes = condition.modes
  }

  /// Whether its condition stands in a cell, in one row of its table or another, or a value that it asks for.
  func stands(at place: CellAddress) -> Bool {
    address.grid == place.grid && (table == nil ? address.row == place.row : address.column == place.column)
  }
}
