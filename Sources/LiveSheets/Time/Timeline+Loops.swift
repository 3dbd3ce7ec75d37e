import Diagnostics
import SheetPrograms

/// Instants that would not end.
extension Timeline {
  /// How many of the last steps are looked at to name a loop.
  static let tracedSteps = 64
  /// How many loops there may be in what follows from one change, or while the clock is moved on, before the rest is
  /// given up: each of them is as long as a loop may be.
  static let mostLoops = 2

  /// Gives up an instant and reports the events that follow from each other.
  func stopLoop(_ trace: [[Occurrence]]) {
    step.pending.removeAll()
    guard let last = trace.last?.first else { return }
    // The steps since the same event happened before.
    let round = trace.dropLast().lastIndex { $0.contains { $0.name == last.name } } ?? trace.startIndex
    reports.addLoop(loop(trace[round...].dropLast().compactMap(\.first)))
  }

  /// Ends the timers that are due when too many have been, and reports what sets them again and again.
  func stopTimers(due time: SheetTime) {
    var events: [Occurrence] = []
    while let timer = timers.next, timer.due <= time {
      _ = timers.popNext()
      if case .stream(let instance, let stream, let payload) = timer.kind {
        events.append(.stream(instance, stream, payload))
      }
    }
    reports.addLoop(loop(events))
  }

  /// Reports that time was moved on too far for what ticks in it.
  func reportTooManyTimers(_ next: SheetTimer) {
    guard case .stream(let instance, let stream, _) = next.kind else {
      return report(TimeFinding.tooManyTimers(timerLimit, now, nil).diagnostic)
    }
    let form = instance.form.streams[stream]
    report(form.unit.located(TimeFinding.tooManyTimers(timerLimit, now, form.span).diagnostic))
  }

  /// Reports that one thing follows from another without an end.
  func reportLoop(of parts: [LoopPart]) { reports.addLoop(loop(parts)) }

  private func loop(_ events: [Occurrence]) -> Diagnostic { loop(events.map(\.part)) }

  private func loop(_ parts: [LoopPart]) -> Diagnostic {
    var names: [String] = []
    var labels: [Diagnostic.Label] = []
    var unit: SheetUnit?
    for part in parts where names.count < 8 && !names.contains(part.name) {
      names.append(part.name)
      guard let place = part.place, place.unit === unit ?? place.unit else { continue }
      unit = place.unit
      labels.append(Diagnostic.Label(place.span, labels.isEmpty ? "it follows from itself" : "by way of this"))
    }
    let loop = TimeFinding.loop(names, Self.stepLimit, labels).diagnostic
    return unit.map { $0.located(loop) } ?? loop
  }
}

/// What takes part in a loop.
struct LoopPart {
  var name: String
  /// Where it is written, if that is known.
  var place: (span: SourceSpan, unit: SheetUnit)?
}

extension Occurrence {
  /// The event as a sheet writes it.
  var name: String {
    switch self {
    case .event(let instance, let number, _): instance.form.events[number].name
    case .action(let instance, let number, let moment, _): "\(instance.form.actions[number].name).\(moment.rawValue)"
    case .stream(let instance, let stream, _), .release(let instance, let stream): instance.form.streams[stream].text
    }
  }

  var instance: TimeInstance {
    switch self {
    case .event(let instance, _, _), .action(let instance, _, _, _), .stream(let instance, _, _),
      .release(let instance, _):
      instance
    }
  }

  /// The event in a loop; where a stream that sends by itself is written.
  var part: LoopPart {
    switch self {
    case .event, .action: return LoopPart(name: name)
    case .stream(let instance, let stream, _), .release(let instance, let stream):
      return LoopPart(name: name, place: (instance.form.streams[stream].span, instance.form.streams[stream].unit))
    }
  }

  /// Whether it is a change that was seen, of a cell or of what holds something back.
  var isChange: Bool {
    switch self {
    case .event, .action: false
    case .stream(let instance, let stream, _): instance.form.streams[stream].watch != nil
    case .release: true
    }
  }
}
