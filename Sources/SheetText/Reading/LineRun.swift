import CellModel
import Diagnostics
import Formulas

/// A line that defines a cell by a formula with a pattern, with what tells whether the line below goes on from it.
struct PatternLine {
  let pattern: FormulaPattern
  let row: Int
  let column: Int
  let span: SourceSpan
  let formula: SourceSpan
  /// Behind the digits of the row that it defines.
  let targetEnd: Int
  let hasFormat: Bool
  let places: [PatternPlace]

  /// No longer line is kept.
  private static let mostBytes = 256

  /// `nil` for a line that is long, or has more places than can be followed.
  init?(
    _ pattern: FormulaPattern, row: Int, column: Int, span: SourceSpan, formula: SourceSpan, targetEnd: Int,
    hasFormat: Bool, _ places: UnsafeBufferPointer<PatternPlace>?
  ) {
    guard span.count <= Self.mostBytes, let places else { return nil }
    (self.pattern, self.row, self.column, self.span, self.formula) = (pattern, row, column, span, formula)
    (self.targetEnd, self.hasFormat) = (targetEnd, hasFormat)
    self.places = Array(places)
  }

  /// Where rows move from this line to the one below it, and where numbers stand; `nil` where cells move in another way.
  fileprivate func moves(to below: PatternLine) -> (rows: [Int], numbers: [Range<Int>])? {
    guard pattern === below.pattern, column == below.column, row + 1 == below.row,
      places.count == below.places.count
    else { return nil }
    for (place, next) in zip(places, below.places) {
      guard case .row(let row, _) = place, case .row(let next, _) = next else { continue }
      if next != row, next != row + 1 { return nil }
    }
    var rows = [targetEnd]
    var numbers: [Range<Int>] = []
    for (place, next) in zip(places, below.places) {
      switch (place, next) {
      case (.row(let row, let end), .row(let next, _)): if next > row { rows.append(end) }
      case (.number(let lower, let upper), .number): numbers.append(lower..<upper)
      default: return nil
      }
    }
    return (rows, numbers)
  }

  /// The greatest row that the line names, from 0.
  fileprivate var lastRow: Int {
    places.reduce(row) { last, place in
      if case .row(let row, _) = place { max(last, row) } else { last }
    }
  }
}

/// Lines that go on from each other: `B2 = A2 * 3`, `B3 = A3 * 5` and so on.
///
/// Each has the text of the one above it but for the rows that move, which it has one further down, and for numbers. So a
/// line of a run is read by comparing its text, and what its formula means is known by those above it.
final class LineRun {
  /// A line of the run that was met.
  struct Line {
    let row: Int
    let target: SourceSpan
    let formula: SourceSpan
    /// Where the next statement may begin.
    let next: Int
    /// Whether a format stands behind the formula, which is that of all lines.
    let hasFormat: Bool
  }

  let formulas: FormulaRun
  let column: Int
  @exclusivity(unchecked) private var row: Int
  /// How often rows may move before one would be none.
  @exclusivity(unchecked) private var rest: Int
  /// The line that was met last, up to its line end, without its numbers.
  @exclusivity(unchecked) private var text: [UInt8]
  /// The offsets in the text behind the digits of the rows that move; the first is that of the cell it defines.
  @exclusivity(unchecked) private var rows: [Int]
  /// The offsets in the text at which numbers stand.
  @exclusivity(unchecked) private var numbers: [Int]
  @exclusivity(unchecked) private var formulaStart: Int
  /// How many bytes stand behind the formula.
  private let tail: Int
  private let hasFormat: Bool

  /// The run that begins with two lines; `nil` where the second does not go on from the first.
  init?(_ base: UnsafePointer<UInt8>, from first: PatternLine, to second: PatternLine) {
    guard let moves = first.moves(to: second) else { return nil }
    formulas = FormulaRun(of: first.pattern)
    (column, row, rest) = (first.column, first.row, Area.lastRow - first.lastRow)
    let start = first.span.lower
    (text, rows, numbers) = ([], [], [])
    var index = start
    for number in moves.numbers {
      text.append(contentsOf: UnsafeBufferPointer(start: base + index, count: number.lowerBound - index))
      numbers.append(text.count)
      index = number.upperBound
    }
    text.append(contentsOf: UnsafeBufferPointer(start: base + index, count: first.span.upper - index))
    for end in moves.rows {
      let before = moves.numbers.reduce(0) { $1.upperBound <= end ? $0 + $1.count : $0 }
      rows.append(end - start - before)
    }
    formulaStart = first.formula.lower - start
    (tail, hasFormat) = (first.span.upper - first.formula.upper, first.hasFormat)
    guard next(base, at: second.span.lower, to: second.span.upper) != nil else { return nil }
  }

  /// The next line of the run, if it stands at an offset; else the run is over.
  func next(_ base: UnsafePointer<UInt8>, at start: Int, to limit: Int) -> Line? {
    guard rest > 0 else { return nil }
    rest -= 1
    row += 1
    for place in rows.indices.reversed() { moveRow(place) }
    return text.withUnsafeBufferPointer { text in
      var (index, compared) = (start, 0)
      for number in numbers {
        guard Self.isEqual(base, &index, text, &compared, to: number, limit),
          let end = PatternReader.endOfNumber(base, at: index, to: limit)
        else { return nil }
        index = end
      }
      guard Self.isEqual(base, &index, text, &compared, to: text.count, limit) else { return nil }
      return Line(
        row: row, target: SourceSpan(start, start + rows[0]),
        formula: SourceSpan(start + formulaStart, index - tail), next: index, hasFormat: hasFormat)
    }
  }

  /// Compares the line with the text up to an offset in this.
  @inline(__always)
  private static func isEqual(
    _ base: UnsafePointer<UInt8>, _ index: inout Int, _ text: UnsafeBufferPointer<UInt8>, _ compared: inout Int,
    to end: Int, _ limit: Int
  ) -> Bool {
    guard end - compared <= limit - index else { return false }
    while compared < end {
      guard base[index] == text[compared] else { return false }
      index += 1
      compared += 1
    }
    return true
  }

  /// Makes the number of a row the next one, which may take a digit more.
  private func moveRow(_ place: Int) {
    var digit = rows[place] - 1
    while text[digit] == Ascii.nine {
      text[digit] = Ascii.zero
      digit -= 1
      guard digit >= 0, Ascii.isDigit(text[digit]) else {
        insertDigit(at: digit + 1, of: place)
        return
      }
    }
    text[digit] += 1
  }

  private func insertDigit(at offset: Int, of place: Int) {
    text.insert(Ascii.zero + 1, at: offset)
    for later in rows.indices where rows[later] > offset { rows[later] += 1 }
    for number in numbers.indices where numbers[number] > offset { numbers[number] += 1 }
    if formulaStart > offset { formulaStart += 1 }
  }
}
