/// Puts the values of all sources together by position.
///
/// Values wait in a line for each source. It completes as soon as a source has completed whose line is empty; a failure or
/// an interruption of a source ends it.
final class Zip<Output, Error: Swift.Error>: Junction<Output, Error>, @unchecked Sendable {
  private let lines: [ZipLine]
  private let slots: Slots
  /// Takes the first of each line; called with the lock held when none is empty.
  private let takeFirst: () -> Output
  // Each is used under the lock, for one access at a time.
  /// How many lines have no value.
  @exclusivity(unchecked) private var missing: Int
  /// Whether a line may be closed or hold more than one value.
  @exclusivity(unchecked) private var isUneven = false

  init(_ downstream: Observer<Output, Error>, _ lines: [ZipLine], _ slots: Slots, _ takeFirst: @escaping () -> Output) {
    self.lines = lines
    self.slots = slots
    self.takeFirst = takeFirst
    missing = lines.count
    super.init(downstream)
  }

  /// Zips to tuples.
  convenience init(_ downstream: Observer<Output, Error>, _ lines: [ZipLine], _ slots: Slots) {
    let tuple: UnsafeMutablePointer<Output> = slots.whole()
    self.init(downstream, lines, slots) { tuple.move() }
  }

  /// Zips to arrays.
  convenience init<Value>(
    _ downstream: Observer<Output, Error>, _ lines: [ZipLineOf<Value>], _ slots: Slots
  ) where Output == [Value] {
    let first: UnsafeMutablePointer<Value> = slots.whole()
    self.init(downstream, lines, slots) {
      Array(unsafeUninitializedCapacity: lines.count) { array, count in
        array.baseAddress?.moveInitialize(from: first, count: lines.count)
        count = lines.count
      }
    }
  }

  @inline(__always)
  func receive<Value>(_ value: Value, in line: ZipLineOf<Value>, _ delivery: inout Delivery) {
    lock()
    guard line.isEmpty else {
      line.append(value)
      isUneven = true
      return unlock()
    }
    line.begin(with: value)
    missing -= 1
    if missing == 0 { sendFirst(&delivery) } else { unlock() }
  }

  /// Sends the first of each line. Called with the lock held; unlocks it.
  private func sendFirst(_ delivery: inout Delivery) {
    let output = takeFirst()
    // All lines are empty of a sudden.
    slots.generation &+= 1
    missing = lines.count
    if isUneven && isComplete() {
      send(output, then: .completed, &delivery)
    } else {
      send(output, &delivery)
    }
  }

  /// Lets what waits behind the first move up; tells whether a closed line is empty.
  private func isComplete() -> Bool {
    var isComplete = false
    isUneven = false
    for line in lines {
      if line.moveUp() { missing -= 1 }
      if line.isClosed || line.hasMore { isUneven = true }
      if line.isClosed && line.isEmpty { isComplete = true }
    }
    return isComplete
  }

  func sourceEnded(_ line: ZipLine, _ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock()
    guard case .completed = termination else { return terminate(termination, &delivery) }
    line.isClosed = true
    isUneven = true
    if line.isEmpty { terminate(.completed, &delivery) } else { unlock() }
  }
}

/// What waits of one source of a zip, under the lock of the junction.
class ZipLine: @unchecked Sendable {
  fileprivate final let slots: Slots
  /// The generation of the slots in which the first was put there.
  fileprivate final var generation = -1
  /// Whether the source has completed.
  final var isClosed = false

  init(_ slots: Slots) { self.slots = slots }

  final var isEmpty: Bool { generation != slots.generation }

  /// Whether a value waits behind the first.
  var hasMore: Bool { false }

  /// Puts the next value, if there is one, in the place of the first, which was taken; tells whether there was.
  func moveUp() -> Bool { false }
}

/// The first value lies in the slot of the source, the others in a line behind it.
final class ZipLineOf<Value>: ZipLine, @unchecked Sendable {
  private let first: UnsafeMutablePointer<Value>
  private var more = Line<Value>()

  override init(_ slots: Slots) {
    first = slots.next()
    super.init(slots)
  }

  deinit {
    if !isEmpty { first.deinitialize(count: 1) }
  }

