import CellModel
import Functions

// Columns of which one end moves from row to row have one index in common.
extension LookupVector {
  /// Where the first and the last value stand that equal a key, in one of several columns that begin in the same row or end in the
  /// same one; `nil` where only a look at each cell tells.
  func endsInMovingRange(of key: OrderKey) -> (first: Int, last: Int)?? {
    guard key.rank < 2, let area = movingArea else { return nil }
    return CriteriaIndex.part(of: area, rows: used, range.context)?.ends(of: key)
  }

  /// Where the first and the last number stand in such a column that is equal to one, or else the nearest on a side; `nil` where
  /// only a look at each cell tells, as where there is none.
  func endsInMovingRange(nearest number: Double, larger: Bool) -> (first: Int, last: Int)? {
    guard let area = movingArea, let nearest = Self.nearest(to: number, larger: larger, in: area, range.context),
      case let ends?? = endsInMovingRange(of: .number(nearest))
    else { return nil }
    return ends
  }

  /// The cells, where there are many, in a column of which one end moves.
  private var movingArea: Area? {
    guard !isRow, used >= CriteriaIndex.leastRows, !hasIndex, let area else { return nil }
    let context = range.context
    return MovingRanges.areGrowing(area, in: context) || MovingRanges.areShrinking(area, in: context) ? area : nil
  }

  /// The number in a column that is equal to one, or else the nearest on a side; `nil` also where an error stands in the column.
  private static func nearest(
    to number: Double, larger: Bool, in area: Area, _ context: any EvaluationContext
  ) -> Double? {
    let sorted: [Double]
    do throws(CellError) {
      sorted = try Numbers(operands: [.reference(Reference(area))], in: context).sorted()
    } catch { return nil }
    let place = larger ? sorted.firstPlace { $0 >= number } : sorted.firstPlace { $0 > number } - 1
    return sorted.indices.contains(place) ? sorted[place] : nil
  }
}
