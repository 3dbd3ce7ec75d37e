/// How much of what is long is shown: on a terminal a part, in a pipe and a file all.
struct ShownPart {
  /// How many rows of a table.
  var rows: Int
  /// How many columns of the terminal.
  var width: Int?
  /// How somebody sees the rest.
  var help: String?

  /// What the courses of columns are drawn with under their names; nothing is drawn without.
  var blocks: Sparkline.Blocks?

  static let all = ShownPart(rows: .max)

  /// How many rows are shown of a long table on a terminal.
  static let rowsOfTerminal = 40

  /// The rows that are shown before and behind a gap; without a gap all come first.
  func rows(of count: Int) -> (first: Range<Int>, last: Range<Int>) {
    guard count > rows else { return (0..<count, count..<count) }
    let last = rows / 4
    return (0..<(rows - last), (count - last)..<count)
  }
}
