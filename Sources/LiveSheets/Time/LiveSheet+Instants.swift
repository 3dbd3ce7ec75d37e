import CellModel
import Diagnostics
import Engine
import SheetText

/// Making things happen in a sheet.
extension LiveSheet {
  /// Makes a change and brings all that follows from it up to date, in one instant.
  func change(_ change: () -> Void) {
    guard !timeline.isEmpty else {
      engine.settings.atOneTime {
        engine.edit(change)
        engine.recalculate()
        instantEnded()
      }
      return
    }
    engine.edit { timeline.change(change) }
  }

  /// The end of an instant: checks are judged, and whoever looks on is told.
  func instantEnded() {
    checks.judge()
    instantObserver?()
  }

  func noteCall(_ call: ServiceCall) { callObserver?(call) }

  // MARK: Events and actions

  /// Fires an event or triggers an action.
  ///
  /// - Throws: A refusal when there is nothing of that name, or when it does not take what it is given.
  @discardableResult
  package func trigger(_ path: String, _ arguments: [CellValue] = []) throws(Refusal) -> Outcome {
    let finder = triggers
    let trigger = try finder.checked(try finder.trigger(at: path), path, arguments)
    var outcome = Outcome.done
    change { outcome = timeline.perform(trigger, arguments) }
    return outcome
  }

  // MARK: Time

  /// Time since load.
  package var time: SheetTime { timeline.time.now }

  /// When the next timer is due; `nil` when none waits.
  package var nextTimer: SheetTime? { timeline.time.nextDue }

  /// Lets time pass: each timer that comes due is an instant of its own, in the order of their times.
  package func advance(to time: SheetTime) {
    let clock = timeline.time
    guard time >= clock.now else { return }
    guard runTimers(to: time), time > clock.now else { return }
    clock.move(to: time)
    // The clock has moved on: what reads it changes, even where nothing happens.
    change {}
  }

  /// Runs the timers that are due by a time; the sheet's clock stops at the last of them.
  ///
  /// - Returns: Whether all of them ran; too many are given up with a report, and those behind some that do not come to an
  ///   end.
  @discardableResult
  package func runTimers(to time: SheetTime) -> Bool { timeline.runTimers(to: time) }

  /// Runs the timers that are due by now, which come before what happens from outside at the same time.
  package func runDueTimers() {
    if let due = nextTimer, due <= time { runTimers(to: time) }
  }

  package func advance(by seconds: Double) { advance(to: time + SheetTime(seconds: seconds)) }

  /// Whether an action, a fetch or the body of a service is under way.
  package var isUnderWay: Bool { !timeline.work.runs.isEmpty }

  /// Takes what was found wrong while the sheet ran, such as a condition that is an error.
  package func takeReports() -> [Diagnostic] { timeline.cells.reports.takeAll() }
}
