import Hosting
import LiveSheets
import SheetText
import Verification

/// A sheet that lives at a prompt: time passes in it, and the calls that it makes are kept for whoever expects some.
final class PromptSheet {
  /// The one that is told what happens.
  private final class Listener {
    var tell: (SheetNews) -> Void = { _ in }
  }

  let live: LiveSheet
  /// Lets time pass in the sheet and its calls be answered.
  let driver: SheetDriver
  /// The calls of services that were made.
  private(set) var calls: CallLog
  private let listener = Listener()

  /// Loads a sheet, in which nothing happens before ``begin(telling:)``.
  ///
  /// - Parameter inbox: What is done while nobody types, which is where timers and answers come due.
  init(
    _ document: SheetDocument, _ environment: LiveSheet.Environment, _ inbox: Inbox, _ services: any ServiceProvider
  ) {
    live = LiveSheet(document, environment: environment)
    live.keepsHistory = true
    live.recordsChanges = true
    _ = live.takeChanges()
    live.checks.areJudged = true
    calls = CallLog(live.services.openCalls)
    driver = SheetDriver(
      live, SheetClock(inbox, showing: live.time), services: services,
      options: SheetDriver.Options(answers: inbox, tellsChanges: true)
    ) { [listener] in listener.tell($0) }
    live.callObserver = { [unowned self] in calls.append($0) }
  }

  /// Makes the calls that wait since the sheet was loaded, and tells what happens from now on.
  func begin(telling observer: @escaping (SheetNews) -> Void) {
    listener.tell = observer
    driver.catchUp()
  }
}
