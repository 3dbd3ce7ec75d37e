/// What a producer does when it is started.
///
/// A subclass overrides one of the two functions, or both. They may return before the work is done even when all of it is
/// synchronous: what must come afterwards goes through the delivery.
class Recipe<Value, Error: Swift.Error> {
  /// Whether the events that go to a core may come from several threads, or from within observers.
  let queues: Bool

  init(queues: Bool) { self.queues = queues }

  /// Whether all is sent and over before a start returns, so that nobody could interrupt it.
  var isInstant: Bool { false }

  /// Whether all is known before a start: one value or none, and the end; no function of a user is called.
  var isImmediate: Bool { false }

  /// Sends all of a recipe that is immediate.
  func runImmediately(into observer: ImmediateObserver<Value, Error>, _ delivery: inout Delivery) {
    run(into: observer, during: .uninterrupted, &delivery)
  }

  /// How many operators are behind this recipe, itself included.
  var depth: Int { 0 }

  /// Starts the work for a function that is told of nothing but values, if there is a shorter way than through a core.
  ///
  /// - Returns: What interrupts the work; `nil` when nothing was started.
  func start(forValues action: @escaping (Value) -> Void) -> (any Disposable)? { nil }

  /// Whether the events come one after the other without a core, as those of a property do.
  var isFed: Bool { false }

  /// Starts the work for an observer, if there is a shorter way than through a core.
  ///
  /// - Returns: What interrupts the work; `nil` when nothing was started.
  func start(for observer: Observer<Value, Error>) -> (any Disposable)? { nil }

  /// Starts the work and sends its events to a core.
  ///
  /// - Parameter work: The work of the core: disposing of it interrupts the core, unless the recipe names a work within,
  ///   whose interruption passes on to the core.
  func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    run(into: CoreInput(core), during: work, &delivery)
  }

  /// Starts the work and sends its events, one after the other, to the first of a row of operators.
  func run(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    let run = ProducerRun(self)
    run.core.attach(observer)
    work.setInterrupter(run)
    run.start(self, &delivery)
  }
}

extension Recipe {
  /// As ``run(into:during:_:)``, for a recipe that runs this one through an operator; a long row of those nests no deeper
  /// than a delivery may.
  final func runNested(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    let observer = isAtJoint ? Joint(observer) : observer
    if delivery.isFull {
      delivery.postpone { [self] in run(into: observer, during: work, &$0) }
    } else {
      delivery.room -= 1
      run(into: observer, during: work, &delivery)
      delivery.room += 1
    }
  }

  private var isAtJoint: Bool { depth % Joints.distance == Joints.distance - 1 }

  /// Lets go of a recipe; a long row of them is not released by recursion.
  static func release(_ recipe: inout Recipe?) {
    if recipe?.isAtJoint == true { Teardown.release(recipe.take()) } else { recipe = nil }
  }
}

/// Observes immediate recipes. That a stream has completed is told without a termination, which costs a look at the types.
class ImmediateObserver<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  func complete(_ delivery: inout Delivery) {}
}

/// Calls a function of a user.
final class HandlerRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private var handler: ((Signal<Value, Error>.Observer, Lifetime) -> Void)?

  init(queues: Bool, _ handler: @escaping (Signal<Value, Error>.Observer, Lifetime) -> Void) {
    self.handler = handler
    super.init(queues: queues)
  }

  // It may hold the producer that it starts, whose function may hold another, and so on.
  deinit { Teardown.release(handler.take()) }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    let input = Signal<Value, Error>.Observer(core)
    work.hold(input)
    handler?(input, work.lifetime)
  }
}
