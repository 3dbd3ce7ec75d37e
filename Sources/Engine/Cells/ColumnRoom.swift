/// How much room a list of columns has that grows by a few at a time.
///
/// The room follows from the count alone, so that nothing has to be kept beside it: columns are moved as often as their
/// count doubles, and a row of many takes time in proportion to them.
enum ColumnRoom {
  /// - Returns: The least power of two from the count on.
  static func capacity(for count: Int) -> Int { count < 2 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount) }

  /// Makes room for more columns than there are, and makes them.
  ///
  /// - Parameters:
  ///   - columns: Where the columns are; with none there is room for one.
  ///   - make: A new column.
  static func grow<Column: ~Copyable>(
    _ columns: inout UnsafeMutablePointer<Column>, from former: Int, to count: Int, _ make: () -> Column
  ) {
    if capacity(for: count) > capacity(for: former) {
      let grown = UnsafeMutablePointer<Column>.allocate(capacity: capacity(for: count))
      grown.moveInitialize(from: columns, count: former)
      columns.deallocate()
      columns = grown
    }
    for column in former..<count { (columns + column).initialize(to: make()) }
  }
}