  @inline(__always)
  func begin(with value: Value) {
    first.initialize(to: value)
    generation = slots.generation
  }

  func append(_ value: Value) { more.append(value) }

  override var hasMore: Bool { !more.isEmpty }

  override func moveUp() -> Bool {
    guard !more.isEmpty else { return false }
    begin(with: more.removeFirst())
    return true
  }
}

/// Observes one source of a zip.
final class ZipInput<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let zip: Zip<Output, Error>
  private let line: ZipLineOf<Value>

  init(_ zip: Zip<Output, Error>, _ line: ZipLineOf<Value>) {
    self.zip = zip
    self.line = line
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    zip.receive(value, in: line, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    zip.sourceEnded(line, termination, &delivery)
  }
}

// MARK: Sources of different types

extension Signal {
  /// Signals zipped; what the public forms with two and more of them call.
  static func zipAll<each Source>(
    _ signal: repeat Signal<each Source, Error>
  ) -> Signal<(repeat each Source), Error> {
    .joined { observer, lifetime in
      let inputs = zipInputs(observer, of: (repeat (each Source).self))
      _ = (repeat (each signal).join(each inputs, during: lifetime))
    }
  }
}

extension SignalProducer {
  /// Producers zipped; what the public forms with two and more of them call.
  static func zipAll<each Source>(
    _ producer: repeat SignalProducer<each Source, Error>
  ) -> SignalProducer<(repeat each Source), Error> {
    .joined { observer, lifetime, delivery in
      let inputs = zipInputs(observer, of: (repeat (each Source).self))
      _ = (repeat (each producer).join(each inputs, during: lifetime, &delivery))
    }
  }
}

/// The observers of several sources whose values are put together by position.
private func zipInputs<each Source, Error>(
  _ downstream: Observer<(repeat each Source), Error>, of source: (repeat (each Source).Type)
) -> (repeat ZipInput<each Source, (repeat each Source), Error>) {
  let slots = Slots(of: (repeat each Source).self)
  let line = (repeat ZipLineOf<each Source>(slots))
  var lines: [ZipLine] = []
  for each in repeat each line { lines.append(each) }
  let zip = Zip(downstream, lines, slots)
  return (repeat ZipInput(zip, each line))
}

// MARK: Sources of one type

extension Signal {
  /// A signal of arrays of the values of many signals with the same position.
  ///
  /// It completes as soon as one signal has completed and all its values have been used.
  public static func zip<S: Sequence>(_ signals: S) -> Signal<[Value], Error> where S.Element == Signal {
    let signals = Array(signals)
    guard !signals.isEmpty else { return .empty }
    return .joined { observer, lifetime in
      let slots = Slots(of: Value.self, count: signals.count)
      let lines = signals.map { _ in ZipLineOf<Value>(slots) }
      let zip = Zip(observer, lines, slots)
      for (signal, line) in Swift.zip(signals, lines) { signal.join(ZipInput(zip, line), during: lifetime) }
    }
  }
}

extension SignalProducer {
  /// A producer that starts many producers in order and sends arrays of their values with the same position.
  ///
  /// It completes as soon as one producer has completed and all its values have been used.
  public static func zip<S: Sequence>(_ producers: S) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    zip(Array(producers), ifEmpty: nil)
  }

  /// As ``zip(_:)-(S)``, with a value that is sent when there are no producers.
  public static func zip<S: Sequence>(
    _ producers: S, emptySentinel: [S.Element.Value]
  ) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    zip(Array(producers), ifEmpty: emptySentinel)
  }

  private static func zip<Source: SignalProducerConvertible>(
    _ sources: [Source], ifEmpty sentinel: [Value]?
  ) -> SignalProducer<[Value], Error> where Source.Value == Value, Source.Error == Error {
    guard !sources.isEmpty else { return .sending(sentinel) }
    let producers = sources.map(\.producer)
    return .joined { observer, lifetime, delivery in
      let slots = Slots(of: Value.self, count: producers.count)
      let lines = producers.map { _ in ZipLineOf<Value>(slots) }
      let zip = Zip(observer, lines, slots)
      for (producer, line) in Swift.zip(producers, lines) {
        producer.join(ZipInput(zip, line), during: lifetime, &delivery)
      }
    }
  }
}
