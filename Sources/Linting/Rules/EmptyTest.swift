import Diagnostics
import SheetText

/// A test that looks at nothing.
enum EmptyTest: LintRule {
  static let page = FindingPage(
    code: "empty-test", .warning, "a test expects nothing, and there is no check that it could break",
    why: """
      The steps of a test are done, and nobody looks at what they have made of the sheet. It passes whatever the formulas \
      give, as long as each step is accepted.
      """,
    fix: "Expect a value behind the steps.",
    example: FindingExample(
      wrong: """
        input net = 100
        gross = net * 2
        test "net" {
          net = 50
        }
        """,
      right: """
        input net = 100
        gross = net * 2
        test "net" {
          net = 50
          expect gross = 100
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    let statements = sheet.document.statements
    guard !statements.contains(where: { mayCheck($0.kind) }) else { return }
    for statement in statements {
      guard case .test(let test) = statement.kind, !test.steps.contains(where: expects) else { continue }
      report.add(
        "the test “\(test.label.text)” expects nothing", at: test.label.span,
        label: "it passes whatever the formulas give",
        help: "write expect x = 5 behind its steps")
    }
  }

  /// Whether a statement has checks that a test may break; a used sheet may have some, too.
  private static func mayCheck(_ kind: Statement.Kind) -> Bool {
    switch kind {
    case .check, .modes, .use: true
    case .table(let table): table.instanceSource != nil
    default: false
    }
  }

  private static func expects(_ step: TestStep) -> Bool { if case .expect = step.kind { true } else { false } }
}
