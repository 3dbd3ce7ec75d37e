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
  mutating func evaluate(_ id: GroupID, _ evaluator: Evaluator) {
    let cells = evaluator.cells
    let group = evaluator.formulas[id]
    let isSheet = cells.grids[group.grid.index].isSheet
    let column = cells.column(group.grid, Int(group.column))
    while next <= rows.upperBound {
      if next & KernelScratch.rows - 1 == 0 || next == rows.lowerBound, evaluator.settings.isCancelled() { return }
      guard let value = evaluator.help(with: id, at: next) else {
        gaveUpAtOnce = next == rows.lowerBound && evaluator.hasGivenUp
        return
      }
      if case .array = value, isSheet { return }
      work.evaluated += 1
      work.generally += 1
      let old = BoxedValue(bits: column.pointee.bits(at: next))
      if cells.values.holds(old, value), !old.isNumber || column.pointee.kinds[next] == value.kind {
        work.cutOff += 1
      } else {
        results.append((next, value))
      }
      next += 1
    }
  }
}
