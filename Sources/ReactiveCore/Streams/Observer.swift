/// How a stream ends.
public enum Termination<Error: Swift.Error>: Sendable {
  case failed(Error)
  case completed
  case interrupted
}

/// The receiving end of a stream.
///
/// Operators are subclasses: each receives the events of one stream and passes on its own. A subclass outside this module
/// overrides ``receive(_:)`` and ``terminate(_:)``. ``receive(_:)`` is never called after ``terminate(_:)`` by a signal.
open class Observer<Value, Error: Swift.Error> {
  public init() {}

  /// Takes a value. Does nothing unless overridden.
  open func receive(_ value: Value) {}

  /// Takes the end of the stream. Does nothing unless overridden.
  open func terminate(_ termination: Termination<Error>) {}

  /// Takes a value as one step of a delivery.
  func receive(_ value: Value, _ delivery: inout Delivery) { receive(value) }

  /// Takes the end of the stream as one step of a delivery.
  func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) { terminate(termination) }
}

/// An operator at work: an observer that passes events on within the delivery it was called in.
///
/// A subclass overrides the two methods that take a delivery, and gives it on to whatever it calls.
class Operator<Value, Error: Swift.Error>: Observer<Value, Error>, @unchecked Sendable {
  final override func receive(_ value: Value) {
    Delivery.run { receive(value, &$0) }
  }

  final override func terminate(_ termination: Termination<Error>) {
    Delivery.run { terminate(termination, &$0) }
  }
}
