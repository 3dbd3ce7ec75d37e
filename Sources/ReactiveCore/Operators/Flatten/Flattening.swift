/// The junction of an outer stream and the inner streams that it sends.
///
/// A subclass is a ``FlattenStrategy``: it decides which inner stream is started, heard and stopped. An inner stream that
/// cannot be stopped, as all of it is known before its start (``Recipe/isImmediate``), needs no place among those at
/// work: one observer hears all of them.
class Flattening<Value, InnerError: Swift.Error, Error: Swift.Error>: Junction<Value, Error>, @unchecked Sendable {
  typealias Inner = InnerInput<Value, InnerError, Error>

  /// Makes the error of the result of an inner stream's.
  private final let widen: (InnerError) -> Error
  /// The inner streams at work, in the order of their starts; `nil` where one has ended.
  private final var works: ContiguousArray<InnerWork?> = []
  /// How many inner streams are at work.
  private(set) final var active: UInt = 0
  /// Whether the outer stream has completed.
  private(set) final var isOuterDone = false

  init(_ downstream: Observer<Value, Error>, _ widen: @escaping (InnerError) -> Error) {
    self.widen = widen
    super.init(downstream)
    immediateInput = ImmediateInput(self)
  }

  /// Hears the immediate inner streams.
  private(set) final var immediateInput: ImmediateInput<Value, InnerError, Error>!

  // MARK: What a strategy decides

  /// Takes an inner stream.
  func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {}

  func receive(_ value: Value, from inner: Inner, _ delivery: inout Delivery) {}

  /// Takes the end of an inner stream; takes it out of those at work.
  func inner(_ inner: Inner, ended termination: Termination<InnerError>, _ delivery: inout Delivery) {}

  /// Lets go of the inner streams that wait to be started. Called after the junction was closed.
  func dropWaiting() {}

  /// Whether nothing is to come from inner streams. Called with the lock held.
  var isInnerDone: Bool { active == 0 }

  // MARK: The outer stream

  final func outerEnded(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock()
    guard case .completed = termination else { return terminate(termination, &delivery) }
    isOuterDone = true
    completeIfDone(&delivery)
  }

  /// Completes the result when everything has. Called with the lock held; unlocks it.
  final func completeIfDone(_ delivery: inout Delivery) {
    if isOuterDone && isInnerDone { complete(&delivery) } else { unlock() }
  }

  // Apart from the way of every inner stream, as it needs to know more of the types.
  @inline(never)
  private func complete(_ delivery: inout Delivery) { terminate(.completed, &delivery) }

  /// Ends the result with the error of an inner stream. Called with the lock held; unlocks it.
  final func fail(_ error: InnerError, _ delivery: inout Delivery) {
    terminate(.failed(widen(error)), &delivery)
  }

  // MARK: The inner streams

  /// Makes an inner stream one of those at work. Called with the lock held.
  final func enter(_ inner: Inner) {
    active += 1
    inner.work.place = works.count
    works.append(inner.work)
  }

  /// Takes note of an immediate inner stream that is about to be run. Called with the lock held.
  final func enterImmediate() { active += 1 }

  /// Takes note of the completion of an immediate inner stream.
  final func immediateCompleted(_ delivery: inout Delivery) {
    lock()
    // Those at work are not counted any more once all were stopped.
    guard !isOver else { return unlock() }
    active -= 1
    completeIfDone(&delivery)
  }

  /// Takes note of the failure of an immediate inner stream.
  final func immediateFailed(_ error: InnerError, _ delivery: inout Delivery) {
    lock()
    fail(error, &delivery)
  }

  /// Takes an inner stream out of those at work. Called with the lock held, and with the inner stream.
  ///
  /// - Complexity: O(1) amortised.
  final func leave(_ inner: Inner) {
    let work = inner.work
    guard work.place < works.count, works[work.place] === work else { return }
    works[work.place] = nil
    active -= 1
    guard works.count > 16 && works.count > active * 2 else { return }
    works.removeAll { $0 == nil }
    for (place, work) in works.enumerated() { work?.place = place }
  }

  /// Starts an inner stream that has entered, unless it has been stopped.
  final func run(_ recipe: Recipe<Value, InnerError>, as inner: Inner, _ delivery: inout Delivery) {
    guard !inner.work.isDisposed else { return }
    recipe.runNested(into: inner, during: inner.work, &delivery)
  }

  /// Stops everything for good, as the result has been stopped: the end of one inner stream starts no other.
  final func shutDown() {
    close()
    dropWaiting()
    stop()
  }

