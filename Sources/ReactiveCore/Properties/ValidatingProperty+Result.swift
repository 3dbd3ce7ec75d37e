extension ValidatingProperty {
  /// What a validator says of a proposed value.
  public enum Decision {
    /// The value is taken.
    case valid

    /// Another value is taken in its place.
    case coerced(Value, ValidationError?)

    /// The value is refused.
    case invalid(ValidationError)
  }

  /// What became of a proposed value.
  public enum Result {
    /// The value was taken.
    case valid(Value)

    /// Another value was taken in its place.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)

    /// The value was refused.
    case invalid(Value, ValidationError)

    /// Whether the proposed value was refused.
    public var isInvalid: Bool {
      if case .invalid = self { true } else { false }
    }

    /// The value that was taken, if one was.
    public var value: Value? {
      switch self {
      case .valid(let value), .coerced(let value, _, _): value
      case .invalid: nil
      }
    }

    /// The error of a value that was refused.
    public var error: ValidationError? {
      if case .invalid(_, let error) = self { error } else { nil }
    }

    /// The value as it was proposed.
    var proposed: Value {
      switch self {
      case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
      }
    }

    init(_ proposed: Value, _ decision: Decision) {
      switch decision {
      case .valid: self = .valid(proposed)
      case .coerced(let replacement, let error):
        self = .coerced(replacement: replacement, proposed: proposed, error: error)
      case .invalid(let error): self = .invalid(proposed, error)
      }
    }
  }
}

extension ValidatingProperty.Decision: Sendable where Value: Sendable {}
extension ValidatingProperty.Result: Sendable where Value: Sendable {}
