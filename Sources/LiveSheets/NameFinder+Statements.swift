import Diagnostics
import Formulas
import SheetText

/// What each formula of a statement stands for.
extension NameFinder {
  mutating func check(_ statement: Statement, of sheet: LiveSheet, _ unit: SheetUnit) {
    var columns: Set<String>?
    switch statement.kind {
    case .table(let table):
      let name = unit.fullName(table.name.text)
      // Nobody knows the columns of a file that could not be read.
      if sheet.unreadTables.contains(name.lowercased()) { return }
      columns = Set(sheet.table(named: name)?.columns.map { $0.name.lowercased() } ?? [])
    case .test: if !unit.isMain { return }
    default: break
    }
    for part in statement.definition.formulas {
      check(part.formula.tree, columns: columns ?? part.hidden, role: part.role)
    }
  }
}

extension LiveSheet {
  /// The names of the events from outside and of the actions, as the text declares them.
  var triggersInText: [String] {
    units.flatMap { unit in
      unit.document.statements.compactMap { statement -> String? in
        switch statement.kind {
        case .event(let event): event.stream == nil ? unit.fullName(event.name.text) : nil
        case .action(let action): unit.fullName(action.name.text)
        default: nil
        }
      }
    }
  }
}
