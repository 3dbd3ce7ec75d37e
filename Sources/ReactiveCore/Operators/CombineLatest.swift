/// Sends a tuple or an array of the latest values of all sources whenever one of them sends.
///
/// The first is sent when every source has sent a value. It completes when all sources have; a failure or an interruption
/// of one ends it.
class CombineLatest<Output, Error: Swift.Error>: Junction<Output, Error>, @unchecked Sendable {
  /// How many sources have sent nothing yet.
  @exclusivity(unchecked) final var missing: Int
  private final var unfinished: Int

  init(_ downstream: Observer<Output, Error>, of count: Int) {
    missing = count
    unfinished = count
    super.init(downstream)
  }

  final func sourceEnded(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock()
    guard case .completed = termination else { return terminate(termination, &delivery) }
    unfinished -= 1
    if unfinished == 0 { terminate(.completed, &delivery) } else { unlock() }
  }
}

// MARK: Sources of different types

extension Signal {
  /// Signals combined; what the public forms with two and more of them call.
  static func combineLatestAll<each Source>(
    _ signal: repeat Signal<each Source, Error>
  ) -> Signal<(repeat each Source), Error> {
    .joined { observer, lifetime in
      let inputs = combineLatestInputs(observer, of: (repeat (each Source).self))
      _ = (repeat (each signal).join(each inputs, during: lifetime))
    }
  }
}

extension SignalProducer {
  /// Producers combined; what the public forms with two and more of them call.
  static func combineLatestAll<each Source>(
    _ producer: repeat SignalProducer<each Source, Error>
  ) -> SignalProducer<(repeat each Source), Error> {
    .joined { observer, lifetime, delivery in
      let inputs = combineLatestInputs(observer, of: (repeat (each Source).self))
      _ = (repeat (each producer).join(each inputs, during: lifetime, &delivery))
    }
  }
}

/// The observers of several sources whose latest values are sent together.
private func combineLatestInputs<each Source, Error>(
  _ downstream: Observer<(repeat each Source), Error>, of source: (repeat (each Source).Type)
) -> (repeat CombineLatestInput<each Source, (repeat each Source), Error>) {
  let slots = Slots(of: (repeat each Source).self)
  let latest = (repeat Latest<each Source>(in: slots))
  var all: [AnyObject] = []
  for each in repeat each latest { all.append(each) }
  let combined = CombineLatestTuple(downstream, slots, all)
  return (repeat CombineLatestInput(combined, each latest))
}

/// The latest value of one source, under the lock of the junction.
final class Latest<Value>: @unchecked Sendable {
  @exclusivity(unchecked) private var isKnown = false
  private let memory: UnsafeMutablePointer<Value>
  private let slots: Slots

  init(in slots: Slots) {
    self.slots = slots
    memory = slots.next()
  }

  deinit {
    if isKnown { memory.deinitialize(count: 1) }
  }

  /// Puts a value in and the one before, if any, in its place.
  ///
  /// - Returns: Whether this is the first value.
  @inline(__always)
  func exchange(_ value: inout Value) -> Bool {
    guard isKnown else {
      memory.initialize(to: value)
      isKnown = true
      return true
    }
    swap(&memory.pointee, &value)
    return false
  }
}

/// Combines sources of different types.
final class CombineLatestTuple<Output, Error: Swift.Error>: CombineLatest<Output, Error>, @unchecked Sendable {
  /// The latest values, which are a tuple as soon as none is missing.
  private let tuple: UnsafeMutablePointer<Output>
  /// What the values lie in.
  private let latest: [AnyObject]

  init(_ downstream: Observer<Output, Error>, _ slots: Slots, _ latest: [AnyObject]) {
    tuple = slots.whole()
    self.latest = latest
    super.init(downstream, of: latest.count)
  }

  @inline(__always)
  func receive<Value>(_ value: Value, as latest: Latest<Value>, _ delivery: inout Delivery) {
    var old = value
    lock()
    if latest.exchange(&old) { missing -= 1 }
    if missing == 0 { send(tuple.pointee, &delivery) } else { unlock() }
    // Released after the lock.
    withExtendedLifetime(old) {}
  }
}

/// Observes one source of several of different types.
final class CombineLatestInput<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let combined: CombineLatestTuple<Output, Error>
  private let latest: Latest<Value>

  init(_ combined: CombineLatestTuple<Output, Error>, _ latest: Latest<Value>) {
    self.combined = combined
    self.latest = latest
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    combined.receive(value, as: latest, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    combined.sourceEnded(termination, &delivery)
  }
}
