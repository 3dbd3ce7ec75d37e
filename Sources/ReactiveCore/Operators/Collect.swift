extension Signal {
  /// A signal of all values as one array, sent when this one completes.
  ///
  /// Without any value an empty array is sent. A failed or interrupted signal sends no array.
  public func collect() -> Signal<[Value], Error> {
    operated { Collect($0, .never) }
  }

  /// A signal of arrays of a given number of values.
  ///
  /// Values that are left when this signal completes are sent as a shorter array. When it completes without any value, an
  /// empty array is sent.
  ///
  /// - Precondition: The count is greater than zero.
  public func collect(count: Int) -> Signal<[Value], Error> {
    precondition(count > 0, "an array of collected values has at least one value")
    return operated { Collect($0, .atCount(count)) }
  }

  /// A signal of arrays that end where a test says so.
  ///
  /// Values that are left when this signal completes are sent as the last array. When it completes without any value, an
  /// empty array is sent.
  ///
  /// - Parameter shouldEmit: Gets what has been collected, the latest value included; `true` sends it.
  public func collect(
    _ shouldEmit: @escaping (_ collectedValues: [Value]) -> Bool
  ) -> Signal<[Value], Error> {
    operated { Collect($0, .after(shouldEmit)) }
  }

  /// A signal of arrays that begin where a test says so.
  ///
  /// Values that are left when this signal completes are sent as the last array. When it completes without any value, an
  /// empty array is sent.
  ///
  /// - Parameter shouldEmit: Gets what has been collected before a value, and the value; `true` sends what has been
  ///   collected, and the value begins the next array.
  public func collect(
    _ shouldEmit: @escaping (_ collected: [Value], _ latest: Value) -> Bool
  ) -> Signal<[Value], Error> {
    operated { Collect($0, .before(shouldEmit)) }
  }
}

extension SignalProducer {
  /// A producer of all values as one array, sent when this one completes.
  ///
  /// Without any value an empty array is sent. A failed or interrupted producer sends no array.
  public func collect() -> SignalProducer<[Value], Error> {
    operated { Collect($0, .never) }
  }

  /// A producer of arrays of a given number of values.
  ///
  /// Values that are left when this producer completes are sent as a shorter array. When it completes without any value,
  /// an empty array is sent.
  ///
  /// - Precondition: The count is greater than zero.
  public func collect(count: Int) -> SignalProducer<[Value], Error> {
    precondition(count > 0, "an array of collected values has at least one value")
    return operated { Collect($0, .atCount(count)) }
  }

  /// A producer of arrays that end where a test says so.
  ///
  /// Values that are left when this producer completes are sent as the last array. When it completes without any value,
  /// an empty array is sent.
  ///
  /// - Parameter shouldEmit: Gets what has been collected, the latest value included; `true` sends it.
  public func collect(
    _ shouldEmit: @escaping (_ collectedValues: [Value]) -> Bool
  ) -> SignalProducer<[Value], Error> {
    operated { Collect($0, .after(shouldEmit)) }
  }

  /// A producer of arrays that begin where a test says so.
  ///
  /// Values that are left when this producer completes are sent as the last array. When it completes without any value,
  /// an empty array is sent.
  ///
  /// - Parameter shouldEmit: Gets what has been collected before a value, and the value; `true` sends what has been
  ///   collected, and the value begins the next array.
  public func collect(
    _ shouldEmit: @escaping (_ collected: [Value], _ latest: Value) -> Bool
  ) -> SignalProducer<[Value], Error> {
    operated { Collect($0, .before(shouldEmit)) }
  }
}

/// Gathers values and sends them as arrays.
final class Collect<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  /// Where one array ends and the next begins.
  enum Cut {
    case never
    case atCount(Int)
    case after(([Value]) -> Bool)
    case before(([Value], Value) -> Bool)
  }

  private let downstream: Observer<[Value], Error>
  private let cut: Cut
  private var values: [Value] = []
  private var isFresh = true

  init(_ downstream: Observer<[Value], Error>, _ cut: Cut) {
    self.downstream = downstream
    self.cut = cut
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    isFresh = false
    if values.isEmpty, case .atCount(let count) = cut { values.reserveCapacity(min(count, 256)) }
    if case .before(let shouldEmit) = cut {
      let isCut = shouldEmit(values, value)
      let batch = isCut ? take() : []
      values.append(value)
      if isCut { downstream.receive(batch, &delivery) }
      return
    }
    values.append(value)
    let isCut =
      switch cut {
      case .atCount(let count): values.count == count
      case .after(let shouldEmit): shouldEmit(values)
      case .never, .before: false
      }
    if isCut { downstream.receive(take(), &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .completed = termination, isFresh || !values.isEmpty { downstream.receive(take(), &delivery) }
    delivery.then { [downstream] in downstream.terminate(termination, &$0) }
  }

  private func take() -> [Value] {
    let batch = values
    values = []
    return batch
  }
}
