import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What events do to tables.
extension FormReader {
  /// Reads what events do to a table.
  mutating func read(clausesOf number: Int, _ table: LoadedTable) {
    for clause in table.definition.clauses where !sheet.isUnread(table.name) {
      do throws(Diagnostic) {
        let unit = table.unit ?? sheet.units[0]
        let tree = sheet.placed(clause.event.tree, unit, table.home)
        let stream = try streams.stream(tree, in: unit, at: place(unit, table.home))
        let made = TableClauseForm(
          condition: clause.condition.map { outside($0, table, unit) }, change: try change(clause, table, unit),
          span: clause.span, unit: unit)
        if let known = form.tableReactions.firstIndex(where: { $0.table == number && $0.stream == stream }) {
          form.tableReactions[known].clauses.append(made)
        } else {
          form.tableReactions.append(TableReaction(table: number, stream: stream, clauses: [made]))
        }
      } catch { sheet.addInstead(error, of: table.unit ?? sheet.units[0]) }
    }
  }

  private func outside(_ formula: SheetFormula, _ table: LoadedTable, _ unit: SheetUnit) -> TimeExpression {
    TimeExpression(
      sheet.placed(formula.tree, unit, table.home), span: formula.span, unit: unit, origin: place(unit, table.home))
  }

  private func change(
    _ clause: TableClause, _ table: LoadedTable, _ unit: SheetUnit
  ) throws(Diagnostic) -> TableClauseForm.Change {
    // Conditions and new values are understood in each row.
    func inRow(_ formula: SheetFormula) -> TimeExpression {
      let columns = Set(table.columns.map { $0.name.lowercased() })
      return TimeExpression(
        sheet.placed(formula.tree, unit, table.home, hidden: columns), span: formula.span, unit: unit,
        origin: CellAddress(grid: table.grid, row: 0, column: table.columns.count))
    }
    switch clause.change {
    case .insert(let position, let values):
      guard values.count <= table.literalCount || (values.count == 1 && values[0] == nil) else {
        throw TimeFinding.tooManyValues(values.count, table.literalCount, table.name, clause.span).diagnostic
      }
      let place: TableClauseForm.Position =
        switch position {
        case .first: .first
        case .last: .last
        case .before(let row): .before(outside(row, table, unit))
        case .after(let row): .after(outside(row, table, unit))
        }
      return .insert(place, values.map { $0.map { outside($0, table, unit) } })
    case .delete(let condition): return .delete(condition: condition.map(inRow))
    case .update(let column, let value, let condition):
      guard let number = table.columns.firstIndex(where: { $0.name.lowercased() == column.key }) else {
        throw LiveFinding.unknownColumn(column.text, column.span, table.columns.map(\.name)).diagnostic
      }
      guard table.columns[number].formula == nil else {
        throw TimeFinding.updateOfFormula(column).diagnostic
      }
      return .update(column: number, value: inRow(value), condition: condition.map(inRow))
    }
  }
}
