import CellModel
import Engine

/// The order in which the streams of an instance are told what comes of one event.
///
/// Each has a rank above those of the streams it is made of. One whose functions or conditions read events that are made of
/// other streams stands above those, too, and waits until they have been told, wherever a sheet defines them.
struct StreamRanks {
  private let ranks: [Int]
  /// The streams that wait.
  private let waiting: Set<Int>

  subscript(stream: Int) -> Int { ranks[stream] }

  func waits(_ stream: Int) -> Bool { !waiting.isEmpty && waiting.contains(stream) }

  /// The ranks where no stream reads an event.
  init(_ form: TimeForm) {
    ranks = form.ranks
    waiting = []
  }

  init(_ instance: TimeInstance, _ engine: Engine) {
    let form = instance.form
    let all = ReadStreams(instance, engine).all
    // Streams that read each other are told as they come.
    var reads: [Int: Set<Int>] = [:]
    for (stream, read) in all {
      let before = read.filter { $0 != stream && !form.streams(behind: $0, reading: all).contains(stream) }
      if !before.isEmpty { reads[stream] = before }
    }
    waiting = Set(reads.keys)
    ranks = reads.isEmpty ? form.ranks : form.rankedStreams(reading: reads)
  }
}

/// The streams of the events that functions and conditions of streams read, themselves or through formulas.
private struct ReadStreams {
  private let instance: TimeInstance
  private let engine: Engine
  /// The streams of events, by the cells that have their payloads.
  private var streams: [CellAddress: Int] = [:]

  /// The most cells of an area that are looked at one by one, and the most that are looked at for one stream.
  private static let areaLimit = 64
  private static let cellLimit = 10_000

  init(_ instance: TimeInstance, _ engine: Engine) {
    self.instance = instance
    self.engine = engine
    for event in instance.form.events.indices {
      let event = instance.form.events[event]
      if let stream = event.stream { streams[instance.at(event.cell)] = stream }
    }
  }

  /// What each stream reads; those that read nothing, or only what they are made of, are left out.
  var all: [Int: Set<Int>] {
    var all: [Int: Set<Int>] = [:]
    if streams.isEmpty { return all }
    for (number, stream) in instance.form.streams.enumerated() {
      // Who has several sources joins them, and evaluates nothing.
      guard let function = stream.function, function.sources.count == 1 else { continue }
      let read = streams(readBy: function.functions + function.settings)
      if !read.isEmpty { all[number] = read.subtracting(instance.form.streams(behind: number)) }
    }
    return all.filter { !$0.value.isEmpty }
  }

  private func streams(readBy expressions: [TimeExpression]) -> Set<Int> {
    var read: Set<Int> = []
    var seen: Set<CellAddress> = []
    var open: [CellAddress] = []
    func look(at area: Area) {
      guard !area.isEmpty, area.rows * area.columns <= Self.areaLimit else { return }
      for row in area.top...area.bottom {
        for column in area.left...area.right {
          open.append(CellAddress(grid: area.grid, row: Int(row), column: Int(column)))
        }
      }
    }
    for expression in expressions {
      for area in expression.reads(in: engine, row: instance.row).areas { look(at: area) }
    }
    while let cell = open.popLast() {
      guard seen.count < Self.cellLimit, seen.insert(cell).inserted else { continue }
      if let stream = streams[cell] {
        read.insert(stream)
      } else if engine.formulas.hasFormula(at: cell) {
        for area in engine.dependencies.precedents(of: cell) { look(at: area) }
      }
    }
    return read
  }
}
