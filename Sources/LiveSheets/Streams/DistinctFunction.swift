import CellModel
import Diagnostics
import ReactiveCore

/// `DISTINCT(e)`: the events whose payload is not that of the event before.
struct DistinctFunction: StreamFunction {
  static let name = "DISTINCT"
  static let argumentCounts = 1...1
  private let source: Int

  init(_ arguments: StreamArguments) throws(Diagnostic) { source = try arguments.stream(0) }

  var sources: [Int] { [source] }
  var carrier: Int? { source }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.signal(source).filter { payload in
      let former = stream.memory.latest
      stream.memory.latest = payload
      return former != payload
    }
  }
}
