import CellModel
import Diagnostics
import ReactiveCore

/// `MAP(e, f)`: what a function makes of each payload.
struct MapFunction: StreamFunction {
  static let name = "MAP"
  static let argumentCounts = 2...2
  private let source: Int
  private let function: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    function = arguments.function(1, of: 1)
  }

  var sources: [Int] { [source] }
  var carrier: Int? { source }
  var functions: [TimeExpression] { [function] }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.signal(source).map { stream.apply(function, [$0]) }
  }
}
