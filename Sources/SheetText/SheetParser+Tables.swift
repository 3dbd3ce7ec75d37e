import CellModel
import Diagnostics

/// Reading tables.
extension SheetParser {
  mutating func table() -> Statement.Kind? {
    guard let name = tableName() else { return nil }
    var table = TableDefinition(name: name)
    if take("from") {
      guard let path = path(after: "from") else { return nil }
      table.source = path
    } else if take("of") {
      guard let path = path(after: "of") else { return nil }
      table.instanceSource = path
    }
    let hasBlock = block { parser, item in parser.tableItem(item, of: &table) }
    if !hasBlock, table.source == nil, table.instanceSource == nil {
      findings.append(.missingBlock(of: "a table", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    checkColumns(of: table)
    checkRowCount(of: table)
    return .table(table)
  }

  private mutating func tableName() -> WrittenText? {
    if isNext("from") || isNext("of") {
      // `table from "x.csv"` has no name.
      let start = cursor
      cursor = word(at: cursor) ?? cursor
      let isNamed = nextByte() != Ascii.quote
      cursor = start
      if !isNamed {
        findings.append(.missingName(of: "a table", at: elementSpan()))
        return nil
      }
    }
    return definedName(of: "a table")
  }

  /// Reads the file name behind `from`, `of` or `use`.
  mutating func path(after word: StaticString) -> WrittenText? {
    let before = findings.count
    if let path = text() { return path }
    if findings.count == before {
      findings.append(.missingPath(after: word, at: cursor < limit ? elementSpan() : behind()))
    }
    return nil
  }

  private mutating func tableItem(_ item: Item, of table: inout TableDefinition) {
    let before = findings.count
    if bytes[item.lower] == Ascii.bar {
      if table.header == nil {
        table.header = header(item)
      } else {
        row(item, of: &table)
      }
      return
    }
    if isClause() {
      if let clause = tableClause(item) { table.clauses.append(clause) }
    } else if let count = rowCount() {
      table.rowCount = count
    } else if let column = column(item) {
      table.columns.append(column)
    } else {
      return
    }
    finish(before)
  }

  /// Whether `on` begins a clause here and is not the name of a column.
  mutating func isClause() -> Bool {
    guard isNext("on") else { return false }
    var index = cursor + 2
    while index < limit, bytes[index].isBlank { index += 1 }
    return index == limit || bytes[index] != Ascii.equals
  }

  /// Reads `4 rows` or `1 row`.
  private mutating func rowCount() -> SheetFormula? {
    let start = cursor
    var index = cursor
    while index < limit, bytes[index].isDigit { index += 1 }
    let end = index
    cursor = index
    guard end > start, take("rows") || take("row") else {
      cursor = start
      return nil
    }
    return formula(SourceSpan(start, end))
  }

  /// Rows that are counted are neither written nor those of a file, and a table has room for them.
  private mutating func checkRowCount(of table: TableDefinition) {
    guard let count = table.rowCount else { return }
    if let row = table.rows.first {
      findings.append(.countedAndWritten(at: count.span, row: row.span))
    } else if let source = table.source {
      findings.append(.countedInFile(at: count.span, source))
    }
    let most = table.instanceSource == nil ? TableDefinition.mostRows : TableDefinition.mostSheets
    if let number = count.constant?.number, number > Double(most) {
      findings.append(.tooManyRows(at: count.span, most: most))
    }
  }

  private mutating func column(_ item: Item) -> ColumnDefinition? {
    let start = cursor
    var name: WrittenText?
    if bytes[cursor] == Ascii.quote {
      name = text()
      if name == nil { return nil }
    } else if bytes[cursor] == Ascii.leftBracket, let close = scanner.partner(of: cursor, limit: limit) {
      let inner = SourceSpan(cursor + 1, close)
      name = WrittenText(source[inner], at: inner)
      cursor = close + 1
    } else {
      name = self.name()
    }
    guard let name, take(Ascii.equals) else {
      cursor = start
      findings.append(.unknownTableItem(at: item.span))
      return nil
    }
    guard let formula = expression(.as, "the formula of a column") else { return nil }
    let format = format()
    return ColumnDefinition(
      name: name, formula: formula, format: format, documentation: item.documentation, span: item.span)
  }

  // MARK: Rows

  private mutating func header(_ item: Item) -> TableHeader {
    var columns: [TableHeader.Column] = []
    forEachCell(item) { parser, cell in
      let span = SourceSpan(cell.lower, cell.upper)
      if cell.isQuoted {
        columns.append(TableHeader.Column(name: WrittenText(parser.unquoted(span), at: span), type: nil))
        return
      }
      columns.append(parser.headerColumn(cell, span))
    }
    return TableHeader(columns: columns, span: item.span)
  }

  private mutating func headerColumn(_ cell: SheetScanner.RowCell, _ span: SourceSpan) -> TableHeader.Column {
    if let colon = bytes[span.lower..<span.upper].lastIndex(of: Ascii.colon) {
      var first = colon + 1
      while first < span.upper, bytes[first].isBlank { first += 1 }
      var end = colon
      while end > span.lower, bytes[end - 1].isBlank { end -= 1 }
      let typeSpan = SourceSpan(first, span.upper)
      let nameSpan = SourceSpan(span.lower, end)
      if let type = ValueType(rawValue: source[typeSpan].lowercased()) {
        return TableHeader.Column(
          name: WrittenText(cellText(cell, nameSpan), at: nameSpan), type: WrittenType(type: type, span: typeSpan))
      }
      findings.append(.unknownType(source[typeSpan], at: typeSpan))
      return TableHeader.Column(name: WrittenText(cellText(cell, nameSpan), at: nameSpan), type: nil)
    }
    if span.isEmpty { findings.append(.emptyHeader(at: span)) }
    return TableHeader.Column(name: WrittenText(cellText(cell, span), at: span), type: nil)
  }

  private mutating func row(_ item: Item, of table: inout TableDefinition) {
    let columns = table.header?.columns ?? []
    var cells: [TableCell] = []
    cells.reserveCapacity(columns.count)
    forEachCell(item) { parser, cell in
      let column: TableHeader.Column? = cells.count < columns.count ? columns[cells.count] : nil
      cells.append(parser.tableCell(cell, column))
    }
    let row = TableRow(cells: cells, span: item.span)
    if let header = table.header, cells.count != columns.count {
      findings.append(.rowLength(row, header))
    }
    table.rows.append(row)
  }

  private mutating func forEachCell(_ item: Item, _ read: (inout SheetParser, SheetScanner.RowCell) -> Void) {
    var bar = item.lower
    while let cell = scanner.rowCell(after: bar, limit: limit) {
      if let quote = cell.openQuote {
        findings.append(.unterminatedText(at: SourceSpan(quote, cell.upper)))
      }
      read(&self, cell)
      guard let next = cell.bar else {
        findings.append(.missingBar(at: SourceSpan(cell.upper, cell.upper)))
        break
      }
      bar = next
    }
    cursor = limit
  }

  /// The text of a cell without quotes and escapes.
  private func cellText(_ cell: SheetScanner.RowCell, _ span: SourceSpan) -> String {
    if cell.isQuoted { return unquoted(span) }
    guard cell.hasEscapes else { return source[span] }
    var result: [UInt8] = []
    var index = span.lower
    while index < span.upper {
      if bytes[index] == Ascii.backslash, index + 1 < span.upper, bytes[index + 1] == Ascii.bar { index += 1 }
      result.append(bytes[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func tableCell(_ cell: SheetScanner.RowCell, _ column: TableHeader.Column?) -> TableCell {
    let span = SourceSpan(cell.lower, cell.upper)
    var result = TableCell(span: span, isQuoted: cell.isQuoted, value: .blank)
    if span.isEmpty { return result }
    let text = cellText(cell, span)
    if cell.isQuoted || column?.type?.type == .text {
      result.value = .text(text)
      return result
    }
    result.value = TypedText.value(typed: text)
    if let column, let type = column.type, !TypedCell.fits(result.value, type.type) {
      findings.append(.cellNotOfType(text, span, column.name.text, type))
    }
    return result
  }

  /// Reports columns that are defined twice.
  private mutating func checkColumns(of table: TableDefinition) {
    var first: [String: WrittenText] = [:]
    let names = (table.header?.columns ?? []).map(\.name) + table.columns.map(\.name)
    for name in names where !name.text.isEmpty {
      if let other = first[name.key] {
        findings.append(.duplicate("column", name, first: other))
      } else {
        first[name.key] = name
      }
    }
  }

  // MARK: Clauses

  /// Reads `on S where condition : change`.
  private mutating func tableClause(_ item: Item) -> TableClause? {
    guard let head = clauseHead() else { return nil }
    let change: TableClause.Change
    if take("insert") {
      guard let position = rowPosition(), let values = arguments() else { return nil }
      change = .insert(position, values)
    } else if take("delete") {
      var condition: SheetFormula?
      if take("where") {
        condition = expression([], "a condition")
        if condition == nil { return nil }
      }
      change = .delete(condition: condition)
    } else if take("update") {
      guard let column = name(), take(Ascii.equals) else {
        findings.append(.badTableChange(at: cursor < limit ? elementSpan() : behind()))
        return nil
      }
      guard let value = expression(.where, "the new value") else { return nil }
      var condition: SheetFormula?
      if take("where") {
        condition = expression([], "a condition")
        if condition == nil { return nil }
      }
      change = .update(column: column, value: value, condition: condition)
    } else {
      findings.append(.badTableChange(at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    return TableClause(event: head.event, condition: head.condition, change: change, span: item.span)
  }

  /// Reads `on S where condition :`.
  mutating func clauseHead() -> (event: SheetFormula, condition: SheetFormula?)? {
    guard take("on") else { return nil }
    if let arrow = arrowForColon() {
      findings.append(.arrowForColon(source[arrow], at: arrow))
      return nil
    }
    if scanner.expressionEnd(from: cursor, limit: limit, stops: .colon).stop == limit,
      let value = secondValue(before: limit)
    {
      findings.append(.missingColon(before: "what the event does", at: value))
      return nil
    }
    guard let event = expression([.where, .colon], "an event") else { return nil }
    var condition: SheetFormula?
    if take("where") {
      condition = expression(.colon, "a condition")
      if condition == nil { return nil }
    }
    guard take(Ascii.colon) else {
      findings.append(
        .missingColon(before: "what the event does", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    return (event, condition)
  }

  /// The `=>`, `->` or `then` of a clause in which nothing is a colon.
  private func arrowForColon() -> SourceSpan? {
    guard scanner.expressionEnd(from: cursor, limit: limit, stops: .colon).stop == limit else { return nil }
    var index = cursor
    while index < limit {
      if bytes[index] == Ascii.quote {
        index = scanner.endOfQuoted(index, limit: limit) ?? limit
        continue
      }
      if index + 1 < limit, bytes[index + 1] == Ascii.greater, bytes[index] == Ascii.equals || bytes[index] == 0x2D {
        return SourceSpan(index, index + 2)
      }
      if let end = word(at: index) {
        if scanner.isWord(index, end, "then") { return SourceSpan(index, end) }
        index = end
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Reads `first`, `last`, `before n` or `after n`.
  mutating func rowPosition() -> RowPosition? {
    if take("first") { return .first }
    if take("last") { return .last }
    let isBefore = isNext("before")
    if take("before") || take("after") {
      skipBlanks()
      var end = cursor
      if end < limit, bytes[end] == Ascii.leftParenthesis, let close = scanner.partner(of: end, limit: limit) {
        end = close + 1
      } else {
        end = scanner.endOfWord(end, limit: limit)
      }
      guard end > cursor else {
        findings.append(.missingExpression("a row number", at: cursor < limit ? elementSpan() : behind()))
        return nil
      }
      let row = formula(SourceSpan(cursor, end))
      cursor = end
      return isBefore ? .before(row) : .after(row)
    }
    findings.append(.missingPosition(at: cursor < limit ? elementSpan() : behind()))
    return nil
  }
}
