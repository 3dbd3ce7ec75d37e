import Diagnostics
import Hosting
import LiveSheets

/// What comes of instants beside what was typed: of timers and answers, and what a change has done to checks.
extension PromptSession {
  /// Shows what has come of an instant.
  func show(_ news: SheetNews) {
    switch news {
    case .changes(let changes):
      display.show(display.watched(changes, of: sheet), of: sheet)
    case .reports(let reports):
      console.output.flush()
      findings.show(reports, in: sheet.source)
    case .checks(let changes):
      console.output.flush()
      for change in changes {
        switch change {
        case .broken(let check): findings.show(check, in: sheet.source)
        case .repaired(let title): console.remark("\(title) is no longer broken")
        }
      }
    case .calls(let calls):
      for call in calls where !call.isRequest { ask(for: call) }
    }
  }

  /// Says how to answer a call that waits for whoever sits at the prompt.
  private func ask(for call: ServiceCall) {
    let name = call.service
    let arguments = call.arguments.map { sheet.literal($0) }.joined(separator: ", ")
    console.remark("\(name)(\(arguments)) waits for you: \(name) replies … or \(name) fails \"…\"")
  }
}
