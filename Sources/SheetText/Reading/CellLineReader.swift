import CellModel
import Diagnostics
import Formulas

/// Reads definitions of single cells that end with a line or a semicolon, such as `C7 = (A7+50)+(B7-10)`, `item_8 = 3` and
/// `B2 = "north"`, without trees.
///
/// Large sheets are made of such lines. The first formula of a pattern is read by the parser, those after it need no more
/// than their pattern. Whatever is not as simple, or not right, is left to the parser as well, so what a line means does
/// not depend on who reads it.
struct CellLineReader {
  /// A definition that was read, and its place.
  struct Line {
    var definition: CellDefinition
    var end: Int
    /// Where the next statement may begin.
    var next: Int
  }

  private let source: SourceText
  private var reader = PatternReader()
  private var patterns = PatternReader.Patterns()
  /// The place of the formula that was read last, when its pattern is not known.
  private var unknown: SourceSpan?

  init(_ source: SourceText) { self.source = source }

  /// Reads the line at an offset; `nil` when it is one for the parser.
  mutating func read(at start: Int, limit: Int) -> Line? {
    unknown = nil
    return source.bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { read($0, at: start, limit: limit) }
    }
  }

  private mutating func read(_ base: UnsafePointer<UInt8>, at start: Int, limit: Int) -> Line? {
    guard base[start].isWordStart else { return nil }
    var wordEnd = start
    while wordEnd < limit, Ascii.isNamePart(base[wordEnd]) { wordEnd += 1 }
    var index = wordEnd
    while index < limit, base[index].isBlank { index += 1 }
    guard index + 1 < limit, base[index] == Ascii.equals, base[index + 1] != Ascii.equals else { return nil }
    index += 1
    while index < limit, base[index].isBlank { index += 1 }
    guard let target = target(base, start, wordEnd) else { return nil }
    if let number = number(base, at: index, limit: limit) {
      let formula = SheetFormula(number: number.value, in: source, at: SourceSpan(index, number.end))
      return line(CellDefinition(target: target, formula: formula), number.end, number.end, limit)
    }
    if let end = text(base, at: index, limit: limit) {
      let formula = SheetFormula(textIn: source, at: SourceSpan(index, end))
      return line(CellDefinition(target: target, formula: formula), end, end, limit)
    }
    guard let found = reader.read(base, from: index, to: limit) else { return nil }
    let span = SourceSpan(index, found.end)
    guard let pattern = patterns.pattern(reader) else {
      unknown = span
      return nil
    }
    let formula = SheetFormula(pattern, in: source, at: span)
    let definition = CellDefinition(target: target, formula: formula)
    return line(definition, found.end, found.stop, limit)
  }

  /// Notes the pattern of the formula that was read last, once the parser has found nothing wrong with it.
  mutating func learn(_ kind: Statement.Kind) {
    guard let unknown, case .cell(let cell) = kind, cell.formula.span == unknown, cell.format == nil,
      !cell.formula.isInvalid
    else { return }
    patterns.add(cell.formula.tree, isConstant: cell.isConstant, reader)
  }

  /// A definition with the rest of its line, in which nothing but blanks and a comment may stand, or up to a semicolon.
  private func line(_ definition: CellDefinition, _ end: Int, _ stop: Int, _ limit: Int) -> Line? {
    let bytes = source.bytes
    var next = stop
    while next < limit, bytes[next].isBlank { next += 1 }
    if next + 1 < limit, bytes[next] == Ascii.slash, bytes[next + 1] == Ascii.slash {
      while next < limit, !bytes[next].isLineEnd { next += 1 }
    }
    guard next < limit else { return Line(definition: definition, end: end, next: limit) }
    if bytes[next] == Ascii.semicolon { return Line(definition: definition, end: end, next: next) }
    guard bytes[next].isLineEnd else { return nil }
    let isPair = bytes[next] == Ascii.carriageReturn && next + 1 < limit && bytes[next + 1] == Ascii.lineFeed
    return Line(definition: definition, end: end, next: next + (isPair ? 2 : 1))
  }

  private func target(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> CellTarget? {
    let span = SourceSpan(start, end)
    var letters = start
    while letters < end, Ascii.isLetter(base[letters]) { letters += 1 }
    var digits = letters
    while digits < end, Ascii.isDigit(base[digits]) { digits += 1 }
    if digits == end, (1...3).contains(letters - start), letters < end {
      guard let cell = AddressReader(base: base, count: end).cell(from: start) else { return nil }
      return .address(row: Int(cell.row.value), column: Int(cell.column.value), span: span)
    }
    let name = String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    return SheetNames.isReserved(name) ? nil : .name(WrittenText(name, at: span))
  }

  /// A number with its sign that is all of a formula.
  private func number(
    _ base: UnsafePointer<UInt8>, at start: Int, limit: Int
  ) -> (value: Double, end: Int)? {
    let isNegative = start < limit && base[start] == Ascii.minus
    let digits = isNegative ? start + 1 : start
    var end = digits
    while end < limit, base[end].isDigit || base[end] == Ascii.dot { end += 1 }
    guard let value = DecimalDigits.number(base, from: digits, to: end), isAll(base, to: end, limit) else { return nil }
    return (isNegative ? -value : value, end)
  }

  /// Where a text ends that is all of a formula and has no quotation mark in it.
  private func text(_ base: UnsafePointer<UInt8>, at start: Int, limit: Int) -> Int? {
    guard base[start] == Ascii.quote else { return nil }
    var end = start + 1
    while end < limit, base[end] != Ascii.quote, !base[end].isLineEnd { end += 1 }
    guard end < limit, base[end] == Ascii.quote, isAll(base, to: end + 1, limit) else { return nil }
    return end + 1
  }

  /// Whether a formula that has been read up to an offset ends there.
  private func isAll(_ base: UnsafePointer<UInt8>, to end: Int, _ limit: Int) -> Bool {
    var next = end
    while next < limit, base[next].isBlank { next += 1 }
    return next == limit || base[next].isLineEnd || base[next] == Ascii.semicolon
      || base[next] == Ascii.slash && next + 1 < limit && base[next + 1] == Ascii.slash
  }
}
