extension Signal {
  /// What a signal sends: any number of values, then at most one of the three ends.
  @frozen
  public enum Event {
    /// A value of the stream.
    case value(Value)
    /// The stream ended with an error.
    case failed(Error)
    /// The stream ended and all went well.
    case completed
    /// The stream was stopped before it ended by itself.
    case interrupted

    /// Whether no event follows this one.
    public var isTerminating: Bool {
      switch self {
      case .value: false
      case .failed, .completed, .interrupted: true
      }
    }

    public var isCompleted: Bool {
      if case .completed = self { true } else { false }
    }

    /// The event with its value transformed.
    public func map<U>(_ transform: (Value) -> U) -> Signal<U, Error>.Event {
      switch self {
      case .value(let value): .value(transform(value))
      case .failed(let error): .failed(error)
      case .completed: .completed
      case .interrupted: .interrupted
      }
    }

    /// The event with its error transformed.
    public func mapError<F>(_ transform: (Error) -> F) -> Signal<Value, F>.Event {
      switch self {
      case .value(let value): .value(value)
      case .failed(let error): .failed(transform(error))
      case .completed: .completed
      case .interrupted: .interrupted
      }
    }

    /// The value, if this is a value event.
    public var value: Value? {
      if case .value(let value) = self { value } else { nil }
    }

    /// The error, if this is a failure.
    public var error: Error? {
      if case .failed(let error) = self { error } else { nil }
    }

    init(_ termination: Termination<Error>) {
      switch termination {
      case .failed(let error): self = .failed(error)
      case .completed: self = .completed
      case .interrupted: self = .interrupted
      }
    }
  }
}

extension Signal.Event: Sendable where Value: Sendable {}

extension Signal.Event: Equatable where Value: Equatable, Error: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.value(let a), .value(let b)): a == b
    case (.failed(let a), .failed(let b)): a == b
    case (.completed, .completed), (.interrupted, .interrupted): true
    default: false
    }
  }
}

extension Signal.Event: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value(let value): "VALUE \(value)"
    case .failed(let error): "FAILED \(error)"
    case .completed: "COMPLETED"
    case .interrupted: "INTERRUPTED"
    }
  }
}

/// Something that is an event of a signal; for constraints such as those of `dematerialize`.
public protocol EventProtocol {
  associatedtype Value
  associatedtype Error: Swift.Error
  /// The event itself.
  var event: Signal<Value, Error>.Event { get }
}

extension Signal.Event: EventProtocol {
  public var event: Signal<Value, Error>.Event { self }
}
