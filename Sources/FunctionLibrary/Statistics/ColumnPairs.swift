import CellModel
import Functions

/// What pairs of numbers come to that are taken in one after the other.
protocol PairFold {
  init()
  mutating func add(_ x: Double, _ y: Double)
}

/// What the pairs of numbers of two long columns come to, and the first error in them.
///
/// `CORREL(A$1:A1, B$1:B1)` filled down so reads each cell once.
struct ColumnPairs<Fold: PairFold> {
  private var sums = Fold()
  private var error: CellError?

  /// `nil` for anything but two long columns of one length without arrays in their cells.
  static func sums(of first: CellRange, _ second: CellRange) throws(CellError) -> Fold? {
    guard let area = first.area, let other = second.area, !area.isClippedWhenRead, !other.isClippedWhenRead else {
      return nil
    }
    let context = first.context
    let known = ColumnProgress.state(of: area, beside: [other], in: context, from: ColumnPairs()) { pairs, rows in
      pairs.read(rows, other.rows(beside: rows, of: area), context)
    }
    if let error = known?.error { throw error }
    return known?.sums
  }

  /// Takes in more rows; `false`, and nothing is taken in, where cells hold arrays.
  private mutating func read(_ first: Area, _ second: Area, _ context: any EvaluationContext) -> Bool {
    if error != nil { return true }
    do throws(CellError) {
      let ranges = (
        try CellRange(.reference(Reference(first)), in: context),
        try CellRange(.reference(Reference(second)), in: context)
      )
      guard ranges.0.area != nil, ranges.1.area != nil else { return false }
      let pairs = try NumberPairs(ranges.0, ranges.1)
      guard pairs.arePlain else { return false }
      for index in pairs.x.indices { sums.add(pairs.x[index], pairs.y[index]) }
    } catch { self.error = error }
    return true
  }
}
