extension Delivery {
  /// Does a step with each element in turn, each after all that followed from the one before.
  ///
  /// The sequence is read only as fast as its elements are used, so it may be without end.
  ///
  /// - Parameter step: Tells whether to go on.
  mutating func forEach<S: Sequence>(_ elements: S, _ step: @escaping (S.Element, inout Delivery) -> Bool) {
    forEach(of: elements.makeIterator(), step)
  }

  private mutating func forEach<I: IteratorProtocol>(
    of iterator: I, _ step: @escaping (I.Element, inout Delivery) -> Bool
  ) {
    var iterator = iterator
    while !isFull {
      guard let element = iterator.next(), step(element, &self) else { return }
    }
    let rest = iterator
    postpone { $0.forEach(of: rest, step) }
  }
}
