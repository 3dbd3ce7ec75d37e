import CellModel
import LiveSheets

/// One thing that may happen to a sheet next, as an exploration tries it.
struct SheetStep {
  enum Kind {
    case set(CellAddress, CellValue)
    case fire(Triggerable, [CellValue])
    /// An action is stopped.
    case stop(Triggerable)
    /// Time runs to the next timer.
    case time
    /// The answer to an open call of a service, counted from the latest.
    case answer(service: String, earlier: Int, ServiceAnswer)
  }
  var kind: Kind
  /// The step as a test writes it; time runs for as long as it takes, so its step is written when it has run.
  var text: String
  /// The row without which it cannot happen.
  var row: RowPlace?

  var isTime: Bool { if case .time = kind { true } else { false } }

  /// Whether the step looks at timers or calls even where it changes nothing.
  var concernsPendingWork: Bool {
    switch kind {
    case .set, .fire: false
    case .time, .answer, .stop: true
    }
  }
}

extension LiveSheet {
  /// Lets a step happen, after the timers that are due; `false` when it cannot happen now, and then it changes nothing.
  func perform(_ step: SheetStep) -> Bool {
    if !step.isTime { runDueTimers() }
    switch step.kind {
    case .set(let address, let value): return Possibilities(of: self).setIfAccepted(value, at: address)
    case .fire(let trigger, let arguments): return Possibilities(of: self).fire(trigger, arguments)
    case .stop(let trigger): return Possibilities(of: self).stop(trigger)
    case .time:
      guard let next = nextTimer else { return false }
      advance(to: next)
    case .answer(let service, let earlier, let answer):
      let open = services.openCalls(of: service)
      guard earlier < open.count else { return false }
      services.answer(open[open.count - 1 - earlier].number, answer)
    }
    return true
  }
}
