extension Signal {
  /// A signal without the first values.
  ///
  /// - Precondition: The count is not negative.
  public func skip(first count: Int) -> Signal<Value, Error> {
    precondition(count >= 0, "a count of values is not negative")
    return count == 0 ? self : operated { SkipFirst($0, count) }
  }

  /// A signal without the values before the first that fails a test.
  ///
  /// - Parameter shouldContinue: Tells whether to skip a value; not called after its first `false`.
  public func skip(while shouldContinue: @escaping (Value) -> Bool) -> Signal<Value, Error> {
    operated { SkipWhile($0, shouldContinue) }
  }
}

extension SignalProducer {
  /// A producer without the first values.
  ///
  /// - Precondition: The count is not negative.
  public func skip(first count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "a count of values is not negative")
    return count == 0 ? self : operated { SkipFirst($0, count) }
  }

  /// A producer without the values before the first that fails a test.
  ///
  /// - Parameter shouldContinue: Tells whether to skip a value; not called after its first `false`.
  public func skip(while shouldContinue: @escaping (Value) -> Bool) -> SignalProducer<Value, Error> {
    operated { SkipWhile($0, shouldContinue) }
  }
}

/// Drops a number of values.
final class SkipFirst<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private var left: Int

  init(_ downstream: Observer<Value, Error>, _ count: Int) {
    self.downstream = downstream
    left = count
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if left > 0 { left -= 1 } else { downstream.receive(value, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Drops values up to the first that fails a test.
final class SkipWhile<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private var isSkipping = true
  private let shouldContinue: (Value) -> Bool

  init(_ downstream: Observer<Value, Error>, _ shouldContinue: @escaping (Value) -> Bool) {
    self.downstream = downstream
    self.shouldContinue = shouldContinue
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if isSkipping {
      guard !shouldContinue(value) else { return }
      isSkipping = false
    }
    downstream.receive(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
