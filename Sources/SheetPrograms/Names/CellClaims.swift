/// Which statement defines a cell of a grid, by its place.
///
/// A table with open addressing over packed places: a large sheet has one entry for each of its lines, and is asked for
/// each of them while it is read.
package struct CellClaims {
  /// A grid, a row and a column in one number; 0 is a free place.
  private var keys: [UInt64]
  private var statements: [Int32]
  private var count = 0

  init() {
    keys = []
    statements = []
  }

  /// The claims of a text in which other statements stand in place of some.
  ///
  /// - Parameter former: The numbers of those that are gone; those behind them have other numbers now.
  init(_ other: CellClaims, without former: Range<Int>, of new: Int) {
    keys = Array(repeating: 0, count: other.keys.count)
    statements = Array(repeating: 0, count: other.keys.count)
    for index in other.keys.indices where other.keys[index] != 0 {
      let number = Int(other.statements[index])
      if former.contains(number) { continue }
      enter(other.keys[index], number < former.lowerBound ? number : number - former.count + new)
    }
  }

  /// The number of the statement that defines a cell, of which the grid is counted as in ``ProgramGrids/names``.
  package func statement(grid: Int, row: Int, column: Int) -> Int? {
    guard count > 0 else { return nil }
    let key = Self.key(grid, row, column)
    var place = self.place(of: key)
    while keys[place] != 0 {
      if keys[place] == key { return Int(statements[place]) }
      place = (place + 1) & (keys.count - 1)
    }
    return nil
  }

  /// Gives a cell to a statement unless it has one; which has it then is told.
  mutating func claim(grid: Int, row: Int, column: Int, for statement: Int) -> Int? {
    if (count + 1) * 3 > keys.count * 2 { grow() }
    let key = Self.key(grid, row, column)
    var place = self.place(of: key)
    while keys[place] != 0 {
      if keys[place] == key { return Int(statements[place]) }
      place = (place + 1) & (keys.count - 1)
    }
    enter(key, statement)
    return nil
  }

  /// Enters a key that is not there, where there is room for it.
  private mutating func enter(_ key: UInt64, _ statement: Int) {
    var place = self.place(of: key)
    while keys[place] != 0 { place = (place + 1) & (keys.count - 1) }
    keys[place] = key
    statements[place] = Int32(statement)
    count += 1
  }

  private mutating func grow() {
    let (oldKeys, oldStatements) = (keys, statements)
    let size = max(16, keys.count * 2)
    keys = Array(repeating: 0, count: size)
    statements = Array(repeating: 0, count: size)
    for index in oldKeys.indices where oldKeys[index] != 0 {
      var place = self.place(of: oldKeys[index])
      while keys[place] != 0 { place = (place + 1) & (size - 1) }
      keys[place] = oldKeys[index]
      statements[place] = oldStatements[index]
    }
  }

  private func place(of key: UInt64) -> Int {
    // The highest bits of the product, which all of the key decides: row, column and grid.
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - keys.count.trailingZeroBitCount))
  }

  private static func key(_ grid: Int, _ row: Int, _ column: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: grid + 2) << 40 | UInt64(truncatingIfNeeded: row) << 16
      | UInt64(truncatingIfNeeded: column)
  }
}
