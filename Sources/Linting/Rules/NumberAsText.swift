import CellModel
import Diagnostics
import LiveSheets
import SheetText

/// A text that looks like a number, among numbers.
enum NumberAsText: LintRule {
  static let page = FindingPage(
    code: "number-as-text", .warning, "a number or a date in a column of them is a text",
    why: """
      SUM and its kin pass over texts, and no lookup finds 12 where "12" stands. Quotes make a text, and so does what people read \
      in two ways, as 1,234 and 3/4/15.
      """,
    fix: "Write the number without quotes and without separators, a date with its year first.",
    example: FindingExample(
      wrong: """
        table orders {
          | item | price |
          | "a"  | 12.5  |
          | "b"  | 1,234 |
          | "c"  | 80    |
        }
        total = SUM(orders[price])
        """,
      right: """
        table orders {
          | item | price |
          | "a"  | 12.5  |
          | "b"  | 1234  |
          | "c"  | 80    |
        }
        total = SUM(orders[price])
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for statement in sheet.document.statements {
      guard case .table(let table) = statement.kind else { continue }
      if let source = table.source { checkFile(source, table, sheet, &report) }
      guard let header = table.header else { continue }
      for (position, column) in header.columns.enumerated() where column.type == nil {
        let cells = table.rows.compactMap { $0.cells.indices.contains(position) ? $0.cells[position] : nil }
        check(cells, column.name.text, sheet, &report)
      }
    }
  }

  /// Tells of each column of a file once, with the first text in it.
  private static func checkFile(
    _ source: WrittenText, _ table: TableDefinition, _ sheet: LintedSheet, _ report: inout LintReport
  ) {
    let computed = Set(table.columns.map(\.name.key))
    let read = sheet.live.tables.first { $0.name.lowercased() == table.name.key }?.columns ?? []
    for column in read where !computed.contains(column.lowercased()) {
      guard case .success(let cell) = sheet.live.cell("\(table.name.text)[\(column)]") else { continue }
      let values = sheet.live.value(of: cell).array?.elements ?? []
      let numbers = values.count { $0.number != nil }
      let texts = values.enumerated().filter { $0.element.text != nil }
      guard numbers >= 2, let first = texts.first, texts.count <= numbers,
        texts.allSatisfy({ NumberInText($0.element.text ?? "") != nil })
      else { continue }
      let others = texts.count == 1 ? "" : ", and \(texts.count - 1) more"
      report.add(
        "\(first.element.text ?? "") in row \(first.offset + 1) of \(column) is a text among numbers\(others)",
        at: source.span, label: "it may be read in two ways, or stands in quotes")
    }
  }

  private static func check(
    _ cells: [TableCell], _ column: String, _ sheet: LintedSheet, _ report: inout LintReport
  ) {
    let numbers = cells.count { $0.value.number != nil }
    let texts = cells.filter { $0.value.text != nil }
    let plain = texts.map { NumberInText(sheet.text($0.span).unquoted)?.plain }
    // A column of numbers, but for a few that are none.
    guard numbers >= 2, !texts.isEmpty, texts.count <= numbers, plain.allSatisfy({ $0 != nil }) else { return }
    for (cell, plain) in zip(texts, plain) {
      report.add(
        "\(cell.value.text ?? "") is a text among the numbers of \(column)", at: cell.span,
        label: cell.isQuoted ? "the quotes make it one" : "it may be read in two ways",
        suggestion: cell.isQuoted ? plain : nil,
        help: cell.isQuoted ? nil : plain.map { "write \($0) if that is meant" })
    }
  }
}

/// What a text would be as a number or a date.
struct NumberInText {
  /// As it is typed so that nobody reads it in another way.
  let plain: String

  init?(_ text: String) {
    if case .number = TypedText.value(typed: text) {
      plain = text
      return
    }
    // 1,234,567.8, whose groups have three digits
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, (1...3).contains(first.drop { $0 == "-" }.count),
      parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 }),
      parts.last?.split(separator: ".", omittingEmptySubsequences: false).first?.count == 3
    else { return nil }
    let joined = parts.joined()
    guard case .number = TypedText.value(typed: joined) else { return nil }
    plain = joined
  }
}

extension String {
  /// A text of a cell without the quotes around it.
  var unquoted: String { hasPrefix("\"") && hasSuffix("\"") && count >= 2 ? String(dropFirst().dropLast()) : self }
}
