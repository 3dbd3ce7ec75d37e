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
    for name in sheet.names where !name.key.hasPrefix("_") && !sheet.isRead(name) {
      guard case .event = sheet.document.statements[name.statement].kind else { continue }
      report.add("nothing follows the event \(name.written.text)", at: name.written.span, label: "it changes nothing")
    }
  }
}
