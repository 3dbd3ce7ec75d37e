import CellModel
import Engine
import Formulas
import SheetPrograms

/// A table whose rows come and go, as clauses change it.
protocol ChangingTable {
  var name: String { get }
  var grid: GridID { get }
  var columns: [TableColumn] { get }

  /// Checks that the table, when it has so many rows, takes another one.
  func checkInsertion(at position: Int, count: Int, _ values: [CellValue]) throws(Refusal)
  /// A value as a column takes it in a row that is there; one that it does not accept is refused.
  func accepted(_ value: CellValue, inColumn column: Int, row: Int) throws(Refusal) -> CellValue
  /// Inserts a row, with the values of its first columns; the others are computed.
  func insert(at position: Int, _ values: [CellValue])
  func delete(at position: Int)
}

/// What events make of tables.
///
/// - R1. All clauses of a micro-step find the rows as they were at its beginning, and say of these what becomes of them; of
///   two events that update one cell the second finds it as the first has left it.
struct TableClauses {
  let cells: InstantCells
  /// The table of a number.
  let table: (Int) -> any ChangingTable

  /// Adds what an event makes of a table, up to the first clause with a condition that holds.
  func react(_ instance: TimeInstance, _ reaction: TableReaction, _ effects: inout [TableEffect]) {
    let earlier = effects
    for clause in reaction.clauses {
      if let condition = clause.condition, !cells.holds(condition, in: instance) { continue }
      let former = leave(earlier, to: clause.change, of: reaction.table)
      carryOut(clause, on: reaction.table, instance, &effects)
      for (cell, value) in former.reversed() { cells.engine.setConstant(value, at: cell) }
      if clause.condition != nil { break }
    }
  }

  /// Lets an update find the cells of its column as earlier events have left them.
  ///
  /// - Returns: The values that these cells had, in the order in which they were set.
  private func leave(
    _ earlier: [TableEffect], to change: TableClauseForm.Change, of number: Int
  ) -> [(cell: CellAddress, value: CellValue)] {
    guard !earlier.isEmpty, case .update(let column, _, _) = change else { return [] }
    let grid = table(number).grid
    return earlier.compactMap { effect in
      guard case .set(number, let row, column, let value) = effect else { return nil }
      let cell = CellAddress(grid: grid, row: row, column: column)
      let former = cells.engine.value(at: cell)
      cells.engine.setConstant(value, at: cell)
      return (cell, former)
    }
  }

  /// Adds what a clause makes of its table; a value that a column does not accept is reported.
  private func carryOut(
    _ clause: TableClauseForm, on number: Int, _ instance: TimeInstance, _ effects: inout [TableEffect]
  ) {
    let table = table(number)
    let rowCount = cells.engine.grids.rowCount(of: table.grid)
    switch clause.change {
    case .insert(let position, let values):
      guard let place = place(position, in: instance), place.isIn(rowCount) else { return }
      let row = values.map { $0.map { cells.value(of: $0, in: instance) } ?? .blank }
      do throws(Refusal) {
        try table.checkInsertion(at: 0, count: rowCount, row)
        effects.append(.insert(table: number, place, row))
      } catch { report(clause, TimeFinding.refusedRow(table.name, clause.span, error.message)) }
    case .delete(let condition):
      for row in (0..<rowCount).reversed() where condition.map({ holds($0, inRow: row) }) ?? true {
        effects.append(.delete(table: number, row: row))
      }
    case .update(let column, let value, let condition):
      for row in 0..<rowCount where condition.map({ holds($0, inRow: row) }) ?? true {
        do throws(Refusal) {
          let value = try table.accepted(value.value(in: cells.engine, row: row), inColumn: column, row: row)
          effects.append(.set(table: number, row: row, column: column, value))
        } catch {
          let name = "\(table.name)[\(row + 1)].\(FieldName.text(table.columns[column].name))"
          report(clause, TimeFinding.refusedBinding(name, clause.span, error.message))
        }
      }
    }
  }

  private func place(_ position: TableClauseForm.Position, in instance: TimeInstance) -> TableEffect.Place? {
    func number(_ row: TimeExpression, from least: Double) -> Int? {
      cells.value(of: row, in: instance).number.map { Int($0.clamped(to: least...1e9)) - 1 }
    }
    return switch position {
    case .first: .first
    case .last: .last
    case .before(let row): number(row, from: 1).map { .before($0) }
    case .after(let row): number(row, from: 0).map { .after($0) }
    }
  }

  private func report(_ clause: TableClauseForm, _ finding: TimeFinding) {
    cells.report(clause.unit.located(finding.diagnostic, saysWhy: true))
  }

  /// Whether the condition of a clause holds for a row of its table.
  private func holds(_ condition: TimeExpression, inRow row: Int) -> Bool {
    cells.holds(condition.value(in: cells.engine, row: row), condition)
  }

  /// Lets changes of tables take effect in their order.
  func perform(_ effects: [TableEffect]) {
    var moves: [Int: RowMoves] = [:]
    for effect in effects {
      switch effect {
      case .insert(let number, let place, let values):
        let table = table(number)
        let count = cells.engine.grids.rowCount(of: table.grid)
        let position = moves[number, default: RowMoves()].position(of: place, count: count)
        table.insert(at: position, values)
        moves[number, default: RowMoves()].insert(at: position)
      case .delete(let number, let row):
        guard let position = moves[number, default: RowMoves()].position(ofRow: row) else { continue }
        table(number).delete(at: position)
        moves[number, default: RowMoves()].delete(at: position)
      case .set(let number, let row, let column, let value):
        guard let position = moves[number, default: RowMoves()].position(ofRow: row) else { continue }
        let address = CellAddress(grid: table(number).grid, row: position, column: column)
        cells.engine.setConstant(value, at: address)
      }
    }
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
