import CellModel
import Diagnostics
import Formulas

/// The one form in which a sheet is written.
///
/// Only blanks and line ends change. These rules hold:
///
/// - F1. What is not blank stays, byte for byte and in its order, and every statement stays on its lines; so no value
///   and no test can change.
/// - F2. What is formatted is formatted already: to do it again changes nothing.
/// - F3. A sheet whose text has an error is left as it is, since nobody knows what its blanks were meant to part.
/// - F4. A formula that would be too long with its blanks keeps those that it has.
///
/// A statement stands two blanks deeper for each brace around it; operators stand between blanks, and one blank follows
/// a comma. Several empty lines become one. Lines inside a bracket keep their place beside what they were aligned with,
/// comments behind a statement keep their column, and a short table stands in columns. More than one blank between the
/// parts of a statement, though not inside a formula, is a column that somebody made, and stays.
package struct SheetFormatter {
  /// The replacements that give the sheet its form, in the order of the text; none where it has it already.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the text.
  ///
  /// - Parameter keepsColumns: Whether more than one blank between the parts of a statement stays.
  package static func edits(for document: SheetDocument, keepsColumns: Bool = true) -> [TextEdit] {
    guard !document.hasErrors else { return [] }
    var layout = SheetLayout(document, keepsColumns: keepsColumns)
    return keepingLengths(layout.edits(), in: document)
  }

  /// The edits without those that make a formula longer than one may be.
  private static func keepingLengths(_ edits: [TextEdit], in document: SheetDocument) -> [TextEdit] {
    // Hardly a formula is so long, and a few blanks are all that may come to each part of it.
    let long = document.statements.flatMap(\.formulas).map(\.span).filter { $0.count > FormulaParser.maximumLength / 4 }
    guard !long.isEmpty else { return edits }
    let tooLong = long.filter { formula in
      let inside = edits.filter { formula.lower < $0.span.lower && $0.span.upper < formula.upper }
      return inside.reduce(formula.count) { $0 + $1.text.utf8.count - $1.span.count } > FormulaParser.maximumLength
    }
    return edits.filter { edit in
      !tooLong.contains { $0.lower < edit.span.lower && edit.span.upper < $0.upper }
    }
  }

  /// The text of a sheet in its form.
  package static func formatted(_ document: SheetDocument, keepsColumns: Bool = true) -> SheetDocument {
    let edits = edits(for: document, keepsColumns: keepsColumns)
    return edits.isEmpty ? document : document.replacing(edits)
  }
}

/// Decides about each gap between two tokens, from the first to the last.
private struct SheetLayout {
  private let source: SourceText
  private let tokens: [SheetToken]
  private let regions: Regions
  private let start: Int
  private let keepsColumns: Bool
  private var brackets: [Bracket] = []
  /// The column of the last token's end, after and before.
  private var newColumn = 0
  /// What the first line of the present statement moves by, and its new indentation.
  private var shift = 0
  private var indentation = 0
  private var isClause = false
  private var isStartOfItem = true

  private struct Bracket {
    enum Kind { case block, literal, round, square }
    var kind: Kind
    /// The place of the first token inside and its new column, if it stands in the line of the bracket.
    ///
    /// Its old column is counted where a further line asks for it: most brackets close in the line in which they open.
    var first: (place: Int, newColumn: Int)?
  }

  init(_ document: SheetDocument, keepsColumns: Bool) {
    self.keepsColumns = keepsColumns
    source = document.source
    start = source.start
    let spans = document.statements.flatMap { $0.formulas.map(\.span) }
    regions = Regions(document.statements, formulas: spans)
    var tokenizer = SheetTokenizer(source.bytes, formulaStarts: Set(spans.map(\.lower)))
    tokens = tokenizer.tokens(from: start)
  }

  mutating func edits() -> [TextEdit] {
    var edits: [TextEdit] = []
    func replace(_ span: SourceSpan, _ text: String) {
      if source[span] != text { edits.append(TextEdit(span, text)) }
    }
    var end = start
    for index in tokens.indices {
      let token = tokens[index]
      let gap = SourceSpan(end, token.span.lower)
      replace(gap, blanks(before: index, gap))
      end = token.span.upper
      newColumn += width(token.span)
      note(token)
    }
    if !tokens.isEmpty {
      let rest = SourceSpan(end, source.bytes.count)
      let lineEnd = lineEnds(in: rest).first ?? lineEnds(in: SourceSpan(start, end)).first ?? "\n"
      replace(rest, lineEnd)
    }
    return edits
  }

  // MARK: Between lines

