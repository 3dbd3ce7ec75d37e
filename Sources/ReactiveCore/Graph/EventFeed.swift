import Synchronization

private enum Stage {
  static let first: UInt8 = 0
  static let open: UInt8 = 1
  /// It is to be interrupted.
  static let stopped: UInt8 = 2
  static let ended: UInt8 = 3
}

/// Gives an observer the present value of a property, then the changes and the end, without a core in between.
///
/// The observers of a property are called one event after the other already; what a core of its own would add is here:
///
/// - Changes that come before the observer has returned from the present value wait for that, and so does the end.
/// - Disposing of the feed interrupts the observer: at once, unless it is in the midst of a value; then after that.
/// - Behind an end nothing follows.
///
/// A value takes no lock. Who disposes of the feed finds out from the core of the property whether a value may be under way:
/// none is when that core delivers nothing. While the same thread delivers, ``isBusy`` tells. While another does, the
/// interruption waits until that delivery is over.
final class EventFeed<Value>: Operator<Value, Never>, Disposable, @unchecked Sendable {
  private let stage = Synchronization.Atomic<UInt8>(Stage.first)
  private let lock = ShortLock()
  /// The observer, which ``target`` keeps until the end. A value does not count references.
  private let reference: Unmanaged<Observer<Value, Never>>
  private var target: Observer<Value, Never>?
  /// Whether the observer is in the midst of a value; for the thread that delivers.
  @exclusivity(unchecked) private var isBusy = false
  /// What comes before the present value has been taken.
  private var waiting = Line<Value>()
  private var firstEnd: Termination<Never>?
  private var source: AnyCore?
  private var observation: Observation?

  init(_ target: Observer<Value, Never>) {
    self.target = target
    reference = .passUnretained(target)
  }

  deinit { target?.terminate(.interrupted) }

  // MARK: The beginning

  /// Says where the changes come from; `nil` when there will be none.
  func take(_ observation: Observation?, at source: AnyCore?) {
    lock.lock()
    let isStopped = firstEnd != nil
    if source == nil, !isStopped { firstEnd = .completed }
    if !isStopped {
      self.source = source
      self.observation = observation
    }
    lock.unlock()
    if isStopped { observation?.dispose() }
  }

  /// Sends the present value, and then what has come meanwhile.
  func begin(with value: Value, _ delivery: inout Delivery) {
    reference._withUnsafeGuaranteedRef { $0.receive(value, &delivery) }
    open(&delivery)
  }

  /// Interrupts the observer, who has seen nothing, if the feed was disposed of before it began.
  func endsBeforeItBegins(_ delivery: inout Delivery) -> Bool {
    lock.lock()
    let isStopped = firstEnd != nil
    lock.unlock()
    if isStopped { open(&delivery) }
    return isStopped
  }

  private enum FirstStep {
    case value(Value)
    case end(Termination<Never>, Observer<Value, Never>?)
    case none
  }

  private func open(_ delivery: inout Delivery) {
    while true {
      if delivery.isFull { return delivery.postpone { [self] in open(&$0) } }
      switch nextFirstStep() {
      case .value(let value): reference._withUnsafeGuaranteedRef { $0.receive(value, &delivery) }
      case .end(let termination, let target): return target?.terminate(termination, &delivery) ?? ()
      case .none: return
      }
    }
  }

  /// What waits; when nothing does, the feed opens and nothing need wait any more.
  private func nextFirstStep() -> FirstStep {
    lock.lock()
    defer { lock.unlock() }
    if !waiting.isEmpty { return .value(waiting.removeFirst()) }
    guard let firstEnd else {
      stage.store(Stage.open, ordering: .releasing)
      return .none
    }
    return .end(firstEnd, takeTarget())
  }

  /// Takes the observer out, as it is told of the end. The lock is held.
  private func takeTarget() -> Observer<Value, Never>? {
    stage.store(Stage.ended, ordering: .releasing)
    let taken = target
    target = nil
    source = nil
    observation = nil
    return taken
  }

  // MARK: Changes and the end

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    // Behind the end a delivery that began before may still come by.
    guard stage.load(ordering: .acquiring) == Stage.open else { return keep(value, &delivery) }
    isBusy = true
    reference._withUnsafeGuaranteedRef { $0.receive(value, &delivery) }
    if delivery.isFull { delivery.postpone { [self] in finishValue(&$0) } } else { finishValue(&delivery) }
  }

  @inline(__always)
  private func finishValue(_ delivery: inout Delivery) {
    isBusy = false
    if stage.load(ordering: .acquiring) != Stage.open { interrupt(&delivery) }
  }

  @inline(never)
  private func keep(_ value: Value, _ delivery: inout Delivery) {
    lock.lock()
    let stage = stage.load(ordering: .relaxed)
    if stage == Stage.first, firstEnd == nil { waiting.append(value) }
    lock.unlock()
    // The feed opened meanwhile, on another thread: what it waited for is over.
    if stage == Stage.open { receive(value, &delivery) }
  }

  /// The property ends; for its producer that is a completion, also when the signal of the property is interrupted.
  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    lock.lock()
    switch stage.load(ordering: .relaxed) {
    case Stage.first:
      if firstEnd == nil { firstEnd = .completed }
      lock.unlock()
    case Stage.open:
      let target = takeTarget()
      lock.unlock()
      target?.terminate(.completed, &delivery)
    default: lock.unlock()
    }
  }

  /// Tells the observer of the interruption, unless somebody has.
  @inline(never)
  private func interrupt(_ delivery: inout Delivery) {
    lock.lock()
    let target = stage.load(ordering: .relaxed) == Stage.stopped ? takeTarget() : nil
    lock.unlock()
    target?.terminate(.interrupted, &delivery)
  }

  // MARK: Disposal

  var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    if case .interrupted? = firstEnd { return true }
    return stage.load(ordering: .relaxed) >= Stage.stopped
  }

  func dispose() {
    var dropped = Line<Value>()
    lock.lock()
    let former = stage.load(ordering: .relaxed)
    guard former == Stage.first && firstEnd == nil || former == Stage.open else { return lock.unlock() }
    if former == Stage.first {
      firstEnd = .interrupted
      swap(&dropped, &waiting)
    } else {
      stage.store(Stage.stopped, ordering: .releasing)
    }
    let (place, source) = (observation, source)
    observation = nil
    lock.unlock()
    // What is dropped is released after the lock.
    _ = consume dropped
    place?.dispose()
    // In the beginning, who has begun it looks for the end.
    guard former == Stage.open else { return }
    guard let source else { return Delivery.run { interrupt(&$0) } }
    if source.isDeliveredByThisThread {
      // The end of the value that the observer is in the midst of interrupts it.
      if !isBusy { Delivery.run { interrupt(&$0) } }
    } else {
      source.afterDelivery { [self] in interrupt(&$0) }
    }
  }
}
