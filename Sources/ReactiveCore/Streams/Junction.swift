/// Where several streams meet and leave as one.
///
/// An operator of several sources may be called by several threads at once, and by its own observers. It keeps its state
/// in a subclass of this, under the lock of the junction, and decides there what to send. These rules hold:
///
/// - J1. Events leave in the order in which they were decided, one after the other.
/// - J2. The lock is not held while an observer runs.
/// - J3. Nothing is sent after the end. An interruption drops what waits; another end comes after it.
/// - J4. Nothing is decided once the junction is closed, as it is when the stream that it feeds has been stopped.
///
/// They hold because one thread at a time sends: an event that is decided meanwhile waits for it. What a junction feeds
/// need not queue by itself.
class Junction<Value, Error: Swift.Error>: @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let stateLock = ShortLock()
  // Each is used under the lock, for one access at a time.
  /// Whether the end has been decided.
  @exclusivity(unchecked) private(set) final var isOver = false
  @exclusivity(unchecked) private final var isSending = false
  /// Whether something has been decided that is not sent yet.
  @exclusivity(unchecked) private final var hasWaiting = false
  @exclusivity(unchecked) private final var waiting = Line<Value>()
  /// The end, while it waits.
  @exclusivity(unchecked) private final var end: Termination<Error>?

  init(_ downstream: Observer<Value, Error>) {
    self.downstream = downstream
  }

  @inline(__always)
  final func lock() { stateLock.lock() }

  @inline(__always)
  final func unlock() { stateLock.unlock() }

  /// Sends a value. Called with the lock held; unlocks it.
  final func send(_ value: Value, _ delivery: inout Delivery) {
    guard !isOver else { return unlock() }
    guard !isSending else {
      waiting.append(value)
      hasWaiting = true
      return unlock()
    }
    isSending = true
    unlock()
    pass(value, &delivery)
  }

  /// Sends a value and the end after it. Called with the lock held; unlocks it.
  final func send(_ value: Value, then termination: Termination<Error>, _ delivery: inout Delivery) {
    guard !isOver else { return unlock() }
    isOver = true
    end = termination
    hasWaiting = true
    guard !isSending else {
      waiting.append(value)
      return unlock()
    }
    isSending = true
    unlock()
    pass(value, &delivery)
  }

  /// Ends the stream. Called with the lock held; unlocks it.
  final func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    guard !isOver else { return unlock() }
    isOver = true
    end = termination
    hasWaiting = true
    var dropped = Line<Value>()
    if case .interrupted = termination { swap(&dropped, &waiting) }
    let isIdle = !isSending
    isSending = true
    unlock()
    // Destroyed after the lock.
    _ = consume dropped
    if isIdle { passWaiting(&delivery) }
  }

  /// Decides nothing any more: nobody is left who could hear it. What waits is dropped, and an end that waits, too.
  final func close() {
    lock()
    isOver = true
    end = nil
    hasWaiting = false
    var dropped = Line<Value>()
    swap(&dropped, &waiting)
    unlock()
    // Destroyed after the lock.
    _ = consume dropped
  }

  private final func pass(_ value: Value, _ delivery: inout Delivery) {
    guard !delivery.isFull else {
      delivery.postpone { [self] in pass(value, &$0) }
      return
    }
    delivery.room -= 1
    downstream.receive(value, &delivery)
    delivery.room += 1
    if delivery.isFull {
      delivery.postpone { [self] in passWaiting(&$0) }
    } else {
      passWaiting(&delivery)
    }
  }

  /// Sends what was decided while something else was sent.
  @inline(__always)
  private final func passWaiting(_ delivery: inout Delivery) {
    lock()
    guard !hasWaiting else { return passDecided(&delivery) }
    isSending = false
    unlock()
  }

  /// Sends what waits. Called with the lock held; unlocks it.
  // Apart from the way of a value that nothing waits behind, as it needs to know more of the types.
  @inline(never)
  private final func passDecided(_ delivery: inout Delivery) {
    while hasWaiting {
      guard !delivery.isFull else {
        unlock()
        delivery.postpone { [self] in passWaiting(&$0) }
        return
      }
      if !waiting.isEmpty {
        let value = waiting.removeFirst()
        unlock()
        delivery.room -= 1
        downstream.receive(value, &delivery)
        delivery.room += 1
      } else if let termination = end {
        // From here on `isSending` stays set: nothing follows.
        end = nil
        unlock()
        return downstream.terminate(termination, &delivery)
      } else {
        hasWaiting = false
        continue
      }
      lock()
    }
    isSending = false
    unlock()
  }
}

extension Signal {
  /// A signal that a junction feeds.
  ///
  /// - Parameter connect: Gets the input of the new signal and a lifetime that ends with it; observes the sources.
  static func joined(_ connect: (ReactiveCore.Observer<Value, Error>, Lifetime) -> Void) -> Signal {
    let output = Core(queues: false)
    let disposables = CompositeDisposable()
    output.setUpstream(disposables)
    connect(CoreInput(output), Lifetime(disposables))
    return Signal(output)
  }

  /// Observes the signal as one of several until the lifetime ends.
  ///
  /// - Returns: What ends the observation before; `nil` when the signal has ended.
  @discardableResult
  func join(_ input: ReactiveCore.Observer<Value, Error>, during lifetime: Lifetime) -> (any Disposable)? {
    let observation = core.observe(input)
    lifetime += observation
    return observation
  }
}

extension SignalProducer {
  /// A producer that a junction feeds. It is interrupted behind the junction, and the sources are after that.
  ///
  /// - Parameter connect: Called at each start. Gets what receives the events of the junction and a lifetime that ends with
  ///   them; starts the sources.
  static func joined(
    _ connect: @escaping (Observer<Value, Error>, Lifetime, inout Delivery) -> Void
  ) -> SignalProducer {
    SignalProducer(JunctionRecipe(connect))
  }

  /// A producer that completes, after a value if there is one.
  static func sending(_ value: Value?) -> SignalProducer {
    if let value { SignalProducer(value: value) } else { .empty }
  }

  /// Starts the producer as one of several, after those before it, unless the lifetime has ended.
  ///
  /// - Returns: What stops it before the lifetime ends.
  @discardableResult
  func join(
    _ input: Observer<Value, Error>, during lifetime: Lifetime, _ delivery: inout Delivery
  ) -> any Disposable {
    let work = StartedWork()
    lifetime += work
    delivery.then { [recipe] delivery in
      if !work.isDisposed { recipe.runNested(into: DisposeAtEnd(input, work), during: work, &delivery) }
    }
    return work
  }
}

/// Passes the events of one source on to a junction as they are.
final class JunctionInput<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let junction: Junction<Value, Error>

  init(_ junction: Junction<Value, Error>) { self.junction = junction }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    junction.lock()
    junction.send(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    junction.lock()
    junction.terminate(termination, &delivery)
  }
}

/// Starts several sources that meet in a junction.
final class JunctionRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  typealias Connect = (Observer<Value, Error>, Lifetime, inout Delivery) -> Void

  /// Holds the recipes of the sources, in an object, so that a long row of recipes is not released by recursion.
  private final class Sources {
    let connect: Connect

    init(_ connect: @escaping Connect) { self.connect = connect }
  }

  private var sources: Sources?

  init(_ connect: @escaping Connect) {
    sources = Sources(connect)
    super.init(queues: false)
  }

  deinit { Teardown.release(sources.take()) }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    sources?.connect(CoreInput(core), work.lifetime, &delivery)
  }
}
