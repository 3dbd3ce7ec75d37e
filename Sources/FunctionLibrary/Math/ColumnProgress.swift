import CellModel
import Functions

/// How far long columns of cells have been read in one recalculation, and what came of it.
///
/// A call that begins in the same cell goes on from there, so that `SUM(A$1:A1)` or `COUNTA(A$1:A1)` filled down reads each cell
/// once. For each column the beginning is kept that was read last.
final class ColumnProgress<State> {
  private struct Key<Way: Hashable>: Hashable { let way: Way }

  /// In how many ways a kind of state is kept for columns.
  private static var mostWays: Int { 64 }

  private struct Column: Hashable {
    let grid: GridID
    let number: Int32
    /// How many rows it begins below the first column.
    let shift: Int32
  }

  private struct Columns: Hashable {
    let first: Column
    // Empty for the most, which then costs no memory of its own.
    let others: [Column]
  }

  private struct Part {
    let top: Int32
    /// How many rows have been read.
    var rows = 0
    var state: State
  }

  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    private static var leastRows: Int { 4 }
  #else
    /// Shorter columns are read as fast as they are looked up.
    private static var leastRows: Int { 256 }
  #endif

  private var parts: [Columns: Part] = [:]

  /// Whether an area is one that is gone on with: a single column, and a long one.
  static func isOf(_ area: Area) -> Bool { area.left == area.right && area.rows >= leastRows }

  /// What came of an area, or of several side by side; `nil` for one that is short or no single column, where they differ in
  /// length, and where what is read cannot be taken in.
  ///
  /// - Parameters:
  ///   - others: The columns beside the area.
  ///   - way: What the state depends on beside the cells.
  ///   - read: Takes in some rows more, those of the area; `false` where that cannot be done, and then the state is as it was.
  static func state(
    of area: Area, beside others: [Area] = [], in context: any EvaluationContext, from beginning: State,
    by way: some Hashable = 0, _ read: (inout State, Area) -> Bool
  ) -> State? {
    guard isOf(area), others.allSatisfy({ isOf($0) && $0.rows == area.rows }) else { return nil }
    // A context that notes what is read must hear of all of it.
    _ = context.used(area)
    for other in others { _ = context.used(other) }
    let progress = context.cache.entry(for: Key(way: way), atMost: mostWays) { ColumnProgress() }
    func column(_ other: Area) -> Column { Column(grid: other.grid, number: other.left, shift: other.top - area.top) }
    let columns = Columns(first: column(area), others: others.map(column))
    // Taken out, so that it is not copied to be added to; who is evaluated because it is read here begins anew.
    var part = progress.parts.removeValue(forKey: columns) ?? Part(top: area.top, state: beginning)
    if part.top != area.top || part.rows > area.rows { part = Part(top: area.top, state: beginning) }
    defer { progress.parts[columns] = part }
    guard part.rows < area.rows else { return part.state }
    var rest = area
    rest.top += Int32(part.rows)
    guard read(&part.state, rest) else { return nil }
    part.rows = area.rows
    return part.state
  }
}

extension Area {
  /// Its rows beside some rows of another column that is as long.
  func rows(beside part: Area, of other: Area) -> Area {
    var rows = self
    rows.bottom = top + (part.bottom - other.top)
    rows.top = top + (part.top - other.top)
    return rows
  }
}
