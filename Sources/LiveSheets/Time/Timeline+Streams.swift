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
    for (number, event) in instance.form.events.enumerated() {
      guard let stream = event.stream else { continue }
      signal(stream, of: instance).observeValues { [unowned self, unowned instance] payload in
        occur(number, payload, in: instance)
      }
    }
    for (state, form) in instance.form.states.enumerated() {
      for (number, reaction) in form.reactions.enumerated() {
        signal(reaction.stream, of: instance).observeValues { [unowned self, unowned instance] _ in
          reach(.state(state, reaction: number), of: instance)
        }
      }
    }
    for (number, clause) in instance.form.tableClauses.enumerated() {
      signal(clause.stream, of: instance).observeValues { [unowned self, unowned instance] _ in
        reach(.table(number), of: instance)
      }
    }
    instance.watched = instance.form.watches.map { sheet.value(in: instance.at($0)) }
  }

  private func reach(_ clause: ReachedClause.Clause, of instance: TimeInstance) {
    reached.append(ReachedClause(instance: instance, clause: clause, told: told.count))
  }

  /// The signal of a stream, made when it is first asked for.
  private func signal(_ stream: Int, of instance: TimeInstance) -> Signal<CellValue, Never> {
    if let signal = instance.signals[stream] { return signal }
    let made = makeSignal(stream, of: instance)
    instance.signals[stream] = made
    return made
  }

  private func makeSignal(_ number: Int, of instance: TimeInstance) -> Signal<CellValue, Never> {
    func source(_ stream: Int) -> Signal<CellValue, Never> { signal(stream, of: instance) }
    switch instance.form.streams[number].kind {
    case .event(let event): return instance.eventPipes[event].output
    case .action(let action, let moment): return instance.actionPipes[action][moment.number].output
    case .changes, .every: return ownPipe(number, of: instance)
    case .map(let stream, let function):
      return source(stream).map { [unowned self, unowned instance] in apply(function, [$0], in: instance) }
    case .filter(let stream, let condition):
      return source(stream).filter { [unowned self, unowned instance] in passes(condition, $0, in: instance) }
    case .scan(let stream, let initial, let function):
      return source(stream).map { [unowned self, unowned instance] payload in
        scanned(number, initial, function, payload, in: instance)
      }
    case .merge(let streams): return Signal.merge(streams.map(source))
    case .take(let stream, let count):
      return counting(number, source(stream), count, of: instance) { $0 <= $1 }
    case .drop(let stream, let count):
      return counting(number, source(stream), count, of: instance) { $0 > $1 }
    case .takeUntil(let stream, let stop):
      let output = ownPipe(number, of: instance)
      source(stop).observeValues { [unowned instance] _ in instance.memory[number].hasEnded = true }
      source(stream).observeValues { [unowned self, unowned instance] in join(number, $0, of: instance) }
      return output
    case .distinct(let stream):
      return source(stream).filter { [unowned instance] payload in
        let memory = instance.memory[number]
        instance.memory[number].value = payload
        instance.memory[number].hasValue = true
        return !memory.hasValue || memory.value != payload
      }
    case .pairwise(let stream):
      return source(stream).compactMap { [unowned instance] payload in
        let memory = instance.memory[number]
        instance.memory[number].value = payload
        instance.memory[number].hasValue = true
        return memory.hasValue ? Self.pair(memory.value, payload) : nil
      }
    case .sample(let stream, let by):
      let output = ownPipe(number, of: instance)
      source(stream).observeValues { [unowned instance] payload in
        instance.memory[number].value = payload
        instance.memory[number].hasValue = true
      }
      source(by).observeValues { [unowned self, unowned instance] in join(number, $0, of: instance) }
      return output
    case .delay(let stream, _), .debounce(let stream, _), .throttle(let stream, _), .hold(let stream, _):
      let output = ownPipe(number, of: instance)
      source(stream).observeValues { [unowned self, unowned instance] in receive($0, number, of: instance) }
      return output
    }
  }

  private func ownPipe(_ number: Int, of instance: TimeInstance) -> Signal<CellValue, Never> {
    let pipe: TimeInstance.Pipe = Signal.unserializedPipe()
    instance.ownPipes[number] = pipe
    return pipe.output
  }

  private func scanned(
    _ number: Int, _ initial: TimeExpression, _ function: TimeExpression, _ payload: CellValue,
    in instance: TimeInstance
  ) -> CellValue {
    let memory = instance.memory[number]
    settleFormulas()
    let former = memory.hasValue ? memory.value : initial.value(in: engine, row: instance.row)
    let value = apply(function, [former, payload], in: instance)
    instance.memory[number].value = value
    instance.memory[number].hasValue = true
    return value
  }

  /// Lets events pass by their number, counted from 1.
  private func counting(
    _ number: Int, _ source: Signal<CellValue, Never>, _ limit: TimeExpression, of instance: TimeInstance,
    _ passes: @escaping (Double, Double) -> Bool
  ) -> Signal<CellValue, Never> {
    source.filter { [unowned self, unowned instance] _ in
      settleFormulas()
      let most = limit.value(in: engine, row: instance.row).number ?? 0
      // It stops to count where nothing depends on it any more, so that a state that comes back is the same one.
      if Double(instance.memory[number].count) <= most { instance.memory[number].count += 1 }
      return passes(Double(instance.memory[number].count), most)
    }
  }

  /// Two payloads side by side; what cannot stand in an array stands there as its error.
  private static func pair(_ former: CellValue, _ current: CellValue) -> CellValue {
    .array(CellArray(row: [former, current]))
  }

  // MARK: Waiting

  /// Takes an event of the source of a stream that sends by itself.
  private func receive(_ payload: CellValue, _ number: Int, of instance: TimeInstance) {
    switch instance.form.streams[number].kind {
    case .delay(_, let seconds): schedule(self.seconds(seconds, in: instance), .stream(instance, number, payload))
    case .debounce(_, let seconds):
      timers.cancel(instance.memory[number].count)
      instance.memory[number].count = schedule(self.seconds(seconds, in: instance), .stream(instance, number, payload))
    case .throttle(_, let seconds):
      if instance.memory[number].count != 0 {
        instance.memory[number].value = payload
        instance.memory[number].hasValue = true
      } else {
        instance.memory[number].count = schedule(self.seconds(seconds, in: instance), .stream(instance, number, .blank))
        instance.ownPipes[number]?.input.send(value: payload)
      }
    case .hold(_, let condition):
      settleFormulas()
      if holds(condition, in: instance) {
        if !instance.memory[number].hasValue { holding.append((instance, number)) }
        instance.memory[number].value = payload
        instance.memory[number].hasValue = true
      } else {
        instance.memory[number] = StreamMemory()
        instance.ownPipes[number]?.input.send(value: payload)
      }
    default: break
    }
  }

  /// What a stream does when its timer is due: it sends, and may set the timer again.
  func timerIsDue(_ number: Int, of instance: TimeInstance, _ payload: CellValue) {
    switch instance.form.streams[number].kind {
    case .debounce:
      instance.memory[number].count = 0
      pending.append(.stream(instance, number, payload))
    case .throttle(_, let seconds):
      let memory = instance.memory[number]
      instance.memory[number] = StreamMemory()
      guard memory.hasValue else { return }
      instance.memory[number].count = schedule(self.seconds(seconds, in: instance), .stream(instance, number, .blank))
      pending.append(.stream(instance, number, memory.value))
    case .every:
      armInterval(number, of: instance)
      pending.append(.stream(instance, number, .blank))
    default: pending.append(.stream(instance, number, payload))
    }
  }

  /// Sets the timer of the next tick; without a positive interval there is none.
  func armInterval(_ number: Int, of instance: TimeInstance) {
    guard case .every(let seconds) = instance.form.streams[number].kind else { return }
    let interval = self.seconds(seconds, in: instance)
    guard interval > .zero else {
      return report(seconds.unit.located(TimeFinding.notPositive(seconds.span).diagnostic))
    }
    schedule(interval, .stream(instance, number, .blank))
  }

  @discardableResult
  func schedule(_ delay: SheetTime, _ kind: SheetTimer.Kind) -> Int {
    timerCount += 1
    timers.insert(SheetTimer(due: now + delay, number: timerCount, kind: kind))
    return timerCount
  }
}
