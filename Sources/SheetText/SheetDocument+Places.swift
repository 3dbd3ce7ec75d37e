extension SheetDocument {
  /// The position of the statement that an offset lies in or right behind.
  ///
  /// - Complexity: O(log *n*) in the statements.
  package func statementIndex(at offset: Int) -> Int? {
    var low = 0
    var high = statements.count
    while low < high {
      let middle = (low + high) / 2
      if statements[middle].span.lower <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 && offset <= statements[low - 1].span.upper ? low - 1 : nil
  }
}
