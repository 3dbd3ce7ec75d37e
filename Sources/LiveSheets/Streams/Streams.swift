import CellModel
import Engine
import ReactiveCore

/// The streams of instances as signals of the reactive core, and the events that go through them in a micro-step.
///
/// What passes events on is an operator of the reactive core. What has to remember something does so in the memory of its
/// instance, and what has to wait sets a timer: both can be kept and put back, which no operator's inside can.
///
/// - R1. Between two instants no event waits, no clause that was reached, nothing that joins several streams, no new row, and
///   no stream to begin once more.
/// - R2. A stream stands among those that hold an event back as long as it remembers one, and only once.
final class Streams {
  let cells: InstantCells
  let time: VirtualTime
  @exclusivity(unchecked) var step = MicroStep()
  /// Streams of HOLD that keep an event back, in the order in which they began to.
  @exclusivity(unchecked) private(set) var holding: [(instance: TimeInstance, stream: Int)] = [] {
    didSet { observer?.didChangePendingWork() }
  }
  /// Streams that begin once more when the instant is over: what they wait for follows from its states, and comes behind
  /// what it has begun.
  @exclusivity(unchecked) var beginning: [(instance: TimeInstance, stream: Int)] = []
  /// The instants that follow from one change.
  @exclusivity(unchecked) var instants = LoopWatch()
  /// Told whenever another stream keeps an event back, while somebody wants to know.
  @exclusivity(unchecked) var observer: (any StateObserver)?

  init(_ cells: InstantCells, _ time: VirtualTime) {
    self.cells = cells
    self.time = time
  }

  // MARK: Signals

