import Diagnostics

/// What a terminal shows after what was written to it: as much of xterm as line editing uses.
///
/// Lines that a real screen would have scrolled away are kept above.
struct TerminalScreen {
  private let columns: Int
  private let height: Int
  /// A wide character is followed by an empty cell.
  private var rows: [[String]] = [[]]
  private var row = 0
  private var column = 0
  /// Bytes that do not make a whole character or sequence yet.
  private var unread: [UInt8] = []

  init(columns: Int = 80, height: Int = 24) {
    self.columns = columns
    self.height = height
  }

  /// The lines without blanks at their ends, up to the last that is not empty.
  var lines: [String] {
    var lines = rows.map { row in
      let text = row.joined()
      return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  var text: String { lines.joined(separator: "\n") }

  /// The text as it was written where lines were only broken at the edge of the screen.
  var unbrokenText: String { rows.map { $0.joined() }.joined() }

  /// The line with the cursor, up to it.
  var textBeforeCursor: String { rows[row].prefix(column).joined() }

  mutating func write(_ bytes: [UInt8]) {
    unread += bytes
    var position = 0
    while position < unread.count, let length = lengthOfNext(at: position) {
      let piece = unread[position..<position + length]
      if piece.first == 0x1B { obey(piece) } else { put(String(decoding: piece, as: UTF8.self)) }
      position += length
    }
    unread.removeFirst(position)
  }

  /// The length of the character or escape sequence at a position; `nil` while it is not complete.
  private func lengthOfNext(at position: Int) -> Int? {
    let rest = unread[position...]
    guard let first = rest.first else { return nil }
    guard first == 0x1B else {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return length <= rest.count ? length : nil
    }
    guard rest.count > 1 else { return nil }
    switch rest[position + 1] {
    case UInt8(ascii: "["):
      return rest.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 - position + 1 }
    case UInt8(ascii: "("): return rest.count > 2 ? 3 : nil
    default: return 2
    }
  }

  private mutating func put(_ text: String) {
    switch text {
    case "\r": column = 0
    case "\n": moveDown(by: 1)
    case "\u{8}": column = max(0, min(column, columns - 1) - 1)
    case "\t": column = min(columns - 1, (column / 8 + 1) * 8)
    case "\u{7}", "\u{0}", "\u{E}", "\u{F}": break
    default: show(text)
    }
  }

  private mutating func show(_ text: String) {
    let width = DisplayWidth.of(text)
    if width == 0, column > 0 {
      rows[row][column - 1] += text
      return
    }
    // The cursor stays on a full line until the next character comes.
    if column + width > columns {
      column = 0
      moveDown(by: 1)
    }
    pad(to: column + width)
    rows[row][column] = text
    if width == 2 { rows[row][column + 1] = "" }
    column += width
  }

  private mutating func moveDown(by count: Int) {
    row += count
    while rows.count <= row { rows.append([]) }
  }

  private mutating func pad(to count: Int) {
    while rows[row].count < count { rows[row].append(" ") }
  }

  private mutating func obey(_ sequence: ArraySlice<UInt8>) {
    guard let final = sequence.last, sequence.dropFirst().first == UInt8(ascii: "[") else { return }
    let numbers = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
      .split(separator: ";").map { Int($0) }
    let first = numbers.first ?? nil
    let count = first ?? 1
    let top = max(0, rows.count - height)
    switch final {
    case UInt8(ascii: "A"): row = max(top, row - count)
    case UInt8(ascii: "B"): moveDown(by: count)
    case UInt8(ascii: "C"): column = min(columns - 1, column + count)
    case UInt8(ascii: "D"): column = max(0, column - count)
    case UInt8(ascii: "G"): column = min(columns, count) - 1
    case UInt8(ascii: "H"):
      row = top
      moveDown(by: count - 1)
      column = (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1
    case UInt8(ascii: "J"): eraseScreen(first ?? 0, top)
    case UInt8(ascii: "K"): eraseLine(first ?? 0)
    case UInt8(ascii: "P"):
      if column < rows[row].count { rows[row].removeSubrange(column..<min(column + count, rows[row].count)) }
    case UInt8(ascii: "@"):
      pad(to: column)
      rows[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
    default: break
    }
  }

  private mutating func eraseLine(_ kind: Int) {
    switch kind {
    case 0: rows[row].removeSubrange(min(column, rows[row].count)...)
    case 1:
      pad(to: column + 1)
      for index in 0...column { rows[row][index] = " " }
    default: rows[row] = []
    }
  }

  private mutating func eraseScreen(_ kind: Int, _ top: Int) {
    if kind == 0 {
      eraseLine(0)
      rows.removeSubrange((row + 1)...)
    } else {
      for index in top..<rows.count { rows[index] = [] }
    }
  }
}
