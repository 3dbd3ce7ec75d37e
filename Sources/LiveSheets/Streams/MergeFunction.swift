import CellModel
import Diagnostics
import ReactiveCore

/// `MERGE(e, …)`: the events of several streams.
struct MergeFunction: StreamFunction {
  static let name = "MERGE"
  static let argumentCounts = 1...255
  let sources: [Int]

  init(_ arguments: StreamArguments) throws(Diagnostic) { sources = try arguments.streams() }

  var carrier: Int? { sources.count == 1 ? sources[0] : nil }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    Signal.merge(sources.map { stream.signal($0) })
  }
}
