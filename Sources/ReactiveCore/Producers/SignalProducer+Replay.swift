extension SignalProducer {
  /// A producer that does the work of this one once, and gives its latest values to everybody who comes later.
  ///
  /// The first start begins the work; further starts join in, and get the last values and the end, if that has come. The
  /// work is stopped when the producer and all its copies have been released and nobody is being sent events any more.
  ///
  /// - Parameter capacity: How many of the latest values are kept for later starts; not negative.
  public func replayLazily(upTo capacity: Int) -> SignalProducer<Value, Error> {
    precondition(capacity >= 0, "a number of values is not negative")
    return SignalProducer(ReplayRecipe(recipe, capacity))
  }
}

/// Sends what one run of another recipe sends, to all starts.
private final class ReplayRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let shared: SharedRun<Value, Error>
  private let sourceDepth: Int

  init(_ source: Recipe<Value, Error>, _ capacity: Int) {
    shared = SharedRun(source, Replay(capacity))
    sourceDepth = source.depth
    super.init(queues: true)
  }

  override var depth: Int { sourceDepth + 1 }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    let shared = shared
    // Who is being sent events keeps the run.
    work.lifetime.observeEnded { withExtendedLifetime(shared) {} }
    shared.replay.add(CoreInput(core), during: work.lifetime, &delivery)
    delivery.then { shared.start(&$0) }
  }
}

/// The one run of a recipe, which ends when nobody holds it any more.
private final class SharedRun<Value, Error: Swift.Error>: @unchecked Sendable {
  let replay: Replay<Value, Error>
  private var source: Recipe<Value, Error>?
  private let run: ProducerRun<Value, Error>
  private let hasStarted = OnceFlag()

  init(_ source: Recipe<Value, Error>, _ replay: Replay<Value, Error>) {
    self.source = source
    self.replay = replay
    run = ProducerRun(source)
    run.core.attach(replay)
  }

  deinit {
    run.dispose()
    Recipe.release(&source)
  }

  func start(_ delivery: inout Delivery) {
    if let source, hasStarted.raise() { run.start(source, &delivery) }
  }
}

/// Sends events to observers that come at any time, with the latest values first.
private final class Replay<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private final class Entry {
    let observer: Observer<Value, Error>
    /// What has come while the observer was sent what was there before; `nil` when it has been sent all.
    var missed: [Value]? = []

    init(_ observer: Observer<Value, Error>) { self.observer = observer }
  }

  private let capacity: Int
  private let lock = ShortLock()
  /// The latest values, round; the oldest is at `oldest` once there are as many as are kept.
  private var latest: [Value?] = []
  private var oldest = 0
  private var end: Termination<Error>?
  private var entries = Bag<Entry>()

  init(_ capacity: Int) { self.capacity = capacity }

  // MARK: What is sent

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    lock.lock()
    let dropped = keep(value)
    var ready: [Observer<Value, Error>] = []
    for entry in entries {
      if entry.missed == nil { ready.append(entry.observer) } else { entry.missed!.append(value) }
    }
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(dropped) {}
    delivery.forEach(ready) { observer, delivery in
      observer.receive(value, &delivery)
      return true
    }
  }

  private func keep(_ value: Value) -> Value? {
    guard capacity > 0 else { return nil }
    guard latest.count == capacity else {
      latest.append(value)
      return nil
    }
    let dropped = latest[oldest]
    latest[oldest] = value
    oldest = (oldest + 1) % capacity
    return dropped
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock.lock()
    end = termination
    let ready = entries.filter { $0.missed == nil }
    let all = entries
    entries = Bag()
    lock.unlock()
    withExtendedLifetime(all) {}
    delivery.forEach(ready) { entry, delivery in
      entry.observer.terminate(termination, &delivery)
      return true
    }
  }

  // MARK: Observers

  /// Sends the latest values to an observer, and then what comes.
  func add(_ observer: Observer<Value, Error>, during lifetime: Lifetime, _ delivery: inout Delivery) {
    let entry = Entry(observer)
    lock.lock()
    let (latest, oldest) = (latest, oldest)
    let token = end == nil ? entries.insert(entry) : nil
    lock.unlock()
    if let token { lifetime.observeEnded { [self] in remove(token) } }
    send((latest[oldest...] + latest[..<oldest]).map { $0! }, to: entry, &delivery)
  }

  private func send(_ values: [Value], to entry: Entry, _ delivery: inout Delivery) {
    delivery.forEach(values) { value, delivery in
      entry.observer.receive(value, &delivery)
      return true
    }
    delivery.then { [self] in catchUp(entry, &$0) }
  }

  /// Sends what an observer has missed, or lets it have what comes.
  private func catchUp(_ entry: Entry, _ delivery: inout Delivery) {
    lock.lock()
    let missed = entry.missed ?? []
    entry.missed = missed.isEmpty ? nil : []
    let end = end
    lock.unlock()
    if !missed.isEmpty {
      send(missed, to: entry, &delivery)
    } else if let end {
      entry.observer.terminate(end, &delivery)
    }
  }

  private func remove(_ token: Bag<Entry>.Token) {
    lock.lock()
    let removed = entries.remove(using: token)
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(removed) {}
  }
}
