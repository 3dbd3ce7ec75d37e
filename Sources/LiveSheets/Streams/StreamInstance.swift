import CellModel
import ReactiveCore

/// A stream of one instance, for its function at work.
struct StreamInstance {
  unowned let streams: Streams
  unowned let instance: TimeInstance
  let number: Int

  /// What the stream remembers.
  var memory: StreamMemory {
    get { instance.memory[number] }
    nonmutating set { instance.memory[number] = newValue }
  }

  /// The signal of another stream of the instance; what a stream that waits is told of it joins what it reads.
  func signal(_ stream: Int) -> Signal<CellValue, Never> {
    let signal = streams.signal(stream, of: instance)
    guard instance.pipes.ranks.waits(number) else { return signal }
    let output = instance.pipes.gateSignal(of: number)
    signal.observeValues { join($0) }
    return output
  }

  /// The signal of a stream that sends by itself.
  func ownSignal() -> Signal<CellValue, Never> {
    instance.pipes.ownSignal(of: number)
  }

  /// The signal of a stream that decides for each event of a source what to send by itself.
  func ownSignal(
    of source: Int, _ receive: @escaping (CellValue, StreamInstance) -> Void
  ) -> Signal<CellValue, Never> {
    let output = ownSignal()
    signal(source).observeValues { receive($0, self) }
    return output
  }

  /// Sends an event within the micro-step.
  func send(_ payload: CellValue) { instance.pipes.send(payload, ofStream: number) }

  /// Sends an event in the next micro-step.
  func sendInAStep(_ payload: CellValue) { streams.step.pending.append(.stream(instance, number, payload)) }

  /// Has ``StreamFunction/begin(_:)`` called once more when the instant is over.
  func beginBehindInstant() { streams.beginning.append((instance, number)) }

  /// Has ``StreamFunction/sendJoined(_:_:)`` called when all streams of lower rank have been told.
  ///
  /// - Parameter place: Where the payload belongs among those that the stream joins of one event.
  func join(_ payload: CellValue, place: Int = 0) {
    streams.step.joining.append(JoiningEvent(instance: instance, stream: number, place: place, payload: payload))
  }

  /// Sets a timer.
  ///
  /// - Returns: Its number.
  @discardableResult
  func wait(_ seconds: TimeExpression, _ payload: CellValue) -> Int {
    wait(streams.cells.seconds(seconds, in: instance), payload)
  }

  /// Sets a timer.
  ///
  /// - Returns: Its number.
  @discardableResult
  func wait(_ time: SheetTime, _ payload: CellValue) -> Int {
    streams.time.schedule(time, .stream(instance, number, payload))
  }

  /// Gives up a timer that it has set.
  func cancel(_ timer: Int) { streams.time.cancel(timer) }

  /// Keeps an event back until the stream's restraint does not hold any more.
  func hold(_ payload: CellValue) {
    if !memory.hasValue { streams.hold(number, of: instance) }
    memory.latest = payload
  }

  /// The value of an expression, formulas being up to date.
  func value(_ expression: TimeExpression) -> CellValue {
    streams.cells.settleFormulas()
    return streams.cells.value(of: expression, in: instance)
  }

  /// Whether a condition holds, formulas being up to date.
  func holds(_ condition: TimeExpression) -> Bool {
    streams.cells.settleFormulas()
    return streams.cells.holds(condition, in: instance)
  }

  /// A number of events, formulas being up to date.
  func count(_ expression: TimeExpression) -> Double { streams.cells.count(expression, in: instance) }

  func report(_ finding: TimeFinding, of expression: TimeExpression) {
    streams.cells.report(expression.unit.located(finding.diagnostic))
  }

  func apply(_ function: TimeExpression, _ payloads: [CellValue]) -> CellValue {
    streams.cells.apply(function, payloads, in: instance)
  }

  func passes(_ condition: TimeExpression, _ payload: CellValue) -> Bool {
    streams.cells.passes(condition, payload, in: instance)
  }
}