  private mutating func blanks(before index: Int, _ gap: SourceSpan) -> String {
    let token = tokens[index]
    let ends = lineEnds(in: gap)
    guard index == 0 || !ends.isEmpty else {
      let blanks = blanksInLine(before: index, gap)
      newColumn += blanks.utf8.count
      if isStartOfItem { beginItem(token) }
      noteFirst(token)
      return blanks
    }
    let old = column(of: token.span.lower)
    let isInside = brackets.last.map { $0.kind != .block } ?? false
    if isInside || isBelowEquals(index) {
      newColumn = alignment(with: old) ?? max(indentation, old + shift)
    } else {
      let closes = token.kind == .close ? 1 : 0
      newColumn = 2 * max(0, brackets.count { $0.kind == .block } - closes)
      shift = newColumn - old
      indentation = newColumn
      if token.kind != .comment { beginItem(token) } else { isStartOfItem = true }
    }
    noteFirst(token)
    let lines = index == 0 ? "" : ends.prefix(2).joined()
    return lines + String(repeating: " ", count: newColumn)
  }

  private mutating func beginItem(_ token: SheetToken) {
    isStartOfItem = false
    // The clause of a state or of a table, or a mode with its label.
    isClause = token.kind == .text || token.kind == .word && source[token.span].lowercased() == "on"
  }

  private func isBelowEquals(_ index: Int) -> Bool {
    guard let before = tokens[..<index].last(where: { $0.kind != .comment }), before.kind == .equals else {
      return false
    }
    return regions.continuing.contains(before.span.lower)
  }

  /// The new column of what stood in a column inside the open brackets.
  private func alignment(with column: Int) -> Int? {
    for bracket in brackets.reversed() {
      if bracket.kind == .block { return nil }
      if let first = bracket.first, self.column(of: first.place) == column { return first.newColumn }
    }
    return nil
  }

  private mutating func noteFirst(_ token: SheetToken) {
    guard let last = brackets.indices.last, brackets[last].first == nil, brackets[last].kind != .block else {
      return
    }
    brackets[last].first = (token.span.lower, newColumn)
  }

  private mutating func note(_ token: SheetToken) {
    switch token.kind {
    case .open:
      let isFormula = regions.formulas.contains(token.span.lower)
      let kind: Bracket.Kind =
        switch source.bytes[token.span.lower] {
        case Ascii.leftBrace: isFormula ? .literal : .block
        case Ascii.leftBracket: .square
        default: .round
        }
      brackets.append(Bracket(kind: kind))
      if kind == .block { isStartOfItem = true }
    case .close: _ = brackets.popLast()
    case .semicolon where brackets.last.map { $0.kind == .block } ?? true: isStartOfItem = true
    default: break
    }
  }

  // MARK: In a line

  private func blanksInLine(before index: Int, _ gap: SourceSpan) -> String {
    let token = tokens[index]
    let before = tokens[index - 1]
    if token.kind == .comment {
      return String(repeating: " ", count: keepsColumns ? max(2, column(of: token.span.lower) - newColumn) : 2)
    }
    if brackets.last?.kind == .square { return source[gap] }
    // Also where one blank is wanted: the cell that is the widest has no columns of its own.
    if case .bar(let padding) = token.kind, padding > 0 { return String(repeating: " ", count: padding) }
    let wanted =
      row(before) ?? bracket(before, token) ?? separator(before, token) ?? keyword(before, token)
      ?? `operator`(before, token) ?? colon(index)
    let blanks = wanted ?? (gap.isEmpty && !isLabel(before, token) ? "" : " ")
    return blanks == " " && isColumn(before, gap) ? String(repeating: " ", count: gap.count) : blanks
  }

  /// Whether blanks between the parts of a statement are more than one, by which somebody has made columns.
  private func isColumn(_ before: SheetToken, _ gap: SourceSpan) -> Bool {
    // The columns of rows are made by their bars.
    if case .bar = before.kind { return false }
    guard keepsColumns, gap.count > 1 else { return false }
    return before.kind != .equals && before.kind != .colon && !regions.formulas.contains(gap.lower)
  }

  private func row(_ before: SheetToken) -> String? {
    if case .bar = before.kind { " " } else { nil }
  }

  private func bracket(_ before: SheetToken, _ token: SheetToken) -> String? {
    let isBlock = brackets.last?.kind == .block
    if before.kind == .open { return token.kind == .close || !isBlock ? "" : " " }
    if token.kind == .close { return isBlock ? " " : "" }
    if token.kind == .open, source.bytes[token.span.lower] == Ascii.leftBrace,
      !regions.formulas.contains(token.span.lower)
    {
      return " "
    }
    return nil
  }

  private func separator(_ before: SheetToken, _ token: SheetToken) -> String? {
    if token.kind == .comma || token.kind == .semicolon { return "" }
    return before.kind == .comma || before.kind == .semicolon ? " " : nil
  }

