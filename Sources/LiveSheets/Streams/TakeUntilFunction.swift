import CellModel
import Diagnostics
import ReactiveCore

/// `TAKEUNTIL(e, stop)`: the events until another stream sends.
struct TakeUntilFunction: StreamFunction {
  static let name = "TAKEUNTIL"
  static let argumentCounts = 2...2
  private let source: Int
  private let stop: Int

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    stop = try arguments.stream(1)
  }

  var sources: [Int] { [source, stop] }
  var carrier: Int? { source }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    let output = stream.ownSignal()
    stream.signal(stop).observeValues { _ in stream.memory.hasEnded = true }
    stream.signal(source).observeValues { stream.join($0) }
    return output
  }

  func sendJoined(_ payload: CellValue, _ stream: StreamInstance) {
    if !stream.memory.hasEnded { stream.send(payload) }
  }
}
