import CellModel
import Diagnostics

/// A replacement of one span of a text.
package struct TextEdit: Sendable, Hashable {
  package var span: SourceSpan
  package var text: String

  package init(_ span: SourceSpan, _ text: String) {
    self.span = span
    self.text = text
  }
}

/// Edits give a new document and leave every line alone that they are not about.
extension SheetDocument {
  /// Replaces spans that do not overlap. The result has trees at hand where this has.
  package func replacing(_ edits: [TextEdit]) -> SheetDocument {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
    var index = 0
    for edit in edits.sorted(by: { ($0.span.lower, $0.span.upper) < ($1.span.lower, $1.span.upper) }) {
      let lower = min(max(edit.span.lower, index), bytes.count)
      result += bytes[index..<lower]
      result += edit.text.utf8
      index = min(max(edit.span.upper, lower), bytes.count)
    }
    result += bytes[index...]
    return SheetDocument(SourceText(name: source.name, bytes: result), keepsTrees: keepsTrees, lines: lines)
  }

  /// The index of the statement that defines what a text names: a name, `B2`, or `Inputs!B2`.
  package func definition(written text: String) -> Int? {
    let (grid, cell) = A1Notation.parted(text)
    if let place = A1Notation.cell(cell) { return definition(ofRow: place.row, column: place.column, grid: grid) }
    return grid == nil ? definition(of: text) : nil
  }

  /// Gives a definition another formula and keeps its format, its clauses and its comment.
  ///
  /// An input gets another value. What is not defined yet is added at the end of the first grid.
  ///
  /// - Throws: What is wrong with the formula, with places in its text, or why there is nothing to replace.
  package func setting(_ name: String, to formula: String) throws(Diagnostic) -> SheetDocument {
    let text = Self.trimmed(formula)
    if let finding = Self.findingAboutFormula(text) { throw finding }
    guard let index = definition(written: name) else {
      if name.contains("!") { throw EditFinding.undefined(name).diagnostic }
      let target = WrittenText(name, at: SourceSpan(0, name.utf8.count))
      if A1Notation.cell(name) == nil, let finding = SheetNames.finding(about: target) { throw finding.diagnostic }
      return adding("\(name) = \(text)")
    }
    guard let edits = edits(setting: statements[index], to: text) else {
      throw EditFinding.notSettable(name, at: statements[index].span).diagnostic
    }
    return replacing(edits)
  }

  /// What gives a statement another formula or value; `nil` where it has none.
  ///
  /// - Parameter text: The formula; `nil` takes the value of an input away, which is then declared with its type.
  func edits(setting statement: Statement, to text: String?) -> [TextEdit]? {
    guard case .input(let input) = statement.kind else {
      return text.flatMap { text in statement.definition.valueSpan.map { edits(replacing: $0, of: statement, by: text) }
      }
    }
    let ends = [input.name.span, input.type?.span, input.domain?.span].compactMap { $0?.upper }
    let end = ends.max() ?? statement.span.upper
    if let text {
      let value = input.initial?.span
      return edits(replacing: value ?? SourceSpan(end, end), of: statement, by: value == nil ? " = " + text : text)
    }
    return input.initial.map { edits(replacing: SourceSpan(end, $0.span.upper), of: statement, by: "") } ?? []
  }

  /// Replaces a whole statement by another text and keeps its documentation and the comment behind it.
  package func replacing(statement index: Int, with text: String) -> SheetDocument {
    let statement = statements[index]
    return replacing(edits(replacing: statement.span, of: statement, by: withLineEnds(text)))
  }

  /// Adds statements on lines of their own, behind the last statement of a grid.
  ///
  /// - Parameter grid: The name of a `sheet` line, which is added if there is none; `nil` is the part before the first.
  package func adding(_ text: String, toGrid grid: String? = nil) -> SheetDocument {
    var lines = withLineEnds(text)
    let key = grid?.lowercased()
    let last = statements.lastIndex { $0.grid?.lowercased() == key }
    if last == nil, let grid {
      lines = "sheet \(SheetNames.isWellFormed(grid) ? grid : grid.literal)\(lineEnd)\(lines)"
    }
    let isLastGrid = last == nil ? grid != nil || statements.isEmpty : last == statements.count - 1
    if isLastGrid {
      let endsOpen = !bytes.isEmpty && !(bytes.last.map(\.isLineEnd) ?? true)
      let end = SourceSpan(bytes.count, bytes.count)
      return replacing([TextEdit(end, endsOpen ? lineEnd + lines : lines + lineEnd)])
    }
    let place = last.map { lineLimit(statements[$0].span.upper) } ?? source.start
    return replacing([TextEdit(SourceSpan(place, place), lines + lineEnd)])
  }

