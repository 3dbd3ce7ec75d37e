import Synchronization

/// Gives a function the present value of a property and then the changes, without a stream of its own in between.
///
/// A start of a property's producer for a function that is told of nothing but values needs no more than a place among
/// the observers of the property, who are called one event after the other already. What a stream would add is in the
/// *gate*:
///
/// - Changes that come before the function has returned from the present value wait for that.
/// - Who disposes of the gate gets no further value, not even the one that other observers are being told of.
final class ValueFeed<Value>: Observer<Value, Never>, @unchecked Sendable {
  private let action: (Value) -> Void
  private let gate = FeedGate<Value>()

  private init(_ action: @escaping (Value) -> Void) { self.action = action }

  /// Begins to feed a function.
  ///
  /// - Parameters:
  ///   - observe: Gives the feed its place among the observers; `nil` when there will be no change.
  /// - Returns: What ends it.
  static func begin(
    _ action: @escaping (Value) -> Void,
    _ observe: (ValueFeed) -> (value: Value, source: AnyCore?, observation: Observation?)
  ) -> any Disposable {
    let feed = ValueFeed(action)
    let start = observe(feed)
    feed.gate.take(start.observation, at: start.source)
    action(start.value)
    while let next = feed.gate.openOrNext() { action(next) }
    return feed.gate
  }

  override func receive(_ value: Value) { take(value) }

  override func receive(_ value: Value, _ delivery: inout Delivery) { take(value) }

  @inline(__always)
  private func take(_ value: Value) {
    if gate.isOpen || !gate.keeps(value) { action(value) }
  }
}

private enum Stage {
  static let first: UInt8 = 0
  static let open: UInt8 = 1
  static let stopped: UInt8 = 2
}

/// Whether values pass to a function; what ends that. It does not hold the function.
private final class FeedGate<Value>: Disposable, @unchecked Sendable {
  private let stage = Synchronization.Atomic<UInt8>(Stage.first)
  private let lock = ShortLock()
  private var waiting = Line<Value>()
  private var source: AnyCore?
  private var observation: Observation?

  @inline(__always)
  var isOpen: Bool { stage.load(ordering: .acquiring) == Stage.open }

  func take(_ observation: Observation?, at source: AnyCore?) {
    lock.lock()
    self.source = source
    self.observation = observation
    lock.unlock()
  }

  /// Lets a value wait, or drops it when the gate is closed; tells whether it did.
  @inline(never)
  func keeps(_ value: Value) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let stage = stage.load(ordering: .relaxed)
    if stage == Stage.first { waiting.append(value) }
    return stage != Stage.open
  }

  /// A value that waits; when there is none, the gate opens and none need wait any more.
  func openOrNext() -> Value? {
    lock.lock()
    defer { lock.unlock() }
    guard stage.load(ordering: .relaxed) == Stage.first else { return nil }
    guard waiting.isEmpty else { return waiting.removeFirst() }
    stage.store(Stage.open, ordering: .releasing)
    return nil
  }

  var isDisposed: Bool {
    lock.lock()
    let source = source
    let isStopped = stage.load(ordering: .relaxed) == Stage.stopped
    lock.unlock()
    return isStopped || source?.isAlive != true
  }

  func dispose() {
    var dropped = Line<Value>()
    lock.lock()
    stage.store(Stage.stopped, ordering: .releasing)
    let place = observation
    observation = nil
    source = nil
    swap(&dropped, &waiting)
    lock.unlock()
    // What is dropped is released after the lock.
    _ = consume dropped
    place?.dispose()
  }
}
