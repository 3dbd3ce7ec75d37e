import Diagnostics

/// A place in the text of a sheet, what may be read from there on, and what was found wrong so far.
///
/// It reads the pieces of which statements are made: words, names, texts, expressions and the items of blocks. What the
/// pieces mean is for those who read a kind of statement with it. A reader that gives `nil` has reported why.
struct SheetReader {
  /// A longer line is reported and passed over.
  static let longestLine = 1 << 20

  let source: SourceText
  let bytes: [UInt8]
  let scanner: SheetScanner
  let hasLongLine: Bool
  private(set) var findings = DiagnosticList()
  /// The next byte to read and the end of what may be read.
  var cursor = 0
  var limit: Int

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    scanner = SheetScanner(source.bytes)
    limit = source.bytes.count
    let ends = source.lineStarts.dropFirst() + [source.bytes.count]
    hasLongLine = zip(source.lineStarts, ends).contains { $1 - $0 > Self.longestLine }
  }

  /// A reader of a part of a text, beyond which all brackets have partners of their own.
  init(_ source: SourceText, part: SourceSpan) {
    self.source = source
    bytes = source.bytes
    scanner = SheetScanner(source.bytes, matching: part)
    limit = part.upper
    hasLongLine = false
  }

  // MARK: Findings

  mutating func report(_ finding: any DiagnosticFact) { findings.append(finding) }

  mutating func report(_ diagnostics: [Diagnostic]) { findings.append(contentsOf: diagnostics) }

  /// Does something whose findings are known already.
  mutating func silently<Result>(_ body: (inout SheetReader) -> Result) -> Result {
    let known = findings
    defer { findings = known }
    return body(&self)
  }

  // MARK: Places

  /// The place right behind what was read last.
  func behind() -> SourceSpan {
    var end = cursor
    while end > 0, bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
    return SourceSpan(end, end)
  }

  /// The rest of the statement.
  var rest: SourceSpan { SourceSpan(min(cursor, limit), limit) }

  /// The place of what stands next, or right behind what was read last where nothing more may be read.
  func nextPlace() -> SourceSpan { cursor < limit ? elementSpan() : behind() }

  /// The place of the element at the cursor.
  func elementSpan() -> SourceSpan {
    guard cursor < limit else { return SourceSpan(cursor, cursor) }
    let end = scanner.element(at: cursor, limit: limit, beginsItem: false, squareDepth: 0).end
    return SourceSpan(cursor, max(end, characterEnd(cursor)))
  }

  private func characterEnd(_ index: Int) -> Int {
    var end = index + 1
    while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Reports what stands behind the end of a statement, unless something in it was reported already.
  mutating func finish(_ findingsBefore: Int) {
    skipBlanks()
    guard cursor < limit, findings.count == findingsBefore else { return }
    report(StatementFinding.unexpected(source[elementSpan()], at: elementSpan()))
  }
}
