import Diagnostics
import Formulas
import SheetText

/// A clause that compares its state with what the state was to become.
enum ComparedState: LintRule {
  static let page = FindingPage(
    code: "compared-state", .warning, "a clause compares its state with a value, as if it were assigned",
    why: """
      What stands behind the colon is the value that the event makes of the state, and = in it compares: the state becomes TRUE or \
      FALSE. Other languages write the name of a variable before the value that it gets.
      """,
    fix: "Leave out the name and the equals sign; a comparison that is meant stands in parentheses.",
    example: FindingExample(
      wrong: """
        event tap
        state count = 0 {
          on tap : count = count + 1
        }
        """,
      right: """
        event tap
        state count = 0 {
          on tap : count + 1
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for index in sheet.statements(with: .states) {
      guard case .state(let state) = sheet.document.statements[index].kind else { continue }
      for clause in state.clauses {
        let tree = clause.value.tree
        guard case .binary(.equal, let left, let right) = tree[tree.root],
          case .name(let name, sheet: nil) = tree[left], name.lowercased() == state.name.key
        else { continue }
        let value = tree.subtree(at: right).text()
        report.add(
          "\(name) becomes TRUE or FALSE here", at: clause.value.span, label: "= compares \(name) with a value",
          suggestion: value)
      }
    }
  }
}
