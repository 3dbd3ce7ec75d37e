import Synchronization

/// What a signal's core is whatever it sends: its observers, and whether it is alive.
///
/// All of it is here, and not in the generic ``Signal/Core``, so that the way of an event and the coming and going of
/// observers need no metadata of types.
class AnyCore: @unchecked Sendable {
  enum Phase { case alive, ending, ended }

  final let lock = ShortLock()
  final let queues: Bool
  final var phase = Phase.alive
  /// Whether something waits for the end of the delivery under way: values, or the end.
  final var isAwaited = false
  /// How many deliveries are under way.
  final var deliveries: Int32 = 0
  /// The session that delivers, while the core is that of a property; see ``Session/address``.
  private final let deliverer = Synchronization.Atomic<UInt>(0)
  /// What is to be done when no delivery is under way.
  private final var afterDeliveries: [(inout Delivery) -> Void]?
  /// How many signals, which users hold, stand for this core.
  private final var shells: Int32 = 0
  // Changed and borrowed with the lock held; the check of exclusive access is left out on the way of every event.
  @exclusivity(unchecked) final var observers = ObserverList()
  private final var upstream: (any Disposable)?
  /// The work that feeds the core, if a producer does; it is finished by the end of the core.
  final var work: StartedWork?

  init(queues: Bool) {
    self.queues = queues
  }

  // MARK: Deliveries

  /// Begins a delivery to the present observers. The lock is held.
  @inline(__always)
  final func beginDelivery() -> ObserverList.Borrowed {
    deliveries += 1
    return observers.borrow()
  }

  /// Ends a delivery. The lock is held.
  ///
  /// - Returns: What is to be released after the lock.
  @inline(__always)
  final func endDelivery() -> ObserverList.Remains? {
    deliveries -= 1
    return observers.giveBack()
  }

  /// Notes that a session delivers while the body runs.
  @inline(__always)
  final func delivering(by session: Session, _ body: () -> Void) {
    deliverer.store(session.address, ordering: .relaxed)
    body()
    deliverer.store(0, ordering: .relaxed)
  }

  /// Whether the calling thread is telling the observers of a property's core something.
  ///
  /// Only the thread itself writes its own address and takes it away again, so the answer is exact.
  final var isDeliveredByThisThread: Bool { deliverer.load(ordering: .relaxed) == Session.current.address }

  /// Does something as soon as no delivery is under way, which is at once if none is.
  final func afterDelivery(_ step: @escaping (inout Delivery) -> Void) {
    lock.lock()
    let isUnderWay = deliveries > 0
    if isUnderWay {
      afterDeliveries = (afterDeliveries ?? []) + [step]
      isAwaited = true
    }
    lock.unlock()
    if !isUnderWay { Delivery.run { step(&$0) } }
  }

  /// Takes out what was to be done after the deliveries. The lock is held.
  final func takeAfterDeliveries() -> [(inout Delivery) -> Void]? {
    defer { afterDeliveries = nil }
    return afterDeliveries
  }

  // MARK: Observers

  /// Adds an observer of the type that the core sends to; `nil` when the core has ended.
  ///
  /// - Complexity: O(1) amortised, for any number of observers.
  final func add(_ observer: AnyObject) -> Observation? {
    lock.lock()
    guard phase == .alive else {
      lock.unlock()
      return nil
    }
    let token = observers.append(observer)
    lock.unlock()
    return Observation(of: self, token)
  }

  /// Adds the observer that stays to the end, before anything is sent.
  final func attach(_ observer: AnyObject) {
    lock.lock()
    _ = observers.append(observer)
    lock.unlock()
  }

  /// - Complexity: O(log *n*) amortised in the number of observers.
  final func remove(_ token: Int) {
    lock.lock()
    let removed = observers.remove(token)
    guard removed.wasThere else { return lock.unlock() }
    endIfUnheard()
    // After the lock: its deinit may come back here.
    removed.observer?.release()
  }

  final var isAlive: Bool {
    lock.lock()
    defer { lock.unlock() }
    return phase == .alive
  }

  // MARK: Ends without an event

  final func shellWasMade() {
    lock.lock()
    shells += 1
    lock.unlock()
  }

  final func shellWasReleased() {
    lock.lock()
    shells -= 1
    endIfUnheard()
  }

  /// Ends the core without an event when nobody can hear it. Called with the lock held; unlocks it.
  private final func endIfUnheard() {
    guard phase == .alive, shells == 0, observers.count == 0 else { return lock.unlock() }
    phase = .ended
    let feed = takeFeed()
    lock.unlock()
    if !feed.isEmpty { Teardown.perform { feed.dispose() } }
  }

  /// What feeds a core.
  struct Feed {
    fileprivate let upstream: (any Disposable)?
    fileprivate let work: StartedWork?

    fileprivate var isEmpty: Bool { upstream == nil && work == nil }

    func dispose() {
      upstream?.dispose()
      work?.finish()
    }
  }

  /// Takes out what feeds the core, to be disposed of after the lock, which is held.
  final func takeFeed() -> Feed {
    let feed = Feed(upstream: upstream, work: work)
    upstream = nil
    work = nil
    return feed
  }

  /// Says what to dispose of when the core ends; at once when it has ended.
  final func setUpstream(_ disposable: (any Disposable)?) {
    lock.lock()
    if phase == .alive || phase == .ending {
      upstream = disposable
      lock.unlock()
    } else {
      lock.unlock()
      disposable?.dispose()
    }
  }
}

/// One observer's place at a signal; disposing of it takes the observer away.
final class Observation: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private var core: AnyCore?
  private let token: Int

  init(of core: AnyCore, _ token: Int) {
    self.core = core
    self.token = token
  }

  var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return core == nil
  }

  func dispose() {
    lock.lock()
    let core = core
    self.core = nil
    lock.unlock()
    core?.remove(token)
  }
}
