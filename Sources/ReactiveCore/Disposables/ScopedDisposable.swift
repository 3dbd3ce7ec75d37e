/// A disposable that disposes of another when it is released.
public final class ScopedDisposable<Inner: Disposable>: Disposable {
  fileprivate let content: Inner

  /// Makes one that disposes of the given disposable when it is released.
  public init(_ disposable: Inner) {
    content = disposable
  }

  deinit { dispose() }

  /// What is disposed of.
  public var inner: Inner { content }

  public var isDisposed: Bool { content.isDisposed }

  public func dispose() { content.dispose() }
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

extension ScopedDisposable where Inner == SerialDisposable {
  /// The disposable that the serial disposable holds. Setting it disposes of the one before.
  public var inner: (any Disposable)? {
    get { content.inner }
    set { content.inner = newValue }
  }
}
