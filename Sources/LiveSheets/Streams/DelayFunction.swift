import CellModel
import Diagnostics
import ReactiveCore

/// `DELAY(e, seconds)`: each event some time later.
struct DelayFunction: StreamFunction {
  static let name = "DELAY"
  static let argumentCounts = 2...2
  private let source: Int
  private let seconds: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    seconds = try arguments.number(1)
  }

  var sources: [Int] { [source] }
  var waitingTime: TimeExpression? { seconds }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.ownSignal(of: source) { payload, stream in stream.wait(seconds, payload) }
  }
}
