import Dispatch

/// A serial queue of pieces of work.
public protocol Scheduler: AnyObject {
  /// Does a piece of work, now or later as the scheduler sees fit.
  ///
  /// - Returns: What cancels the work before it begins; `nil` when it cannot be cancelled any more.
  @discardableResult
  func schedule(_ action: @escaping () -> Void) -> (any Disposable)?
}

/// A scheduler with a clock, which can do work at a date.
public protocol DateScheduler: Scheduler {
  /// What the scheduler's clock says.
  var currentDate: Date { get }

  /// Does a piece of work at a date or soon after it.
  ///
  /// - Returns: What cancels the work before it begins.
  @discardableResult
  func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)?

  /// Does a piece of work at a date and then again and again.
  ///
  /// - Parameters:
  ///   - date: When the work is done first.
  ///   - interval: The time from one round to the next; not negative.
  ///   - leeway: By how much a round may come late to save energy.
  /// - Returns: What ends the rounds.
  @discardableResult
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)?
}

extension DateScheduler {
  /// Does a piece of work after a delay and then again and again.
  ///
  /// - Parameters:
  ///   - delay: The time until the work is done first.
  ///   - interval: The time from one round to the next; not negative.
  ///   - leeway: By how much a round may come late to save energy.
  /// - Returns: What ends the rounds.
  @discardableResult
  public func schedule(
    after delay: DispatchTimeInterval, interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .seconds(0),
    action: @escaping () -> Void
  ) -> (any Disposable)? {
    schedule(after: currentDate.addingTimeInterval(delay), interval: interval, leeway: leeway, action: action)
  }
}
