import CellModel
import ReactiveCore

/// A stream of one instance, for its function at work.
struct StreamInstance {
  unowned let timeline: Timeline
  unowned let instance: TimeInstance
  let number: Int

  /// What the stream remembers.
  var memory: StreamMemory {
    get { instance.memory[number] }
    nonmutating set { instance.memory[number] = newValue }
  }

  /// The signal of another stream of the instance.
  func signal(_ stream: Int) -> Signal<CellValue, Never> { timeline.signal(stream, of: instance) }

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
  func sendInAStep(_ payload: CellValue) { timeline.step.pending.append(.stream(instance, number, payload)) }

  /// Has ``StreamFunction/sendJoined(_:_:)`` called when all streams of lower rank have been told.
  ///
  /// - Parameter place: Where the payload belongs among those that the stream joins of one event.
  func join(_ payload: CellValue, place: Int = 0) {
    timeline.join(JoiningEvent(instance: instance, stream: number, place: place, payload: payload))
  }

  /// Sets a timer.
  ///
  /// - Returns: Its number.
  @discardableResult
  func wait(_ seconds: TimeExpression, _ payload: CellValue) -> Int {
    timeline.schedule(timeline.seconds(seconds, in: instance), .stream(instance, number, payload))
  }

  /// The value of an expression, formulas being up to date.
  func value(_ expression: TimeExpression) -> CellValue {
    timeline.settleFormulas()
    return expression.value(in: timeline.engine, row: instance.row)
  }

  func apply(_ function: TimeExpression, _ payloads: [CellValue]) -> CellValue {
    timeline.apply(function, payloads, in: instance)
  }

  func passes(_ condition: TimeExpression, _ payload: CellValue) -> Bool {
    timeline.passes(condition, payload, in: instance)
  }
}
