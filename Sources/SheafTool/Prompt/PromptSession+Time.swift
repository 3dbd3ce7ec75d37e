import Diagnostics
import Hosting
import LiveSheets

/// What comes of instants beside what was typed: of timers and answers, and what a change has done to checks.
extension PromptSession {
  /// Shows what has come of an instant.
  func show(_ news: SheetNews) {
    switch news {
    case .changes(let changes):
      let counts = shown.takeRowChanges(sheet.tables)
      let watched = changes.filter { watch.shows($0.cell, of: sheet) }
      show(watched, counts)
      noteLastChanges(watched, [], counts)
    case .reports(let reports):
      console.output.flush()
      show(reports, in: sheet.source)
    case .checks(let changes):
      console.output.flush()
      for change in changes {
        switch change {
        case .broken(let check): show(check)
        case .repaired(let title): console.remark("\(title) is no longer broken")
        }
      }
    case .calls(let calls):
      for call in calls where sheet.serviceNames.contains(call.service) { ask(for: call) }
    }
  }

  /// Says how to answer a call that waits for whoever sits at the prompt.
  private func ask(for call: ServiceCall) {
    let name = call.service
    let arguments = call.arguments.map { sheet.literal($0) }.joined(separator: ", ")
    console.remark("\(name)(\(arguments)) waits for you: \(name) replies … or \(name) fails \"…\"")
  }
}

/// The cells whose changes are shown when they come by themselves.
struct PromptWatch {
  /// What is watched, as it was typed; `nil` for all.
  private(set) var paths: [String]?

  static let all = PromptWatch(paths: nil)
  static let nothing = PromptWatch(paths: [])

  func shows(_ cell: CellInfo, of sheet: LiveSheet) -> Bool {
    guard let paths else { return true }
    let name = cell.name.lowercased()
    return paths.contains { path in
      let key = path.lowercased()
      // An action, a used sheet and a table stand for all that is reached through them.
      if name == key || name.hasPrefix(key + ".") || name.hasPrefix(key + "[") { return true }
      guard case .success(let watched) = sheet.cell(path) else { return false }
      return watched.area?.contains(cell.address) ?? (watched.address == cell.address)
    }
  }
}
