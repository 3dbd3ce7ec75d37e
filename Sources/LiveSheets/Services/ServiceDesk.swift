import CellModel
import ReactiveCore

/// Where the calls of a sheet's services become work, and the events of that work become answers.
///
/// It is told of calls in two steps, so that no user's function runs while a sheet is locked: ``take(_:)`` takes note of
/// what the sheet wants, with the sheet's lock held, and ``work()`` starts and ends the work, without it. Between the two
/// a call may be cancelled by another thread, and then it is never started.
///
/// An open call costs an entry in a table; nothing waits on a thread. What a service sends after its call was cancelled
/// goes nowhere.
package final class ServiceDesk: @unchecked Sendable {
  /// Makes the work of a call; `nil` while nobody supplies the service, and then the call waits for ``resume(_:)``.
  package typealias Supply = (ServiceCall) -> ServiceWork?

  private struct State {
    /// The calls that are not answered or cancelled yet.
    var open: [Int: ServiceTask] = [:]
    var toStart: [ServiceTask] = []
    var toEnd: [ServiceTask] = []
    /// Calls of services that nobody supplies yet, in the order in which they were made.
    var unsupplied: [ServiceTask] = []
  }

  private let state = Atomic(State())
  private let supply: Supply
  private let deliver: (_ call: Int, ServiceAnswer) -> Void

  /// - Parameters:
  ///   - supply: Called by ``work()``.
  ///   - deliver: Takes what a service says to a call that is still open, on the thread of the service or that of
  ///     ``work()``. The answers of one call come one after the other, in their order.
  package init(supply: @escaping Supply, deliver: @escaping (_ call: Int, ServiceAnswer) -> Void) {
    self.supply = supply
    self.deliver = deliver
  }

  deinit { endAll() }

  /// How many calls are not answered yet.
  package var openCount: Int { state.withValue { $0.open.count } }

  /// Takes note of the calls that a sheet makes and of those that it does not want any more.
  package func take(_ calls: (started: [ServiceCall], cancelled: [Int])) {
    guard !calls.started.isEmpty || !calls.cancelled.isEmpty else { return }
    state.modify { state in
      for call in calls.started {
        let task = ServiceTask(call, at: self)
        state.open[call.number] = task
        state.toStart.append(task)
      }
      for number in calls.cancelled {
        guard let task = state.open.removeValue(forKey: number) else { continue }
        state.toEnd.append(task)
        state.unsupplied.removeAll { $0 === task }
      }
    }
  }

  /// Ends the work that is not wanted any more and starts that of new calls, until there is no more to do.
  package func work() {
    while true {
      let ended = state.modify { state in
        defer { state.toEnd = [] }
        return state.toEnd
      }
      for task in ended { task.end() }
      guard let task = nextToStart() else { return }
      start(task)
    }
  }

  /// Lets the calls that waited for a service be started by the next ``work()``.
  package func resume(_ service: String) {
    state.modify { state in
      let key = service.lowercased()
      state.toStart += state.unsupplied.filter { $0.call.service.lowercased() == key }
      state.unsupplied.removeAll { $0.call.service.lowercased() == key }
    }
  }

  /// Ends all work; nothing is answered any more.
  package func endAll() {
    let tasks = state.modify { state in
      defer { state = State() }
      return Array(state.open.values) + state.toEnd
    }
    for task in tasks { task.end() }
  }

  private func nextToStart() -> ServiceTask? {
    state.modify { state in
      while !state.toStart.isEmpty {
        let task = state.toStart.removeFirst()
        if state.open[task.call.number] === task { return task }
      }
      return nil
    }
  }

  private func start(_ task: ServiceTask) {
    if let work = supply(task.call) { return task.start(work) }
    state.modify { state in
      if state.open[task.call.number] === task { state.unsupplied.append(task) }
    }
  }

  /// Hands an answer on, unless the call is not open any more.
  fileprivate func answer(_ task: ServiceTask, _ answer: ServiceAnswer) {
    let isOpen = state.modify { state in
      guard state.open[task.call.number] === task else { return false }
      if answer.isLast { state.open[task.call.number] = nil }
      return true
    }
    if isOpen { deliver(task.call.number, answer) }
  }
}

/// What a service does for one call.
package struct ServiceWork {
  package var producer: SignalProducer<CellValue, ServiceError>
  /// Whether the only value comes with the end, so that both are one answer.
  package var givesOneValue: Bool

  package init(_ producer: SignalProducer<CellValue, ServiceError>, givesOneValue: Bool = false) {
    self.producer = producer
    self.givesOneValue = givesOneValue
  }
}

/// The work of one call.
///
/// Its events are handed on one after the other, by the thread that is at it. A value whose completion is there before
/// the value was handed on makes one answer with it: so it is with what a service sends while it is started.
private final class ServiceTask: @unchecked Sendable {
  private struct Line {
    var answers: [ServiceAnswer] = []
    /// Somebody hands answers on; while the work is being started nobody does.
    var isBusy = true

    mutating func add(_ event: Signal<CellValue, ServiceError>.Event) {
      switch event {
      case .value(let value): answers.append(.sends(value))
      case .failed(let error): answers.append(.fails(error.reason))
      case .interrupted: answers.append(.fails("interrupted"))
      case .completed:
        if case .sends(let value)? = answers.last {
          answers[answers.count - 1] = .replies(value)
        } else {
          answers.append(.completes)
        }
      }
    }
  }

  let call: ServiceCall
  private weak var desk: ServiceDesk?
  private let line = Atomic(Line())
  private let disposable = SerialDisposable()

  init(_ call: ServiceCall, at desk: ServiceDesk) {
    self.call = call
    self.desk = desk
  }

  func start(_ work: ServiceWork) {
    let keepsValue = work.givesOneValue
    disposable.inner = work.producer.start { [weak self] in self?.receive($0, keepsValue) }
    handOn()
  }

  func end() { disposable.dispose() }

  /// - Parameter keepsValue: Whether a value waits for the end, which a failure takes the place of.
  private func receive(_ event: Signal<CellValue, ServiceError>.Event, _ keepsValue: Bool) {
    let isFree = line.modify { line in
      if keepsValue, !event.isCompleted { line.answers = [] }
      line.add(event)
      if keepsValue, case .value = event { return false }
      defer { line.isBusy = true }
      return !line.isBusy
    }
    if isFree { handOn() }
  }

  private func handOn() {
    while let answer = nextAnswer() { desk?.answer(self, answer) }
  }

  private func nextAnswer() -> ServiceAnswer? {
    line.modify { line in
      line.isBusy = !line.answers.isEmpty
      return line.isBusy ? line.answers.removeFirst() : nil
    }
  }
}

extension ServiceAnswer {
  /// Whether no other answer can follow.
  package var isLast: Bool { if case .sends = self { false } else { true } }
}
