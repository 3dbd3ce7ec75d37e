/// Where joints are; not in their type, which would be looked up for each start.
enum Joints {
  /// How many operators there are from joint to joint.
  static let distance = 16
}

/// Passes events on, and keeps deliveries through long rows of operators, and the release of these, from nesting deeply.
final class Joint<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private var downstream: Observer<Value, Error>?

  init(_ downstream: Observer<Value, Error>) { self.downstream = downstream }

  deinit { Teardown.release(downstream.take()) }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    let downstream = downstream!
    if delivery.isFull {
      delivery.postpone { downstream.receive(value, &$0) }
    } else {
      delivery.room -= 4
      downstream.receive(value, &delivery)
      delivery.room += 4
    }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    let downstream = downstream!
    if delivery.isFull {
      delivery.postpone { downstream.terminate(termination, &$0) }
    } else {
      delivery.room -= 4
      downstream.terminate(termination, &delivery)
      delivery.room += 4
    }
  }
}
