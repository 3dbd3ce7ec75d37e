import CellModel
import Engine
import ReactiveCore

/// Streams as signals of the reactive core.
///
/// What passes events on is an operator of the reactive core. What has to remember something does so in the memory of its
/// instance, and what has to wait sets a timer: both can be kept and put back, which no operator's inside can.
extension Timeline {
  /// Makes the signals of an instance and lets its events, states and tables follow them.
  func connect(_ instance: TimeInstance) {
    for number in EventOrder(instance, engine).ordered() {
      guard let stream = instance.form.events[number].stream else { continue }
      signal(stream, of: instance).observeValues { [unowned self, unowned instance] payload in
        occur(number, payload, in: instance)
      }
    }
    instance.form.forEachClause { clause, stream in
      // An event itself reaches what follows it: see ``TimeInstance/clausesOfEvents``.
      if case .event = instance.form.streams[stream].kind { return }
      signal(stream, of: instance).observeValues { [unowned self, unowned instance] _ in
        step.reach(clause, of: instance)
      }
    }
    lookAtWatches(of: instance)
  }

  /// The signal of a stream, made when it is first asked for.
  func signal(_ stream: Int, of instance: TimeInstance) -> Signal<CellValue, Never> {
    if let signal = instance.pipes.signals[stream] { return signal }
    let made = makeSignal(stream, of: instance)
    instance.pipes.signals[stream] = made
    return made
  }

  private func makeSignal(_ number: Int, of instance: TimeInstance) -> Signal<CellValue, Never> {
    let stream = StreamInstance(timeline: self, instance: instance, number: number)
    switch instance.form.streams[number].kind {
    case .event(let event): return instance.pipes.signal(ofEvent: event)
    case .action(let action, let moment): return instance.pipes.signal(of: action, moment)
    case .changes: return stream.ownSignal()
    case .function(let function): return function.makeSignal(stream)
    }
  }

  // MARK: Waiting

  /// What a stream does when its timer is due: it sends, and may set the timer again.
  func timerIsDue(_ number: Int, of instance: TimeInstance, _ payload: CellValue) {
    let stream = StreamInstance(timeline: self, instance: instance, number: number)
    instance.form.streams[number].function?.timerIsDue(payload, stream)
  }

  /// Lets go what was held back and is not any more.
  func letGoWhatWasHeld() {
    guard !holding.isEmpty else { return }
    for (instance, stream) in holding {
      guard let restraint = instance.form.streams[stream].function?.restraint,
        instance.memory[stream].hasValue, !holds(restraint, in: instance)
      else { continue }
      step.pending.append(.release(instance, stream))
    }
    // Each change is told to an observer.
    guard holding.contains(where: isOver) else { return }
    holding.removeAll(where: isOver)
  }

  /// Sends what a stream has held back, unless it has sent a later event meanwhile.
  func release(_ stream: Int, of instance: TimeInstance) {
    guard let latest = instance.memory[stream].latest else { return }
    instance.memory[stream] = StreamMemory()
    instance.pipes.send(latest, ofStream: stream)
  }

  /// Whether a stream keeps nothing back any more.
  func isOver(_ held: (instance: TimeInstance, stream: Int)) -> Bool {
    !held.instance.memory[held.stream].hasValue || held.instance.hasEnded
  }

  @discardableResult
  func schedule(_ delay: SheetTime, _ kind: SheetTimer.Kind) -> Int {
    timers.set(kind, due: now + delay)
  }
}
