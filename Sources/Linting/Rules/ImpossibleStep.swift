import Diagnostics
import LiveSheets
import SheetText

/// A step of a test that cannot be done, or an expectation that cannot hold, whatever happens before it.
enum ImpossibleStep: LintRule {
  static let page = FindingPage(
    code: "impossible-step", .error, "a step of a test cannot be done, whatever the steps before it do",
    why: """
      An input never accepts the value, a formula or a state is set, an action gets another number of arguments than it \
      declares, or a table of fixed rows has no such row. The test fails in each run.
      """,
    fix: "Correct the step.",
    example: FindingExample(
      wrong: """
        input size in {"S", "M"} = "M"
        price = IF(size = "S", 5, 7)
        test "small" {
          size = "XS"
          expect price = 5
        }
        """,
      right: """
        input size in {"S", "M"} = "M"
        price = IF(size = "S", 5, 7)
        test "small" {
          size = "S"
          expect price = 5
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for statement in sheet.document.statements {
      guard case .test(let test) = statement.kind else { continue }
      for obstacle in StepObstacle.all(in: test, home: statement.grid, of: sheet.live) {
        report.add(
          obstacle.message, at: obstacle.span, label: "fails in each run",
          help: obstacle.suggestion.map(Diagnostic.didYouMean))
      }
    }
  }
}
