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
  final class Core: AnyCore, @unchecked Sendable {
    /// What waits for the end of the delivery under way.
    private final class Waiting {
      var values = Line<Value>()
      var end: Termination<Error>?
    }

    // Made when something waits for the first time: a core whose events never do needs no metadata of their types.
    private var waiting: Waiting?

    /// Makes a core that is fed by one observer.
    ///
    /// - Parameter queues: Whether a value that is sent during a delivery waits for its end. When `false`, the caller sees
    ///   to it that values come one at a time, and a value that an observer sends is delivered within the one before.
    override init(queues: Bool) { super.init(queues: queues) }

    // MARK: Events

    func send(_ value: Value, _ delivery: inout Delivery) {
      guard !delivery.isFull else { return postpone(value, &delivery) }
      lock.lock()
      guard phase == .alive else { return lock.unlock() }
      if queues && deliveries > 0 { return wait(value) }
      let observers = beginDelivery()
      lock.unlock()
      deliver(value, to: observers, &delivery)
      finishDelivery(&delivery)
    }

    @inline(never)
    private func postpone(_ value: Value, _ delivery: inout Delivery) {
      delivery.postpone { [self] in send(value, &$0) }
    }

    /// Lets a value wait for the end of the delivery under way. Called with the lock held; unlocks it.
    @inline(never)
    private func wait(_ value: Value) {
      makeWaiting().values.append(value)
      isAwaited = true
      lock.unlock()
    }

    private func makeWaiting() -> Waiting {
      if let waiting { return waiting }
      let new = Waiting()
      waiting = new
      return new
    }

    func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
      guard !delivery.isFull else { return postpone(termination, &delivery) }
      lock.lock()
      guard phase == .alive else { return lock.unlock() }
      phase = .ending
      if deliveries > 0 { wait(for: termination) } else { commitEnd(termination, &delivery) }
    }

    @inline(never)
    private func postpone(_ termination: Termination<Error>, _ delivery: inout Delivery) {
      delivery.postpone { [self] in terminate(termination, &$0) }
    }

    /// Lets the end wait for that of the delivery under way. Called with the lock held; unlocks it.
    @inline(never)
    private func wait(for termination: Termination<Error>) {
      let waiting = makeWaiting()
      var dropped = Line<Value>()
      if case .interrupted = termination { swap(&dropped, &waiting.values) }
      waiting.end = termination
      isAwaited = true
      lock.unlock()
      // What is dropped is released after the lock.
      _ = consume dropped
    }

    /// The input was released: nobody is left who could send.
    func inputWasReleased() {
      lock.lock()
      let isOver = phase != .alive
      lock.unlock()
      if !isOver { Delivery.run { terminate(.interrupted, &$0) } }
    }

    @inline(__always)
    private func deliver(_ value: Value, to observers: ObserverList.Borrowed, _ delivery: inout Delivery) {
      delivery.room -= 1
      for index in 0..<observers.count {
        guard let observer = observers[index] else { continue }
        observer._withUnsafeGuaranteedRef { observer in
          let observer = unsafeDowncast(observer, to: ReactiveCore.Observer<Value, Error>.self)
          if delivery.isFull {
            postpone(value, to: observer, &delivery)
          } else {
            observer.receive(value, &delivery)
          }
        }
      }
      delivery.room += 1
    }

    @inline(never)
    private func postpone(
      _ value: Value, to observer: ReactiveCore.Observer<Value, Error>, _ delivery: inout Delivery
    ) {
      delivery.postpone { observer.receive(value, &$0) }
    }

    /// Ends a delivery, then delivers what waited for that.
    @inline(__always)
    private func finishDelivery(_ delivery: inout Delivery) {
      guard !delivery.isFull else { return postponeFinish(&delivery) }
      lock.lock()
      let remains = endDelivery()
      if isAwaited && deliveries == 0 {
        deliverWaiting(&delivery)
      } else {
        lock.unlock()
      }
      remains?.release()
    }

    @inline(never)
    private func postponeFinish(_ delivery: inout Delivery) {
      delivery.postpone { [self] in finishDelivery(&$0) }
    }

    /// Delivers what waited for the end of a delivery. Called with the lock held; unlocks it.
    @inline(never)
    private func deliverWaiting(_ delivery: inout Delivery) {
      if let steps = takeAfterDeliveries() {
        lock.unlock()
        for step in steps { delivery.then(step) }
        lock.lock()
      }
      while deliveries == 0 {
        guard let waiting, !waiting.values.isEmpty else {
          if let end = waiting?.end { return commitEnd(end, &delivery) }
          isAwaited = false
          break
        }
        let value = waiting.values.removeFirst()
        let observers = beginDelivery()
        lock.unlock()
        deliver(value, to: observers, &delivery)
        guard !delivery.isFull else { return postponeFinish(&delivery) }
        lock.lock()
        // The delivery goes on until this is released, so that nobody overtakes what waits.
        if let remains = self.observers.giveBack() {
          lock.unlock()
          remains.release()
          lock.lock()
        }
        deliveries -= 1
      }
      lock.unlock()
    }

    /// Tells the observers of the end and disposes of what fed the core. Called with the lock held; unlocks it.
    private func commitEnd(_ termination: Termination<Error>, _ delivery: inout Delivery) {
      phase = .ended
      let observers = observers.takeAll()
      let feed = takeFeed()
      lock.unlock()
      delivery.room -= 1
      observers.withEach { object in
        let observer = unsafeDowncast(object, to: ReactiveCore.Observer<Value, Error>.self)
        if delivery.isFull {
          postpone(termination, to: observer, &delivery)
        } else {
          observer.terminate(termination, &delivery)
        }
      }
      delivery.room += 1
      if delivery.isFull { delivery.postpone { _ in feed.dispose() } } else { feed.dispose() }
    }

    @inline(never)
    private func postpone(
      _ termination: Termination<Error>, to observer: ReactiveCore.Observer<Value, Error>, _ delivery: inout Delivery
    ) {
      delivery.postpone { observer.terminate(termination, &$0) }
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
      let current = observers.borrow()
      lock.unlock()
      Delivery.run { delivery in
        deliver(value, to: current, &delivery)
        finishDelivery(&delivery)
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
      add(observer)
    }
  }
}
