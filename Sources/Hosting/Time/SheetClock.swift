import LiveSheets
import ReactiveCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The clock of a sheet: a scheduler's dates as time since load, and one scheduled wake for the next timer.
package final class SheetClock: @unchecked Sendable {
  private struct State {
    /// The date of the sheet's time 0.
    var origin: Date
    /// What the wake that is scheduled is for.
    var due: SheetTime?
    var wake: (any Disposable)?
    var isArming = false
    /// Whether somebody asked for the wake to be looked at while another was at it.
    var isAskedAgain = false
    var hasStopped = false
  }

  private let scheduler: any DateScheduler
  private let state: Atomic<State>

  /// Makes a clock.
  ///
  /// - Parameter time: What it shows now.
  package init(_ scheduler: any DateScheduler, showing time: SheetTime = .zero) {
    self.scheduler = scheduler
    state = Atomic(State(origin: scheduler.currentDate.addingTimeInterval(-time.seconds)))
  }

  /// Time since load.
  package var time: SheetTime {
    let origin = state.withValue { $0.origin }
    return SheetTime(seconds: scheduler.currentDate.timeIntervalSince(origin))
  }

  /// Whether a wake is scheduled.
  var awaitsTimer: Bool { state.withValue { $0.due != nil } }

  /// Whether a wake is scheduled for just this timer, or none for none, and nobody is at it: ``arm(next:wake:)`` would
  /// leave all as it is.
  func isArmed(for due: SheetTime?) -> Bool { state.withValue { $0.due == due && !$0.isArming } }

  /// The date and time of a time zone as a serial number.
  package func serial(in zone: TimeZone) -> Double {
    let date = scheduler.currentDate
    let offset = Double(zone.secondsFromGMT(for: date))
    return (date.timeIntervalSince1970 + offset) / 86_400 + 25_569
  }

  /// Goes on from a time that the sheet has already, when that is ahead.
  package func follow(_ time: SheetTime) {
    let ahead = time - self.time
    guard ahead > .zero else { return }
    let former = state.modify { state -> (any Disposable)? in
      state.origin = state.origin.addingTimeInterval(-ahead.seconds)
      // The wake was for another date.
      defer { (state.due, state.wake) = (nil, nil) }
      return state.wake
    }
    former?.dispose()
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
    let (isNew, origin, former) = state.modify { state -> (Bool, Date, (any Disposable)?) in
      guard state.due != due, !state.hasStopped else { return (false, state.origin, nil) }
      defer { (state.due, state.wake) = (due, nil) }
      return (true, state.origin, state.wake)
    }
    former?.dispose()
    guard isNew, let due else { return }
    let scheduled = scheduler.schedule(after: origin.addingTimeInterval(due.seconds)) { [weak self] in
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
  package func stop() {
    let wake = state.modify { state in
      state.hasStopped = true
      return state.wake
    }
    wake?.dispose()
  }
}
