import Diagnostics
import Formulas
import SheetPrograms
import SheetText

/// What each formula of a statement stands for.
extension NameFinder {
  mutating func check(_ statement: Statement, of loaded: LoadedProgram, _ unit: SheetUnit) {
    if case .cell(let cell) = statement.kind { return check(cell.formula.tree, columns: []) }
    var columns: Set<String>?
    switch statement.kind {
    case .table(let table):
      let name = unit.fullName(table.name.text)
      if loaded.isUnread(name) { return }
      columns = Set(loaded.tables.table(named: name)?.columns.map { $0.name.lowercased() } ?? [])
    case .test(let test):
      if !unit.isMain { return }
      for service in test.serviceNames { check(service: service) }
    default: break
    }
    for part in statement.definition.formulas {
      check(
        part.formula.tree, columns: part.isInRow ? columns ?? part.hidden : part.hidden, role: part.role,
        unseen: part.unseen)
    }
  }
}