  /// Words between the parts of a statement stand between blanks, as in `number in {1, 2}`.
  private func keyword(_ before: SheetToken, _ token: SheetToken) -> String? {
    isKeyword(token) && before.endsOperand || isKeyword(before) && (token.kind == .open || token.kind == .text)
      ? " " : nil
  }

  private func isKeyword(_ token: SheetToken) -> Bool {
    token.kind == .word && !regions.formulas.contains(token.span.lower)
      && SheetScanner.Stops.names.contains(source[token.span].lowercased())
  }

  private func `operator`(_ before: SheetToken, _ token: SheetToken) -> String? {
    if before.kind == .prefix { return "" }
    let operators: [SheetToken.Kind] = [.binary, .equals]
    return operators.contains(before.kind) || operators.contains(token.kind) ? " " : nil
  }

  /// A colon stands between blanks in a clause, directly behind a label, a type's name or a field, and is left as it is
  /// in a range and a time.
  private func colon(_ index: Int) -> String? {
    let isBehind = tokens[index].kind != .colon
    let place = isBehind ? index - 1 : index
    guard tokens[place].kind == .colon, isSeparating(place) else { return nil }
    return isBehind || isClause && !regions.formulas.contains(tokens[place].span.lower) ? " " : ""
  }

  private func isSeparating(_ index: Int) -> Bool {
    let offset = tokens[index].span.lower
    if regions.formulas.contains(offset) { return isField(index) }
    guard !regions.ranged.contains(offset), index + 1 < tokens.count else { return false }
    return A1Notation.cell(source[tokens[index - 1].span]) == nil
      || A1Notation.cell(source[tokens[index + 1].span]) == nil
  }

  /// Whether the colon at an index follows the name of a record's field.
  private func isField(_ index: Int) -> Bool {
    guard brackets.last?.kind == .literal, index >= 2 else { return false }
    let name = tokens[index - 1].kind
    let before = tokens[index - 2]
    return (name == .word || name == .text || name == .quotedName) && (before.kind == .open || before.kind == .comma)
  }

  /// Whether a label follows a word, as in `test"one"`.
  private func isLabel(_ before: SheetToken, _ token: SheetToken) -> Bool {
    before.kind == .word && token.kind == .text && !regions.formulas.contains(token.span.lower - 1)
  }

  // MARK: Places

  private func lineEnds(in span: SourceSpan) -> [String] {
    var ends: [String] = []
    var index = span.lower
    while index < span.upper {
      switch source.bytes[index] {
      case Ascii.carriageReturn where index + 1 < span.upper && source.bytes[index + 1] == Ascii.lineFeed:
        ends.append("\r\n")
        index += 1
      case Ascii.carriageReturn: ends.append("\r")
      case Ascii.lineFeed: ends.append("\n")
      default: break
      }
      index += 1
    }
    return ends
  }

  /// How far from the left an offset stands; a tab counts as four.
  private func column(of offset: Int) -> Int {
    let line = source.lineStarts[source.lineIndex(of: offset)]
    return width(SourceSpan(max(line, start), offset))
  }

  private func width(_ span: SourceSpan) -> Int {
    let bytes = source.bytes[span.lower..<span.upper]
    let tabs = bytes.count { $0 == Ascii.tab }
    return (bytes.allSatisfy { $0 < 0x80 } ? bytes.count : DisplayWidth.of(source[span])) + 3 * tabs
  }
}

/// What the parts of a sheet's text are.
private struct Regions {
  let formulas: SpanUnion
  /// Statements whose text may go on in the line below an `=`.
  let continuing: SpanUnion
  /// Definitions of cells, whose colons are those of a range.
  let ranged: SpanUnion

  init(_ statements: [Statement], formulas: [SourceSpan]) {
    self.formulas = SpanUnion(formulas)
    continuing = SpanUnion(
      statements.filter { statement in
        switch statement.kind {
        case .action, .service: true
        default: false
        }
      }.map(\.span))
    ranged = SpanUnion(statements.filter { if case .cell = $0.kind { true } else { false } }.map(\.span))
  }
}

/// Spans of a text joined where they meet, for the question whether an offset is in one of them.
private struct SpanUnion {
  private var spans: [SourceSpan] = []

  init(_ given: [SourceSpan]) {
    for span in given.sorted(by: { $0.lower < $1.lower }) {
      if let last = spans.last, span.lower < last.upper {
        spans[spans.count - 1] = last.union(span)
      } else {
        spans.append(span)
      }
    }
  }

  func contains(_ offset: Int) -> Bool {
    var lower = 0
    var upper = spans.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if spans[middle].upper <= offset { lower = middle + 1 } else { upper = middle }
    }
    return lower < spans.count && spans[lower].lower <= offset
  }
}
