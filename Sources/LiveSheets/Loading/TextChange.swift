import SheetPrograms
import SheetText

/// A change of a text after which the cells of the former one can be kept but for a few.
///
/// It is one of formulas and values of single cells, which have the names and the addresses that they had; of a text that
/// is a single file, in which nothing happens in time, and which has neither tables nor checks. Half a definition, as it
/// stands while it is being typed, has its name, and counts as one.
struct TextChange {
  /// The places of the statements that say something else.
  let statements: Set<Int>

  /// `nil` where the sheet has to be loaded as a whole.
  init?(from former: LoadedProgram, to program: SheetProgram) {
    let old = former.program
    guard Self.hasCellsOnly(old), Self.hasCellsOnly(program), former.checks.isEmpty,
      old.statements.count == program.statements.count, old.grids.names == program.grids.names,
      let changed = program.document.statementsChanged(from: old.document)
    else { return nil }
    for index in changed {
      guard Self.isSameCell(old.document.statements[index], program.document.statements[index]) else { return nil }
    }
    statements = Set(changed)
  }

  private static func hasCellsOnly(_ program: SheetProgram) -> Bool {
    program.units.count == 1 && program.tables.isEmpty && program.iteration == nil && program.unreadUses.isEmpty
  }

  /// Whether two statements define one cell, so that one can stand in place of the other.
  private static func isSameCell(_ old: Statement, _ new: Statement) -> Bool {
    guard old.grid == new.grid, isCell(old), isCell(new) else { return false }
    if let name = old.definedName { return name.text == new.definedName?.text }
    guard case .cell(let old) = old.kind, case .cell(let new) = new.kind,
      case .address(let row, let column, _) = old.target, case .address(row, column, _) = new.target
    else { return false }
    return true
  }

  private static func isCell(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .cell: !statement.isFill
    case .invalid: statement.definedName != nil
    default: false
    }
  }
}
