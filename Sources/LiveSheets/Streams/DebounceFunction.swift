import CellModel
import Diagnostics
import ReactiveCore

/// `DEBOUNCE(e, seconds)`: an event when none has come after it for a time.
struct DebounceFunction: StreamFunction {
  static let name = "DEBOUNCE"
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
      stream.cancel(stream.memory.count)
      stream.memory.count = stream.wait(seconds, payload)
    }
  }

  func timerIsDue(_ payload: CellValue, _ stream: StreamInstance) {
    stream.memory.count = 0
    stream.sendInAStep(payload)
  }
}