  /// Stops the inner streams at work but one.
  final func stop(allBut exception: Inner? = nil) {
    lock()
    let stopped = works
    works = []
    active = 0
    if let exception { enter(exception) }
    unlock()
    for work in stopped {
      if let work, work !== exception?.work { work.dispose() }
    }
  }
}

/// Observes one inner stream.
final class InnerInput<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Operator<Value, InnerError>, @unchecked Sendable
{
  private let flattening: Flattening<Value, InnerError, Error>
  let work = InnerWork()
  private var hasEnded = false

  init(_ flattening: Flattening<Value, InnerError, Error>) { self.flattening = flattening }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if !hasEnded { flattening.receive(value, from: self, &delivery) }
  }

  override func terminate(_ termination: Termination<InnerError>, _ delivery: inout Delivery) {
    // Its work sends an interruption when it is stopped.
    guard !hasEnded else { return }
    hasEnded = true
    flattening.inner(self, ended: termination, &delivery)
    delivery.then { [work] _ in work.dispose() }
  }
}

/// Observes the inner streams of which all is known before their starts.
///
/// It need not tell them apart: each has ended before another thing happens, but for what its observers do.
final class ImmediateInput<Value, InnerError: Swift.Error, Error: Swift.Error>:
  ImmediateObserver<Value, InnerError>, @unchecked Sendable
{
  // The flattening owns it, and sees to it that it is there while a stream that this hears is run.
  private unowned(unsafe) let flattening: Flattening<Value, InnerError, Error>

  init(_ flattening: Flattening<Value, InnerError, Error>) { self.flattening = flattening }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    flattening.lock()
    flattening.send(value, &delivery)
  }

  override func terminate(_ termination: Termination<InnerError>, _ delivery: inout Delivery) {
    if case .failed(let error) = termination {
      flattening.immediateFailed(error, &delivery)
    } else {
      flattening.immediateCompleted(&delivery)
    }
  }

  override func complete(_ delivery: inout Delivery) { flattening.immediateCompleted(&delivery) }
}

/// Observes the outer stream.
final class OuterInput<Source, OuterError: Swift.Error, Value, InnerError: Swift.Error, Error: Swift.Error>:
  Operator<Source, OuterError>, @unchecked Sendable
{
  private let flattening: Flattening<Value, InnerError, Error>
  private let transform: (Source) -> SignalProducer<Value, InnerError>
  private let widen: (OuterError) -> Error

  init(
    _ flattening: Flattening<Value, InnerError, Error>,
    _ transform: @escaping (Source) -> SignalProducer<Value, InnerError>,
    _ widen: @escaping (OuterError) -> Error
  ) {
    self.flattening = flattening
    self.transform = transform
    self.widen = widen
  }

  override func receive(_ value: Source, _ delivery: inout Delivery) {
    flattening.add(transform(value), &delivery)
  }

  override func terminate(_ termination: Termination<OuterError>, _ delivery: inout Delivery) {
    switch termination {
    case .failed(let error): flattening.outerEnded(.failed(widen(error)), &delivery)
    case .completed: flattening.outerEnded(.completed, &delivery)
    case .interrupted: flattening.outerEnded(.interrupted, &delivery)
    }
  }
}

extension FlattenStrategy {
  /// The observer of an outer stream, which starts the inner ones.
  ///
  /// - Parameter lifetime: The inner streams at work are stopped when it ends, and no other is started.
  func outerInput<Source, OuterError, Value, InnerError, Error>(
    _ downstream: Observer<Value, Error>, during lifetime: Lifetime,
    _ transform: @escaping (Source) -> SignalProducer<Value, InnerError>,
    _ widenOuter: @escaping (OuterError) -> Error, _ widenInner: @escaping (InnerError) -> Error
  ) -> OuterInput<Source, OuterError, Value, InnerError, Error> {
    let flattening: Flattening<Value, InnerError, Error>
    switch kind {
    case .concurrent(let limit):
      flattening = FlattenConcurrent(downstream, widenInner, limit: limit)
    case .latest: flattening = FlattenLatest(downstream, widenInner)
    case .race: flattening = FlattenRace(downstream, widenInner)
    case .throttle: flattening = FlattenThrottle(downstream, widenInner)
    }
    // The junction is let go with the lifetime, which ends with what the junction feeds. A weak reference would make each
    // reference to it slow.
    lifetime.observeEnded { flattening.shutDown() }
    return OuterInput(flattening, transform, widenOuter)
  }
}
