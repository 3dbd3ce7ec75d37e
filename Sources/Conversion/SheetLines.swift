/// Statements where they stand on a grid, put into the lines of a text.
///
/// Constants of a row that stand beside each other share a line, at most those of eight columns; what has words of its own
/// has a line of its own. So a changed cell changes its line and no other.
struct SheetLines {
  private struct Item {
    var row: Int
    var column: Int
    var text: String
    /// Whether others may follow in its line.
    var isConstant: Bool
    /// The length of the text without the digits of a constant, so that a changed number leaves its neighbours where they are.
    var length: Int
    var words: [String]
  }

  private var items: [Item] = []
  private static let columns = 8
  /// Longer constants have a line of their own.
  private static let longest = 48

  /// - Parameters:
  ///   - digits: How many bytes of the text are digits of a constant.
  ///   - words: The lines of documentation.
  mutating func add(
    _ text: String, row: Int, column: Int, isConstant: Bool, digits: Int = 0, words: [String] = []
  ) {
    let length = text.utf8.count - digits
    items.append(
      Item(row: row, column: column, text: text, isConstant: isConstant, length: length, words: words))
  }

  var text: String {
    var text = ""
    var line: [Item] = []
    func flush() {
      guard let first = line.first else { return }
      for words in first.words { text += "/// \(words)\n" }
      text += line.map(\.text).joined(separator: "; ") + "\n"
    }
    var row = -1
    for item in items.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
      let follows = line.last.map { last in
        last.isConstant && item.isConstant && last.row == item.row && item.words.isEmpty
          && last.column / Self.columns == item.column / Self.columns
          && max(last.length, item.length) <= Self.longest
      }
      if follows != true {
        flush()
        line = []
        // Where rows are left out, a person leaves a line out.
        if row >= 0, item.row > row + 1 { text += "\n" }
      }
      line.append(item)
      row = max(row, item.row)
    }
    flush()
    return text
  }
}
