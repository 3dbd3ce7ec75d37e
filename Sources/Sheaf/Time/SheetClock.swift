import Foundation
import LiveSheets
import ReactiveCore

/// The clock of a sheet: a scheduler's dates as time since load, and one scheduled wake for the next timer.
final class SheetClock: @unchecked Sendable {
  private struct State {
    /// What the wake that is scheduled is for.
    var due: SheetTime?
    var wake: (any Disposable)?
    var isArming = false
    /// Whether somebody asked for the wake to be looked at while another was at it.
    var isAskedAgain = false
    var hasStopped = false
  }

  private let scheduler: any DateScheduler
  private let loadDate: Date
  private let state = Atomic(State())

  /// Makes a clock; now is its time 0.
  init(_ scheduler: any DateScheduler) {
    self.scheduler = scheduler
    loadDate = scheduler.currentDate
  }

  /// Time since load.
  var time: SheetTime { SheetTime(seconds: scheduler.currentDate.timeIntervalSince(loadDate)) }

  /// The date and time of this machine's time zone as a serial number.
  var serial: Double {
    let date = scheduler.currentDate
    let offset = Double(TimeZone.current.secondsFromGMT(for: date))
    return (date.timeIntervalSince1970 + offset) / 86_400 + 25_569
  }

  /// Schedules a wake for the next timer in place of the one before. No lock is held.
  ///
  /// - Parameters:
  ///   - next: When the next timer is due; asked as often as things change meanwhile.
  ///   - wake: Called by the scheduler, at most once.
  func arm(next: () -> SheetTime?, wake: @escaping () -> Void) {
    let isMine = state.modify { state in
      state.isAskedAgain = state.isArming
      defer { state.isArming = true }
      return !state.isArming
    }
    guard isMine else { return }
    repeat { arm(for: next(), wake) } while isAskedAgain()
  }

  private func arm(for due: SheetTime?, _ wake: @escaping () -> Void) {
    let (isNew, former) = state.modify { state -> (Bool, (any Disposable)?) in
      guard state.due != due, !state.hasStopped else { return (false, nil) }
      defer { (state.due, state.wake) = (due, nil) }
      return (true, state.wake)
    }
    former?.dispose()
    guard isNew, let due else { return }
    let scheduled = scheduler.schedule(after: loadDate.addingTimeInterval(due.seconds)) { [weak self] in
      self?.wakeHasCome(for: due)
      wake()
    }
    let isKept = state.modify { state in
      guard !state.hasStopped, state.due == due else { return false }
      state.wake = scheduled
      return true
    }
    if !isKept { scheduled?.dispose() }
  }

  private func wakeHasCome(for due: SheetTime) {
    let spent = state.modify { state -> (any Disposable)? in
      guard state.due == due else { return nil }
      defer { (state.due, state.wake) = (nil, nil) }
      return state.wake
    }
    withExtendedLifetime(spent) {}
  }

  private func isAskedAgain() -> Bool {
    state.modify { state in
      state.isArming = state.isAskedAgain
      defer { state.isAskedAgain = false }
      return state.isArming
    }
  }

  /// Ends the wake that is scheduled; there is none any more.
  func stop() {
    let wake = state.modify { state in
      state.hasStopped = true
      return state.wake
    }
    wake?.dispose()
  }
}
