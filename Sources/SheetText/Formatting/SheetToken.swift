import CellModel
import Diagnostics

/// A piece of a sheet that stays as it is when the sheet is formatted; blanks and line ends are what lies between.
struct SheetToken {
  enum Kind: Equatable {
    case word, number, text, quotedName, errorValue, comment
    case open, close, comma, semicolon, colon, equals
    /// An operator between two operands, `<~` and `<~>`.
    case binary
    /// An operator before its operand.
    case prefix
    /// `%` or `#` behind its operand.
    case postfix
    /// A bar of a row with the blanks before it.
    case bar(padding: Int)
    /// What stands between two bars.
    case cell
    case other
  }

  var kind: Kind
  var span: SourceSpan

  /// Whether an operator behind this stands between two operands.
  var endsOperand: Bool {
    switch kind {
    case .word, .number, .text, .quotedName, .errorValue, .close, .postfix: true
    default: false
    }
  }
}

/// Takes a sheet that was read without a finding apart into tokens.
///
/// A date, a number with an exponent and an error value are one token, as no blank may come into them.
struct SheetTokenizer {
  private let scanner: SheetScanner
  private let bytes: [UInt8]
  /// The formulas of the sheet, which the reader has found.
  private let formulaStarts: Set<Int>
  private var tokens: [SheetToken] = []
  private var squareDepth = 0
  /// Whether a row of a table may begin here.
  private var beginsItem = true
  /// The rows of the innermost brace that have no width yet, as indices of their first tokens.
  private var rows: [[Int]] = [[]]

  init(_ bytes: [UInt8], formulaStarts: Set<Int>) {
    self.bytes = bytes
    scanner = SheetScanner(bytes)
    self.formulaStarts = formulaStarts
  }

  /// The tokens from an offset to the end.
  mutating func tokens(from start: Int) -> [SheetToken] {
    var index = start
    while index < bytes.count {
      let (kind, end) = scanner.element(
        at: index, limit: bytes.count, beginsItem: beginsItem, squareDepth: squareDepth)
      index = read(kind, index, end)
    }
    for group in rows { align(group) }
    return tokens
  }

  /// Reads one element and gives where the next one begins.
  private mutating func read(_ kind: SheetScanner.Element, _ start: Int, _ end: Int) -> Int {
    switch kind {
    case .blank: return end
    case .lineEnd:
      squareDepth = 0
      beginsItem = true
      return end
    case .comment:
      var last = end
      while last > start, bytes[last - 1].isBlank { last -= 1 }
      add(.comment, start, last)
      return end
    case .row:
      rows[rows.count - 1].append(tokens.count)
      readRow(start, end)
      beginsItem = false
      return end
    case .separator:
      add(.semicolon, start, end)
      beginsItem = true
      return end
    case .open:
      add(.open, start, end)
      if bytes[start] == Ascii.leftBracket { squareDepth += 1 }
      beginsItem = bytes[start] == Ascii.leftBrace
      if beginsItem { rows.append([]) }
      return end
    case .close:
      add(.close, start, end)
      if bytes[start] == Ascii.rightBracket { squareDepth = max(0, squareDepth - 1) }
      if bytes[start] == Ascii.rightBrace, rows.count > 1 { align(rows.removeLast()) }
      beginsItem = false
      return end
    case .text, .unterminatedText, .quotedName, .word, .other:
      beginsItem = false
      return readOperandOrOperator(kind, start, end)
    }
  }

  private mutating func readOperandOrOperator(_ kind: SheetScanner.Element, _ start: Int, _ end: Int) -> Int {
    switch kind {
    case .word:
      let last = endOfNumber(start, end)
      add(bytes[start].isDigit ? .number : .word, start, last)
      return last
    case .quotedName: add(.quotedName, start, end)
    case .text, .unterminatedText: add(.text, start, end)
    default: return readOperator(start, end)
    }
    return end
  }

  private mutating func readOperator(_ start: Int, _ end: Int) -> Int {
    let followsOperand = tokens.last { $0.kind != .comment }?.endsOperand == true && !formulaStarts.contains(start)
    let next: UInt8 = end < bytes.count ? bytes[end] : 0
    switch bytes[start] {
    case Ascii.comma: add(.comma, start, end)
    case Ascii.colon: add(.colon, start, end)
    case Ascii.equals: add(formulaStarts.contains(start) ? .prefix : .equals, start, end)
    case Ascii.less where [Ascii.equals, Ascii.greater, Ascii.tilde].contains(next),
      Ascii.greater where next == Ascii.equals:
      let isTwoWay = next == Ascii.tilde && end + 1 < bytes.count && bytes[end + 1] == Ascii.greater
      let last = end + (isTwoWay ? 2 : 1)
      add(.binary, start, last)
      return last
    case Ascii.less, Ascii.greater, Ascii.star, Ascii.slash, Ascii.caret, Ascii.ampersand: add(.binary, start, end)
    case Ascii.plus, Ascii.minus: add(followsOperand ? .binary : .prefix, start, end)
    case Ascii.at: add(.prefix, start, end)
    case Ascii.percent: add(.postfix, start, end)
    case Ascii.hash where followsOperand && tokens.last?.span.upper == start: add(.postfix, start, end)
    case Ascii.hash where squareDepth == 0:
      let last = scanner.endOfErrorLiteral(start, limit: bytes.count)
      add(.errorValue, start, last)
      return last
    default: add(.other, start, end)
    }
    return end
  }

