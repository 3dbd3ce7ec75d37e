extension Signal where Value: Sequence {
  /// A signal of the elements of the sequences that this one sends.
  public func flatten() -> Signal<Value.Iterator.Element, Error> {
    operated { FlattenSequences($0, $1) }
  }
}

extension SignalProducer where Value: Sequence {
  /// A producer of the elements of the sequences that this one sends.
  public func flatten() -> SignalProducer<Value.Iterator.Element, Error> {
    operated { FlattenSequences($0, $1) }
  }
}

/// Sends the elements of sequences; stops in the middle of one when the stream has ended.
final class FlattenSequences<Value: Sequence, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value.Element, Error>
  private let lifetime: Lifetime

  init(_ downstream: Observer<Value.Element, Error>, _ lifetime: Lifetime) {
    self.downstream = downstream
    self.lifetime = lifetime
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    send(value.makeIterator(), &delivery)
  }

  private func send(_ elements: Value.Iterator, _ delivery: inout Delivery) {
    var elements = elements
    while !delivery.isFull {
      guard let element = elements.next(), !lifetime.hasEnded else { return }
      downstream.receive(element, &delivery)
    }
    let rest = elements
    delivery.postpone { [self] in send(rest, &$0) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
