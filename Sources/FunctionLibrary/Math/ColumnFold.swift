import CellModel
import Functions

/// What the numbers of a long column of cells come to, bit for bit what reading all of them gives, and the first error in it.
struct ColumnFold<Fold: NumberFold> {
  private(set) var fold = Fold()
  private(set) var error: CellError?

  /// `nil` for an area that is short, no single column, or has arrays in its cells, whose numbers come behind all others.
  static func of(_ area: Area, in numbers: Numbers) -> ColumnFold? {
    ColumnProgress.state(of: area, in: numbers.context, from: ColumnFold()) { $0.read($1, numbers) }
  }

  private mutating func read(_ rows: Area, _ numbers: Numbers) -> Bool {
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
    if hasErrors, error == nil {
      do throws(CellError) { _ = try numbers.numbersInArrays(of: rows) } catch { self.error = error }
    }
    return true
  }
}
