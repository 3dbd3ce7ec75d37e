/// What is read off a sample that has been sorted in ascending order.
enum OrderStatistics {
  static func median<Sorted: RandomAccessCollection<Double>>(_ sorted: Sorted) -> Double? where Sorted.Index == Int {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The value at a rank, counted from 0, that may lie between two values.
  private static func value(at rank: Double, of sorted: [Double]) -> Double {
    let below = rank.rounded(.down)
    let index = min(max(Int(below), 0), sorted.count - 1)
    let fraction = rank - below
    guard fraction > 0, index + 1 < sorted.count else { return sorted[index] }
    return sorted[index] + fraction * (sorted[index + 1] - sorted[index])
  }

  /// The percentile where the smallest value is at 0 and the largest at 1.
  static func inclusivePercentile(_ sorted: [Double], _ fraction: Double) -> Double? {
    guard !sorted.isEmpty, fraction >= 0, fraction <= 1 else { return nil }
    return value(at: fraction * Double(sorted.count - 1), of: sorted)
  }

  /// The percentile where 0 and 1 lie one rank outside of the values.
  static func exclusivePercentile(_ sorted: [Double], _ fraction: Double) -> Double? {
    let rank = fraction * Double(sorted.count + 1)
    guard !sorted.isEmpty, fraction > 0, fraction < 1, rank >= 1, rank <= Double(sorted.count) else { return nil }
    return value(at: rank - 1, of: sorted)
  }

  /// The rank of a value, counted from 0 and interpolated between neighbours; `nil` outside of the values.
  private static func rank(of value: Double, in sorted: [Double]) -> Double? {
    guard let first = sorted.first, let last = sorted.last, value >= first, value <= last else { return nil }
    let index = sorted.firstPlace { $0 >= value }
    if sorted[index] == value { return Double(index) }
    return Double(index - 1) + (value - sorted[index - 1]) / (sorted[index] - sorted[index - 1])
  }

  /// The part of the other values that lie below a value.
  static func inclusiveRank(_ sorted: [Double], of value: Double) -> Double? {
    guard let rank = rank(of: value, in: sorted) else { return nil }
    return sorted.count == 1 ? 1 : rank / Double(sorted.count - 1)
  }

  static func exclusiveRank(_ sorted: [Double], of value: Double) -> Double? {
    rank(of: value, in: sorted).map { ($0 + 1) / Double(sorted.count + 1) }
  }

  /// The values that occur most often, at least twice, in the order of their first occurrence.
  static func modes(_ values: [Double]) -> [Double] {
    var counts = NumberTable<Int>()
    for value in values { counts[position: counts.position(of: value, startingWith: 0)] += 1 }
    guard let most = counts.elements.map(\.value).max(), most > 1 else { return [] }
    return counts.elements.filter { $0.value == most }.map(\.number)
  }

  /// How many values are at most each bound and above the next lower bound; the last count is of those above all.
  static func frequencies(_ values: [Double], bounds: [Double]) -> [Int] {
    let order = bounds.indices.sorted { (bounds[$0], $0) < (bounds[$1], $1) }
    let sorted = order.map { bounds[$0] }
    var result = [Int](repeating: 0, count: bounds.count + 1)
    for value in values {
      let place = sorted.firstPlace { $0 >= value }
      result[place < order.count ? order[place] : bounds.count] += 1
    }
    return result
  }

  /// The same of values in ascending order, which takes a look at a few for each bound.
  static func frequencies(sorted values: [Double], bounds: [Double]) -> [Int] {
    let order = bounds.indices.sorted { (bounds[$0], $0) < (bounds[$1], $1) }
    var result = [Int](repeating: 0, count: bounds.count + 1)
    var counted = 0
    for place in order {
      let end = values.firstPlace { $0 > bounds[place] }
      result[place] = end - counted
      counted = end
    }
    result[bounds.count] = values.count - counted
    return result
  }

  /// The same where the bounds are in ascending order, too, which takes one walk through all.
  static func frequencies(sorted values: [Double], bounds: [Double], sortedBounds: [Double]) -> [Int] {
    var counts = NumberTable<Int>()
    var (first, counted) = (0, 0)
    for bound in sortedBounds {
      while first < values.count, values[first] <= bound { first += 1 }
      // Of equal bounds the first counts all, which is the one that comes first in either order.
      let place = counts.position(of: bound, startingWith: 0)
      counts[position: place] += first - counted
      counted = first
    }
    var result: [Int] = []
    result.reserveCapacity(bounds.count + 1)
    for bound in bounds {
      let place = counts.position(of: bound, startingWith: 0)
      result.append(counts[position: place])
      counts[position: place] = 0
    }
    result.append(values.count - counted)
    return result
  }
}
