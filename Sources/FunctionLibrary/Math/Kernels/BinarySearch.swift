extension RandomAccessCollection where Index == Int {
  /// Where the first element stands that meets a condition which all behind it meet too; `endIndex` when none does.
  ///
  /// O(log n) calls of the condition.
  func firstPlace(where condition: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
