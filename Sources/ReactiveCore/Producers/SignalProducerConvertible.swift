/// Something that a producer can be made of: a producer, a signal, a property, a result.
///
/// Operators of several producers take any of them.
public protocol SignalProducerConvertible<Value, Error> {
  associatedtype Value
  associatedtype Error: Swift.Error
  /// A producer of the values that this stands for.
  var producer: SignalProducer<Value, Error> { get }
}

/// Something that is a producer; for constraints.
public protocol SignalProducerProtocol<Value, Error> {
  associatedtype Value
  associatedtype Error: Swift.Error
  /// The producer itself.
  var producer: SignalProducer<Value, Error> { get }
}

extension SignalProducer: SignalProducerConvertible, SignalProducerProtocol {
  public var producer: SignalProducer { self }
}

extension Signal: SignalProducerConvertible {
  /// A producer that sends, at each start, the events of this signal from then on.
  public var producer: SignalProducer<Value, Error> { SignalProducer(following: self) }
}

extension Result: SignalProducerConvertible {
  /// A producer of the value or the error.
  public var producer: SignalProducer<Success, Failure> { SignalProducer(result: self) }
}
