import CellModel
import Diagnostics
import Formulas

/// Reads statements from the text of a sheet.
///
/// The parser first asks the scanner where a statement ends and then reads within that limit only, so that nothing
/// that is wrong in one statement reaches into the next. A reader that returns `nil` has reported why.
struct SheetParser {
  /// A longer line is reported and passed over.
  static let longestLine = 1 << 20

  let source: SourceText
  let bytes: [UInt8]
  let scanner: SheetScanner
  var findings = DiagnosticList()
  /// The next byte to read and the end of what may be read.
  var cursor = 0
  var limit: Int
  /// Whether documentation was read that no statement has followed yet.
  private(set) var hasOpenDocumentation = false
  private let hasLongLine: Bool
  /// Reads the lines that need no more; `nil` where every formula is to have its tree.
  private var cellLines: CellLineReader?

  init(_ source: SourceText, keepsTrees: Bool = true) {
    self.source = source
    bytes = source.bytes
    scanner = SheetScanner(source.bytes)
    limit = source.bytes.count
    let ends = source.lineStarts.dropFirst() + [source.bytes.count]
    hasLongLine = zip(source.lineStarts, ends).contains { $1 - $0 > Self.longestLine }
    cellLines = keepsTrees || hasLongLine ? nil : CellLineReader(source)
  }

  /// A parser for a part of a text that keeps trees, beyond which all brackets have partners of their own.
  init(_ source: SourceText, part: SourceSpan) {
    self.source = source
    bytes = source.bytes
    scanner = SheetScanner(source.bytes, matching: part)
    limit = part.upper
    hasLongLine = false
    cellLines = nil
  }

  /// The offset behind a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// - Parameter lines: Where the text stands, if it is a part of another.
  mutating func document(_ lines: LinesOfText? = nil) -> [Statement] {
    statements(
      in: SourceSpan(start, bytes.count), lines ?? LinesOfText(grid: nil, isBehindLine: false),
      expecting: source.lineStarts.count)
  }

  /// The statements of a part of the text.
  mutating func statements(in part: SourceSpan, _ lines: LinesOfText, expecting count: Int = 0) -> [Statement] {
    var statements: [Statement] = []
    var grid = lines.grid
    statements.reserveCapacity(count)
    forEachItem(from: part.lower, to: part.upper, readsLines: true, isBehindLine: lines.isBehindLine) { parser, item in
      let kind = item.cell.map { .cell($0) } ?? parser.learned(item)
      if case .grid(let name) = kind { grid = name.text }
      statements.append(
        Statement(kind: kind, span: SourceSpan(item.lower, item.upper), documentation: item.documentation, grid: grid))
    }
    return statements
  }

  /// Reads a statement in full; what it has in common with others need not be read again.
  private mutating func learned(_ item: Item) -> Statement.Kind {
    let before = findings.count
    let kind = statement(item)
    if findings.count == before { cellLines?.learn(kind) }
    return kind
  }

  /// A statement, or an item of a block, before it is read.
  struct Item {
    var lower: Int
    var upper: Int
    var documentation: Documentation?
    /// What it defines, when it has been read already.
    var cell: CellDefinition?
    var span: SourceSpan { SourceSpan(lower, upper) }
  }

  /// Calls a reader for each statement of a region, with the cursor and the limit set to it.
  ///
  /// - Parameters:
  ///   - readsLines: Whether definitions of cells may come with what they say.
  ///   - isBehindLine: Whether a statement has ended with the line before the region.
  mutating func forEachItem(
    from lower: Int, to upper: Int, readsLines: Bool = false, isBehindLine: Bool = false,
    _ read: (inout SheetParser, Item) -> Void
  ) {
    let outerLimit = limit
    var index = lower
    var documentation: (lower: Int, upper: Int)?
    var isLineBlank = isBehindLine
    while index < upper {
      let byte = bytes[index]
      if byte.isBlank || byte == Ascii.semicolon {
        index += 1
        continue
      }
      if byte.isLineEnd {
        if isLineBlank { documentation = nil }
        if byte == Ascii.lineFeed || !(index + 1 < upper && bytes[index + 1] == Ascii.lineFeed) { isLineBlank = true }
        index += 1
        continue
      }
      if byte == Ascii.slash, index + 1 < upper, bytes[index + 1] == Ascii.slash {
        let end = scanner.lineEnd(index, limit: upper)
        if isLineBlank || index == lower, isDocumentation(index, end) {
          documentation = (documentation?.lower ?? index, end)
        }
        isLineBlank = false
        index = end
        continue
      }
      isLineBlank = false
      limit = upper
      if scanner.stray.contains(index) {
        findings.append(.strayBracket(source[SourceSpan(index, index + 1)], at: index))
        index += 1
        continue
      }
      if readsLines, let line = cellLines?.read(at: index, limit: upper) {
        let above = documentation.map { self.documentation($0.lower, $0.upper) }
        documentation = nil
        read(&self, Item(lower: index, upper: line.end, documentation: above, cell: line.definition))
        index = line.next
        isLineBlank = bytes[index - 1].isLineEnd
        continue
      }
      let extent = scanner.extent(ofStatementAt: index, limit: upper, goesOnAfterEquals: goesOnAfterEquals(index))
      let item = Item(
        lower: index, upper: extent.end, documentation: documentation.map { self.documentation($0.lower, $0.upper) })
      documentation = nil
      cursor = index
      limit = extent.end
      if hasLongLine, let line = longLine(in: item.span) {
        findings.append(.lineTooLong(at: line))
      } else {
        read(&self, item)
      }
      index = max(extent.next, index + 1)
      // The line end behind a statement belongs to it, so a second one makes a blank line.
      isLineBlank = index > lower && bytes[index - 1].isLineEnd
    }
    limit = outerLimit
    cursor = upper
    hasOpenDocumentation = documentation != nil
  }

  private func longLine(in span: SourceSpan) -> SourceSpan? {
    for line in source.lineIndex(of: span.lower)...source.lineIndex(of: max(span.lower, span.upper - 1)) {
      let place = source.span(ofLine: line)
      if place.count > Self.longestLine { return SourceSpan(place.lower, place.lower + 1) }
    }
    return nil
  }

  /// An action's or a service's body may stand in the line below its `=`.
  private func goesOnAfterEquals(_ index: Int) -> Bool {
    guard let word = word(at: index) else { return false }
    return scanner.isWord(index, word, "action") || scanner.isWord(index, word, "service")
  }

  private func isDocumentation(_ lower: Int, _ upper: Int) -> Bool {
    upper - lower >= 3 && bytes[lower + 2] == Ascii.slash && !(upper - lower >= 4 && bytes[lower + 3] == Ascii.slash)
  }

  /// The text of `///` lines; plain comments between them are left out.
  private func documentation(_ lower: Int, _ upper: Int) -> Documentation {
    var lines: [String] = []
    var index = lower
    while index < upper {
      let end = scanner.lineEnd(index, limit: upper)
      var first = index
      while first < end, bytes[first].isBlank { first += 1 }
      if first + 1 < end, isDocumentation(first, end) {
        first += 3
        if first < end, bytes[first] == 0x20 { first += 1 }
        lines.append(source[SourceSpan(first, end)])
      }
      index = end
      while index < upper, bytes[index].isLineEnd { index += 1 }
    }
    return Documentation(text: lines.joined(separator: "\n"), span: SourceSpan(lower, upper))
  }
}
