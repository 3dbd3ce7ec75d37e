import CellModel
import ReactiveCore
import SheetPrograms

/// The events of one instance as signals of the reactive core.
final class EventPipes {
  typealias Pipe = (output: Signal<CellValue, Never>, input: Signal<CellValue, Never>.Observer)

  private let events: [Pipe]
  private let actions: [[Pipe]]
  /// Of streams that send by themselves: changes, timers, what was held back.
  @exclusivity(unchecked) private var own: [Int: Pipe] = [:]
  /// What streams are told that wait for the events that they read.
  @exclusivity(unchecked) private var gates: [Int: Pipe] = [:]
  /// The order in which streams are told.
  @exclusivity(unchecked) var ranks: StreamRanks
  /// What those outside hear, who are told of an event before what the sheet makes of it.
  @exclusivity(unchecked) private var outer: [Happening: Pipe] = [:]
  /// Of streams that somebody follows.
  @exclusivity(unchecked) var signals: [Int: Signal<CellValue, Never>] = [:]

  init(_ form: TimeForm) {
    events = form.events.map { _ in Signal.unserializedPipe() }
    ranks = StreamRanks(form)
    actions = form.actions.map { _ in ActionMoment.allCases.map { _ in Signal.unserializedPipe() } }
  }

  func signal(ofEvent event: Int) -> Signal<CellValue, Never> { events[event].output }

  func signal(of action: Int, _ moment: ActionMoment) -> Signal<CellValue, Never> {
    actions[action][moment.number].output
  }

  /// The signal of a stream that sends by itself.
  func ownSignal(of stream: Int) -> Signal<CellValue, Never> {
    let pipe: Pipe = Signal.unserializedPipe()
    own[stream] = pipe
    return pipe.output
  }

  /// The signal of the source of a stream that waits.
  func gateSignal(of stream: Int) -> Signal<CellValue, Never> {
    let pipe: Pipe = Signal.unserializedPipe()
    gates[stream] = pipe
    return pipe.output
  }

  /// The signal that those outside hear, made when it is first asked for.
  func outerSignal(of happening: Happening) -> Signal<CellValue, Never> {
    if let pipe = outer[happening] { return pipe.output }
    let pipe: Pipe = Signal.unserializedPipe()
    outer[happening] = pipe
    return pipe.output
  }

  func send(_ payload: CellValue, ofEvent event: Int) {
    if !outer.isEmpty { outer[.event(event)]?.input.send(value: payload) }
    events[event].input.send(value: payload)
  }

  func send(_ payload: CellValue, of action: Int, _ moment: ActionMoment) {
    if !outer.isEmpty { outer[.action(action, moment)]?.input.send(value: payload) }
    actions[action][moment.number].input.send(value: payload)
  }

  /// Sends an event of a stream that sends by itself.
  func send(_ payload: CellValue, ofStream stream: Int) { own[stream]?.input.send(value: payload) }

  /// Tells a stream that waits what has come of its source.
  func send(_ payload: CellValue, throughGateOf stream: Int) { gates[stream]?.input.send(value: payload) }
}

/// What somebody outside of a sheet may want to hear of.
enum Happening: Hashable {
  case event(Int)
  case action(Int, ActionMoment)
}

extension ActionMoment {
  var number: Int {
    switch self {
    case .started: 0
    case .values: 1
    case .succeeded: 2
    case .failed: 3
    case .finished: 4
    case .refused: 5
    case .stopped: 6
    }
  }
}
