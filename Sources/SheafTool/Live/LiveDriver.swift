import Hosting
import LiveSheets

/// Lets a sheet live in real time until it has its answers, for commands that print what a sheet has come to.
///
/// All of it is done on the thread that waits.
final class LiveDriver {
  private let sheet: LiveSheet
  private let calls: OpenCalls
  private let wakeups = Wakeups()
  private var clock = SheetClock()
  /// A little longer than a request may take, so that one that is too slow fails with its own reason.
  private let limit: Duration

  init(_ sheet: LiveSheet, _ client: HTTPClient) {
    self.sheet = sheet
    limit = .seconds(client.timeout) + .milliseconds(500)
    calls = OpenCalls(wakeups.mailbox) { client.work(for: $0) }
    wakeups.nextDue = { [unowned self] in clock.pause(before: sheet.nextTimer) }
    wakeups.act = { [unowned self] in letTimePass() }
  }

  /// Waits until no action and no fetch is under way; meanwhile the timers of the sheet run.
  ///
  /// A sheet that waits for nothing is left as it is, whatever timers it has. What has not been answered in time is
  /// reported.
  ///
  /// - Returns: Whether all answers have come.
  func awaitAnswers(reportingTo console: Console) -> Bool {
    guard sheet.isUnderWay else { return true }
    clock.follow(sheet)
    serve()
    let end = ContinuousClock.now + limit
    _ = wakeups.wait(while: { sheet.isUnderWay && .now < end }, until: end, within: { $0() })
    guard sheet.isUnderWay else { return true }
    for call in sheet.openCalls {
      let arguments = call.arguments.map { sheet.literal($0) }.joined(separator: ", ")
      console.report(CallFailure("\(call.service)(\(arguments)) has not answered in time"))
    }
    return false
  }

  private func letTimePass() {
    let now = clock.now
    while let due = sheet.nextTimer, due <= now {
      sheet.advance(to: due)
      // A sheet that sets timers for this very moment again and again has been stopped.
      if sheet.nextTimer == due { break }
    }
    sheet.moveClock(to: now)
    serve()
  }

  private func serve() {
    _ = calls.serve(sheet) { [unowned self] call, answer in
      sheet.moveClock(to: clock.now)
      sheet.answer(call, answer)
    }
  }
}
