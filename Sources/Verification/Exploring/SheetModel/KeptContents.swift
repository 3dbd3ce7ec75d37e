import CellModel
import LiveSheets

/// What the places of a sheet's state were seen to hold, each content once and by a small number.
///
/// Rows of tables are kept one by one, so that states whose tables differ in a row share the others.
struct KeptContents {
  private enum Content: Hashable {
    case plain(StateContent)
    /// How many rows a table has, and the last ones by their numbers.
    case rows(count: Int, [UInt32])
  }

  private var contents = Interned<Content>()
  private var rows = Interned<TableContents.Row>()
  /// About how many bytes the contents hold beside the tables they are in.
  private var heldBytes = 0

  /// About how many bytes all contents take.
  var byteCount: Int { contents.byteCount + rows.byteCount + heldBytes }

  mutating func number(of content: StateContent) -> UInt32 {
    switch content {
    case .rows(let table):
      let numbers = table.rows.map { row in
        let (number, isNew) = rows.number(of: row)
        if isNew { heldBytes += row.heldBytes }
        return number
      }
      return number(
        .rows(count: table.count, numbers), holding: numbers.count * MemoryLayout<UInt32>.stride + 32)
    case .value, .memory, .row, .pendingWork, .cycles: return number(.plain(content), holding: content.heldBytes)
    }
  }

  private mutating func number(_ content: Content, holding bytes: @autoclosure () -> Int) -> UInt32 {
    let (number, isNew) = contents.number(of: content)
    if isNew { heldBytes += bytes() }
    return number
  }

  subscript(number: UInt32) -> StateContent {
    switch contents[number] {
    case .plain(let content): content
    case .rows(let count, let numbers): .rows(TableContents(count: count, rows: numbers.map { rows[$0] }))
    }
  }

  /// How many rows the content of a table has.
  func rowCount(_ number: UInt32) -> Int {
    guard case .rows(let count, _) = contents[number] else { preconditionFailure("the content of no table") }
    return count
  }

  /// Whether a number is that of a content, as can be told without looking the content up.
  ///
  /// A large value that has not changed is known by its reference.
  func isNumber(_ number: UInt32, of content: StateContent) -> Bool {
    if case .plain(let known) = contents[number] { known == content } else { false }
  }
}
