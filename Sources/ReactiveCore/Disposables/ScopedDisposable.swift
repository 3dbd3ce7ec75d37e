/// A disposable that disposes of another when it is released.
public final class ScopedDisposable<Inner: Disposable>: Disposable {
  /// What is disposed of.
  public let inner: Inner

  /// Makes one that disposes of the given disposable when it is released.
  public init(_ disposable: Inner) {
    inner = disposable
  }

  deinit { dispose() }

  public var isDisposed: Bool { inner.isDisposed }

  public func dispose() { inner.dispose() }
}

extension ScopedDisposable: Sendable where Inner: Sendable {}

extension ScopedDisposable where Inner == AnyDisposable {
  /// Makes one that disposes of a disposable of any type when it is released.
  public convenience init(_ disposable: any Disposable) {
    self.init(AnyDisposable(disposable))
  }
}

extension ScopedDisposable where Inner == CompositeDisposable {
  /// Adds a disposable to the composite.
  @discardableResult
  public static func += (scoped: ScopedDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
    scoped.inner.add(disposable)
  }

  /// Adds a function to the composite.
  @discardableResult
  public static func += (scoped: ScopedDisposable, action: @escaping () -> Void) -> (any Disposable)? {
    scoped.inner.add(action)
  }
}
