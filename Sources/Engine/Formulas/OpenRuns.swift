import CellModel
import Formulas

/// The runs of formulas that were entered last, each with the group that it has come to.
///
/// Where two formulas of a run are one group, so is the next: it reads what these read, each of its own row, and joins them
/// without being resolved. One formula is not enough, for what stands above it need not be the one that it goes on from:
/// that may have been refused.
struct OpenRuns {
  private struct Run {
    let formulas: FormulaRun
    /// The cell of the formula that was entered last by itself, and its numbers.
    let last: CellAddress
    let numbers: [WrittenNumber]
    /// The group that has this formula and the one of the run above it.
    let group: GroupID?
  }

  /// By the columns that they fill; those that are so far apart displace each other.
  private static let columnCount = 64
  private var runs = [Run?](repeating: nil, count: columnCount)

  /// The group that a formula of a run may go on, if its numbers are as given or stand in the references.
  func group(
    of formulas: FormulaRun, at address: CellAddress, _ numbers: [WrittenNumber], in store: FormulaStore
  ) -> GroupID? {
    guard let run = runs[Int(address.column) & (Self.columnCount - 1)], run.formulas === formulas,
      let group = run.group, store.isOpen(group, above: address)
    else { return nil }
    return numbers.isEmpty || store.hasOwnNumbers(group) || numbers == run.numbers ? group : nil
  }

  /// Notes the formula of a run that has been entered by itself.
  mutating func note(
    _ formulas: FormulaRun, at address: CellAddress, _ numbers: [WrittenNumber], in store: FormulaStore
  ) {
    let place = Int(address.column) & (Self.columnCount - 1)
    let above = CellAddress(grid: address.grid, row: Int(address.row) - 1, column: Int(address.column))
    var group: GroupID?
    if let former = runs[place], former.formulas === formulas, former.last == above,
      let found = store.group(at: address), store[found].rows.contains(Int(above.row))
    {
      group = found
    }
    runs[place] = Run(formulas: formulas, last: address, numbers: numbers, group: group)
  }
}
