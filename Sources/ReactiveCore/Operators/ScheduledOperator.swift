/// An operator that sends its events from a scheduler.
///
/// A subclass receives the events of its source on any thread, and calls ``send(_:)`` and ``end(_:)`` in work on the
/// scheduler. What waits for the scheduler when the stream is disposed of is dropped, its timers are stopped, and the
/// operators downstream are interrupted on the scheduler too.
class ScheduledOperator<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let scheduler: any Scheduler
  private let lock = ShortLock()
  /// `nil` once the stream has ended.
  private var downstream: Observer<Output, Error>?

  /// Makes an operator at work.
  ///
  /// - Parameters:
  ///   - lifetime: Ends with the stream.
  ///   - interrupts: Whether an end of the lifetime from outside interrupts the stream; not so for a signal, where nobody
  ///     is left to hear it.
  init(
    _ downstream: Observer<Output, Error>, on scheduler: any Scheduler, during lifetime: Lifetime, interrupts: Bool
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    super.init()
    lifetime.observeEnded { [self] in stop(interrupts: interrupts) }
  }

  /// Whether events may still be sent.
  final var isActive: Bool {
    lock.lock()
    defer { lock.unlock() }
    return downstream != nil
  }

  private final func takeDownstream() -> Observer<Output, Error>? {
    lock.lock()
    defer { lock.unlock() }
    let downstream = downstream
    self.downstream = nil
    return downstream
  }

  private final func stop(interrupts: Bool) {
    guard let downstream = takeDownstream() else { return }
    dropWaiting()
    if interrupts { scheduler.schedule { downstream.terminate(.interrupted) } }
  }

  /// Stops timers and lets go of the values that wait. Called when the stream ends.
  func dropWaiting() {}

  /// Sends a value. Called on the scheduler.
  final func send(_ value: Output) {
    lock.lock()
    let downstream = downstream
    lock.unlock()
    downstream?.receive(value)
  }

  /// Ends the stream. Called on the scheduler.
  final func end(_ termination: Termination<Error>) {
    guard let downstream = takeDownstream() else { return }
    dropWaiting()
    downstream.terminate(termination)
  }

  /// Does work on the scheduler, if the stream has not ended by then.
  final func schedule(_ work: @escaping () -> Void) {
    scheduler.schedule { [self] in
      if isActive { work() }
    }
  }

  /// Ends the stream as soon as the scheduler comes to it.
  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    scheduler.schedule { [self] in end(termination) }
  }
}
