import CellModel
import Functions

/// Where each value of a vector of cells stands first and last.
///
/// It is made when a vector is searched a second time in one recalculation: a single search is faster without it. Of
/// arrays the one is kept that was searched last.
final class LookupIndex {
  struct Places {
    var first: Int
    var last: Int
  }

  private struct Key: Hashable { let area: Area }
  private struct ArrayKey: Hashable {}

  /// The line of an array that was searched last; arrays are large, so only one is kept.
  private final class SearchedArray {
    let array: CellArray
    let isRow: Bool
    let line: Int
    let index = LookupIndex()

    init(_ array: CellArray, _ vector: LookupVector) {
      self.array = array
      isRow = vector.isRow
      line = vector.line
    }
  }

  private var searches = 0
  private var numbers: [Double: Places] = [:]
  private var others: [OrderKey: Places] = [:]
  /// The numbers in ascending order with their places, made when a next smaller or larger value is asked for.
  private var ascending: [(number: Double, places: Places)]?

  /// The index of a vector, or `nil` when it is short or searched for the first time.
  static func index(of vector: LookupVector) throws(CellError) -> LookupIndex? {
    guard vector.used > 16 else { return nil }
    let index = index(in: vector.range.context.cache, of: vector)
    index.searches += 1
    if index.searches == 1 { return nil }
    if index.searches == 2 {
      try vector.range.context.takeSteps(vector.used >> 4)
      index.fill(from: vector)
    }
    return index
  }

  private static func index(in cache: EvaluationCache, of vector: LookupVector) -> LookupIndex {
    switch vector.range.storage {
    case .area:
      // Where nothing is used there is no area, and nothing to search.
      guard let area = vector.area else { return LookupIndex() }
      return cache.entry(for: Key(area: area)) { LookupIndex() }
    case .array(let array):
      if let last = cache.value(SearchedArray.self, for: ArrayKey()), last.array.isSameStorage(as: array),
        last.isRow == vector.isRow, last.line == vector.line
      {
        return last.index
      }
      let made = SearchedArray(array, vector)
      cache.keep(made, for: ArrayKey())
      return made.index
    }
  }

  private func fill(from vector: LookupVector) {
    guard let area = vector.area else {
      for place in 0..<vector.used {
        switch vector[place] {
        case .blank: break
        case .number(let number, _): numbers[number, default: Places(first: place, last: place)].last = place
        case let value: others[OrderKey(value), default: Places(first: place, last: place)].last = place
        }
      }
      return
    }
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
