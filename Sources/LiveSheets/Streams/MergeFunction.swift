import CellModel
import Diagnostics
import ReactiveCore

/// `MERGE(e, …)`: the events of several streams, as they arrive; those that one event makes come in the order of the
/// arguments.
struct MergeFunction: StreamFunction {
  static let name = "MERGE"
  static let argumentCounts = 1...255
  let sources: [Int]

  /// The stream that nothing ever comes of.
  static let nothing = MergeFunction(sources: [])

  private init(sources: [Int]) { self.sources = sources }

  init(_ arguments: StreamArguments) throws(Diagnostic) { sources = try arguments.streams() }

  var carrier: Int? { sources.count == 1 ? sources[0] : nil }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> {
    if sources.count == 1 { return stream.signal(sources[0]) }
    let output = stream.ownSignal()
    for (place, source) in sources.enumerated() {
      stream.signal(source).observeValues { stream.join($0, place: place) }
    }
    return output
  }

  func sendJoined(_ payload: CellValue, _ stream: StreamInstance) { stream.send(payload) }
}
