import CellModel
import Diagnostics
import ReactiveCore

/// `DROP(e, n)`: all but the first events.
struct DropFunction: StreamFunction {
  static let name = "DROP"
  static let argumentCounts = 2...2
  private let source: Int
  private let count: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    count = try arguments.number(1, isCount: true)
  }

  var sources: [Int] { [source] }
  var carrier: Int? { source }
  var settings: [TimeExpression] { [count] }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.signal(source).filter { _ in !stream.isAmongTheFirst(count) }
  }
}
