/// Combines sources of one type to an array.
///
/// The array is changed in place, so an event costs the same for any number of sources unless somebody keeps the array.
final class CombineLatestArray<Value, Error: Swift.Error>: CombineLatest<[Value], Error>, @unchecked Sendable {
  /// Until none is missing.
  private var first: [Value?]
  @exclusivity(unchecked) private var latest: [Value] = []

  override init(_ downstream: Observer<[Value], Error>, of count: Int) {
    first = Array(repeating: nil, count: count)
    super.init(downstream, of: count)
  }

  func receive(_ value: Value, at index: Int, _ delivery: inout Delivery) {
    var old = value
    lock()
    if missing == 0 {
      swap(&old, &latest[index])
    } else {
      var slot = Optional(value)
      swap(&slot, &first[index])
      if let slot { old = slot } else { missing -= 1 }
      guard missing == 0 else {
        unlock()
        return withExtendedLifetime(old) {}
      }
      latest = first.map { $0! }
      first = []
    }
    send(latest, &delivery)
    withExtendedLifetime(old) {}
  }
}

/// Observes one source of several of one type.
private final class CombineLatestArrayInput<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let combined: CombineLatestArray<Value, Error>
  private let index: Int

  init(_ combined: CombineLatestArray<Value, Error>, _ index: Int) {
    self.combined = combined
    self.index = index
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    combined.receive(value, at: index, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    combined.sourceEnded(termination, &delivery)
  }
}

extension Signal {
  /// A signal of the latest values of many signals, sent when one of them sends and all have.
  ///
  /// It completes when all of them have. The array is made anew only if somebody keeps the one before.
  public static func combineLatest<S: Sequence>(_ signals: S) -> Signal<[Value], Error> where S.Element == Signal {
    let signals = Array(signals)
    guard !signals.isEmpty else { return .empty }
    return .joined { observer, lifetime in
      let combined = CombineLatestArray(observer, of: signals.count)
      for (index, signal) in signals.enumerated() {
        signal.join(CombineLatestArrayInput(combined, index), during: lifetime)
      }
    }
  }
}

extension SignalProducer {
  /// A producer that starts many producers in order and sends their latest values when one of them sends and all have.
  ///
  /// It completes when all of them have. The array is made anew only if somebody keeps the one before.
  public static func combineLatest<S: Sequence>(_ producers: S) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    combineLatest(Array(producers), ifEmpty: nil)
  }

  /// As ``combineLatest(_:)-(S)``, with a value that is sent when there are no producers.
  public static func combineLatest<S: Sequence>(
    _ producers: S, emptySentinel: [S.Element.Value]
  ) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    combineLatest(Array(producers), ifEmpty: emptySentinel)
  }

  private static func combineLatest<Source: SignalProducerConvertible>(
    _ sources: [Source], ifEmpty sentinel: [Value]?
  ) -> SignalProducer<[Value], Error> where Source.Value == Value, Source.Error == Error {
    guard !sources.isEmpty else { return .sending(sentinel) }
    let producers = sources.map(\.producer)
    return .joined { observer, lifetime, delivery in
      let combined = CombineLatestArray(observer, of: producers.count)
      for (index, producer) in producers.enumerated() {
        producer.join(CombineLatestArrayInput(combined, index), during: lifetime, &delivery)
      }
    }
  }
}
