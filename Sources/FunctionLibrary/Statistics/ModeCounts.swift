import CellModel
import Functions

/// How often each number of a column occurs, so that `MODE(A$1:A1)` filled down goes on where the row above it ended.
struct ModeCounts {
  private var counts = NumberTable<Int>()
  /// How often the most frequent number occurs, and its place in the order of first occurrence.
  private var most = (count: 1, position: 0)
  private var mode: Double?

  /// The number that occurs most often in a column, the first of several; `nil` where all numbers must be looked at, and
  /// where none occurs twice.
  static func first(of numbers: Numbers) -> Double? {
    guard numbers.operands.count == 1, case .reference(let reference) = numbers.operands[0], reference.isSingleArea
    else { return nil }
    let context = numbers.context
    return ColumnProgress.state(of: reference.first, in: context, from: ModeCounts()) { $0.read($1, context) }?.mode
  }

  /// Counts more rows; `false`, and nothing is counted, when there are errors or arrays among them.
  private mutating func read(_ area: Area, _ context: any EvaluationContext) -> Bool {
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

  private mutating func count(_ number: Double) {
    let position = counts.position(of: number, startingWith: 0)
    counts[position: position] += 1
    let count = counts[position: position]
    guard count > most.count || count == most.count && count > 1 && position < most.position else { return }
    most = (count, position)
    mode = number == 0 ? 0 : number
  }
}
