extension Signal {
  /// A signal that completes with the last of the first values.
  ///
  /// For no values it has completed already, so that its observers are interrupted.
  ///
  /// - Precondition: The count is not negative.
  public func take(first count: Int) -> Signal<Value, Error> {
    precondition(count >= 0, "a count of values is not negative")
    return count == 0 ? .empty : operated { TakeFirst($0, count) }
  }

  /// A signal of the last values, sent when this one completes.
  ///
  /// A failed or interrupted signal sends none.
  ///
  /// - Precondition: The count is not negative.
  public func take(last count: Int) -> Signal<Value, Error> {
    precondition(count >= 0, "a count of values is not negative")
    return operated { TakeLast($0, count) }
  }

  /// A signal that completes in place of the first value that fails a test.
  public func take(while shouldContinue: @escaping (Value) -> Bool) -> Signal<Value, Error> {
    operated { TakeWhile($0, shouldContinue) }
  }

  /// A signal that completes after the first value that fails a test.
  ///
  /// - Parameter shouldContinue: Called after a value was sent; `false` completes the signal.
  public func take(until shouldContinue: @escaping (Value) -> Bool) -> Signal<Value, Error> {
    operated { TakeUntil($0, shouldContinue) }
  }
}

extension SignalProducer {
  /// A producer that completes with the last of the first values; the rest of the work is stopped.
  ///
  /// For no values it does no work and is interrupted at once.
  public func take(first count: Int) -> SignalProducer<Value, Error> {
    guard count >= 1 else { return SignalProducer { observer, _ in observer.sendInterrupted() } }
    return operated(endsEarly: true) { TakeFirst($0, count) }
  }

  /// A producer of the last values, sent when this one completes.
  ///
  /// A failed or interrupted producer sends none.
  ///
  /// - Precondition: The count is not negative.
  public func take(last count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "a count of values is not negative")
    return operated { TakeLast($0, count) }
  }

  /// A producer that completes in place of the first value that fails a test; the rest of the work is stopped.
  public func take(while shouldContinue: @escaping (Value) -> Bool) -> SignalProducer<Value, Error> {
    operated(endsEarly: true) { TakeWhile($0, shouldContinue) }
  }

  /// A producer that completes after the first value that fails a test; the rest of the work is stopped.
  ///
  /// - Parameter shouldContinue: Called after a value was sent; `false` completes the producer.
  public func take(until shouldContinue: @escaping (Value) -> Bool) -> SignalProducer<Value, Error> {
    operated(endsEarly: true) { TakeUntil($0, shouldContinue) }
  }
}

/// Completes with the last of a number of values.
final class TakeFirst<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private var left: Int

  init(_ downstream: Observer<Value, Error>, _ count: Int) {
    self.downstream = downstream
    left = count
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    guard left > 0 else { return }
    left -= 1
    let isLast = left == 0
    downstream.receive(value, &delivery)
    if isLast { delivery.then { [downstream] in downstream.terminate(.completed, &$0) } }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Sends the last values on completion.
final class TakeLast<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let count: Int
  /// The oldest is at `oldest` once there are as many as wanted.
  private var values: [Value] = []
  private var oldest = 0

  init(_ downstream: Observer<Value, Error>, _ count: Int) {
    self.downstream = downstream
    self.count = count
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if values.count < count {
      values.append(value)
    } else if count > 0 {
      values[oldest] = value
      oldest = oldest + 1 == count ? 0 : oldest + 1
    }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    let values = values
    self.values = []
    if case .completed = termination {
      delivery.forEach(values[oldest...] + values[..<oldest]) { [downstream] in
        downstream.receive($0, &$1)
        return true
      }
    }
    delivery.then { [downstream] in downstream.terminate(termination, &$0) }
  }
}

/// Completes in place of the first value that fails a test.
final class TakeWhile<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let shouldContinue: (Value) -> Bool

  init(_ downstream: Observer<Value, Error>, _ shouldContinue: @escaping (Value) -> Bool) {
    self.downstream = downstream
    self.shouldContinue = shouldContinue
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if shouldContinue(value) {
      downstream.receive(value, &delivery)
    } else {
      downstream.terminate(.completed, &delivery)
    }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Completes after the first value that fails a test.
final class TakeUntil<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let shouldContinue: (Value) -> Bool

  init(_ downstream: Observer<Value, Error>, _ shouldContinue: @escaping (Value) -> Bool) {
    self.downstream = downstream
    self.shouldContinue = shouldContinue
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(value, &delivery)
    guard !delivery.isFull else {
      delivery.postpone { [self] in decide(value, &$0) }
      return
    }
    decide(value, &delivery)
  }

  private func decide(_ value: Value, _ delivery: inout Delivery) {
    if !shouldContinue(value) { downstream.terminate(.completed, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
