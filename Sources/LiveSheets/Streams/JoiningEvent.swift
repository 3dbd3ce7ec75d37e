import CellModel

/// A stream that is made of several others, and what has come of one that makes it send.
///
/// When one event reaches a stream on several ways, what it makes of them must not depend on which way was laid first. So
/// it sends when all streams of lower rank have been told.
struct JoiningEvent {
  var instance: TimeInstance
  var stream: Int
  /// Its place among what has come of the same event.
  var place: Int
  var payload: CellValue
}

extension JoiningEvent {
  var rank: Int { instance.form.ranks[stream] }

  /// Whether it is sent before another: of lower rank, or of an earlier place in the same stream.
  static func < (a: JoiningEvent, b: JoiningEvent) -> Bool {
    let (rank, other) = (a.rank, b.rank)
    return rank != other ? rank < other : a.place < b.place
  }
}

extension TimeForm {
  /// Gives each stream a rank above those of its sources; they are no circle any more.
  func rankedStreams() -> [Int] {
    var ranks = Array(repeating: -1, count: streams.count)
    for first in streams.indices {
      var path = [first]
      while let stream = path.last {
        let sources = sources(of: stream)
        let unranked = sources.filter { ranks[$0] < 0 }
        if unranked.isEmpty {
          ranks[stream] = (sources.map { ranks[$0] }.max() ?? -1) + 1
          path.removeLast()
        } else {
          path += unranked
        }
      }
    }
    return ranks
  }

  private func sources(of stream: Int) -> [Int] {
    guard case .event(let event) = streams[stream].kind else { return streams[stream].sources }
    return events[event].stream.map { [$0] } ?? []
  }
}
