import CellModel
import LiveSheets
import ReactiveCore

/// Where the calls of a sheet's services become work, and the events of that work become answers.
///
/// It is told of calls in two steps, so that no user's function runs while a sheet is locked: ``take(_:)`` takes note of
/// what the sheet wants, with the sheet's lock held, and ``work()`` starts and ends the work, without it. Between the two
/// a call may be cancelled by another thread, and then it is never started.
///
/// An open call costs an entry in a table; nothing waits on a thread. What a service sends after its call was cancelled
/// goes nowhere.
final class ServiceDispatcher: @unchecked Sendable {
  private struct State {
    /// The calls that are not answered or cancelled yet.
    var open: [Int: ServiceTask] = [:]
    /// A slice, so that the first is taken without moving the others.
    var toStart: ArraySlice<ServiceTask> = []
    var toEnd: [ServiceTask] = []
    /// Calls of services that nobody supplies yet, in the order in which they were made.
    var unsupplied: [ServiceTask] = []
  }

  private let state = Atomic(State())
  private let provider: any ServiceProvider
  private let deliver: (_ call: Int, ServiceAnswer) -> Void

  /// - Parameters:
  ///   - provider: Asked by ``work()``.
  ///   - deliver: Takes what a service says to a call that is still open, on the thread of the service or that of
  ///     ``work()``. The answers of one call come one after the other, in their order.
  init(_ provider: any ServiceProvider, deliver: @escaping (_ call: Int, ServiceAnswer) -> Void) {
    self.provider = provider
    self.deliver = deliver
  }

  deinit { endAll() }

  /// How many calls are not answered yet.
  var openCount: Int { state.withValue { $0.open.count } }

  /// Takes note of the calls that a sheet makes and of those that it does not want any more.
  func take(_ calls: (started: [ServiceCall], cancelled: [Int])) {
    guard !calls.started.isEmpty || !calls.cancelled.isEmpty else { return }
    state.modify { state in
      for call in calls.started {
        let task = ServiceTask(call, of: self)
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
  ///
  /// - Returns: The calls that are left to somebody else; they are forgotten here.
  func work() -> [ServiceCall] {
    var left: [ServiceCall] = []
    while true {
      let ended = state.modify { state in
        defer { state.toEnd = [] }
        return state.toEnd
      }
      for task in ended { task.end() }
      guard let task = nextToStart() else { return left }
      switch provider.offer(for: task.call) {
      case .work(let work): task.start(work)
      case .later: wait(task)
      case .elsewhere:
        state.modify { $0.open[task.call.number] = nil }
        left.append(task.call)
      }
    }
  }

  /// Lets the calls that waited for a service be started by the next ``work()``.
  func resume(_ service: String) {
    state.modify { state in
      let key = service.lowercased()
      state.toStart += state.unsupplied.filter { $0.call.service.lowercased() == key }
      state.unsupplied.removeAll { $0.call.service.lowercased() == key }
    }
  }

  /// Ends all work; nothing is answered any more.
  func endAll() {
    let tasks = state.modify { state in
      defer { state = State() }
      return Array(state.open.values) + state.toEnd
    }
    for task in tasks { task.end() }
  }

  private func nextToStart() -> ServiceTask? {
    state.modify { state in
      while let task = state.toStart.popFirst() {
        if state.open[task.call.number] === task { return task }
      }
      // What a slice leaves behind stays in its memory.
      state.toStart = []
      return nil
    }
  }

  private func wait(_ task: ServiceTask) {
    state.modify { state in
      if state.open[task.call.number] === task { state.unsupplied.append(task) }
    }
  }

  /// Hands an answer on, unless the call is not open any more.
  func answer(_ task: ServiceTask, _ answer: ServiceAnswer) {
    let isOpen = state.modify { state in
      guard state.open[task.call.number] === task else { return false }
      if answer.isLast { state.open[task.call.number] = nil }
      return true
    }
    if isOpen { deliver(task.call.number, answer) }
  }
}
