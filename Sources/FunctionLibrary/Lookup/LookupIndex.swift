import CellModel
import Functions

/// Where each value of a vector of cells stands first and last.
///
/// It is made when a vector is searched a second time in one recalculation: a single search is faster without it.
final class LookupIndex {
  struct Places {
    var first: Int
    var last: Int
  }

  private struct Key: Hashable { let area: Area }

  private var searches = 0
  private var numbers: [Double: Places] = [:]
  private var others: [OrderKey: Places] = [:]
  /// The numbers in ascending order with their places, made when a next smaller or larger value is asked for.
  private var ascending: [(number: Double, places: Places)]?

  /// The index of a vector, or `nil` when it is short, an array, or searched for the first time.
  static func index(of vector: LookupVector) -> LookupIndex? {
    guard vector.used > 16, let area = vector.area else { return nil }
    let index = vector.range.context.cache.entry(for: Key(area: area)) { LookupIndex() }
    index.searches += 1
    if index.searches == 1 { return nil }
    if index.searches == 2 { index.fill(from: area, vector) }
    return index
  }

  private func fill(from area: Area, _ vector: LookupVector) {
    let context = vector.range.context
    context.forEachRun(in: area) { row, column, run in
      let start = vector.isRow ? column - Int(area.left) : row - Int(area.top)
      for (offset, box) in run.enumerated() where !box.isBlank {
        let place = start + offset
        if box.isNumber {
          numbers[box.number, default: Places(first: place, last: place)].last = place
        } else {
          others[OrderKey(context.unboxed(box)), default: Places(first: place, last: place)].last = place
        }
      }
    }
  }

  func places(of key: OrderKey) -> Places? {
    if case .number(let number) = key { return numbers[number] }
    return others[key]
  }

  /// The places of the greatest number below one that is not there itself.
  func places(below number: Double) -> Places? {
    let sorted = sortedNumbers
    let position = sorted.firstPlace { $0.number >= number }
    return position > 0 ? sorted[position - 1].places : nil
  }

  /// The places of the least number above one that is not there itself.
  func places(above number: Double) -> Places? {
    let sorted = sortedNumbers
    let position = sorted.firstPlace { $0.number >= number }
    return position < sorted.count ? sorted[position].places : nil
  }

  private var sortedNumbers: [(number: Double, places: Places)] {
    if let ascending { return ascending }
    let sorted = numbers.map { (number: $0.key, places: $0.value) }.sorted { $0.number < $1.number }
    ascending = sorted
    return sorted
  }
}
