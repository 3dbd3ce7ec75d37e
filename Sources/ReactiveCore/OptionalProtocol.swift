/// Something that is an optional; for constraints.
public protocol OptionalProtocol: ExpressibleByNilLiteral {
  /// The type of the value inside.
  associatedtype Wrapped

  /// Makes one of an optional.
  init(reconstructing value: Wrapped?)

  /// The optional itself.
  var optional: Wrapped? { get }
}

extension Optional: OptionalProtocol {
  public init(reconstructing value: Wrapped?) { self = value }

  public var optional: Wrapped? { self }
}
