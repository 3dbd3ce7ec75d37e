/// Why a call of a service failed.
public struct ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason as a sheet shows it, such as “not found”: one line without a full stop.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }

  public var description: String { reason }
}
