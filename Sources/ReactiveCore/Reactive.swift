/// A type whose reactive properties and functions are found under `reactive`.
public protocol ReactiveExtensionsProvider {}

extension ReactiveExtensionsProvider {
  /// The reactive side of the value.
  public var reactive: Reactive<Self> { Reactive(self) }

  /// The reactive side of the type.
  public static var reactive: Reactive<Self>.Type { Reactive<Self>.self }
}

/// The reactive side of a value.
///
/// Give it properties and functions in an extension: `extension Reactive where Base: URLSession { … }`.
public struct Reactive<Base> {
  /// The value itself.
  public let base: Base

  fileprivate init(_ base: Base) { self.base = base }
}

extension Reactive: Sendable where Base: Sendable {}
