/// Something that is a result; for constraints.
public protocol ResultProtocol {
  associatedtype Success
  associatedtype Failure: Swift.Error

  /// Makes a success.
  init(success: Success)

  /// Makes a failure.
  init(failure: Failure)

  /// The result itself.
  var result: Result<Success, Failure> { get }
}

extension Result: ResultProtocol {
  public init(success: Success) { self = .success(success) }

  public init(failure: Failure) { self = .failure(failure) }

  public var result: Result<Success, Failure> { self }
}

extension Result {
  /// The value of a success.
  public var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error of a failure.
  public var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
