extension Signal {
  /// The input end of a signal, or a function that takes events.
  ///
  /// An observer that a signal made (by ``Signal/pipe(disposable:)`` or for a generator) sends `interrupted` when it is
  /// released: nobody is left who could send. It may be used from any thread.
  public final class Observer: ReactiveCore.Observer<Value, Error>, @unchecked Sendable {
    public typealias Action = (Event) -> Void

    // One of the three is there. Not an enum, and the first two are owned by hand: reading a case, or an optional, would
    // count a reference for every value.
    private let core: Unmanaged<Core>?
    private let observer: Unmanaged<ReactiveCore.Observer<Value, Error>>?
    private let action: Action?
    /// Gives the function a value; does nothing if there is none.
    private let valueAction: (Value) -> Void

    /// Makes an observer of a function that takes each event.
    // The event of a value is made where its type is known: in the program that calls this.
    @inlinable
    public convenience init(_ action: @escaping Action) {
      self.init(action) { action(.value($0)) }
    }

    @usableFromInline
    init(_ action: @escaping Action, _ valueAction: @escaping (Value) -> Void) {
      self.action = action
      self.valueAction = valueAction
      core = nil
      observer = nil
    }

    /// Makes an observer of functions for the kinds of event; a kind without a function is ignored.
    public convenience init(
      value: ((Value) -> Void)? = nil, failed: ((Error) -> Void)? = nil, completed: (() -> Void)? = nil,
      interrupted: (() -> Void)? = nil
    ) {
      self.init(forwardingTo: FunctionObserver(value, failed, completed, interrupted))
    }

    /// The input end of a signal's core: interrupts it when it is released.
    init(_ core: Core) {
      self.core = .passRetained(core)
      observer = nil
      action = nil
      valueAction = { _ in }
    }

    /// Gives an operator the interface of an input end.
    init(forwardingTo observer: ReactiveCore.Observer<Value, Error>) {
      self.observer = .passRetained(observer)
      core = nil
      action = nil
      valueAction = { _ in }
    }

    /// An observer that completes the given one when it is interrupted itself.
    convenience init(mappingInterruptedToCompleted observer: Signal<Value, Error>.Observer) {
      self.init(forwardingTo: MapInterruptedToCompleted(observer))
    }

    deinit {
      if let core {
        core._withUnsafeGuaranteedRef { $0.inputWasReleased() }
        core.release()
      }
      observer?.release()
    }

    /// Sends an event.
    public func send(_ event: Event) {
      switch event {
      case .value(let value): send(value: value)
      case .failed(let error): terminate(.failed(error))
      case .completed: terminate(.completed)
      case .interrupted: terminate(.interrupted)
      }
    }

    /// Sends a value.
    public func send(value: Value) {
      Delivery.run { receive(value, &$0) }
    }

    /// Ends the stream with an error.
    public func send(error: Error) { terminate(.failed(error)) }

    /// Ends the stream: all went well.
    public func sendCompleted() { terminate(.completed) }

    /// Ends the stream: it was stopped.
    public func sendInterrupted() { terminate(.interrupted) }

    public override func receive(_ value: Value) { send(value: value) }

    public override func terminate(_ termination: Termination<Error>) {
      Delivery.run { terminate(termination, &$0) }
    }

    override func receive(_ value: Value, _ delivery: inout Delivery) {
      if let core {
        core._withUnsafeGuaranteedRef { $0.send(value, &delivery) }
      } else if let observer {
        observer._withUnsafeGuaranteedRef { $0.receive(value, &delivery) }
      } else {
        valueAction(value)
      }
    }

    override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
      core?._withUnsafeGuaranteedRef { $0.terminate(termination, &delivery) }
      observer?._withUnsafeGuaranteedRef { $0.terminate(termination, &delivery) }
      action?(Event(termination))
    }
  }
}

/// The input of a core that an operator feeds: as an observer that a signal makes, without the choice among targets.
final class CoreInput<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let core: Signal<Value, Error>.Core

  init(_ core: Signal<Value, Error>.Core) { self.core = core }

  deinit { core.inputWasReleased() }

  override func receive(_ value: Value, _ delivery: inout Delivery) { core.send(value, &delivery) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    core.terminate(termination, &delivery)
  }
}

/// Passes events on, an interruption as completion.
final class MapInterruptedToCompleted<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>

  init(_ downstream: Observer<Value, Error>) { self.downstream = downstream }

  override func receive(_ value: Value, _ delivery: inout Delivery) { downstream.receive(value, &delivery) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .interrupted = termination {
      downstream.terminate(.completed, &delivery)
    } else {
      downstream.terminate(termination, &delivery)
    }
  }
}
