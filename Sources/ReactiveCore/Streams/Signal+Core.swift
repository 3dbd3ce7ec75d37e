extension Signal {
  /// The state of a signal and the way an event takes to its observers.
  ///
  /// The *shell* is the ``Signal`` that users hold; the *input* is the observer that feeds the core. A core ends when it is
  /// sent a terminating event, when its input is released (it is interrupted), or, without an event, when nobody can
  /// hear it any more: the shell is gone and no observer is left. What feeds it is disposed of when it ends.
  ///
  /// These rules hold; the numbers are those of the event contract in the guide:
  ///
  /// - E1. After a terminating event no event follows.
  /// - E2. Events are delivered one after the other: an event that is sent while another is being delivered waits for
  ///   its end, whether it comes from another thread or from an observer. (A core that does not queue leaves the order of
  ///   values to the caller and only makes the end wait.)
  /// - E3. Observers are called in the order in which they were added, each with every event from then on.
  /// - E4. No lock is held while an observer runs.
  /// - E5. What feeds a signal is disposed of after the observers have seen the end.
  final class Core: @unchecked Sendable {
    enum Phase { case alive, ending, ended }

    private struct Slot {
      var token: Int
      /// `nil` once removed.
      var observer: ReactiveCore.Observer<Value, Error>?
    }

    private let lock = ShortLock()
    private let queues: Bool
    private var phase = Phase.alive
    /// How many signals, which users hold, stand for this core.
    private var shells = 0
    /// How many deliveries are under way.
    private var deliveries = 0
    private var nextToken = 0
    private var observerCount = 0
    private var slots: ContiguousArray<Slot> = []
    private var upstream: (any Disposable)?
    private var end: Termination<Error>?
    /// Values that wait for the end of the delivery under way; the next is at `waitingStart`.
    private var waiting: [Value] = []
    private var waitingStart = 0

    /// Makes a core that is fed by one observer.
    ///
    /// - Parameter queues: Whether a value that is sent during a delivery waits for its end. When `false`, the caller sees
    ///   to it that values come one at a time, and a value that an observer sends is delivered within the one before.
    init(queues: Bool) {
      self.queues = queues
    }

    // MARK: Events

    func send(_ value: Value, _ delivery: inout Delivery) {
      guard !delivery.isFull else {
        delivery.postpone { [self] in send(value, &$0) }
        return
      }
      lock.lock()
      guard phase == .alive else { return lock.unlock() }
      if queues && deliveries > 0 {
        waiting.append(value)
        return lock.unlock()
      }
      deliveries += 1
      let current = slots
      lock.unlock()
      deliver(value, to: current, &delivery)
      if delivery.isFull {
        delivery.postpone { [self] in finishDelivery(&$0) }
      } else {
        finishDelivery(&delivery)
      }
    }

    func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
      guard !delivery.isFull else {
        delivery.postpone { [self] in terminate(termination, &$0) }
        return
      }
      lock.lock()
      guard phase == .alive else { return lock.unlock() }
      phase = .ending
      end = termination
      var dropped: [Value] = []
      if case .interrupted = termination {
        swap(&dropped, &waiting)
        waitingStart = 0
      }
      guard deliveries == 0 else { return lock.unlock() }
      commitEnd(&delivery)
    }

    /// The input was released: nobody is left who could send.
    func inputWasReleased() {
      lock.lock()
      let isOver = phase != .alive
      lock.unlock()
      if !isOver { Delivery.run { terminate(.interrupted, &$0) } }
    }

    @inline(__always)
    private func deliver(_ value: Value, to observers: ContiguousArray<Slot>, _ delivery: inout Delivery) {
      delivery.room -= 1
      for slot in observers {
        guard let observer = slot.observer else { continue }
        if delivery.isFull {
          delivery.postpone { observer.receive(value, &$0) }
        } else {
          observer.receive(value, &delivery)
        }
      }
      delivery.room += 1
    }

    /// Ends a delivery, then delivers what waited for that.
    private func finishDelivery(_ delivery: inout Delivery) {
      lock.lock()
      deliveries -= 1
      while deliveries == 0 {
        if waitingStart < waiting.count {
          let value = waiting[waitingStart]
          waitingStart += 1
          if waitingStart == waiting.count {
            waiting.removeAll(keepingCapacity: waiting.count < 64)
            waitingStart = 0
          }
          deliveries += 1
          let current = slots
          lock.unlock()
          deliver(value, to: current, &delivery)
          guard !delivery.isFull else {
            delivery.postpone { [self] in finishDelivery(&$0) }
            return
          }
          lock.lock()
          deliveries -= 1
        } else if phase == .ending {
          return commitEnd(&delivery)
        } else {
          break
        }
      }
      lock.unlock()
    }

    /// Tells the observers of the end and disposes of what fed the core. Called with the lock held; unlocks it.
    private func commitEnd(_ delivery: inout Delivery) {
      phase = .ended
      let observers = slots
      let upstream = upstream
      let termination = end
      slots = []
      observerCount = 0
      self.upstream = nil
      end = nil
      lock.unlock()
      guard let termination else { return }
      delivery.room -= 1
      for slot in observers {
        guard let observer = slot.observer else { continue }
        if delivery.isFull {
          delivery.postpone { observer.terminate(termination, &$0) }
        } else {
          observer.terminate(termination, &delivery)
        }
      }
      delivery.room += 1
      guard let upstream else { return }
      delivery.then { _ in upstream.dispose() }
    }

    /// Lets events wait until ``finishFirstDelivery(_:)``, so that a first value can be sent before them.
    func beginFirstDelivery() {
      lock.lock()
      deliveries += 1
      lock.unlock()
    }

    /// Sends a first value, if there is one, and then what has waited since ``beginFirstDelivery()``.
    func finishFirstDelivery(_ value: Value) {
      lock.lock()
      let current = slots
      lock.unlock()
      Delivery.run { delivery in
        deliver(value, to: current, &delivery)
        delivery.then { [self] in finishDelivery(&$0) }
      }
    }

    // MARK: Observers

    /// Adds an observer; one that comes too late is interrupted.
    ///
    /// - Complexity: O(1) amortised, for any number of observers.
    func observe(_ observer: ReactiveCore.Observer<Value, Error>) -> Observation? {
      if let observation = observeIfAlive(observer) { return observation }
      observer.terminate(.interrupted)
      return nil
    }

    /// Adds an observer; does nothing when the core has ended.
    func observeIfAlive(_ observer: ReactiveCore.Observer<Value, Error>) -> Observation? {
      lock.lock()
      guard phase == .alive else {
        lock.unlock()
        return nil
      }
      let token = nextToken
      nextToken += 1
      slots.append(Slot(token: token, observer: observer))
      observerCount += 1
      lock.unlock()
      return Observation(of: self, token)
    }

    /// - Complexity: O(log *n*) amortised in the number of observers.
    func remove(_ token: Int) {
      lock.lock()
      guard let index = index(of: token), let removed = slots[index].observer else { return lock.unlock() }
      slots[index].observer = nil
      observerCount -= 1
      if slots.count > 16 && slots.count > observerCount * 2 { slots.removeAll { $0.observer == nil } }
      // Released after the lock: its deinit may come back here.
      withExtendedLifetime(removed) { endIfUnheard() }
    }

    private func index(of token: Int) -> Int? {
      var low = 0
      var high = slots.count
      while low < high {
        let middle = (low + high) / 2
        if slots[middle].token < token { low = middle + 1 } else { high = middle }
      }
      return low < slots.count && slots[low].token == token ? low : nil
    }

    // MARK: Ends without an event

    func shellWasMade() {
      lock.lock()
      shells += 1
      lock.unlock()
    }

    func shellWasReleased() {
      lock.lock()
      shells -= 1
      endIfUnheard()
    }

    /// Ends the core without an event when nobody can hear it.
    func endIfNobodyListens() {
      lock.lock()
      endIfUnheard()
    }

    /// Called with the lock held; unlocks it.
    private func endIfUnheard() {
      guard phase == .alive, shells == 0, observerCount == 0 else { return lock.unlock() }
      phase = .ended
      let upstream = upstream
      self.upstream = nil
      slots = []
      lock.unlock()
      if let upstream { Teardown.perform { upstream.dispose() } }
    }

    /// Says what to dispose of when the core ends; at once when it has ended.
    func setUpstream(_ disposable: (any Disposable)?) {
      lock.lock()
      if phase == .alive || phase == .ending {
        upstream = disposable
        lock.unlock()
      } else {
        lock.unlock()
        disposable?.dispose()
      }
    }

    var hasObservers: Bool {
      lock.lock()
      defer { lock.unlock() }
      return observerCount > 0
    }

    var isAlive: Bool {
      lock.lock()
      defer { lock.unlock() }
      return phase == .alive
    }
  }

  /// One observer's place at a signal; disposing of it takes the observer away.
  final class Observation: Disposable, @unchecked Sendable {
    private let lock = ShortLock()
    private var core: Core?
    private let token: Int

    init(of core: Core, _ token: Int) {
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
}
