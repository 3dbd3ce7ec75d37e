import CellModel
import Diagnostics
import Engine

/// Instants and their micro-steps.
extension Timeline {
  /// Makes a change from outside and lets all that follows from it happen.
  ///
  /// - Parameter change: Sets cells and adds events; formulas are brought up to date behind it.
  func instant(_ change: () -> Void) { engine.atOneTime { instantOfNow(change) } }

  private func instantOfNow(_ change: () -> Void) {
    change()
    isUnsettled = true
    var steps = 0
    var last: [[Occurrence]] = []
    let loops = reports.loopCount
    repeat {
      if steps == Self.stepLimit {
        stopLoop(last + [step.pending])
        break
      }
      settle()
      if steps > Self.stepLimit - Self.tracedSteps { last.append(step.pending) }
      if trace != nil { trace?.append(contentsOf: step.pending.map(\.part)) }
      happen()
      steps += 1
      if reports.loopCount - loops >= Self.mostLoops {
        step.pending.removeAll()
        break
      }
    } while !step.pending.isEmpty || work.takeWork()
    reports.endInstant()
    sheet.instantEnded()
  }

  /// Makes a change and then lets happen what is there at once, each in an instant of its own.
  func change(_ change: () -> Void) {
    instant(change)
    happenFollowing()
  }

  /// Lets happen what is there at once, each in an instant of its own.
  func happenFollowing() {
    var count = 0
    trace = nil
    let loops = reports.loopCount
    while let next = work.takeFollowing() {
      if count == Self.stepLimit - Self.tracedSteps { trace = [] }
      instant(next)
      count += 1
      let isLoop = count == Self.stepLimit
      if isLoop { reportLoop(of: trace ?? []) }
      if isLoop || reports.loopCount - loops >= Self.mostLoops || sheet.environment.isCancelled() {
        work.dropFollowing()
        engine.recalculate()
        break
      }
    }
    trace = nil
  }

  /// One micro-step: events happen, clauses are evaluated, and what they made takes effect.
  private func happen() {
    step.begin()
    takePayloads()
    var index = 0
    while index < step.events.count {
      // Changes that were seen at the same time are one event.
      var end = index + 1
      if step.events[index].isChange { while end < step.events.count, step.events[end].isChange { end += 1 } }
      tell(index..<end)
      index = end
    }
    step.endEvents()
    performClauses()
    settle()
    noteChanges()
  }

  /// The payloads of all events of a step are there before the first of them is told.
  private func takePayloads() {
    for index in step.events.indices {
      guard case .event(let instance, let number, let payload) = step.events[index], !instance.hasEnded else {
        continue
      }
      setCell(instance.form.events[number].cell, of: instance, to: payload)
    }
  }

  /// Sends events of one moment through the streams, and then what joins several of these, whose sources have all been told by
  /// then.
  private func tell(_ events: Range<Int>) {
    let first = step.reached.count
    for index in events where !step.events[index].instance.hasEnded { send(step.events[index]) }
    sendJoined()
    step.orderReached(from: first)
  }

  private func send(_ event: Occurrence) {
    switch event {
    case .event(let instance, let number, let payload): occur(number, payload, in: instance)
    case .action(let instance, let number, let moment, let payload):
      instance.pipes.send(payload, of: number, moment)
    case .stream(let instance, let stream, let payload): instance.pipes.send(payload, ofStream: stream)
    case .release(let instance, let stream): release(stream, of: instance)
    }
  }

  /// Tells an event, from outside or of a stream; the latter happens in the micro-step of its source.
  func occur(_ number: Int, _ payload: CellValue, in instance: TimeInstance) {
    let cell = instance.at(instance.form.events[number].cell)
    step.told.note(number, of: instance, cell, payload)
    if !engine.value(at: cell).isIdentical(to: payload) { setCell(cell, to: payload) }
    instance.pipes.send(payload, ofEvent: number)
    // Behind the streams, so that the named events made of this one have been told.
    for clause in instance.clausesOfEvents[number] { step.reach(clause, of: instance) }
  }

  func setCell(_ address: CellAddress, of instance: TimeInstance, to value: CellValue) {
    setCell(instance.at(address), to: value)
  }

