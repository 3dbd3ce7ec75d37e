import CellModel
import Diagnostics

/// Reads tables: where their rows come from, and the rows, columns and clauses of their blocks.
enum TableReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = name(&reader) else { return nil }
    var table = TableDefinition(name: name)
    if reader.take("from") {
      guard let path = reader.path(after: "from") else { return nil }
      table.source = path
    } else if reader.take("of") {
      guard let path = reader.path(after: "of") else { return nil }
      table.instanceSource = path
    }
    if var items = SheetItems(ofBlockIn: &reader) {
      while let item = items.next(&reader) { read(&reader, item, of: &table) }
    } else if table.source == nil, table.instanceSource == nil {
      reader.report(PieceFinding.missingBlock(of: "a table", at: reader.nextPlace()))
      return nil
    }
    checkColumns(&reader, of: table)
    checkRowCount(&reader, of: table)
    return .table(table)
  }

  private static func name(_ reader: inout SheetReader) -> WrittenText? {
    if reader.isNext("from") || reader.isNext("of") {
      // `table from "x.csv"` has no name.
      let start = reader.cursor
      reader.cursor = reader.word(at: reader.cursor) ?? reader.cursor
      let isNamed = reader.nextByte() != Ascii.quote
      reader.cursor = start
      if !isNamed {
        reader.report(NameFinding.missingName(of: "a table", at: reader.elementSpan()))
        return nil
      }
    }
    return reader.definedName(of: "a table")
  }

  private static func read(_ reader: inout SheetReader, _ item: SheetItem, of table: inout TableDefinition) {
    let before = reader.findings.count
    if reader.bytes[item.lower] == Ascii.bar {
      if table.header == nil {
        table.header = RowReader.header(&reader, item)
      } else if let header = table.header, table.rows.isEmpty, RowReader.isSeparator(&reader, item, below: header) {
        table.header?.span = SourceSpan(header.span.lower, item.span.upper)
      } else {
        RowReader.row(&reader, item, of: &table)
      }
      return
    }
    if ClauseReader.isNext(&reader) {
      if let clause = TableClauseReader.read(&reader, item) { table.clauses.append(clause) }
    } else if let count = rowCount(&reader) {
      if let first = table.rowCount { reader.report(TableFinding.countedTwice(at: count.span, first: first.span)) }
      table.rowCount = count
    } else if let column = column(&reader, item) {
      table.columns.append(column)
    } else {
      return
    }
    reader.finish(before)
  }

  /// Reads `4 rows` or `1 row`.
  private static func rowCount(_ reader: inout SheetReader) -> SheetFormula? {
    let start = reader.cursor
    var index = reader.cursor
    while index < reader.limit, reader.bytes[index].isDigit { index += 1 }
    let end = index
    reader.cursor = index
    guard end > start, reader.take("rows") || reader.take("row") else {
      reader.cursor = start
      return nil
    }
    return reader.formula(SourceSpan(start, end))
  }

  /// The input in front of a `<~`.
  private static func boundInput(_ reader: inout SheetReader) -> String? {
    let start = reader.cursor
    defer { reader.cursor = start }
    let path = SourceSpan(start, reader.pathEnd(start))
    reader.cursor = path.upper
    guard path.upper > start, reader.take(Ascii.less), reader.take(Ascii.tilde) else { return nil }
    return reader.source[path]
  }

  /// Rows come from a file, or are written, or are counted, and a table has room for these.
  private static func checkRowCount(_ reader: inout SheetReader, of table: TableDefinition) {
    if let source = table.source, let row = table.rows.first {
      reader.report(TableFinding.writtenInFile(at: row.span, source))
    }
    guard let count = table.rowCount else { return }
    if let source = table.source {
      reader.report(TableFinding.countedInFile(at: count.span, source))
    } else if let row = table.rows.first {
      reader.report(TableFinding.countedAndWritten(at: count.span, row: row.span))
    }
    let most = table.instanceSource == nil ? TableDefinition.mostRows : TableDefinition.mostSheets
    if let number = count.constant?.number, number > Double(most) {
      reader.report(TableFinding.tooManyRows(at: count.span, most: most))
    }
  }

  private static func column(_ reader: inout SheetReader, _ item: SheetItem) -> ColumnDefinition? {
    let start = reader.cursor
    let isQuoted = reader.bytes[reader.cursor] == Ascii.quote
    let name = columnName(&reader)
    // What is wrong with a text in quotes is reported.
    if isQuoted, name == nil { return nil }
    guard let name, reader.take(Ascii.equals) else {
      reader.cursor = start
      let bound = boundInput(&reader)
      let bytes = reader.bytes[item.lower..<item.upper]
      reader.report(
        bound == nil && bytes.contains(Ascii.bar)
          ? TableFinding.missingFirstBar(at: SourceSpan(item.lower, item.lower), endsWithBar: bytes.last == Ascii.bar)
          : .unknownTableItem(at: item.span, bound: bound))
      return nil
    }
    guard let formula = reader.expression(.as, "the formula of a column") else { return nil }
    let format = reader.format()
    return ColumnDefinition(
      name: name, formula: formula.ofRows, format: format, documentation: item.documentation, span: item.span)
  }

  /// Reads the name of a column: a name, or any in brackets or in quotes.
  static func columnName(_ reader: inout SheetReader) -> WrittenText? {
    switch reader.nextByte() {
    case Ascii.quote: return reader.text()
    case Ascii.leftBracket:
      guard let close = reader.scanner.partner(of: reader.cursor, limit: reader.limit) else { return nil }
      let inner = SourceSpan(reader.cursor + 1, close)
      reader.cursor = close + 1
      return WrittenText(reader.source[inner], at: inner)
    default: return reader.name()
    }
  }

  /// Reports columns that are defined twice.
  private static func checkColumns(_ reader: inout SheetReader, of table: TableDefinition) {
    var first: [String: WrittenText] = [:]
    for name in table.columnNames where !name.text.isEmpty {
      if let other = first[name.key] {
        reader.report(NameFinding.duplicate("column", name, first: other))
      } else {
        first[name.key] = name
      }
    }
  }
}
