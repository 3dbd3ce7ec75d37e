/// Something that has a place for the values of a binding.
public protocol BindingTargetProvider<Value> {
  associatedtype Value

  /// Where the values go, and until when.
  var bindingTarget: BindingTarget<Value> { get }
}

/// A function that takes the values of bindings, and the lifetime that ends these.
public struct BindingTarget<Value>: BindingTargetProvider {
  /// Bindings end when this ends.
  public let lifetime: Lifetime

  /// Takes a value.
  public let action: (Value) -> Void

  public var bindingTarget: BindingTarget<Value> { self }

  /// Makes a target of a function.
  ///
  /// - Parameters:
  ///   - scheduler: Where the function is called. With an ``ImmediateScheduler`` it is called by whoever sends the value.
  ///   - lifetime: Ends the bindings; the function is not called afterwards, but for values that are scheduled already.
  ///   - action: Takes the values. It should not hold strongly what the lifetime belongs to.
  public init(
    on scheduler: any Scheduler = ImmediateScheduler(), lifetime: Lifetime, action: @escaping (Value) -> Void
  ) {
    self.lifetime = lifetime
    if scheduler is ImmediateScheduler {
      self.action = action
    } else {
      self.action = { value in scheduler.schedule { action(value) } }
    }
  }

  /// Makes a target of a member of an object, which it does not keep alive.
  ///
  /// - Parameters:
  ///   - scheduler: Where the member is set. With an ``ImmediateScheduler`` it is set by whoever sends the value.
  ///   - lifetime: Ends the bindings.
  public init<Object: AnyObject>(
    on scheduler: any Scheduler = ImmediateScheduler(), lifetime: Lifetime, object: Object,
    keyPath: WritableKeyPath<Object, Value>
  ) {
    self.init(on: scheduler, lifetime: lifetime) { [weak object] value in
      guard var object else { return }
      object[keyPath: keyPath] = value
    }
  }
}

extension BindingTarget: @unchecked Sendable {}

/// The target of what is inside; without anything inside, bindings end at once.
extension Optional: BindingTargetProvider where Wrapped: BindingTargetProvider {
  public typealias Value = Wrapped.Value

  public var bindingTarget: BindingTarget<Wrapped.Value> {
    self?.bindingTarget ?? BindingTarget(lifetime: .empty) { _ in }
  }
}
