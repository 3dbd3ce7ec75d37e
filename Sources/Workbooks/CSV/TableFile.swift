import CellModel

/// A CSV file read whole: the names of its columns and its rows.
package struct TableFile: Sendable {
  package typealias Failure = CSVError

  /// The most rows that a grid has room for.
  static let mostRows = Area.lastRow + 1

  package private(set) var columns: [String] = []
  /// The rows, each with one value for every column.
  package private(set) var rows: [[CellValue]] = []
  /// For each column the first text whose digits a number would not keep, and its line; `nil` where there is none.
  package private(set) var keptDigits: [(text: String, line: Int)?] = []
  /// For each column the first value that its rule refuses, and its line; `nil` where there is none.
  package private(set) var refused: [(value: CellValue, line: Int)?] = []

  private var rules: [ColumnRule] = []

  /// Reads a file whose first row has the names of the columns.
  ///
  /// Cells are read as typing is; a quoted one is text. A name that is missing or stands twice is an error, and so is a row
  /// that has not as many fields as the header.
  ///
  /// - Parameter rule: How the fields of a column are read, and what it may hold, as its declaration says.
  package init(
    _ bytes: [UInt8], _ options: WorkbookReader.Options = WorkbookReader.Options(),
    rule: (String) -> ColumnRule = { _ in ColumnRule() }
  ) throws(Failure) {
    guard !bytes.isEmpty else { throw CSVError(.empty) }
    var fields = options
    fields.areTexts = false
    var reader = CSVReader(bytes, fields)
    guard try reader.advance() else { throw CSVError(.noHeader) }
    try readHeader(reader.row)
    // What a column declares counts more than what is told of all.
    takeRules { name in
      var rule = rule(name)
      if options.areTexts, rule.reading == .typed { rule.reading = .text }
      return rule
    }
    while try reader.advance() { try readRow(reader.row) }
  }

  /// Takes a part of a workbook, whose first row has the names of the columns.
  ///
  /// - Parameters:
  ///   - part: A table, a sheet or a range such as `Orders!A1:D20`; without it the first sheet.
  ///   - rule: What a column may hold; its cells have their values already.
  package init(
    _ workbook: Workbook, part: String?, rule: (String) -> ColumnRule = { _ in ColumnRule() }
  ) throws(Failure) {
    let cells = try WorkbookPart(part, in: workbook)
    if let (row, column) = cells.uncomputed {
      let cell = A1Notation.text(row: row, column: column)
      throw CSVError(
        .unreadable("\(cell) has a formula without a stored value; save the workbook in a program that computes it"),
        at: (row + 1, column + 1))
    }
    for position in 0..<cells.block.columns {
      let column = cells.block.left + position
      let given = cells.columnNames.map { position < $0.count ? $0[position] : nil }
      guard let name = given ?? Self.name(cells[cells.block.top, column]) else {
        throw CSVError(.noName(column: position + 1), at: (cells.block.top + 1, 1))
      }
      if let first = columns.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
        throw CSVError(.nameTwice(name, first + 1, columns.count + 1), at: (cells.block.top + 1, 1))
      }
      columns.append(name)
    }
    takeRules(rule)
    for row in cells.dataRows {
      rows.append((cells.block.left...cells.block.right).map { cells[row, $0] })
      for position in columns.indices where rules[position].reading == .text { readAsText(position) }
      for position in columns.indices { judge(position, line: row + 1) }
    }
  }

  private mutating func takeRules(_ rule: (String) -> ColumnRule) {
    rules = columns.map(rule)
    keptDigits = Array(repeating: nil, count: columns.count)
    refused = Array(repeating: nil, count: columns.count)
  }

  /// Takes a number of the last row for its digits, as an identifier is that a workbook keeps as a number.
  private mutating func readAsText(_ position: Int) {
    let row = rows.count - 1
    if case .number(let number, .plain) = rows[row][position] {
      rows[row][position] = .text(NumberText.general(number))
    }
  }

  /// Notes the value of the last row in a column if it is the first that the column may not hold.
  private mutating func judge(_ position: Int, line: Int) {
    guard let accepts = rules[position].accepts, refused[position] == nil, let value = rows.last?[position],
      !accepts(value)
    else { return }
    refused[position] = (value, line)
  }

  private static func name(_ value: CellValue) -> String? {
    switch value {
    case .text(let text):
      let name = trimmed(text)
      return name.isEmpty ? nil : name
    case .number(let number, let kind): return ValueText().written(number, kind)
    default: return nil
    }
  }

  private mutating func readRow(_ row: CSVRow) throws(Failure) {
    guard row.count == columns.count else {
      // Of a long row, the first field that is too many is shown; of a short one, its last.
      let place = row.place(min(columns.count, row.count - 1))
      throw CSVError(.rowLength(fields: row.count, columns: columns.count), at: place)
    }
    guard rows.count < Self.mostRows else { throw CSVError(.tooManyRows(limit: Self.mostRows), at: row.place(0)) }
    var values: [CellValue] = []
    values.reserveCapacity(columns.count)
    for position in 0..<row.count {
      let reading = rules[position].reading
      var value = row.value(position, asText: reading == .text)
      if row.isQuoted(position) {
        value = unquoted(value, position)
      } else if case .text(let text) = value, reading != .text, TypedText.losesDigits(typed: text) {
        if reading == .number, let number = TypedText.plainNumber(typed: text) {
          value = .number(number)
        } else if keptDigits[position] == nil {
          keptDigits[position] = (text, row.line)
        }
      }
      values.append(value)
    }
    rows.append(values)
    for position in columns.indices { judge(position, line: row.line) }
  }

  /// What stands in quotation marks in a column that takes no texts, as in files that quote every field: what is in them.
  private func unquoted(_ value: CellValue, _ position: Int) -> CellValue {
    guard case .text(let text) = value, let accepts = rules[position].accepts, !accepts(value) else { return value }
    let typed = TypedText.value(typed: text)
    return accepts(typed) ? typed : value
  }

  private mutating func readHeader(_ row: CSVRow) throws(Failure) {
    var positions: [String: Int] = [:]
    var hasText = false
    for position in 0..<row.count {
      let name = Self.trimmed(row.text(position))
      guard !name.isEmpty else { throw CSVError(.noName(column: position + 1), at: row.place(position)) }
      if let first = positions.updateValue(position, forKey: name.lowercased()) {
        throw CSVError(.nameTwice(name, first + 1, position + 1), at: row.place(position))
      }
      if case .text = row.value(position) { hasText = true }
      columns.append(name)
    }
    guard hasText else { throw CSVError(.valuesInHeader, at: row.place(0)) }
  }

  private static func trimmed(_ name: String) -> String {
    let start = name.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { String(start[...$0]) } ?? ""
  }
}
