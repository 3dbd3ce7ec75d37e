/// The time during which something exists, as a hook for what must not outlive it.
///
/// A lifetime ends when its ``Token`` is released, or when the stream that it belongs to ends.
public final class Lifetime: Sendable {
  let disposables: CompositeDisposable

  init(_ disposables: CompositeDisposable) {
    self.disposables = disposables
  }

  /// Makes a lifetime that ends when the token is released.
  public convenience init(_ token: Token) {
    self.init(token.disposables)
  }

  /// A lifetime and the token whose release ends it.
  public static func make() -> (lifetime: Lifetime, token: Token) {
    let token = Token()
    return (Lifetime(token), token)
  }

  /// A lifetime that has ended.
  public static let empty: Lifetime = {
    let disposables = CompositeDisposable()
    disposables.dispose()
    return Lifetime(disposables)
  }()

  /// Whether the lifetime has ended.
  public var hasEnded: Bool { disposables.isDisposed }

  /// A signal that completes when the lifetime ends, or is interrupted when the lifetime has ended already.
  public var ended: Signal<Never, Never> {
    Signal { observer, lifetime in
      lifetime += disposables.add(observer.sendCompleted)
      if hasEnded { observer.sendCompleted() }
    }
  }

  /// Calls a function when the lifetime ends, or at once when it has.
  ///
  /// - Returns: What takes the function away again; `nil` when it was called at once.
  @discardableResult
  public func observeEnded(_ action: @escaping () -> Void) -> (any Disposable)? {
    disposables.add(action)
  }

  /// Disposes of something when the lifetime ends, or at once when it has.
  @discardableResult
  public static func += (lifetime: Lifetime, disposable: (any Disposable)?) -> (any Disposable)? {
    lifetime.disposables.add(disposable)
  }

  /// What keeps a lifetime going: it ends when the token is released or disposed of.
  public final class Token: Sendable {
    let disposables = CompositeDisposable()

    public init() {}

    deinit { dispose() }

    /// Ends the lifetime.
    public func dispose() { disposables.dispose() }
  }
}
