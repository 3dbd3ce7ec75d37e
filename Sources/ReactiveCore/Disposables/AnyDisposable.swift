/// A disposable that calls a function, disposes of another one, or does nothing.
public final class AnyDisposable: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private let flag = OnceFlag()
  private var action: (() -> Void)?
  private let base: (any Disposable)?

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
    base = disposable
  }

  public var isDisposed: Bool { base?.isDisposed ?? flag.isRaised }

  public func dispose() {
    if let base { return base.dispose() }
    guard flag.raise() else { return }
    lock.lock()
    let action = action
    self.action = nil
    lock.unlock()
    action?()
  }
}
