extension Signal {
  /// A signal of all partial results of a fold.
  ///
  /// - Parameters:
  ///   - initialResult: What the first value is combined with; it is not sent.
  ///   - nextPartialResult: Makes the next result from the one before and a value.
  public func scan<U>(
    _ initialResult: U, _ nextPartialResult: @escaping (U, Value) -> U
  ) -> Signal<U, Error> {
    operated { Scan($0, initialResult, nextPartialResult) }
  }

  /// As ``scan(_:_:)``, changing the result in place.
  ///
  /// - Parameter nextPartialResult: Must not send into the same stream.
  public func scan<U>(
    into initialResult: U, _ nextPartialResult: @escaping (inout U, Value) -> Void
  ) -> Signal<U, Error> {
    operated { ScanInPlace($0, initialResult, nextPartialResult) }
  }

  /// A signal of what a state machine puts out for each value.
  ///
  /// - Parameters:
  ///   - initialState: The state for the first value.
  ///   - next: Makes the next state, and what is sent, from a state and a value.
  public func scanMap<State, U>(
    _ initialState: State, _ next: @escaping (State, Value) -> (State, U)
  ) -> Signal<U, Error> {
    operated { ScanMap($0, initialState, next) }
  }

  /// As ``scanMap(_:_:)``, changing the state in place.
  ///
  /// - Parameter next: Must not send into the same stream.
  public func scanMap<State, U>(
    into initialState: State, _ next: @escaping (inout State, Value) -> U
  ) -> Signal<U, Error> {
    operated { ScanMapInPlace($0, initialState, next) }
  }
}

extension SignalProducer {
  /// A producer of all partial results of a fold.
  ///
  /// - Parameters:
  ///   - initialResult: What the first value is combined with; it is not sent.
  ///   - nextPartialResult: Makes the next result from the one before and a value.
  public func scan<U>(
    _ initialResult: U, _ nextPartialResult: @escaping (U, Value) -> U
  ) -> SignalProducer<U, Error> {
    operated { Scan($0, initialResult, nextPartialResult) }
  }

  /// As ``scan(_:_:)``, changing the result in place.
  ///
  /// - Parameter nextPartialResult: Must not send into the same stream.
  public func scan<U>(
    into initialResult: U, _ nextPartialResult: @escaping (inout U, Value) -> Void
  ) -> SignalProducer<U, Error> {
    operated { ScanInPlace($0, initialResult, nextPartialResult) }
  }

  /// A producer of what a state machine puts out for each value.
  ///
  /// - Parameters:
  ///   - initialState: The state for the first value.
  ///   - next: Makes the next state, and what is sent, from a state and a value.
  public func scanMap<State, U>(
    _ initialState: State, _ next: @escaping (State, Value) -> (State, U)
  ) -> SignalProducer<U, Error> {
    operated { ScanMap($0, initialState, next) }
  }

  /// As ``scanMap(_:_:)``, changing the state in place.
  ///
  /// - Parameter next: Must not send into the same stream.
  public func scanMap<State, U>(
    into initialState: State, _ next: @escaping (inout State, Value) -> U
  ) -> SignalProducer<U, Error> {
    operated { ScanMapInPlace($0, initialState, next) }
  }
}

/// Sends each partial result of a fold.
final class Scan<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private var result: Output
  private let next: (Output, Value) -> Output

  init(_ downstream: Observer<Output, Error>, _ initial: Output, _ next: @escaping (Output, Value) -> Output) {
    self.downstream = downstream
    self.result = initial
    self.next = next
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    let result = next(result, value)
    self.result = result
    downstream.receive(result, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Sends each partial result of a fold that changes it in place.
final class ScanInPlace<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private var result: Output
  private let update: (inout Output, Value) -> Void

  init(_ downstream: Observer<Output, Error>, _ initial: Output, _ update: @escaping (inout Output, Value) -> Void) {
    self.downstream = downstream
    self.result = initial
    self.update = update
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    update(&result, value)
    downstream.receive(result, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Sends what a state machine puts out.
final class ScanMap<Value, State, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private var state: State
  private let next: (State, Value) -> (State, Output)

  init(
    _ downstream: Observer<Output, Error>, _ initial: State, _ next: @escaping (State, Value) -> (State, Output)
  ) {
    self.downstream = downstream
    self.state = initial
    self.next = next
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    let (state, output) = next(state, value)
    self.state = state
    downstream.receive(output, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Sends what a state machine puts out that changes its state in place.
final class ScanMapInPlace<Value, State, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private var state: State
  private let next: (inout State, Value) -> Output

  init(_ downstream: Observer<Output, Error>, _ initial: State, _ next: @escaping (inout State, Value) -> Output) {
    self.downstream = downstream
    self.state = initial
    self.next = next
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(next(&state, value), &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
