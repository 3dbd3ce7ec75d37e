import Synchronization

/// Something that can be ended before it ends by itself: an observation, a timer, a piece of work.
public protocol Disposable: AnyObject {
  /// Whether it has been disposed of.
  var isDisposed: Bool { get }

  /// Ends it. A second call does nothing.
  func dispose()
}

/// A flag that goes up once.
struct OnceFlag: ~Copyable, Sendable {
  private let state = Synchronization.Atomic<Bool>(false)

  init(isRaised: Bool = false) {
    if isRaised { state.store(true, ordering: .releasing) }
  }

  var isRaised: Bool { state.load(ordering: .acquiring) }

  /// Raises the flag; tells whether this call was the one that did.
  func raise() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
}
