/// The longest series of rising numbers among some numbers: what has kept its order.
enum LongestRise {
  /// The indices of such a series.
  ///
  /// - Complexity: O(*n* log *n*).
  static func of(_ numbers: [Int]) -> [Int] {
    // The index of the least number that ends a series of each length, and what comes before it in its series.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (lower, upper) = (0, ends.count)
      while lower < upper {
        let middle = (lower + upper) / 2
        if numbers[ends[middle]] < number { lower = middle + 1 } else { upper = middle }
      }
      before[index] = lower > 0 ? ends[lower - 1] : nil
      if lower == ends.count { ends.append(index) } else { ends[lower] = index }
    }
    var series: [Int] = []
    var place = ends.last
    while let index = place {
      series.append(index)
      place = before[index]
    }
    return series.reversed()
  }
}
