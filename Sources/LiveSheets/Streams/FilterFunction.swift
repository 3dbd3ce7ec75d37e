import CellModel
import Diagnostics
import ReactiveCore

/// `FILTER(e, condition)`: the events for which a condition holds.
struct FilterFunction: StreamFunction {
  static let name = "FILTER"
  static let argumentCounts = 2...2
  private let source: Int
  private let condition: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    condition = arguments.function(1, of: 1)
  }

  var sources: [Int] { [source] }
  var carrier: Int? { source }
  var functions: [TimeExpression] { [condition] }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.signal(source).filter { stream.passes(condition, $0) }
  }
}
