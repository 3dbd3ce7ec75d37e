/// Which row of a table is which, and which of them stand in the text.
///
/// Rows that events have inserted stand in no text, and the text keeps the rows that events have deleted. So a row that is
/// changed by hand has to be told from its neighbours by more than its number. These rules hold:
///
/// - R1. No two rows have the same identity.
/// - R2. Rows of the text stand in the order of the text.
struct RowIdentities {
  struct Row: Equatable {
    var identity: Int
    /// The number of the row in the text.
    var textRow: Int?
  }

  private(set) var rows: [Row]
  /// How many rows the text has.
  private(set) var textCount: Int
  private var next: Int

  /// Rows that stand in the text, each in its place.
  init(count: Int) {
    rows = (0..<count).map { Row(identity: $0, textRow: $0) }
    textCount = count
    next = count
  }

  /// The rows of a text that is loaded anew: each is the one that stood there.
  init(count: Int, after former: RowIdentities) {
    next = former.next
    textCount = count
    rows = (0..<count).map { Row(identity: -1, textRow: $0) }
    for row in former.rows {
      if let place = row.textRow, place < count { rows[place].identity = row.identity }
    }
    for index in rows.indices where rows[index].identity < 0 { rows[index].identity = takeNext() }
  }

  /// Takes rows for those that they were before; where there are more or fewer of them, they are what they are.
  mutating func go(backTo former: RowIdentities) {
    guard former.rows.count == rows.count, former.textCount == textCount else { return }
    (rows, next) = (former.rows, max(next, former.next))
  }

  private mutating func takeNext() -> Int {
    next += 1
    return next - 1
  }

  func position(of identity: Int) -> Int? { rows.firstIndex { $0.identity == identity } }

  /// Notes a row that stands in no text so far.
  mutating func insert(at position: Int) {
    rows.insert(Row(identity: takeNext(), textRow: nil), at: min(position, rows.count))
  }

  /// Notes that a row is gone, which the text may keep.
  mutating func remove(at position: Int) { if rows.indices.contains(position) { rows.remove(at: position) } }

  /// The number that a row gets in the text when one is written at a position.
  func textRow(at position: Int) -> Int {
    if let before = rows.prefix(position).last(where: { $0.textRow != nil })?.textRow { return before + 1 }
    return rows.dropFirst(position).first { $0.textRow != nil }?.textRow ?? textCount
  }

  /// Writes a row into the text.
  mutating func write(_ position: Int, as textRow: Int, identity: Int? = nil) {
    for index in rows.indices {
      if let other = rows[index].textRow, other >= textRow { rows[index].textRow = other + 1 }
    }
    rows[position].textRow = textRow
    if let identity { rows[position].identity = identity }
    textCount += 1
  }

  /// Takes all rows out of the text.
  mutating func unwriteAll() {
    for index in rows.indices { rows[index].textRow = nil }
    textCount = 0
  }

  /// Takes a row out of the text.
  mutating func unwrite(_ textRow: Int) {
    for index in rows.indices {
      guard let other = rows[index].textRow else { continue }
      if other == textRow { rows[index].textRow = nil } else if other > textRow { rows[index].textRow = other - 1 }
    }
    textCount -= 1
  }

  mutating func setIdentity(_ identity: Int, at position: Int) { rows[position].identity = identity }

  /// Where a row is inserted that was there before: where it stood, and in its order among those of the text.
  func position(for record: RowRecord) -> Int {
    var position = min(record.position, rows.count)
    guard let textRow = record.textRow else { return position }
    if let before = rows.lastIndex(where: { $0.textRow.map { $0 < textRow } ?? false }) {
      position = max(position, before + 1)
    }
    if let after = rows.firstIndex(where: { $0.textRow.map { $0 >= textRow } ?? false }) {
      position = min(position, after)
    }
    return position
  }

  /// Whether a row was ever told from others here.
  func knows(_ identity: Int) -> Bool { identity < next }
}
