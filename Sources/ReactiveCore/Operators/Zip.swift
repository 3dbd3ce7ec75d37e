/// Puts the values of all sources together by position.
///
/// Values wait in a line for each source. It completes as soon as a source has completed whose line is empty; a failure or
/// an interruption of a source ends it.
final class Zip<Output, Error: Swift.Error>: Junction<Output, Error>, @unchecked Sendable {
  private let lines: [ZipLine]
  /// Takes the first of each line; called with the lock held when none is empty.
  private let takeFirst: () -> Output
  private var nonempty = 0

  init(_ downstream: Observer<Output, Error>, _ lines: [ZipLine], _ takeFirst: @escaping () -> Output) {
    self.lines = lines
    self.takeFirst = takeFirst
    super.init(downstream)
  }

  func receive<Value>(_ value: Value, in line: ZipLineOf<Value>, _ delivery: inout Delivery) {
    lock()
    if line.isEmpty { nonempty += 1 }
    line.append(value)
    guard nonempty == lines.count else { return unlock() }
    let output = takeFirst()
    var isComplete = false
    for line in lines where line.isEmpty {
      nonempty -= 1
      if line.isClosed { isComplete = true }
    }
    if isComplete { send(output, then: .completed, &delivery) } else { send(output, &delivery) }
  }

  func sourceEnded(_ line: ZipLine, _ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock()
    guard case .completed = termination else { return terminate(termination, &delivery) }
    line.isClosed = true
    if line.isEmpty { terminate(.completed, &delivery) } else { unlock() }
  }
}

/// What waits of one source of a zip, under the lock of the junction.
class ZipLine: @unchecked Sendable {
  /// Whether the source has completed.
  final var isClosed = false
  fileprivate(set) final var isEmpty = true
}

final class ZipLineOf<Value>: ZipLine, @unchecked Sendable {
  private var values = Line<Value>()

  func append(_ value: Value) {
    values.append(value)
    isEmpty = false
  }

  func takeFirst() -> Value {
    let first = values.popFirst()!
    isEmpty = values.isEmpty
    return first
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
  let line = (repeat ZipLineOf<each Source>())
  var lines: [ZipLine] = []
  for each in repeat each line { lines.append(each) }
  let zip = Zip(downstream, lines) { (repeat (each line).takeFirst()) }
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
      let lines = signals.map { _ in ZipLineOf<Value>() }
      let zip = Zip(observer, lines) { lines.map { $0.takeFirst() } }
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
      let lines = producers.map { _ in ZipLineOf<Value>() }
      let zip = Zip(observer, lines) { lines.map { $0.takeFirst() } }
      for (producer, line) in Swift.zip(producers, lines) {
        producer.join(ZipInput(zip, line), during: lifetime, &delivery)
      }
    }
  }
}
