extension Signal {
  /// A signal of the values of many signals, that completes when all of them have ended.
  ///
  /// A failure of one ends it at once; an interruption counts as completion.
  public static func merge<Seq: Sequence>(_ signals: Seq) -> Signal where Seq.Element == Signal {
    let signals = Array(signals)
    guard !signals.isEmpty else { return .empty }
    return joined { observer, lifetime in
      let input = MergeInput(Merge(observer, of: signals.count))
      for each in signals { each.join(input, during: lifetime) }
    }
  }

  /// As ``merge(_:)-(Seq)``.
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// A signal of the values of this signal and another, that completes when both have ended.
  public func merge(with other: Signal) -> Signal {
    .merge([self, other])
  }
}

extension SignalProducer {
  /// A producer that starts many producers in order and sends the values of all.
  ///
  /// As the one of anything that a producer can be made of; this one gives the elements of a literal their type.
  public static func merge<Seq: Sequence>(_ producers: Seq) -> SignalProducer
  where Seq.Element == SignalProducer<Value, Error> {
    merging(Array(producers))
  }

  /// A producer that starts many producers in order and sends the values of all.
  ///
  /// It completes when all of them have ended. A failure of one ends it at once; an interruption counts as completion.
  public static func merge<Seq: Sequence, S: SignalProducerConvertible>(_ producers: Seq) -> SignalProducer
  where S.Value == Value, S.Error == Error, Seq.Element == S {
    merging(producers.map(\.producer))
  }

  private static func merging(_ producers: [SignalProducer]) -> SignalProducer {
    guard !producers.isEmpty else { return sending(nil) }
    return joined { observer, lifetime, delivery in
      let input = MergeInput(Merge(observer, of: producers.count))
      for each in producers { each.join(input, during: lifetime, &delivery) }
    }
  }

  /// A producer that starts this and another and sends the values of both.
  public func merge(with other: SignalProducer) -> SignalProducer {
    .merge([self, other])
  }

  /// A producer that starts this and another and sends the values of both.
  public func merge<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer
  where Other.Value == Value, Other.Error == Error {
    merge(with: other.producer)
  }
}

/// Sends the values of all sources.
final class Merge<Value, Error: Swift.Error>: Junction<Value, Error>, @unchecked Sendable {
  private var unfinished: Int

  init(_ downstream: Observer<Value, Error>, of count: Int) {
    unfinished = count
    super.init(downstream)
  }

  func sourceEnded(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock()
    if case .failed = termination { return terminate(termination, &delivery) }
    unfinished -= 1
    if unfinished == 0 { terminate(.completed, &delivery) } else { unlock() }
  }
}

/// Observes all sources of a merge.
private final class MergeInput<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let merge: Merge<Value, Error>

  init(_ merge: Merge<Value, Error>) { self.merge = merge }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    merge.lock()
    merge.send(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    merge.sourceEnded(termination, &delivery)
  }
}
