import CellModel
import Diagnostics
import ReactiveCore

/// `SAMPLE(e, by)`: the latest payload, whenever another stream sends.
struct SampleFunction: StreamFunction {
  static let name = "SAMPLE"
  static let argumentCounts = 2...2
  private let source: Int
  private let sampler: Int

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    source = try arguments.stream(0)
    sampler = try arguments.stream(1)
  }

  var sources: [Int] { [source, sampler] }
  var remembers: Bool { true }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    let output = stream.ownSignal()
    stream.signal(source).observeValues { stream.memory.latest = $0 }
    stream.signal(sampler).observeValues { stream.join($0) }
    return output
  }

  func sendJoined(_ payload: CellValue, _ stream: StreamInstance) {
    if let latest = stream.memory.latest { stream.send(latest) }
  }
}
