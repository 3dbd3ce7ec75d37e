import Diagnostics

/// What can be wrong with tables and their rows.
enum TableFinding: DiagnosticFact {
  /// - Parameter bound: The input of a row that something was to be bound to.
  case unknownTableItem(at: SourceSpan, bound: String?)
  case countedAndWritten(at: SourceSpan, row: SourceSpan)
  case countedInFile(at: SourceSpan, _ source: WrittenText)
  case countedTwice(at: SourceSpan, first: SourceSpan)
  case writtenInFile(at: SourceSpan, _ source: WrittenText)
  case tooManyRows(at: SourceSpan, most: Int)
  case rowLength(_ row: TableRow, _ header: TableHeader)
  case missingBar(at: SourceSpan)
  /// Cells between bars, without one before the first of them, and perhaps behind the last.
  case missingFirstBar(at: SourceSpan, endsWithBar: Bool)
  /// A formula of a column, or a clause, behind the last bar of a row.
  case itemBehindRow(at: SourceSpan)
  /// A row behind a row and `;`, which is a cell there.
  case rowBehindRow(at: SourceSpan)
  case emptyHeader(at: SourceSpan)
  case cellNotOfType(_ text: String, _ span: SourceSpan, _ column: String, _ type: WrittenType)

  var code: DiagnosticCode {
    switch self {
    case .unknownTableItem: .unknownTableItem
    case .countedAndWritten, .countedInFile, .countedTwice, .writtenInFile, .tooManyRows: .rowCount
    case .rowLength: .rowLength
    case .missingBar, .missingFirstBar: .missingBar
    case .itemBehindRow, .rowBehindRow: .unexpectedText
    case .emptyHeader: .missingName
    case .cellNotOfType: .cellType
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .unknownTableItem(let span, let bound):
      return DiagnosticWords(
        "this is not a part of a table", at: span,
        label: "neither a row | … |, nor 12 rows, nor column = formula, nor on event : change",
        help: bound.map {
          "bind the input of a row behind the table, as in \($0.contains("[") ? $0 : "people[1].\($0)") <~ …"
        })
    case .countedAndWritten(let span, let row):
      return DiagnosticWords(
        "the rows of this table are both counted and written",
        at: [.init(span, "so many rows"), .init(row, "the first row that is written")], help: "remove one of the two")
    case .countedInFile(let span, let source):
      return DiagnosticWords(
        "the rows of this table come from its file",
        at: [.init(span, "so many rows"), .init(source.span, "the file")], help: "remove the count")
    case .countedTwice(let span, let first):
      return DiagnosticWords(
        "the rows of this table are counted twice", at: [.init(span, "again here"), .init(first, "first here")],
        help: "remove one of the two")
    case .writtenInFile(let span, let source):
      return DiagnosticWords(
        "the rows of this table come from its file",
        at: [.init(span, "the first row that is written"), .init(source.span, "the file")],
        help: "write the row into the file, or leave out from")
    case .tooManyRows(let span, let most):
      return DiagnosticWords(
        "a table has at most \(most) rows\(most == TableDefinition.mostSheets ? " that are sheets" : "")", at: span,
        label: "more than that")
    case .rowLength(let row, let header):
      let count = row.cells.count
      let columns = header.columns.count
      return DiagnosticWords(
        "the row has \(counted(count, "cell")), the table \(counted(columns, "column"))",
        at: [.init(row.span, counted(count, "cell")), .init(header.span, counted(columns, "column"))],
        help: count > columns ? "a bar inside a cell is written \\|" : "an empty cell still has its bars: | |")
    case .missingBar(let span):
      return DiagnosticWords("a row ends with |", at: span, label: "| goes here")
    case .missingFirstBar(let span, let endsWithBar):
      return DiagnosticWords(
        "a row begins with |", at: span, label: endsWithBar ? "| goes here" : "| goes here, and at the end of the row")
    case .itemBehindRow(let span):
      return DiagnosticWords(
        "a row ends with its last |", at: span, label: "no cell of the row",
        help: "a formula or a clause goes on the next line or behind ;")
    case .rowBehindRow(let span):
      return DiagnosticWords(
        "a row of a table begins on a line of its own", at: span, label: "between bars this is a cell",
        help: "break the line here; a cell that is a semicolon is written \";\"")
    case .emptyHeader(let span):
      return DiagnosticWords("the name of a column is missing", at: span, label: "a name goes here")
    case .cellNotOfType(let text, let span, let column, let type):
      return DiagnosticWords(
        "\(text) is not a \(type.type.rawValue)",
        at: [.init(span, "in column \(column)"), .init(type.span, "declared here")])
    }
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
