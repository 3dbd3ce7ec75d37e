/// A scheduler that does all work at once, before `schedule` returns.
public final class ImmediateScheduler: Scheduler, Sendable {
  public init() {}

  /// Does the work.
  ///
  /// - Returns: `nil`.
  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> (any Disposable)? {
    action()
    return nil
  }
}
