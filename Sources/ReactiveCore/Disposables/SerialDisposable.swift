/// A disposable that holds one other, which can be replaced.
///
/// What is replaced is disposed of; so is what is put in after the serial disposable itself was disposed of.
public final class SerialDisposable: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private var current: (any Disposable)?
  private var isOver = false

  /// Makes one that holds the given disposable.
  public init(_ disposable: (any Disposable)? = nil) {
    current = disposable
  }

  deinit {
    if current != nil { Teardown.release(current.take()) }
  }

  public var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return isOver
  }

  /// The disposable that is held. Setting it disposes of the one before.
  public var inner: (any Disposable)? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return current
    }
    set {
      lock.lock()
      let old = isOver ? newValue : current
      if !isOver { current = newValue }
      lock.unlock()
      Self.dispose(old)
    }
  }

  public func dispose() {
    lock.lock()
    let old = current
    isOver = true
    current = nil
    lock.unlock()
    Self.dispose(old)
  }

  private static func dispose(_ disposable: (any Disposable)?) {
    if let disposable { Teardown.perform(disposable) { $0.dispose() } }
  }
}
