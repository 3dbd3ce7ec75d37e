import CellModel
import Diagnostics
import ReactiveCore

/// `PAIRWISE(e)`: each payload beside the one before, from the second event on.
struct PairwiseFunction: StreamFunction {
  static let name = "PAIRWISE"
  static let argumentCounts = 1...1
  private let source: Int

  init(_ arguments: StreamArguments) throws(Diagnostic) { source = try arguments.stream(0) }

  var sources: [Int] { [source] }
  var carrier: Int? { source }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    stream.signal(source).compactMap { payload in
      let former = stream.memory.latest
      stream.memory.latest = payload
      // What cannot stand in an array stands there as its error.
      return former.map { .array(CellArray(row: [$0, payload])) }
    }
  }
}
