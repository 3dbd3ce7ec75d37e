/// A disposable that calls a function, disposes of another one, or does nothing.
public final class AnyDisposable: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private let flag = OnceFlag()
  private var action: (() -> Void)?
  private var base: (any Disposable)?

  /// Makes a disposable that calls a function when it is disposed of, and lets it go then.
  public init(_ action: @escaping () -> Void) {
    self.action = action
    base = nil
  }

  /// Makes a disposable that only remembers whether it has been disposed of.
  public init() {
    base = nil
  }

  /// Makes a disposable that stands for another one.
  public init(_ disposable: any Disposable) {
    // What stands for another one already is not asked each time.
    base = (disposable as? AnyDisposable)?.base ?? disposable
  }

  deinit {
    if action != nil { Teardown.release(action.take()) }
    if base != nil { Teardown.release(base.take()) }
  }

  public var isDisposed: Bool { base?.isDisposed ?? flag.isRaised }

  public func dispose() {
    guard flag.raise() else { return }
    if let base { return Teardown.perform(base) { $0.dispose() } }
    lock.lock()
    let action = action
    self.action = nil
    lock.unlock()
    if let action { Teardown.perform(action) }
  }
}
