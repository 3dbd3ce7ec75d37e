import Diagnostics
import SheetText
import Verification

/// A place that may be another one, and no test fails.
enum WeakTest: LintRule {
  static let page = FindingPage(
    code: "weak-test", .note, "something may be changed without a test that fails",
    why: """
      What could be wrong unnoticed is not tested, even where a test reaches it. Operators, constants, conditions, references and clauses \
      are changed one at a time, in a sheet that has tests; sheaf test --mutate shows each change with a test that would notice it.
      """,
    fix: "Expect a value that depends on it.",
    example: FindingExample(
      wrong: """
        input net = 100
        input discount = 0
        gross = net * 1.19 - discount
        test "gross" {
          expect gross = 119
        }
        """,
      right: """
        input net = 100
        input discount = 0
        gross = net * 1.19 - discount
        test "gross" {
          expect gross = 119
          discount = 10
          expect gross = 109
        }
        """))

  static var runsSheet: Bool { true }

  /// More changes than that are for `sheaf test --mutate`, which tells how far it is.
  private static let most = 400

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    let tests = sheet.document.statements.indices.filter { sheet.isTest($0) }
    guard sheet.context.mayRun, !tests.isEmpty else { return }
    let run = MutationRun(document: sheet.document, environment: sheet.live.environment)
    for mutant in run.mutants.prefix(most) {
      guard case .survived(let missing) = run.fate(of: mutant) else { continue }
      let text = mutant.edit.text
      report.add(
        "no test notices another \(mutant.kind.rawValue)", at: mutant.edit.span,
        label: text.isEmpty ? "it may be left out" : "it may be \(text)",
        help: missing.lines.isEmpty
          ? nil : missing.lines.dropFirst().dropLast().map { $0.drop { $0 == " " } }.joined(separator: "; "))
    }
  }
}
