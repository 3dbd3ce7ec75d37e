/// A disposable that disposes of many.
///
/// Once disposed of, it disposes of what is added at once.
public final class CompositeDisposable: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private var members: Bag<any Disposable>? = Bag()

  /// Makes an empty one.
  public convenience init() {
    self.init([])
  }

  /// Makes one that holds the given disposables.
  public init<S: Sequence>(_ disposables: S) where S.Element == any Disposable {
    for each in disposables { members?.insert(each) }
  }

  /// Makes one that holds those disposables that are there.
  public convenience init<S: Sequence>(_ disposables: S) where S.Element == (any Disposable)? {
    self.init(disposables.compactMap { $0 })
  }

  deinit {
    if members?.isEmpty == false { Teardown.release(members.take()) }
  }

  public var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return members == nil
  }

  public func dispose() {
    lock.lock()
    let members = members
    self.members = nil
    lock.unlock()
    guard let members, !members.isEmpty else { return }
    Teardown.perform(members) { for member in $0 { member.dispose() } }
  }

  /// Adds a disposable.
  ///
  /// - Returns: What takes it out again without disposing of it; `nil` when there was nothing to add or it was disposed of
  ///   at once.
  @discardableResult
  public func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
    guard let disposable, !disposable.isDisposed else { return nil }
    lock.lock()
    let token = members?.insert(disposable)
    lock.unlock()
    guard let token else {
      disposable.dispose()
      return nil
    }
    return Membership(of: self, token)
  }

  /// Adds a function that is called on disposal.
  ///
  /// - Returns: What takes it out again without calling it; `nil` when it was called at once.
  @discardableResult
  public func add(_ action: @escaping () -> Void) -> (any Disposable)? {
    add(AnyDisposable(action))
  }

  /// As ``add(_:)-(Disposable?)``.
  @discardableResult
  public static func += (composite: CompositeDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
    composite.add(disposable)
  }

  /// As ``add(_:)-(()->Void)``.
  @discardableResult
  public static func += (composite: CompositeDisposable, action: @escaping () -> Void) -> (any Disposable)? {
    composite.add(action)
  }

  fileprivate func remove(_ token: Bag<any Disposable>.Token) {
    lock.lock()
    let removed = members?.remove(using: token)
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(removed) {}
  }

  /// A member's place; disposing of it takes the member out.
  private final class Membership: Disposable, @unchecked Sendable {
    private let lock = ShortLock()
    private weak var composite: CompositeDisposable?
    private var token: Bag<any Disposable>.Token?

    init(of composite: CompositeDisposable, _ token: Bag<any Disposable>.Token) {
      self.composite = composite
      self.token = token
    }

    var isDisposed: Bool {
      lock.lock()
      defer { lock.unlock() }
      return token == nil
    }

    func dispose() {
      lock.lock()
      let token = token
      self.token = nil
      lock.unlock()
      if let token { composite?.remove(token) }
    }
  }
}
