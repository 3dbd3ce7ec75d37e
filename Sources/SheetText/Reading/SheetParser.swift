import Diagnostics

/// Reads statements from the text of a sheet.
///
/// Each statement is read within its own limits by the reader of its kind; lines that only define a cell need none.
struct SheetParser {
  private var reader: SheetReader
  /// Whether documentation was read that no statement has followed yet.
  private(set) var hasOpenDocumentation = false
  /// Reads the lines that need no more; `nil` where every formula is to have its tree.
  private var cellLines: CellLineReader?

  init(_ source: SourceText, keepsTrees: Bool = true) {
    reader = SheetReader(source)
    cellLines = keepsTrees || reader.hasLongLine ? nil : CellLineReader(source)
  }

  /// A parser for a part of a text that keeps trees, beyond which all brackets have partners of their own.
  init(_ source: SourceText, part: SourceSpan) { reader = SheetReader(source, part: part) }

  var findings: DiagnosticList { reader.findings }

  /// The brackets without a partner; `nil` where there are more than anybody asks about.
  var unmatchedBrackets: [Int]? { reader.scanner.unmatched }

  /// - Parameter lines: Where the text stands, if it is a part of another.
  mutating func document(_ lines: LinesOfText? = nil) -> [Statement] {
    statements(
      in: SourceSpan(reader.source.start, reader.bytes.count), lines ?? LinesOfText(grid: nil, isBehindLine: false),
      expecting: reader.source.lineStarts.count)
  }

  /// The statements of a part of the text.
  mutating func statements(in part: SourceSpan, _ lines: LinesOfText, expecting count: Int = 0) -> [Statement] {
    var statements: [Statement] = []
    var grid = lines.grid.map(Box.init)
    statements.reserveCapacity(count)
    var items = SheetItems(in: part, of: reader, isBehindLine: lines.isBehindLine)
    while let item = items.next(&reader, &cellLines) {
      let kind = item.cell.map { .cell($0) } ?? learned(item)
      if case .grid(let name) = kind { grid = Box(name.text) }
      statements.append(Statement(kind: kind, span: item.span, documentation: item.documentation, sharedGrid: grid))
    }
    hasOpenDocumentation = items.hasOpenDocumentation
    return statements
  }

  /// Reads a statement in full; what it has in common with others need not be read again.
  private mutating func learned(_ item: SheetItem) -> Statement.Kind {
    let before = reader.findings.count
    let kind = StatementReader.read(&reader, item)
    return reader.findings.count == before ? cellLines?.learn(kind) ?? kind : kind
  }

  /// Reads a statement again whose findings are known.
  mutating func statement(again span: SourceSpan) -> Statement.Kind {
    reader.silently { reader in
      (reader.cursor, reader.limit) = (span.lower, span.upper)
      return StatementReader.read(&reader, SheetItem(lower: span.lower, upper: span.upper))
    }
  }
}
