import LiveSheets
import ReactiveCore

/// Lets a sheet live: time passes in it, the calls of its services are answered, and what comes of it is told.
///
/// A driver reads no clock of its own. Time is that of the scheduler that its ``SheetClock`` was made of: a queue of the
/// program, the ``Inbox`` of a tool that waits for its user, or a `TestScheduler`. Every host of a sheet has one, so that all
/// of them agree about what comes first. These rules hold:
///
/// - R1. Timers that are due run before any other change, each point of time in a change of its own.
/// - R2. Between changes a wake is scheduled for the next timer, and for nothing else.
/// - R3. News is told, and services are called, when nobody uses the sheet; news in the order of the instants.
/// - R4. A call is answered at most once to its end; what a service says after the sheet has taken a call back goes
///   nowhere.
package final class SheetDriver: @unchecked Sendable {
  package let sheet: LiveSheet
  package let clock: SheetClock
  /// What is to be told to observers, by whoever else has to tell of the sheet, too.
  package let outbox = Outbox()
  private let access: any SheetAccess
  private let options: Options
  private let observer: (SheetNews) -> Void
  private var dispatcher: ServiceDispatcher!
  /// The calls whose last answer has not been taken.
  private let unanswered = Atomic<Set<Int>>([])

  package struct Options {
    /// Where answers are taken: on the thread of the service unless a scheduler is given.
    package var answers: (any Scheduler)?
    /// Whether ``SheetNews/changes(_:)`` is told, of a sheet that records its changes.
    package var tellsChanges: Bool

    package init(answers: (any Scheduler)? = nil, tellsChanges: Bool = false) {
      self.answers = answers
      self.tellsChanges = tellsChanges
    }
  }

  /// Makes a driver; ``begin()`` or ``catchUp()`` sets it going.
  ///
  /// - Parameter observer: Is told what happens. It may use the sheet.
  package init(
    _ sheet: LiveSheet, _ clock: SheetClock, services: any ServiceProvider, access: any SheetAccess = SoleAccess(),
    options: Options = Options(), observer: @escaping (SheetNews) -> Void
  ) {
    self.sheet = sheet
    self.clock = clock
    self.access = access
    self.options = options
    self.observer = observer
    dispatcher = ServiceDispatcher(services) { [weak self] call, answer in
      if let scheduler = options.answers {
        _ = scheduler.schedule { self?.take(answer, to: call) }
      } else {
        self?.take(answer, to: call)
      }
    }
  }

  deinit { end() }

  /// Whether the program has not answered all calls that it answers.
  package var awaitsAnswers: Bool { unanswered.withValue { !$0.isEmpty } }

  // MARK: Changes

  /// Makes the calls of the sheet that was loaded, and waits for its first timer.
  package func begin() {
    takeCalls()
    follow()
  }

  /// Makes a change from outside, after the timers that are due.
  package func perform(_ body: () -> Void) {
    if clock.awaitsTimer { runTimers() }
    access.change { change(body) }
  }

  /// Makes a change while somebody has the access already.
  ///
  /// - Parameter time: The time of the change; `nil` for now.
  package func change(at time: SheetTime? = nil, _ body: () -> Void) {
    let time = time ?? clock.time
    sheet.runTimers(to: time)
    sheet.moveClock(to: time)
    body()
    collect()
  }

  /// Goes on from what the host has changed in the sheet by itself, where it alone uses it.
  ///
  /// A sheet whose time was sent ahead takes the clock along.
  package func catchUp() {
    access.change {
      clock.follow(sheet.time)
      collect()
    }
  }

  /// Takes what came of a change, to be told and done afterwards.
  private func collect() {
    guard sheet.isInTime || sheet.checks.areJudged || options.tellsChanges else { return }
    if options.tellsChanges {
      let changes = sheet.takeChanges()
      if !changes.isEmpty { add(.changes(changes)) }
    }
    let reports = sheet.takeReports()
    if !reports.isEmpty { add(.reports(reports)) }
    let checks = sheet.checks.takeChanges()
    if !checks.isEmpty { add(.checks(checks)) }
    let hasCalls = takeCalls()
    let batch = outbox.sealMessages()
    guard batch != nil || hasCalls || !clock.isArmed(for: sheet.nextTimer) else { return }
    access.afterwards { [weak self] in
      guard let self else { return }
      if let batch { outbox.tell(batch) }
      follow()
    }
  }

  private func add(_ news: SheetNews) { outbox.add { [observer] in observer(news) } }

  /// Takes what the sheet calls and takes back; `false` when there is nothing.
  @discardableResult
  private func takeCalls() -> Bool {
    let calls = sheet.services.takeCalls()
    guard !calls.started.isEmpty || !calls.cancelled.isEmpty else { return false }
    unanswered.modify { $0 = $0.union(calls.started.map(\.number)).subtracting(calls.cancelled) }
    dispatcher.take(calls)
    return true
  }

  // MARK: Time

  /// Lets time pass until now.
  ///
  /// - Parameter limit: How long that may take. What is due and was not reached has wakes of its own.
  package func letTimePass(atMost limit: SheetTime? = nil) {
    runTimers(atMost: limit)
    access.change {
      sheet.moveClock(to: clock.time)
      collect()
    }
  }

  private func runTimers(atMost limit: SheetTime? = nil) {
    let now = clock.time
    while let due = nextTimer, due <= now {
      access.change { change(at: due) {} }
      if let limit, clock.time >= now + limit { return }
    }
  }

  /// Runs the timers of the next point of time, if that has come.
  ///
  /// What else is due has a wake of its own: a sheet whose timers are faster than it is lets others have their turn, and
  /// can be released.
  private func wake() {
    if let due = nextTimer, due <= clock.time {
      access.change { change(at: due) {} }
    } else {
      // The wake came early, or the scheduler's clock has been set back.
      follow()
    }
  }

  private var nextTimer: SheetTime? { access.read { sheet.nextTimer } ?? nil }

  /// Makes the calls of the sheet and waits for its next timer. Nobody uses the sheet.
  private func follow() {
    let left = dispatcher.work()
    if !left.isEmpty {
      unanswered.modify { $0.subtract(left.map(\.number)) }
      observer(.calls(left))
    }
    clock.arm {
      nextTimer
    } wake: { [weak self] in
      self?.wake()
    }
  }

  // MARK: Services

  /// Makes the calls that have waited for a service.
  package func resume(_ service: String) {
    dispatcher.resume(service)
    follow()
  }

  private func take(_ answer: ServiceAnswer, to call: Int) {
    if answer.isLast { unanswered.modify { _ = $0.remove(call) } }
    perform { sheet.services.answer(call, answer) }
  }

  /// Ends all that is under way: the sheet is released, or has another driver.
  package func end() {
    clock.stop()
    dispatcher.endAll()
    outbox.end()
  }
}
