import Diagnostics
import Hosting
import LiveSheets

/// Lets a sheet live in real time until it has its answers, for commands that print what a sheet has come to.
///
/// All of it is done on the thread that waits.
final class AnswerWait {
  private let sheet: LiveSheet
  private let inbox = Inbox { Interruption.wasPromptInterrupted }
  private let driver: SheetDriver
  /// A little longer than a request may take, so that one that is too slow fails with its own reason.
  private let limit: Duration
  private let found = FoundReports()

  init(_ sheet: LiveSheet, _ client: HTTPClient) {
    self.sheet = sheet
    limit = .seconds(client.timeout) + .milliseconds(500)
    driver = SheetDriver(
      sheet, SheetClock(inbox, showing: sheet.time), services: client, options: SheetDriver.Options(answers: inbox)
    ) { [found] news in
      if case .reports(let reports) = news { found.add(reports) }
    }
  }

  /// Waits until no action and no fetch is under way; meanwhile the timers of the sheet run.
  ///
  /// A sheet that waits for nothing is left as it is, whatever timers it has. What has not been answered in time is
  /// reported.
  ///
  /// - Returns: Whether all answers have come.
  func awaitAnswers(reportingTo console: Console) -> Bool {
    guard sheet.isUnderWay else { return true }
    driver.catchUp()
    let end = ContinuousClock.now + limit
    _ = inbox.wait(while: { sheet.isUnderWay && .now < end }, until: end)
    guard sheet.isUnderWay else { return true }
    for call in sheet.services.openCalls {
      let arguments = call.arguments.map { sheet.literal($0) }.joined(separator: ", ")
      console.report(CallFailure("\(call.service)(\(arguments)) has not answered in time"))
    }
    return false
  }

  /// Takes what was found wrong while the sheet ran.
  func takeReports() -> [Diagnostic] {
    found.add(sheet.takeReports())
    defer { found.reports = [] }
    return found.reports
  }
}

/// What was found wrong, each finding once.
private final class FoundReports {
  var reports: [Diagnostic] = []

  func add(_ others: [Diagnostic]) {
    for report in others where !reports.contains(report) { reports.append(report) }
  }
}
