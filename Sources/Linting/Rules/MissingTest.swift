import Diagnostics
import SheetText

/// A result that no test and no check looks at.
enum MissingTest: LintRule {
  static let page = FindingPage(
    code: "missing-test", .note, "a result is looked at by no test and no check",
    why: """
      A named formula that no other one reads is a result. Nothing would notice if it were wrong. sheaf test --coverage \
      tells more: which branches are reached.
      """,
    fix: "Expect its value in a test.",
    example: FindingExample(
      wrong: """
        input net = 100
        gross = net * 2
        """,
      right: """
        input net = 100
        gross = net * 2
        test "gross" {
          expect gross = 200
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for name in sheet.names {
      guard case .cell(let cell) = sheet.document.statements[name.statement].kind, !cell.isConstant,
        !cell.isCallable(in: sheet.catalog), !sheet.isRead(name)
      else { continue }
      report.add("no test and no check looks at \(name.written.text)", at: name.written.span, label: "a result")
    }
  }
}
