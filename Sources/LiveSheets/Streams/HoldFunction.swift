import CellModel
import Diagnostics
import ReactiveCore

/// `HOLD(e, condition)`: each event, but the latest one later when the condition holds: as soon as it does not any more.
struct HoldFunction: StreamFunction {
  static let name = "HOLD"
  static let argumentCounts = 2...2
  private let source: Int
  private let condition: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    condition = arguments.expression(1)
  }

  var sources: [Int] { [source] }
  var settings: [TimeExpression] { [condition] }
  var restraint: TimeExpression? { condition }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.ownSignal(of: source) { payload, stream in
      if stream.holds(condition) {
        stream.hold(payload)
      } else {
        stream.memory = StreamMemory()
        stream.send(payload)
      }
    }
  }
}
