import Diagnostics
import SheetText

/// A date in the cells of a table that one reader takes for a day in February and another for one in January.
enum AmbiguousDate: LintRule {
  static let page = FindingPage(
    code: "ambiguous-date", .error, "a date of a table has its year last, and is a text",
    why: """
      3/4/2026 is the third of April to some and the fourth of March to others, so it is kept as it stands: a text, with which \
      nothing can be computed, and which sorts by its first digit.
      """,
    fix: "Write the year first, as in 2026-04-03; a text is meant where quotes stand around it.",
    example: FindingExample(
      wrong: """
        table visits {
          | who | day |
          | Ada | 3/4/2026 |
          | Bob | 5/4/2026 |
        }
        """,
      right: """
        table visits {
          | who | day |
          | Ada | 2026-04-03 |
          | Bob | 2026-04-05 |
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for index in sheet.statements(with: .table) {
      guard case .table(let table) = sheet.document.statements[index].kind, let header = table.header else { continue }
      for (position, column) in header.columns.enumerated() where column.type == nil {
        let cells = table.rows.compactMap { $0.cells.indices.contains(position) ? $0.cells[position] : nil }
        let dates = cells.filter { $0.value.text != nil && !$0.isQuoted && isDate(sheet.text($0.span)) }
        guard let first = dates.first else { continue }
        let others =
          dates.count == 1
          ? "" : ", as \(dates.count - 1) more of \(column.name.text) \(dates.count == 2 ? "is" : "are")"
        report.add("\(sheet.text(first.span)) is a text\(others)", at: first.span, label: "which is the month?")
      }
    }
  }

  /// Whether a text is a day, a month and a year in one of the two orders that have the year last.
  private static func isDate(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /(\d{1,2})([\/.\-])(\d{1,2})\2(\d{4}|\d{2})/), let a = Int(match.1),
      let b = Int(match.3)
    else { return false }
    return (1...31).contains(max(a, b)) && (1...12).contains(min(a, b)) && min(a, b) > 0
  }
}
