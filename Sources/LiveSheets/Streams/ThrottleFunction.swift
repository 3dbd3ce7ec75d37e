import CellModel
import Diagnostics
import ReactiveCore

/// `THROTTLE(e, seconds)`: an event at once, and then at most the latest one in each window of time.
struct ThrottleFunction: StreamFunction {
  static let name = "THROTTLE"
  static let argumentCounts = 2...2
  private let source: Int
  private let seconds: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    seconds = try arguments.number(1)
  }

  var sources: [Int] { [source] }
  var waitingTime: TimeExpression? { seconds }
  var remembers: Bool { true }
  var knowsItsTimer: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.ownSignal(of: source) { payload, stream in
      if stream.memory.count != 0 {
        stream.memory.latest = payload
      } else {
        stream.memory.count = stream.wait(seconds, .blank)
        stream.send(payload)
      }
    }
  }

  func timerIsDue(_ payload: CellValue, _ stream: StreamInstance) {
    let latest = stream.memory.latest
    stream.memory = StreamMemory()
    guard let latest else { return }
    stream.memory.count = stream.wait(seconds, .blank)
    stream.sendInAStep(latest)
  }
}
