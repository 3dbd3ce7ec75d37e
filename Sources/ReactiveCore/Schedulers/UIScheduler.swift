import Dispatch
import Synchronization

/// A scheduler that works on the main queue, and at once when that keeps the order.
///
/// Work that is scheduled on the main queue while nothing else waits is done before `schedule` returns. All other work is
/// queued, so that what is scheduled first is done first; work that work schedules counts as waiting.
public final class UIScheduler: Scheduler, Sendable {
  private static let mainQueueMark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  private let queueLength = Synchronization.Atomic<Int>(0)

  public init() {
    _ = Self.mainQueueMark
  }

  /// Does the work now, when on the main queue and nothing waits, or soon on the main queue.
  ///
  /// - Returns: What cancels the work before it begins; `nil` when it has been done.
  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> (any Disposable)? {
    let isAlone = queueLength.add(1, ordering: .acquiringAndReleasing).oldValue == 0
    if isAlone, DispatchQueue.getSpecific(key: Self.mainQueueMark) != nil {
      action()
      leave()
      return nil
    }
    let work = QueuedWork(action)
    DispatchQueue.main.async {
      work.perform()
      self.leave()
    }
    return work
  }

  private func leave() {
    queueLength.subtract(1, ordering: .acquiringAndReleasing)
  }
}
