import CellModel
import Diagnostics

/// A statement, or an item of a block, before it is read.
struct SheetItem {
  var lower: Int
  var upper: Int
  var documentation: Documentation?
  /// What it defines, when it has been read already.
  var cell: CellDefinition?
  var span: SourceSpan { SourceSpan(lower, upper) }
}

/// The statements of a part of a text, or the items of a block, one after the other.
///
/// The scanner says where an item ends before it is read, so that nothing that is wrong in one item reaches into the
/// next. Whoever reads an item has the reader's cursor and limit set to it; at the end they are where they are to go
/// on.
struct SheetItems {
  private let lower: Int
  private let upper: Int
  /// Where reading goes on behind the last item, and how far it may go there.
  private let end: Int
  private let outerLimit: Int
  private var index: Int
  /// The lines of documentation above the next item.
  private var documentation: SourceSpan?
  private var isLineBlank: Bool

  /// - Parameter isBehindLine: Whether a statement has ended with the line before the part.
  init(in part: SourceSpan, of reader: SheetReader, isBehindLine: Bool = false) {
    self.init(in: part, end: part.upper, outerLimit: reader.limit, isBehindLine: isBehindLine)
  }

  private init(in part: SourceSpan, end: Int, outerLimit: Int, isBehindLine: Bool) {
    (lower, upper, index) = (part.lower, part.upper, part.lower)
    (self.end, self.outerLimit) = (end, outerLimit)
    isLineBlank = isBehindLine
  }

  /// The items of the block in braces that stands next; `nil` where none does.
  ///
  /// A brace that nothing closes is reported and taken to close at the limit.
  init?(ofBlockIn reader: inout SheetReader) {
    guard reader.nextByte() == Ascii.leftBrace else { return nil }
    let (open, limit) = (reader.cursor, reader.limit)
    let close = reader.scanner.partner(of: open, limit: limit)
    if close == nil { reader.report(TextFinding.unclosed("{", at: open, "}", missingAt: SourceSpan(limit, limit))) }
    self.init(
      in: SourceSpan(open + 1, close ?? limit), end: close.map { $0 + 1 } ?? limit, outerLimit: limit,
      isBehindLine: false)
  }

  /// Whether documentation was read that no item has followed yet.
  var hasOpenDocumentation: Bool { documentation != nil }

  /// The next item, with the reader set to it.
  mutating func next(_ reader: inout SheetReader) -> SheetItem? {
    while findStart(&reader) { if let item = scan(&reader) { return item } }
    return nil
  }

  /// The next item, with the reader set to it, or a line with a definition that has been read already.
  mutating func next(_ reader: inout SheetReader, _ lines: inout CellLineReader?) -> SheetItem? {
    while findStart(&reader) {
      if let item = line(&reader, &lines) { return item }
      if let item = scan(&reader) { return item }
    }
    return nil
  }

  /// Passes everything up to where an item begins; `false` at the end of all.
  private mutating func findStart(_ reader: inout SheetReader) -> Bool {
    while index < upper {
      if skipsBetween(&reader) { continue }
      isLineBlank = false
      reader.limit = upper
      guard reader.scanner.stray.contains(index) else { return true }
      reader.report(TextFinding.strayBracket(reader.source[SourceSpan(index, index + 1)], at: index))
      index += 1
    }
    reader.limit = outerLimit
    reader.cursor = end
    return false
  }

  /// Passes what stands between items, which may be documentation of the next one.
  private mutating func skipsBetween(_ reader: inout SheetReader) -> Bool {
    let byte = reader.bytes[index]
    if byte.isBlank || byte == Ascii.semicolon {
      index += 1
      return true
    }
    if byte.isLineEnd {
      if isLineBlank { documentation = nil }
      if byte == Ascii.lineFeed || !(index + 1 < upper && reader.bytes[index + 1] == Ascii.lineFeed) {
        isLineBlank = true
      }
      index += 1
      return true
    }
    guard byte == Ascii.slash, index + 1 < upper, reader.bytes[index + 1] == Ascii.slash else { return false }
    let end = reader.scanner.lineEnd(index, limit: upper)
    if isLineBlank || index == lower, Documentation.begins(at: index, end, in: reader.bytes) {
      documentation = SourceSpan(documentation?.lower ?? index, end)
    }
    isLineBlank = false
    index = end
    return true
  }

  /// The line at the index as a definition of a cell; `nil` where it is one for the parser.
  private mutating func line(_ reader: inout SheetReader, _ lines: inout CellLineReader?) -> SheetItem? {
    guard let line = lines?.read(at: index, limit: upper) else { return nil }
    let start = index
    index = line.next
    isLineBlank = reader.bytes[index - 1].isLineEnd
    return SheetItem(lower: start, upper: line.end, documentation: takeDocumentation(reader), cell: line.definition)
  }

  /// Finds where the item at the index ends; `nil` where it is reported and passed over.
  private mutating func scan(_ reader: inout SheetReader) -> SheetItem? {
    let start = index
    let extent = reader.scanner.extent(
      ofStatementAt: start, limit: upper, goesOnAfterEquals: Self.goesOnAfterEquals(start, reader))
    let item = SheetItem(lower: start, upper: extent.end, documentation: takeDocumentation(reader))
    reader.cursor = start
    reader.limit = extent.end
    index = max(extent.next, start + 1)
    // The line end behind a statement belongs to it, so a second one makes a blank line.
    isLineBlank = reader.bytes[index - 1].isLineEnd
    guard reader.hasLongLine, let line = Self.longLine(in: item.span, of: reader.source) else { return item }
    reader.report(TextFinding.lineTooLong(at: line))
    return nil
  }

  private mutating func takeDocumentation(_ reader: SheetReader) -> Documentation? {
    guard let span = documentation else { return nil }
    documentation = nil
    return Documentation(reading: span, in: reader)
  }

  /// An action's or a service's body may stand in the line below its `=`.
  private static func goesOnAfterEquals(_ index: Int, _ reader: SheetReader) -> Bool {
    guard let word = reader.word(at: index) else { return false }
    return reader.scanner.isWord(index, word, "action") || reader.scanner.isWord(index, word, "service")
  }

  private static func longLine(in span: SourceSpan, of source: SourceText) -> SourceSpan? {
    for line in source.lineIndex(of: span.lower)...source.lineIndex(of: max(span.lower, span.upper - 1)) {
      let place = source.span(ofLine: line)
      if place.count > SheetReader.longestLine { return SourceSpan(place.lower, place.lower + 1) }
    }
    return nil
  }
}

extension Documentation {
  /// Whether a comment is documentation: three slashes and no fourth.
  fileprivate static func begins(at lower: Int, _ upper: Int, in bytes: [UInt8]) -> Bool {
    upper - lower >= 3 && bytes[lower + 2] == Ascii.slash && !(upper - lower >= 4 && bytes[lower + 3] == Ascii.slash)
  }

  /// The text of `///` lines; plain comments between them are left out.
  fileprivate init(reading span: SourceSpan, in reader: SheetReader) {
    let bytes = reader.bytes
    var lines: [String] = []
    var index = span.lower
    while index < span.upper {
      let end = reader.scanner.lineEnd(index, limit: span.upper)
      var first = index
      while first < end, bytes[first].isBlank { first += 1 }
      if first + 1 < end, Self.begins(at: first, end, in: bytes) {
        first += 3
        if first < end, bytes[first] == 0x20 { first += 1 }
        lines.append(reader.source[SourceSpan(first, end)])
      }
      index = end
      while index < span.upper, bytes[index].isLineEnd { index += 1 }
    }
    self.init(text: lines.joined(separator: "\n"), span: span)
  }
}
