import Diagnostics
import LiveSheets

/// What happens in the sheet by itself: timers come due, and answers arrive.
extension PromptSession {
  /// Makes the prompt wait for the timers of the sheet as well, and for answers.
  func followTime() {
    wakeups.nextDue = { [unowned self] in clock.pause(before: sheet.nextTimer) }
    wakeups.act = { [unowned self] in letTimePass() }
  }

  /// Lets the timers happen that are due by now, and shows what they change.
  ///
  /// Where more are due than can be shown in a moment, the rest is left for the next time: somebody may be typing.
  func letTimePass() {
    let enough = ContinuousClock.now + .milliseconds(50)
    while let due = sheet.nextTimer, due <= clock.now, ContinuousClock.now < enough {
      sheet.unrecorded { sheet.advance(to: due) }
      showHappenings()
      // A sheet that sets timers for this very moment again and again has been stopped; its report says so.
      if sheet.nextTimer == due { break }
    }
    sheet.moveClock(to: clock.now)
    showHappenings()
  }

  /// Takes an answer to a call and shows what it changes.
  private func take(_ answer: ServiceAnswer, to call: Int) {
    sheet.moveClock(to: clock.now)
    sheet.unrecorded { sheet.answer(call, answer) }
    showHappenings()
  }

  /// Shows what has changed by itself, as far as it is watched, and what was found wrong.
  private func showHappenings() {
    let changes = sheet.takeChanges()
    if !changes.isEmpty { show(changes.filter { watch.shows($0.cell, of: sheet) }) }
    showAftermath()
  }

  /// Shows what is wrong after a change, and starts the calls that it has made.
  func showAftermath() {
    let reports = sheet.takeReports()
    if !reports.isEmpty {
      console.output.flush()
      console.show(reports, in: sheet.document.source)
    }
    showCheckChanges()
    clock.follow(sheet)
    let asked = calls.serve(sheet) { [unowned self] call, answer in take(answer, to: call) }
    for call in asked where sheet.serviceNames.contains(call.service) {
      let name = call.service
      let arguments = call.arguments.map { sheet.literal($0) }.joined(separator: ", ")
      console.remark("\(name)(\(arguments)) waits for you: \(name) replies … or \(name) fails \"…\"")
    }
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
