import CellModel
import LiveSheets
import ReactiveCore

/// How a sheet goes on from change to change: timers that are due run first, and what follows outside of it is done when
/// no lock is held.
///
/// The graph's functions hold it and not the sheet, so that a sheet can be released while a property of it is being set.
final class SheetCourse: @unchecked Sendable {
  let live: LiveSheet
  let changes: FollowedAreas
  let clock: SheetClock
  let services: SuppliedServices
  let announcements = Announcements()
  private(set) var desk: ServiceDesk!
  /// Whether anything can happen in the sheet by itself; else it needs no wakes.
  let isInTime: Bool
  /// The sheet that this is the course of; what comes after its release finds nobody.
  weak var sheet: Sheet?

  init(_ live: LiveSheet, _ clock: SheetClock, _ services: SuppliedServices) {
    self.live = live
    self.clock = clock
    self.services = services
    changes = FollowedAreas(live)
    isInTime = live.isInTime
    desk = ServiceDesk {
      services.work(for: $0)
    } deliver: { [weak self] call, answer in
      self?.sheet?.perform { live.answer(call, answer) }
    }
  }

  /// Makes a change after the timers that are due. The graph's lock is held.
  ///
  /// - Parameter time: The time of the change; `nil` for now.
  /// - Returns: The areas that may have changed.
  func change(at time: SheetTime? = nil, _ body: () -> Void) -> [Area] {
    let time = time ?? clock.time
    live.runTimers(to: time)
    live.moveClock(to: time)
    body()
    if isInTime {
      desk.take(live.takeCalls())
      announceReports()
      let batch = announcements.seal()
      // Held until then: a sheet must not be released while the lock is held.
      if let sheet {
        sheet.host.afterwards { [announcements] in
          announcements.tell(batch)
          sheet.follow()
        }
      }
    }
    return changes.keys()
  }

  /// Announces what was found wrong while the sheet ran. The graph's lock is held.
  func announceReports() {
    let reports = live.takeReports()
    guard !reports.isEmpty, let sheet else { return }
    let (pipe, error) = (sheet.reportPipe, SheetError(reports, in: live.document.source))
    announcements.add { pipe.input.send(value: error) }
  }

  /// Ends all that is under way: the sheet is released.
  func end() {
    clock.stop()
    desk.endAll()
    announcements.end()
  }
}
