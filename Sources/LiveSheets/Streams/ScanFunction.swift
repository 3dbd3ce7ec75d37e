import CellModel
import Diagnostics
import ReactiveCore

/// `SCAN(initial, e, f)`: what a function makes of what it made last and of each payload.
struct ScanFunction: StreamFunction {
  static let name = "SCAN"
  static let argumentCounts = 3...3
  private let source: Int
  private let initial: TimeExpression
  private let function: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(1)
    initial = arguments.expression(0)
    function = arguments.function(2, of: 2)
  }

  var sources: [Int] { [source] }
  var carrier: Int? { source }
  var functions: [TimeExpression] { [function] }
  var settings: [TimeExpression] { [initial] }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.signal(source).map { payload in
      let former = stream.memory.latest ?? stream.value(initial)
      let value = stream.apply(function, [former, payload])
      stream.memory.latest = value
      return value
    }
  }
}
