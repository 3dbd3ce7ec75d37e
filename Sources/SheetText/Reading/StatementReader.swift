import CellModel
import Diagnostics

/// Reads a statement by the keyword with which it begins.
enum StatementReader {
  /// Reads the statement between the cursor and the limit.
  static func read(_ reader: inout SheetReader, _ item: SheetItem) -> Statement.Kind {
    let before = reader.findings.count
    let kind: Statement.Kind?
    if let keyword = keyword(&reader) {
      kind = read(&reader, keyword)
    } else {
      kind = DefinitionReader.read(&reader)
    }
    if let kind {
      reader.finish(before)
      return kind
    }
    return .invalid(defining: nameForRecovery(reader, item))
  }

  /// Reads the keyword at the cursor if it is one here.
  static func keyword(_ reader: inout SheetReader) -> SheetKeyword? {
    guard let end = reader.word(at: reader.cursor), end - reader.cursor <= 7,
      beginsKeywordStatement(reader, behind: end)
    else { return nil }
    guard let keyword = SheetKeyword(rawValue: reader.source[SourceSpan(reader.cursor, end)].lowercased()) else {
      return nil
    }
    reader.cursor = end
    return keyword
  }

  /// Whether what follows a word leaves open that the word is a keyword.
  static func beginsKeywordStatement(_ reader: SheetReader, behind end: Int) -> Bool {
    var index = end
    while index < reader.limit, reader.bytes[index].isBlank { index += 1 }
    guard index < reader.limit else { return true }
    let byte = reader.bytes[index]
    return byte.isWord || byte == Ascii.quote || byte == Ascii.apostrophe || byte == Ascii.leftBrace || byte.isLineEnd
  }

  private static func read(_ reader: inout SheetReader, _ keyword: SheetKeyword) -> Statement.Kind? {
    switch keyword {
    case .input: InputReader.read(&reader)
    case .table: TableReader.read(&reader)
    case .sheet: GridReader.read(&reader)
    case .always: CheckReader.read(&reader, isAlways: true)
    case .never: CheckReader.read(&reader, isAlways: false)
    case .test: TestReader.read(&reader)
    case .event: EventReader.read(&reader)
    case .state: StateReader.read(&reader)
    case .service: ServiceReader.read(&reader)
    case .action: ActionReader.read(&reader)
    case .fetch: FetchReader.read(&reader)
    case .use: UseReader.read(&reader)
    case .modes: ModesReader.read(&reader)
    case .chart: ChartReader.read(&reader)
    case .option: OptionReader.read(&reader)
    }
  }

  /// Where the word ends behind which a used sheet has its name: `use "File.sheet" as name`.
  private static func endOfAlias(_ reader: SheetReader, _ span: SourceSpan) -> Int? {
    var part = reader
    (part.cursor, part.limit) = (span.lower, span.upper)
    return part.silently { $0.text() } != nil && part.take("as") ? part.cursor : nil
  }

  /// The name a statement that could not be read was about to define.
  private static func nameForRecovery(_ reader: SheetReader, _ item: SheetItem) -> WrittenText? {
    guard let first = reader.word(at: item.lower) else { return nil }
    let firstSpan = SourceSpan(item.lower, first)
    guard let keyword = SheetKeyword(rawValue: reader.source[firstSpan].lowercased()) else {
      var span = firstSpan
      func behind() -> Int {
        var index = span.upper
        while index < item.upper, reader.bytes[index].isBlank { index += 1 }
        return index
      }
      // `let C = 4` is about C, and `C := 4` as well.
      if StatementSlip.needlessWords.contains(reader.source[firstSpan].lowercased()),
        let end = reader.word(at: behind())
      {
        span = SourceSpan(behind(), end)
      }
      var index = behind()
      if index + 1 < item.upper, reader.bytes[index] == Ascii.colon { index += 1 }
      guard index < item.upper, reader.bytes[index] == Ascii.equals else { return nil }
      return WrittenText(reader.source[span], at: span)
    }
    guard ![.sheet, .test, .chart, .option].contains(keyword) else { return nil }
    var index = first
    if keyword == .use {
      guard let behind = endOfAlias(reader, SourceSpan(first, item.upper)) else { return nil }
      index = behind
    }
    while index < item.upper, reader.bytes[index].isBlank { index += 1 }
    guard let end = reader.word(at: index) else { return nil }
    return WrittenText(reader.source[SourceSpan(index, end)], at: SourceSpan(index, end))
  }
}
