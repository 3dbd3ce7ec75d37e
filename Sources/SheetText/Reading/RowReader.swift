import CellModel
import Diagnostics

/// Reads the header and the rows of a table between their bars.
enum RowReader {
  static func header(_ reader: inout SheetReader, _ item: SheetItem) -> TableHeader {
    var columns: [TableHeader.Column] = []
    forEachCell(&reader, item) { reader, cell in
      let span = SourceSpan(cell.lower, cell.upper)
      if cell.isQuoted {
        columns.append(TableHeader.Column(name: WrittenText(reader.unquoted(span), at: span), type: nil))
        return
      }
      columns.append(headerColumn(&reader, cell, span))
    }
    return TableHeader(columns: columns, span: item.span)
  }

  private static func headerColumn(_ reader: inout SheetReader, _ cell: SheetScanner.RowCell, _ span: SourceSpan)
    -> TableHeader.Column
  {
    if let colon = reader.bytes[span.lower..<span.upper].lastIndex(of: Ascii.colon) {
      var first = colon + 1
      while first < span.upper, reader.bytes[first].isBlank { first += 1 }
      var end = colon
      while end > span.lower, reader.bytes[end - 1].isBlank { end -= 1 }
      let typeSpan = SourceSpan(first, span.upper)
      let nameSpan = SourceSpan(span.lower, end)
      if let type = ValueType(rawValue: reader.source[typeSpan].lowercased()) {
        return TableHeader.Column(
          name: WrittenText(cellText(reader, cell, nameSpan), at: nameSpan),
          type: WrittenType(type: type, span: typeSpan))
      }
      reader.report(
        typeSpan.isEmpty
          ? TypeFinding.missingType(at: typeSpan) : .unknownType(reader.source[typeSpan], at: typeSpan))
      return TableHeader.Column(name: WrittenText(cellText(reader, cell, nameSpan), at: nameSpan), type: nil)
    }
    if span.isEmpty { reader.report(TableFinding.emptyHeader(at: span)) }
    if reader.source[span] == ";" { reader.report(TableFinding.rowBehindRow(at: span)) }
    return TableHeader.Column(name: WrittenText(cellText(reader, cell, span), at: span), type: nil)
  }

  /// The names of the columns without the line of hyphens below.
  private static func names(of header: TableHeader, _ source: SourceText) -> SourceSpan {
    let line = source.span(ofLine: source.lineIndex(of: header.span.lower))
    return SourceSpan(header.span.lower, min(header.span.upper, line.upper))
  }

  /// Whether an item is the line of hyphens that Markdown has below the names of the columns.
  static func isSeparator(_ reader: inout SheetReader, _ item: SheetItem, below header: TableHeader) -> Bool {
    guard names(of: header, reader.source) == header.span else { return false }
    var cells: [Bool] = []
    var bar: Int? = item.lower
    while let open = bar, let cell = reader.scanner.rowCell(after: open, limit: reader.limit) {
      cells.append(!cell.isQuoted && SeparatorCell.matches(reader.source[SourceSpan(cell.lower, cell.upper)]))
      bar = cell.bar
    }
    guard cells.count == header.columns.count, cells.allSatisfy(\.self) else { return false }
    reader.cursor = reader.limit
    return true
  }

  static func row(_ reader: inout SheetReader, _ item: SheetItem, of table: inout TableDefinition) {
    let columns = table.header?.columns ?? []
    var cells: [TableCell] = []
    cells.reserveCapacity(columns.count)
    forEachCell(&reader, item) { reader, cell in
      let column: TableHeader.Column? = cells.count < columns.count ? columns[cells.count] : nil
      cells.append(Self.cell(&reader, cell, column))
    }
    let row = TableRow(cells: cells, span: item.span)
    if var header = table.header, cells.count != columns.count {
      header.span = names(of: header, reader.source)
      // A second row may have been meant behind the last cell that belongs here.
      let next = cells.count > columns.count ? cells[columns.count] : nil
      if let next, !next.isQuoted, reader.source[next.span] == ";" {
        reader.report(TableFinding.rowBehindRow(at: next.span))
      } else {
        reader.report(TableFinding.rowLength(row, header))
      }
    }
    table.rows.append(row)
  }

  private static func forEachCell(
    _ reader: inout SheetReader, _ item: SheetItem, _ read: (inout SheetReader, SheetScanner.RowCell) -> Void
  ) {
    var bar = item.lower
    while let cell = reader.scanner.rowCell(after: bar, limit: reader.limit) {
      if let quote = cell.openQuote {
        reader.report(TextFinding.unterminatedText(at: SourceSpan(quote, cell.upper)))
      }
      if cell.bar == nil, !cell.isQuoted, bar > item.lower, isItem(reader, cell) {
        reader.report(TableFinding.itemBehindRow(at: SourceSpan(cell.lower, cell.upper)))
        break
      }
      read(&reader, cell)
      guard let next = cell.bar else {
        reader.report(TableFinding.missingBar(at: SourceSpan(cell.upper, cell.upper)))
        break
      }
      bar = next
    }
    reader.cursor = reader.limit
  }

  /// Whether what stands behind the last bar of a row is a formula of a column, or a clause.
  private static func isItem(_ reader: SheetReader, _ cell: SheetScanner.RowCell) -> Bool {
    var part = reader
    (part.cursor, part.limit) = (cell.lower, cell.upper)
    return part.take("on") || (part.name() != nil && part.take(Ascii.equals))
  }

  /// The text of a cell without quotes and escapes.
  private static func cellText(_ reader: SheetReader, _ cell: SheetScanner.RowCell, _ span: SourceSpan) -> String {
    if cell.isQuoted { return reader.unquoted(span) }
    guard cell.hasEscapes else { return reader.source[span] }
    var result: [UInt8] = []
    var index = span.lower
    while index < span.upper {
      if reader.bytes[index] == Ascii.backslash, index + 1 < span.upper, reader.bytes[index + 1] == Ascii.bar {
        index += 1
      }
      result.append(reader.bytes[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func cell(_ reader: inout SheetReader, _ cell: SheetScanner.RowCell, _ column: TableHeader.Column?)
    -> TableCell
  {
    let span = SourceSpan(cell.lower, cell.upper)
    var result = TableCell(span: span, isQuoted: cell.isQuoted, value: .blank)
    if span.isEmpty { return result }
    let text = cellText(reader, cell, span)
    result.value = cell.isQuoted || column?.type?.type == .text ? .text(text) : TypedText.value(typed: text)
    if let column, let type = column.type, !TypedCell.fits(result.value, type.type) {
      reader.report(
        TableFinding.cellNotOfType(cell.isQuoted ? reader.source[span] : text, span, column.name.text, type))
    }
    return result
  }
}
