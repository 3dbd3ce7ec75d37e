/// Sends one value.
final class ValueRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(queues: false)
  }

  override var isInstant: Bool { true }
  override var isImmediate: Bool { true }

  override func runImmediately(into observer: ImmediateObserver<Value, Error>, _ delivery: inout Delivery) {
    observer.receive(value, &delivery)
    if delivery.isFull {
      delivery.postpone { observer.complete(&$0) }
    } else {
      observer.complete(&delivery)
    }
  }

  override func run(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    work.interruptsItself()
    observer.receive(value, &delivery)
    if delivery.isFull {
      delivery.postpone { observer.terminate(work.isDisposed ? .interrupted : .completed, &$0) }
    } else {
      observer.terminate(work.isDisposed ? .interrupted : .completed, &delivery)
    }
  }
}

/// Finds out, at each start, the one value or error to send.
final class OutcomeRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let outcome: () -> Result<Value, Error>

  init(_ outcome: @escaping () -> Result<Value, Error>) {
    self.outcome = outcome
    super.init(queues: false)
  }

  override var isInstant: Bool { true }

  override func run(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    work.interruptsItself()
    switch outcome() {
    case .success(let value):
      observer.receive(value, &delivery)
      delivery.then { observer.terminate(work.isDisposed ? .interrupted : .completed, &$0) }
    case .failure(let error):
      observer.terminate(.failed(error), &delivery)
    }
  }
}

/// Ends at once.
final class EndRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let termination: Termination<Error>

  init(_ termination: Termination<Error>) {
    self.termination = termination
    super.init(queues: false)
  }

  override var isInstant: Bool { true }
  override var isImmediate: Bool { true }

  override func run(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    work.interruptsItself()
    observer.terminate(termination, &delivery)
  }
}

/// Sends nothing, and does not end until it is interrupted.
final class NeverRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  init() { super.init(queues: false) }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {}
}

/// Sends the elements of a sequence.
final class SequenceRecipe<Elements: Sequence, Error: Swift.Error>:
  Recipe<Elements.Element, Error>, @unchecked Sendable
{
  private let elements: Elements

  init(_ elements: Elements) {
    self.elements = elements
    super.init(queues: false)
  }

  override var isInstant: Bool { true }

  override func run(
    into observer: Observer<Elements.Element, Error>, during work: StartedWork, _ delivery: inout Delivery
  ) {
    work.interruptsItself()
    Pass(elements.makeIterator(), observer, work).proceed(&delivery)
  }

  /// One way through the sequence.
  private final class Pass {
    private var iterator: Elements.Iterator
    private let observer: Observer<Elements.Element, Error>
    private let work: StartedWork

    init(_ iterator: Elements.Iterator, _ observer: Observer<Elements.Element, Error>, _ work: StartedWork) {
      self.iterator = iterator
      self.observer = observer
      self.work = work
    }

    func proceed(_ delivery: inout Delivery) {
      while !delivery.isFull {
        guard !work.isDisposed else { return observer.terminate(.interrupted, &delivery) }
        guard let element = iterator.next() else { return observer.terminate(.completed, &delivery) }
        observer.receive(element, &delivery)
      }
      delivery.postpone { [self] in proceed(&$0) }
    }
  }
}
