import CellModel
import Diagnostics
import ReactiveCore

/// `TAKE(e, n)`: the first events.
struct TakeFunction: StreamFunction {
  static let name = "TAKE"
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
    stream.signal(source).filter { _ in stream.isAmongTheFirst(count) }
  }
}

extension StreamInstance {
  /// Counts an event, from 1, and tells whether it is one of the first.
  func isAmongTheFirst(_ limit: TimeExpression) -> Bool {
    let most = count(limit)
    // It stops to count where nothing depends on it any more, so that a state that comes back is the same one. Of a
    // limit that may grow, one more tells that it has been passed.
    let isAmong = Double(memory.count + 1) <= most
    if isAmong || limit.tree.constant == nil && Double(memory.count) <= most { memory.count += 1 }
    return isAmong
  }
}
