import CellModel

/// A change of a table that takes effect at the end of a micro-step; its rows are counted as they were at its beginning.
enum TableEffect {
  enum Place {
    case first, last
    case before(Int)
    case after(Int)

    /// Whether a table of so many rows has this place.
    func isIn(_ rowCount: Int) -> Bool {
      switch self {
      case .first, .last: true
      case .before(let row): row <= rowCount
      case .after(let row): row < rowCount
      }
    }
  }
  case insert(table: Int, Place, [CellValue])
  case delete(table: Int, row: Int)
  case set(table: Int, row: Int, column: Int, CellValue)
}

/// Where the rows of a table have gone while several changes are made.
struct RowMoves {
  private var moves: [(position: Int, isInsertion: Bool)] = []

  mutating func insert(at position: Int) { moves.append((position, true)) }
  mutating func delete(at position: Int) { moves.append((position, false)) }

  /// Where a row is now; `nil` when it was deleted.
  func position(ofRow row: Int) -> Int? {
    var row = row
    for move in moves {
      if move.isInsertion {
        if move.position <= row { row += 1 }
      } else {
        if move.position == row { return nil }
        if move.position < row { row -= 1 }
      }
    }
    return row
  }

  /// Where a row is inserted; beside a row that is not there any more it takes that one's place.
  func position(of place: TableEffect.Place, count: Int) -> Int {
    switch place {
    case .first: 0
    case .last: count
    case .before(let row): min(gap(before: row), count)
    case .after(let row): min(row < 0 ? 0 : position(ofRow: row).map { $0 + 1 } ?? gap(before: row), count)
    }
  }

  private func gap(before row: Int) -> Int {
    var row = row
    for move in moves where move.position < row || (move.isInsertion && move.position == row) {
      row += move.isInsertion ? 1 : -1
    }
    return row
  }
}