  private mutating func add(_ kind: SheetToken.Kind, _ lower: Int, _ upper: Int) {
    tokens.append(SheetToken(kind: kind, span: SourceSpan(lower, upper)))
  }

  /// Where a number ends that may have an exponent or be a date such as 2015-04-01.
  private func endOfNumber(_ start: Int, _ end: Int) -> Int {
    guard bytes[start].isDigit, end < bytes.count else { return end }
    let sign = bytes[end]
    if bytes[end - 1] | 0x20 == UInt8(ascii: "e"), sign == Ascii.plus || sign == Ascii.minus, isDigits(end + 1, 1),
      bytes[start..<end - 1].allSatisfy({ $0.isDigit || $0 == Ascii.dot })
    {
      return scanner.endOfWord(end + 1, limit: bytes.count)
    }
    if end - start == 4, isDigits(start, 4), sign == Ascii.minus, isDigits(end + 1, 2), end + 3 < bytes.count,
      bytes[end + 3] == Ascii.minus, isDigits(end + 4, 2)
    {
      return scanner.endOfWord(end + 4, limit: bytes.count)
    }
    return end
  }

  private func isDigits(_ start: Int, _ count: Int) -> Bool {
    start + count <= bytes.count && bytes[start..<start + count].allSatisfy(\.isDigit)
  }

  // MARK: Rows

  private mutating func readRow(_ start: Int, _ end: Int) {
    var bar = start
    add(.bar(padding: 0), bar, bar + 1)
    while let cell = scanner.rowCell(after: bar, limit: end) {
      if cell.upper > cell.lower { add(.cell, cell.lower, cell.upper) }
      guard let next = cell.bar else { return }
      bar = next
      add(.bar(padding: 1), bar, bar + 1)
    }
    var tail = bar + 1
    while tail < end, bytes[tail].isBlank { tail += 1 }
    var last = end
    while last > tail, bytes[last - 1].isBlank { last -= 1 }
    if tail < last { add(.comment, tail, last) }
  }

  /// How many rows stand in columns: as many lines may change when one cell becomes wider.
  static let mostAlignedRows = 32
  /// The widest cell for which the other rows of its column make room.
  static let widestAlignedCell = 40

  /// Gives the bars of some rows the blanks that make columns of them.
  private mutating func align(_ starts: [Int]) {
    guard !starts.isEmpty, starts.count <= Self.mostAlignedRows else { return }
    var widths: [Int] = []
    forEachCell(of: starts) { _, column, width, _ in
      while widths.count <= column { widths.append(0) }
      if width <= Self.widestAlignedCell { widths[column] = max(widths[column], width) }
    }
    var paddings: [(bar: Int, blanks: Int)] = []
    forEachCell(of: starts) { _, column, width, bar in
      guard let bar else { return }
      let blanks = max(0, widths[column] - width) + 1
      paddings.append((bar, width == 0 ? blanks + 1 : blanks))
    }
    for padding in paddings { tokens[padding.bar].kind = .bar(padding: padding.blanks) }
  }

  /// Visits the cells of rows with their column, their width and the token of the bar behind them.
  private func forEachCell(of starts: [Int], _ visit: (_ row: Int, _ column: Int, _ width: Int, _ bar: Int?) -> Void) {
    for (row, start) in starts.enumerated() {
      var index = start + 1
      var column = 0
      while index < tokens.count {
        var width = 0
        if tokens[index].kind == .cell {
          width = DisplayWidth.of(text(tokens[index].span))
          index += 1
        }
        guard index < tokens.count, case .bar = tokens[index].kind, !isRowStart(index, starts, row) else {
          if width > 0 { visit(row, column, width, nil) }
          break
        }
        visit(row, column, width, index)
        column += 1
        index += 1
      }
    }
  }

  private func isRowStart(_ index: Int, _ starts: [Int], _ row: Int) -> Bool {
    row + 1 < starts.count && starts[row + 1] == index
  }

  private func text(_ span: SourceSpan) -> String { String(decoding: bytes[span.lower..<span.upper], as: UTF8.self) }
}
