import CellModel
import Diagnostics
import Formulas

/// Reads definitions of single cells that end with a line or a semicolon, such as `C7 = (A7+50)+(B7-10)`, `item_8 = 3`,
/// `B2 = "north"` and `D9 = 2026-01-31 as "dd.mm.yyyy"`, without trees.
///
/// Large sheets are made of such lines. The first formula of a pattern is read by the parser, those after it need no more
/// than their pattern, and a line that says of its row what the one above it says of its own need only be compared with it.
/// Whatever is not as simple, or not right, is left to the parser as well, so what a line means does not depend on who
/// reads it.
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
  private var formats = LineFormats()
  private var runs = LineRuns()
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
    if let (line, column, formulas) = runs.next(base, at: start, to: limit) {
      if line.hasFormat {
        let target = CellTarget.address(row: line.row, column: column, span: line.target)
        let formula = SheetFormula(formulas, in: source, at: line.formula)
        return self.line(target, formula, line.formula.upper, base, limit)
      }
      let definition = CellDefinition(
        formulas, in: source, row: line.row, column: column, at: line.target, line.formula)
      return Line(definition: definition, end: line.formula.upper, next: line.next)
    }
    var wordEnd = start
    while wordEnd < limit, Ascii.isNamePart(base[wordEnd]) { wordEnd += 1 }
    var index = wordEnd
    while index < limit, base[index].isBlank { index += 1 }
    guard index + 1 < limit, base[index] == Ascii.equals, base[index + 1] != Ascii.equals else { return nil }
    index += 1
    while index < limit, base[index].isBlank { index += 1 }
    guard let target = target(base, start, wordEnd) else { return nil }
    if let literal = LineLiteral(base, at: index, to: limit) {
      let formula = SheetFormula(literal.content(in: source), at: SourceSpan(index, literal.end))
      return line(target, formula, literal.end, base, limit)
    }
    guard let found = reader.read(base, from: index, to: limit) else { return nil }
    let span = SourceSpan(index, found.end)
    guard let pattern = patterns.pattern(reader) else {
      unknown = span
      return nil
    }
    guard var line = line(target, SheetFormula(pattern, in: source, at: span), found.stop, base, limit) else {
      return nil
    }
    if let formulas = runs.note(lineOfRun(line, pattern, at: start, base), base) {
      let formula = SheetFormula(formulas, in: source, at: span)
      line.definition = CellDefinition(target: target, formula: formula, format: line.definition.format)
    }
    return line
  }

  /// A line that was read as one that others may go on from; `nil` where they cannot.
  private func lineOfRun(
    _ line: Line, _ pattern: FormulaPattern, at start: Int, _ base: UnsafePointer<UInt8>
  ) -> PatternLine? {
    guard case .address(let row, let column, let target) = line.definition.target, base[line.next - 1].isLineEnd
    else { return nil }
    return PatternLine(
      pattern, row: row, column: column, span: SourceSpan(start, line.next), formula: line.definition.formula.span,
      targetEnd: target.upper, hasFormat: line.definition.format != nil, reader.places)
  }

  /// Notes the pattern of the formula that was read last, once the parser has found nothing wrong with it.
  ///
  /// - Returns: What the statement says, without a tree where its formula has a pattern now.
  mutating func learn(_ kind: Statement.Kind) -> Statement.Kind {
    guard let unknown, case .cell(let cell) = kind, cell.formula.span == unknown, !cell.formula.isInvalid else {
      return kind
    }
    patterns.add(cell.formula.tree, isConstant: cell.isConstant, reader)
    guard let pattern = patterns.pattern(reader) else { return kind }
    let formula = SheetFormula(pattern, in: source, at: unknown)
    return .cell(CellDefinition(target: cell.target, formula: formula, format: cell.format))
  }

  /// A definition with the rest of its line, in which nothing but a format, blanks and a comment may stand, or up to a
  /// semicolon.
  private mutating func line(
    _ target: CellTarget, _ formula: SheetFormula, _ stop: Int, _ base: UnsafePointer<UInt8>, _ limit: Int
  ) -> Line? {
    var (next, end, definition) = (stop, formula.span.upper, CellDefinition?.none)
    while next < limit, base[next].isBlank { next += 1 }
    if FormatWord.stands(base, at: next, to: limit) {
      guard let format = formats.read(base, at: next + FormatWord.length, to: limit) else { return nil }
      end = format.written.span.upper
      next = end
      definition = CellDefinition(target: target, formula: formula, format: format)
      while next < limit, base[next].isBlank { next += 1 }
    }
    let read = definition ?? CellDefinition(target: target, formula: formula)
    if next + 1 < limit, base[next] == Ascii.slash, base[next + 1] == Ascii.slash {
      while next < limit, !base[next].isLineEnd { next += 1 }
    }
    guard next < limit else { return Line(definition: read, end: end, next: limit) }
    if base[next] == Ascii.semicolon { return Line(definition: read, end: end, next: next) }
    guard base[next].isLineEnd else { return nil }
    let isPair = base[next] == Ascii.carriageReturn && next + 1 < limit && base[next + 1] == Ascii.lineFeed
    return Line(definition: read, end: end, next: next + (isPair ? 2 : 1))
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
}
