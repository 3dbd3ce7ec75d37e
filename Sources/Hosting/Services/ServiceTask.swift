import CellModel
import LiveSheets
import ReactiveCore

/// The work of one call.
///
/// Its events are handed on one after the other, by the thread that is at it. A value whose completion is there before
/// the value was handed on makes one answer with it: so it is with what a service sends while it is started.
final class ServiceTask: @unchecked Sendable {
  private struct Answers {
    /// A slice, so that the first is taken without moving the others, of which there may be many.
    var waiting: ArraySlice<ServiceAnswer> = []
    /// Somebody hands answers on; while the work is being started nobody does.
    var isBusy = true

    mutating func add(_ event: Signal<CellValue, ServiceError>.Event) {
      switch event {
      case .value(let value): waiting.append(.sends(value))
      case .failed(let error): waiting.append(.fails(error.reason))
      case .interrupted: waiting.append(.fails("interrupted"))
      case .completed:
        if case .sends(let value)? = waiting.last {
          waiting[waiting.endIndex - 1] = .replies(value)
        } else {
          waiting.append(.completes)
        }
      }
    }
  }

  let call: ServiceCall
  private weak var dispatcher: ServiceDispatcher?
  private let answers = Atomic(Answers())
  private let disposable = SerialDisposable()

  init(_ call: ServiceCall, of dispatcher: ServiceDispatcher) {
    self.call = call
    self.dispatcher = dispatcher
  }

  func start(_ work: ServiceWork) {
    let keepsValue = work.givesOneValue
    disposable.inner = work.producer.start { [weak self] in self?.receive($0, keepsValue) }
    handOn()
  }

  func end() { disposable.dispose() }

  /// - Parameter keepsValue: Whether a value waits for the end, which a failure takes the place of.
  private func receive(_ event: Signal<CellValue, ServiceError>.Event, _ keepsValue: Bool) {
    let isFree = answers.modify { state in
      if keepsValue, !event.isCompleted { state.waiting = [] }
      state.add(event)
      if keepsValue, case .value = event { return false }
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isFree { handOn() }
  }

  private func handOn() {
    while let answer = nextAnswer() { dispatcher?.answer(self, answer) }
  }

  private func nextAnswer() -> ServiceAnswer? {
    answers.modify { state in
      let next = state.waiting.popFirst()
      state.isBusy = next != nil
      // What a slice leaves behind stays in its memory.
      if state.waiting.isEmpty { state.waiting = [] }
      return next
    }
  }
}

extension ServiceAnswer {
  /// Whether no other answer can follow.
  package var isLast: Bool { if case .sends = self { false } else { true } }
}