  /// Removes a statement with its documentation and the comment behind it.
  package func removing(statement index: Int) -> SheetDocument { replacing(edits(removing: [index])) }

  // MARK: Pieces

  /// Replaces a part of a statement; a comment that stands two or more blanks behind it keeps its column.
  func edits(replacing part: SourceSpan, of statement: Statement, by text: String) -> [TextEdit] {
    var edits = [TextEdit(part, text)]
    let end = statement.span.upper
    var comment = end
    while comment < bytes.count, bytes[comment].isBlank { comment += 1 }
    let blanks = comment - end
    let isComment = comment + 1 < bytes.count && bytes[comment] == Ascii.slash && bytes[comment + 1] == Ascii.slash
    let old = source[part]
    let isOneLine = !old.contains(where: \.isNewline) && !text.contains(where: \.isNewline)
    if isComment, isOneLine, blanks >= 2, bytes[end..<comment].allSatisfy({ $0 == 0x20 }) {
      let growth = text.count - old.count
      edits.append(TextEdit(SourceSpan(end, comment), String(repeating: " ", count: max(2, blanks - growth))))
    }
    return edits
  }

  /// The line end the document uses.
  package var lineEnd: String {
    guard let index = bytes.firstIndex(where: \.isLineEnd) else { return "\n" }
    if bytes[index] == Ascii.lineFeed { return "\n" }
    return index + 1 < bytes.count && bytes[index + 1] == Ascii.lineFeed ? "\r\n" : "\r"
  }

  /// A text with the line ends of the document.
  func withLineEnds(_ text: String) -> String {
    guard text.utf8.contains(where: \.isLineEnd) else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine).joined(separator: lineEnd)
  }

  /// The offset behind the line end of a place's line.
  private func lineLimit(_ index: Int) -> Int { LineFinder(bytes: bytes).limit(index) }

  private static func trimmed(_ text: String) -> String {
    var lower = text.startIndex
    var upper = text.endIndex
    while lower < upper, text[lower].isWhitespace { lower = text.index(after: lower) }
    while upper > lower, text[text.index(before: upper)].isWhitespace { upper = text.index(before: upper) }
    return String(text[lower..<upper])
  }

  /// Why a text is not one formula, with places in that text.
  private static func findingAboutFormula(_ text: String) -> Diagnostic? {
    let head = "x = "
    let document = SheetDocument(name: "", head + text)
    if let finding = document.diagnostics.first { return finding.shifted(by: -head.utf8.count) }
    let whole = SourceSpan(head.utf8.count, head.utf8.count + text.utf8.count)
    guard document.statements.count == 1, case .cell(let cell) = document.statements[0].kind else {
      return StatementFinding.unexpected(text, at: whole.shifted(by: -head.utf8.count)).diagnostic
    }
    guard cell.formula.span == whole else {
      let rest = SourceSpan(cell.formula.span.upper, whole.upper)
      return StatementFinding.unexpected(document.source[rest], at: rest.shifted(by: -head.utf8.count)).diagnostic
    }
    return nil
  }
}

/// Finds where lines begin and end.
struct LineFinder {
  let bytes: [UInt8]

  func start(_ index: Int) -> Int {
    var index = index
    while index > 0, !bytes[index - 1].isLineEnd { index -= 1 }
    return index == 0 ? SourceText.start(of: bytes) : index
  }

  /// The offset behind the line end.
  func limit(_ index: Int) -> Int {
    var index = index
    while index < bytes.count, !bytes[index].isLineEnd { index += 1 }
    guard index < bytes.count else { return index }
    return bytes[index] == Ascii.carriageReturn && index + 1 < bytes.count && bytes[index + 1] == Ascii.lineFeed
      ? index + 2 : index + 1
  }
}