  func setCell(_ cell: CellAddress, to value: CellValue) {
    engine.setConstant(value, at: cell)
    isUnsettled = true
  }

  // MARK: Settling

  /// Brings formulas, bindings and fetches up to date.
  func settle() {
    guard isUnsettled else { return }
    isUnsettled = false
    settleFormulas()
    guard lookouts.hasBindings || lookouts.hasFetches else { return }
    var rounds = 0
    while lookingForChanges({ followBindings() || followFetches() }) {
      engine.recalculate()
      rounds += 1
      if rounds == Self.stepLimit { return reportBindingLoop() }
    }
  }

  /// Formulas as conditions and functions of streams see them: payloads are there, states are old.
  func settleFormulas() {
    guard hasOldFormulas else { return }
    hasOldFormulas = false
    engine.recalculate()
  }

  /// Adds the events that changes are: of watched cells, and of what was held back.
  private func noteChanges() {
    guard lookouts.hasWatches || !holding.isEmpty else { return }
    lookingForChanges { findChanges() }
  }

  /// Looks at all that the sheet watches; what of it mattered is for an observer to find out.
  private func lookingForChanges<Result>(_ body: () -> Result) -> Result {
    guard let observer else { return body() }
    observer.willLookForChanges()
    defer { observer.didLookForChanges() }
    return body()
  }

  private func findChanges() {
    for instance in instances where !instance.form.watches.isEmpty { noteChanges(in: instance) }
    letGoWhatWasHeld()
  }

  /// Takes the values of watched cells as seen.
  func lookAtWatches(of instance: TimeInstance) {
    instance.seen.watched = instance.form.watches.map { value(of: $0, in: instance) }
  }

  func value(of watch: WatchForm, in instance: TimeInstance) -> CellValue {
    switch watch {
    case .cells(let area): sheet.value(in: instance.at(area))
    case .table(let expression): expression.value(in: engine, row: instance.row)
    }
  }

  private func noteChanges(in instance: TimeInstance) {
    for (watch, form) in instance.form.watches.enumerated() {
      let value = value(of: form, in: instance)
      guard value != instance.seen.watched[watch] else { continue }
      instance.seen.watched[watch] = value
      for (stream, form) in instance.form.streams.enumerated() {
        if form.watch == watch { step.pending.append(.stream(instance, stream, value)) }
      }
    }
  }

  // MARK: Conditions and functions

  /// Whether a condition holds; one that is an error does not, and is reported.
  func holds(_ condition: TimeExpression, in instance: TimeInstance) -> Bool {
    holds(condition.value(in: engine, row: instance.row), condition)
  }

  /// Whether the value of a condition is one that holds.
  func holds(_ value: CellValue, _ condition: TimeExpression) -> Bool {
    let truth = Truth(value)
    if case .undecided(let reason) = truth {
      report(condition.unit.located(TimeFinding.guardFailed(condition.span, LiveSheet.words(for: reason)).diagnostic))
    }
    return truth.isHolding
  }

  /// What a function of a stream makes of payloads; an expression that is no LAMBDA gives its value.
  func apply(_ function: TimeExpression, _ arguments: [CellValue], in instance: TimeInstance) -> CellValue {
    settleFormulas()
    let value = function.value(in: engine, row: instance.row)
    guard case .lambda(let lambda) = value else { return value }
    return engine.call(lambda, arguments)
  }

  /// Whether an event passes FILTER: its condition holds, or its LAMBDA of the payload does.
  func passes(_ condition: TimeExpression, _ payload: CellValue, in instance: TimeInstance) -> Bool {
    settleFormulas()
    var value = condition.value(in: engine, row: instance.row)
    if case .lambda(let lambda) = value { value = engine.call(lambda, [payload]) }
    return holds(value, condition)
  }

  /// A number of seconds as an expression gives it; what is none is reported and counts as 0.
  func seconds(_ expression: TimeExpression, in instance: TimeInstance) -> SheetTime {
    settleFormulas()
    guard case .number(let seconds, _) = expression.value(in: engine, row: instance.row) else {
      report(expression.unit.located(TimeFinding.notSeconds(expression.span).diagnostic))
      return .zero
    }
    return SheetTime(seconds: max(seconds, 0))
  }
}
