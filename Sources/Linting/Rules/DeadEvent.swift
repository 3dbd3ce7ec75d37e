import Diagnostics
import SheetText

/// An event that nothing follows.
enum DeadEvent: LintRule {
  static let page = FindingPage(
    code: "dead-event", .warning, "nothing follows an event",
    why: """
      When it happens, nothing changes. A clause that should follow it may name another event.
      """,
    fix: "Let a state, a table or an action follow it, or take it away.",
    example: FindingExample(
      wrong: """
        event tap
        event clear
        state n = 0 {
          on tap : n + 1
        }
        """,
      right: """
        event tap
        event clear
        state n = 0 {
          on tap : n + 1
          on clear : 0
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    guard !sheet.mayReadAnyName else { return }
    for index in sheet.statements(with: .event) where !sheet.isRead(index) {
      guard let name = sheet.document.statements[index].definedName, !name.text.hasPrefix("_") else { continue }
      report.add("nothing follows the event \(name.text)", at: name.span, label: "it changes nothing")
    }
  }
}
