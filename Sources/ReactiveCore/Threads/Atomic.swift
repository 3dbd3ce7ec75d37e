/// A value that several threads read and write.
///
/// The functions that ``modify(_:)`` and ``withValue(_:)`` take run while a lock is held: keep them short, and do not use
/// the same `Atomic` in them.
public final class Atomic<Value>: @unchecked Sendable {
  private let lock = SleepingLock()
  // Nobody reads or writes it but under the lock, which one thread has once.
  @exclusivity(unchecked) private var storage: Value

  /// Makes one that holds a value.
  public init(_ value: Value) {
    storage = value
  }

  /// The value. To change it from what it is, use ``modify(_:)``.
  public var value: Value {
    get { withValue { $0 } }
    set { swap(newValue) }
  }

  /// Changes the value in place.
  @discardableResult
  public func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try action(&storage)
  }

  /// Reads the value and keeps others from changing it meanwhile.
  @discardableResult
  public func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    // Read where it stands: a copy would count all references in it.
    return try withUnsafeMutablePointer(to: &storage) { try action($0.pointee) }
  }

  /// Replaces the value.
  ///
  /// - Returns: The value before.
  @discardableResult
  public func swap(_ newValue: Value) -> Value {
    var value = newValue
    lock.lock()
    Swift.swap(&storage, &value)
    lock.unlock()
    return value
  }
}
