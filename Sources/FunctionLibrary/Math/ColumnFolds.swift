import CellModel
import Functions

/// What the numbers of long columns of cells came to in one recalculation, as far down as they were read.
///
/// A call that begins in the same cell goes on from there, so that `SUM(A$1:A1)` filled down reads each cell once and
/// gives, bit for bit, what reading all of them gives. For each column the beginning is kept that was read last.
final class ColumnFolds<Fold: NumberFold> {
  private struct Key: Hashable {}

  private struct Column: Hashable {
    let grid: GridID
    let number: Int32
  }

  private struct Part {
    let top: Int32
    /// How many rows have been read.
    var rows = 0
    var fold = Fold()
    /// The first error in them.
    var error: CellError?

    init(top: Int32) { self.top = top }

    /// Takes in more rows; `false` when there are arrays among them, whose numbers come behind all others.
    mutating func read(_ rows: Area, _ numbers: Numbers) -> Bool {
      var (hasErrors, hasArrays) = (false, false)
      var fold = fold
      numbers.context.forEachRun(in: rows) { _, _, run in
        for box in run {
          if box.isNumber {
            fold.add(box.number)
          } else if box.hasSlot {
            if box.kind == .error { hasErrors = true } else if box.kind == .array { hasArrays = true }
          }
        }
      }
      guard !hasArrays else { return false }
      self.fold = fold
      if hasErrors {
        do throws(CellError) { _ = try numbers.numbersInArrays(of: rows) } catch { self.error = error }
      }
      return true
    }
  }

  private var parts: [Column: Part] = [:]

  /// What the numbers of an area come to; `nil` for one that is short, no single column, or has arrays in its cells.
  static func fold(of area: Area, in numbers: Numbers) throws(CellError) -> Fold? {
    guard area.left == area.right, area.rows >= 256 else { return nil }
    let context = numbers.context
    // A context that notes what is read must hear of all of it.
    _ = context.used(area)
    let folds = context.cache.entry(for: Key()) { ColumnFolds() }
    let column = Column(grid: area.grid, number: area.left)
    var part = folds.parts[column] ?? Part(top: area.top)
    if part.top != area.top || part.rows > area.rows { part = Part(top: area.top) }
    if let error = part.error { throw error }
    if part.rows < area.rows {
      var rest = area
      rest.top += Int32(part.rows)
      guard part.read(rest, numbers) else { return nil }
      part.rows = area.rows
      folds.parts[column] = part
      if let error = part.error { throw error }
    }
    return part.fold
  }
}
