/// Decides when the latest value of a stream is sent; it holds at most one.
///
/// A value is never destroyed inside a state machine: what a call takes out, it returns.
protocol TimedStateMachine<Value> {
  associatedtype Value

  /// Takes a value and puts the one that waited in its place.
  ///
  /// - Returns: The date by which the timer must fire.
  mutating func receive(_ value: inout Value?, at now: Date) -> Date

  /// Takes the completion of the source; tells whether it is sent at once, or else after the value that waits.
  mutating func complete() -> Bool

  /// Takes the firing of the timer for a date.
  mutating func timerFired(for due: Date) -> TimedStep<Value>

  /// Takes the value that waits out.
  mutating func drop() -> Value?
}

/// What is done when a timer has fired.
enum TimedStep<Value> {
  case none
  case startTimer(Date)
  case send(Value, thenComplete: Bool)
}

/// Sends the latest value when a state machine says so.
///
/// One timer at most runs; it is replaced only when it would come too late.
final class TimedOperator<Machine: TimedStateMachine, Error: Swift.Error>:
  ScheduledOperator<Machine.Value, Machine.Value, Error>, @unchecked Sendable
{
  typealias Value = Machine.Value

  private let clock: any DateScheduler
  private let lock = ShortLock()
  private var machine: Machine
  private var timerDue: Date?
  private let timer = SerialDisposable()

  init(
    _ downstream: Observer<Value, Error>, _ machine: Machine, on scheduler: any DateScheduler,
    during lifetime: Lifetime, interrupts: Bool
  ) {
    self.machine = machine
    clock = scheduler
    super.init(downstream, on: scheduler, during: lifetime, interrupts: interrupts)
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    guard isActive else { return }
    let now = clock.currentDate
    var value: Value? = value
    lock.lock()
    let due = machine.receive(&value, at: now)
    let isInTime = timerDue.map { $0 <= due } ?? false
    if !isInTime { timerDue = due }
    lock.unlock()
    if !isInTime { startTimer(due) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .completed = termination {
      lock.lock()
      let comesAtOnce = machine.complete()
      lock.unlock()
      if !comesAtOnce { return }
    }
    super.terminate(termination, &delivery)
  }

  private func startTimer(_ due: Date) {
    timer.inner = clock.schedule(after: due) { [self] in timerFired(for: due) }
  }

  private func timerFired(for due: Date) {
    lock.lock()
    // A timer that was replaced may still fire, early.
    guard let wanted = timerDue, wanted <= due else { return lock.unlock() }
    timerDue = nil
    let step = machine.timerFired(for: due)
    if case .startTimer(let due) = step { timerDue = due }
    lock.unlock()
    switch step {
    case .none: break
    case .startTimer(let due): startTimer(due)
    case .send(let value, let thenComplete):
      send(value)
      if thenComplete { end(.completed) }
    }
  }

  override func dropWaiting() {
    timer.dispose()
    lock.lock()
    let dropped = machine.drop()
    lock.unlock()
    withExtendedLifetime(dropped) {}
  }
}
