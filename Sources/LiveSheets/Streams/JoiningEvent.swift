import CellModel

/// A stream that is made of several others or reads events of others, and what has come of one that makes it send.
///
/// When one event reaches a stream on several ways, what it makes of them must not depend on which way was laid first. So
/// it sends when all streams of lower rank have been told.
struct JoiningEvent {
  var instance: TimeInstance
  var stream: Int
  /// Its place among what has come of the same event.
  var place: Int
  /// Nothing where a stream lets go what it has held back, which is the latest unless a later event has come.
  var payload: CellValue?

  init(instance: TimeInstance, stream: Int, place: Int, payload: CellValue) {
    self.instance = instance
    self.stream = stream
    self.place = place
    self.payload = payload
  }

  /// What a stream has held back, which it lets go when all that it is made of has been told.
  init(heldBackBy stream: Int, of instance: TimeInstance) {
    self.instance = instance
    self.stream = stream
    place = .max
  }
}

extension JoiningEvent {
  var rank: Int { instance.pipes.ranks[stream] }

  /// Whether it is sent before another: of lower rank, or of an earlier place in the same stream.
  static func < (a: JoiningEvent, b: JoiningEvent) -> Bool {
    let (rank, other) = (a.rank, b.rank)
    return rank != other ? rank < other : a.place < b.place
  }
}

extension TimeForm {
  /// Gives each stream a rank above those of its sources, and of what it reads besides; they are no circle any more.
  func rankedStreams(reading reads: [Int: Set<Int>] = [:]) -> [Int] {
    var ranks = Array(repeating: -1, count: streams.count)
    for first in streams.indices {
      var path = [first]
      while let stream = path.last {
        let below = sources(of: stream) + reads[stream, default: []]
        let unranked = below.filter { ranks[$0] < 0 }
        if unranked.isEmpty {
          ranks[stream] = (below.map { ranks[$0] }.max() ?? -1) + 1
          path.removeLast()
        } else {
          path += unranked
        }
      }
    }
    return ranks
  }

  /// The streams that a stream is made of, and what these read.
  func streams(behind stream: Int, reading reads: [Int: Set<Int>] = [:]) -> Set<Int> {
    var behind: Set<Int> = []
    var open = [stream]
    while let next = open.popLast() {
      open += (sources(of: next) + reads[next, default: []]).filter { behind.insert($0).inserted }
    }
    return behind
  }

  private func sources(of stream: Int) -> [Int] {
    guard case .event(let event) = streams[stream].kind else { return streams[stream].sources }
    return events[event].stream.map { [$0] } ?? []
  }
}