  /// Makes the signals of an instance and lets its events, states and tables follow them.
  func connect(_ instance: TimeInstance) {
    instance.pipes.ranks = StreamRanks(instance, cells.engine)
    for number in instance.form.events.indices {
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
    let stream = StreamInstance(streams: self, instance: instance, number: number)
    switch instance.form.streams[number].kind {
    case .event(let event): return instance.pipes.signal(ofEvent: event)
    case .action(let action, let moment): return instance.pipes.signal(of: action, moment)
    case .changes: return stream.ownSignal()
    case .function(let function): return function.makeSignal(stream)
    }
  }

  /// Sends the first values of `VALUES` and starts intervals.
  func start(_ instance: TimeInstance) {
    lookAtWatches(of: instance)
    for (number, stream) in instance.form.streams.enumerated() {
      stream.function?.begin(StreamInstance(streams: self, instance: instance, number: number))
    }
  }

  /// Lets streams begin once more whose instant is over.
  func beginAgain() {
    guard !beginning.isEmpty else { return }
    let streams = beginning
    beginning.removeAll()
    for (instance, number) in streams where !instance.hasEnded {
      instance.form.streams[number].function?.begin(
        StreamInstance(streams: self, instance: instance, number: number))
    }
  }

  // MARK: A micro-step

  /// Begins a micro-step and tells all that happens in it.
  func tellAll() {
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
  }

  /// The payloads of all events of a step are there before the first of them is told.
  private func takePayloads() {
    for index in step.events.indices {
      guard case .event(let instance, let number, let payload) = step.events[index], !instance.hasEnded else {
        continue
      }
      cells.set(instance.form.events[number].cell, of: instance, to: payload)
    }
  }

  /// Sends events of one moment through the streams, and then what joins several of these, whose sources have all been told by
  /// then.
  private func tell(_ events: Range<Int>) {
    let first = step.reached.count
    step.told.beginMoment()
    for index in events where !step.events[index].instance.hasEnded { send(step.events[index]) }
    while let next = step.takeJoining() { send(next) }
    step.orderReached(from: first)
  }

  private func send(_ event: Occurrence) {
    switch event {
    case .event(let instance, let number, let payload): occur(number, payload, in: instance)
    case .action(let instance, let number, let moment, let payload):
      instance.pipes.send(payload, of: number, moment)
    case .stream(let instance, let stream, let payload): instance.pipes.send(payload, ofStream: stream)
    case .release(let instance, let stream): step.joining.append(JoiningEvent(heldBackBy: stream, of: instance))
    }
  }

  private func send(_ event: JoiningEvent) {
    let stream = StreamInstance(streams: self, instance: event.instance, number: event.stream)
    guard let payload = event.payload else { return release(event.stream, of: event.instance) }
    let function = event.instance.form.streams[event.stream].function
    guard event.instance.pipes.ranks.waits(event.stream) else {
      function?.sendJoined(payload, stream)
      return
    }
    showPayload(payload, ofSource: function?.sources.first, in: event.instance)
    event.instance.pipes.send(payload, throughGateOf: event.stream)
  }

  /// Lets the name of an event that a stream is made of be the payload that the stream is told, which may not be the last.
  private func showPayload(_ payload: CellValue, ofSource source: Int?, in instance: TimeInstance) {
    guard let source, case .event(let event) = instance.form.streams[source].kind else { return }
    let cell = instance.at(instance.form.events[event].cell)
    if !cells.engine.value(at: cell).isIdentical(to: payload) { cells.set(cell, to: payload) }
  }

  /// Tells an event, from outside or of a stream; the latter happens in the micro-step of its source.
  private func occur(_ number: Int, _ payload: CellValue, in instance: TimeInstance) {
    let cell = instance.at(instance.form.events[number].cell)
    step.told.note(number, of: instance, cell, payload)
    if !cells.engine.value(at: cell).isIdentical(to: payload) { cells.set(cell, to: payload) }
    instance.pipes.send(payload, ofEvent: number)
    // Behind the streams, so that the named events made of this one have been told.
    step.reach(instance.clausesOfEvents[number], of: instance)
  }

  // MARK: Waiting

  /// What a stream does when its timer is due: it sends, and may set the timer again.
  func timerIsDue(_ number: Int, of instance: TimeInstance, _ payload: CellValue) {
    let stream = StreamInstance(streams: self, instance: instance, number: number)
    instance.form.streams[number].function?.timerIsDue(payload, stream)
  }

  /// Takes note that a stream keeps an event back, which it has begun to.
  func hold(_ stream: Int, of instance: TimeInstance) { holding.append((instance, stream)) }

  /// Lets go what was held back and is not any more.
  func letGoWhatWasHeld() {
    guard !holding.isEmpty else { return }
    for (instance, stream) in holding {
      guard let restraint = instance.form.streams[stream].function?.restraint,
        instance.memory[stream].hasValue, !cells.holds(restraint, in: instance)
      else { continue }
      step.pending.append(.release(instance, stream))
    }
    // Each change is told to an observer.
    guard holding.contains(where: isOver) else { return }
    forgetWhatIsOver()
  }

  /// Sends what a stream has held back, unless it has sent a later event meanwhile.
  private func release(_ stream: Int, of instance: TimeInstance) {
    guard let latest = instance.memory[stream].latest else { return }
    instance.memory[stream] = StreamMemory()
    instance.pipes.send(latest, ofStream: stream)
  }

  /// Whether a stream keeps nothing back any more.
  private func isOver(_ held: (instance: TimeInstance, stream: Int)) -> Bool {
    !held.instance.memory[held.stream].hasValue || held.instance.hasEnded
  }

  private func forgetWhatIsOver() { holding.removeAll(where: isOver) }

  /// Ends what a row that is not there any more keeps back, and what it waits for.
  func end(_ instance: TimeInstance) {
    time.cancelAll(of: instance)
    holding.removeAll { $0.instance === instance }
  }

  /// Takes streams as those that keep an event back, in their order.
  func restore(holding: [(instance: TimeInstance, stream: Int)]) { self.holding = holding }

  /// Notes which streams keep an event back by what they remember; those that are known keep their order.
  func takeHeld(of instances: [TimeInstance]) {
    forgetWhatIsOver()
    for instance in instances {
      for (number, stream) in instance.form.streams.enumerated()
      where instance.memory.all[number].hasValue && stream.function?.restraint != nil {
        if !holding.contains(where: { $0.instance === instance && $0.stream == number }) {
          holding.append((instance, number))
        }
      }
    }
  }

  // MARK: Changes

  /// Takes the values of watched cells as seen.
  func lookAtWatches(of instance: TimeInstance) {
    instance.seen.watched = instance.form.watches.map { value(of: $0, in: instance) }
  }

  private func value(of watch: WatchForm, in instance: TimeInstance) -> CellValue {
    switch watch {
    case .cells(let area): cells.engine.value(in: instance.at(area))
    case .table(let expression): cells.value(of: expression, in: instance)
    }
  }

  /// Adds the events that changes of watched cells are.
  func noteChanges(in instance: TimeInstance) {
    for (watch, form) in instance.form.watches.enumerated() {
      let value = value(of: form, in: instance)
      guard value != instance.seen.watched[watch] else { continue }
      instance.seen.watched[watch] = value
      for (stream, form) in instance.form.streams.enumerated() {
        if form.watch == watch { step.pending.append(.stream(instance, stream, value)) }
      }
    }
  }

  // MARK: Rules

  /// The rules of this type that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    var broken: [String] = []
    if !step.pending.isEmpty { broken.append("R1: \(step.pending.map(\.name)) still wait") }
    if !beginning.isEmpty { broken.append("R1: streams wait to begin once more") }
    if !step.isOver { broken.append("R1: clauses, streams or rows still wait") }
    for held in holding where isOver(held) { broken.append("R2: stream \(held.stream) keeps nothing back") }
    for instance in instances {
      for (number, stream) in instance.form.streams.enumerated()
      where instance.memory.all[number].hasValue && stream.function?.restraint != nil {
        let count = holding.count { $0.instance === instance && $0.stream == number }
        if count != 1 { broken.append("R2: \(stream.text) keeps an event back, and is known \(count) times") }
      }
      for (number, watch) in instance.form.watches.enumerated()
      where value(of: watch, in: instance) != instance.seen.watched[number] {
        let name = watch.area.map { cells.engine.names.name(of: instance.at($0).topLeft) } ?? "a table"
        broken.append("R1: a change of \(name) was not noted")
      }
    }
    return broken
  }
}
