extension PropertyProtocol {
  /// A property of the transformed value. The function is called once now and once for each change.
  public func map<U>(_ transform: @escaping (Value) -> U) -> Property<U> {
    Property(owning: MapNode.make(node, transform))
  }

  /// A property that has the given value, and sends it whenever this one changes.
  // Disfavoured: a trailing closure of several arguments is the function of the other `map`, not a value.
  @_disfavoredOverload
  public func map<U>(value: U) -> Property<U> {
    map { _ in value }
  }

  /// A property of the value at a key path.
  public func map<U>(_ keyPath: KeyPath<Value, U>) -> Property<U> {
    map { $0[keyPath: keyPath] }
  }

  /// A property that follows this one only where a predicate holds.
  ///
  /// - Parameter initial: The value as long as the predicate has not held.
  public func filter(initial: Value, _ predicate: @escaping (Value) -> Bool) -> Property<Value> {
    Property(owning: FilterNode.make(node, initial: initial, "filter") { predicate($1) })
  }

  /// A property of the previous and the current value.
  ///
  /// - Parameter initial: The previous value at first.
  public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> {
    Property(owning: PreviousNode.make(node, initial))
  }

  /// A property that does not change when a value comes that is equivalent to the one it has; nor does what derives from it.
  ///
  /// - Parameter isEquivalent: Called with the property's value and the new one.
  public func skipRepeats(_ isEquivalent: @escaping (Value, Value) -> Bool) -> Property<Value> {
    Property(owning: FilterNode.make(node, "skipRepeats") { !isEquivalent($0, $1) })
  }

  /// A property that never takes a value whose identity it has had before.
  public func uniqueValues<Identity: Hashable>(_ transform: @escaping (Value) -> Identity) -> Property<Value> {
    let node = node
    var seen: Set<Identity> = [transform(node.value)]
    return Property(owning: FilterNode.make(node, "uniqueValues") { seen.insert(transform($1)).inserted })
  }
}

extension PropertyProtocol where Value: Equatable {
  /// A property that does not change when an equal value comes; nor does what derives from it.
  public func skipRepeats() -> Property<Value> {
    skipRepeats(==)
  }
}

extension PropertyProtocol where Value: Hashable {
  /// A property that never takes a value that it has had before.
  public func uniqueValues() -> Property<Value> {
    uniqueValues { $0 }
  }
}

extension PropertyProtocol where Value == Bool {
  /// A property that is true when this one is false.
  public func negate() -> Property<Bool> {
    map { !$0 }
  }
}
