/// Which statement defines a cell of a grid, by its place.
///
/// A large sheet has one entry for each of its lines, and is asked for each of them while it is read. Most lines define
/// the cell below that of another, so eight rows of a column share an entry of a table with open addressing: what comes
/// next is mostly where the last one was.
package struct CellClaims {
  private static let rowBits = 3
  private static let rows = 1 << rowBits

  /// A grid, a column and the rows of a block in one number, by slot; 0 is a free slot.
  private var keys: [UInt64] = []
  /// The statements of the rows of each slot's block; -1 for none.
  private var statements: [Int32] = []
  private var blockCount = 0

  init() {}

  /// The claims of a text in which other statements stand in place of some.
  ///
  /// - Parameter former: The numbers of those that are gone; those behind them have other numbers now.
  init(_ other: CellClaims, without former: Range<Int>, of new: Int) {
    self = other
    for index in statements.indices {
      let number = Int(statements[index])
      if former.contains(number) {
        statements[index] = -1
      } else if number >= former.upperBound {
        statements[index] = Int32(number - former.count + new)
      }
    }
  }

  /// The number of the statement that defines a cell, of which the grid is counted as in ``ProgramGrids/names``.
  package func statement(grid: Int, row: Int, column: Int) -> Int? {
    guard blockCount > 0 else { return nil }
    let key = Self.key(grid, row, column)
    let slot = self.slot(of: key)
    guard keys[slot] == key else { return nil }
    let statement = statements[slot << Self.rowBits + row & (Self.rows - 1)]
    return statement < 0 ? nil : Int(statement)
  }

  /// Gives a cell to a statement unless it has one; which has it then is told.
  mutating func claim(grid: Int, row: Int, column: Int, for statement: Int) -> Int? {
    if (blockCount + 1) * 3 > keys.count * 2 { grow() }
    let key = Self.key(grid, row, column)
    let slot = self.slot(of: key)
    if keys[slot] == 0 {
      keys[slot] = key
      blockCount += 1
    }
    let place = slot << Self.rowBits + row & (Self.rows - 1)
    if statements[place] >= 0 { return Int(statements[place]) }
    statements[place] = Int32(statement)
    return nil
  }

  private mutating func grow() {
    let (oldKeys, oldStatements) = (keys, statements)
    let size = max(16, keys.count * 2)
    keys = Array(repeating: 0, count: size)
    statements = Array(repeating: -1, count: size << Self.rowBits)
    for old in oldKeys.indices where oldKeys[old] != 0 {
      let slot = self.slot(of: oldKeys[old])
      keys[slot] = oldKeys[old]
      for row in 0..<Self.rows {
        statements[slot << Self.rowBits + row] = oldStatements[old << Self.rowBits + row]
      }
    }
  }

  /// Where a key stands, or would stand.
  private func slot(of key: UInt64) -> Int {
    // The highest bits of the product, which all of the key decides.
    var slot = Int(
      truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - keys.count.trailingZeroBitCount))
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  private static func key(_ grid: Int, _ row: Int, _ column: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: grid + 2) << 40 | UInt64(truncatingIfNeeded: row >> rowBits) << 16
      | UInt64(truncatingIfNeeded: column)
  }
}
