import CellModel

/// A run of rows of a column that one thread evaluates with the general program, and what comes of it.
///
/// It only reads: the values are for the thread that began to store. A piece ends early at a row that needs that thread
/// for its evaluation, or whose result is more than a value of its cell.
struct GeneralPiece {
  let rows: RowRange
  /// The first row that has not been evaluated.
  private(set) var next: Int
  private(set) var work = WorkCounters()
  /// Whether its first row needs the thread that began, as most others then do.
  private(set) var gaveUpAtOnce = false
  /// The values of rows that changed.
  private(set) var results: [(row: Int, value: CellValue)] = []

  init(_ rows: RowRange) {
    self.rows = rows
    next = rows.lowerBound
  }

  /// Evaluates the rows of a group, which reads none of its own cells.
  mutating func evaluate(_ id: GroupID, _ helper: HelpingEvaluator) {
    let evaluator = helper.evaluator
    let group = evaluator.formulas[id]
    let column = ResultColumn(
      cells: evaluator.cells, isSheet: evaluator.cells.grids[group.grid.index].isSheet,
      store: evaluator.cells.column(group.grid, Int(group.column)))
    while next <= rows.upperBound, !evaluator.settings.isCancelled() {
      let start = next
      let end = min(start + BoxTable.rows - 1, rows.upperBound)
      let block = helper.run(id, in: start...end)
      while next <= end {
        guard let value = value(of: id, helper, block?.result(next - start)) else {
          gaveUpAtOnce = next == rows.lowerBound && helper.hasGivenUp
          return
        }
        guard take(value, column) else { return }
      }
    }
  }

  /// The value of the next row: what it has come to together with others, or else by itself.
  private func value(of id: GroupID, _ helper: HelpingEvaluator, _ together: CellValue?) -> CellValue? {
    if let together, !helper.hasGivenUp { return together }
    return helper.value(of: id, at: next)
  }

  /// The column of the results.
  private struct ResultColumn {
    let cells: CellStore
    let isSheet: Bool
    let store: UnsafeMutablePointer<ColumnStore>
  }

  /// Takes the value of the next row; `false` when it is more than a value of its cell.
  private mutating func take(_ value: consuming CellValue, _ column: ResultColumn) -> Bool {
    if case .array = value, column.isSheet { return false }
    work.evaluated += 1
    work.generally += 1
    let old = BoxedValue(bits: column.store.pointee.bits(at: next))
    if column.cells.values.holds(old, value), !old.isNumber || column.store.pointee.kinds[next] == value.kind {
      work.cutOff += 1
    } else {
      results.append((next, value))
    }
    next += 1
    return true
  }
}
