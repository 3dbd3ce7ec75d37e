import Synchronization

/// Whether threads that help have memory to go on.
///
/// What is in use is the same for all of them, and only the thread that began may ask what that is. The others go on as long as it asks
/// now and then.
final class MemoryOfHelpers: Sendable {
  /// How often the others may go on since the thread that began has asked: each time stands for some MB.
  private static let most = 16
  private let left = Atomic(most)

  /// Notes what the thread that began has found out.
  ///
  /// - Returns: Whether it may go on.
  func note(isExceeded: Bool) -> Bool {
    left.store(isExceeded ? 0 : Self.most, ordering: .relaxed)
    return !isExceeded
  }

  /// Whether another thread may go on, which counts.
  func isThere() -> Bool { left.subtract(1, ordering: .relaxed).newValue >= 0 }
}
