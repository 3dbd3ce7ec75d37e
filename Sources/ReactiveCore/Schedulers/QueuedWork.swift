/// Work in a queue that lets go of it late: disposing of it releases what it holds at once.
final class QueuedWork: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private var action: (() -> Void)?
  private let flag = OnceFlag()

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  private func take() -> (() -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    let action = action
    self.action = nil
    return action
  }

  /// Does the work, unless it was disposed of or done before.
  func perform() { take()?() }

  /// Does the work and keeps it for the next round.
  func performRound() {
    lock.lock()
    let action = action
    lock.unlock()
    action?()
  }

  var isDisposed: Bool { flag.isRaised }

  func dispose() {
    _ = flag.raise()
    _ = take()
  }
}
