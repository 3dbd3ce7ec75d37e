import CellModel
import Functions

/// How often each number of a column occurred in one recalculation, as far down as it was read.
///
/// `MODE(A$1:A1)` filled down goes on where the row above it ended. For each column the beginning is kept that was read last.
final class ColumnModes {
  private struct Column: Hashable {
    let grid: GridID
    let number: Int32
  }

  private let top: Int32
  private var rows = 0
  private var counts = NumberTable<Int>()
  /// How often the most frequent number occurs, and its place in the order of first occurrence.
  private var most = (count: 1, position: 0)
  private var mode: Double?

  private init(top: Int32) { self.top = top }

  /// The number that occurs most often in a column, the first of several; `nil` where all numbers must be looked at, and
  /// where none occurs twice.
  static func first(of numbers: Numbers) throws(CellError) -> Double? {
    guard numbers.operands.count == 1, case .reference(let reference) = numbers.operands[0], reference.isSingleArea,
      case let area = reference.first, area.left == area.right, area.rows >= 64
    else { return nil }
    let context = numbers.context
    // A context that notes what is read must hear of all of it.
    _ = context.used(area)
    let key = Column(grid: area.grid, number: area.left)
    var modes = context.cache.entry(for: key) { ColumnModes(top: area.top) }
    if modes.top != area.top || modes.rows > area.rows {
      modes = ColumnModes(top: area.top)
      context.cache.keep(modes, for: key)
    }
    var rest = area
    rest.top += Int32(modes.rows)
    guard rest.top > rest.bottom || modes.isRead(rest, context) else { return nil }
    modes.rows = area.rows
    return modes.mode
  }

  /// Counts more rows; `false`, and nothing is counted, when there are errors or arrays among them.
  private func isRead(_ area: Area, _ context: any EvaluationContext) -> Bool {
    var isPlain = true
    context.forEachRun(in: area) { _, _, run in
      for box in run where box.hasSlot && box.kind != .text { isPlain = false }
    }
    guard isPlain else { return false }
    context.forEachRun(in: area) { _, _, run in
      for box in run where box.isNumber { count(box.number) }
    }
    return true
  }

  private func count(_ number: Double) {
    let position = counts.position(of: number, startingWith: 0)
    counts[position: position] += 1
    let count = counts[position: position]
    guard count > most.count || count == most.count && count > 1 && position < most.position else { return }
    most = (count, position)
    mode = number == 0 ? 0 : number
  }
}
