import Diagnostics
import Formulas
import SheetText

/// A value that is another one tomorrow, though no input has changed.
enum Volatile: LintRule {
  static let page = FindingPage(
    code: "volatile", .error, "a formula reads the clock or chance by itself",
    why: """
      The same sheet gives other results on another day, and no test can say which. An input has the day as its default and can be set; \
      states and actions note the time of an event.
      """,
    fix: "Declare an input and read that, as in input today = TODAY().",
    example: FindingExample(
      wrong: """
        input due: date = 2026-03-01
        days = due - TODAY()
        """,
      right: """
        input due: date = 2026-03-01
        input today: date = TODAY()
        days = due - today
        """))

  static let functions: Set = ["NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas(with: .volatileCalls) {
      switch sheet.document.statements[formula.statement].kind {
      case .cell, .check, .modes: break
      case .table(let table) where table.clauses.isEmpty: break
      default: continue
      }
      for call in formula.tree.calls where functions.contains(call.value.uppercased()) {
        guard formula.scopes.function(at: call.index) != nil else { continue }
        report.add(
          "\(call.value.uppercased()) gives another value whenever it is asked", at: call.span,
          label: "no input says which")
      }
    }
  }
}
