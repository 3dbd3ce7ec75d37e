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
  /// The events that are made of streams, by the cells that have their payloads.
  private var events: [CellAddress: Int] = [:]

  /// The most cells of an area that are looked at one by one, and the most that are looked at for one stream.
  private static let areaLimit = 64
  private static let cellLimit = 10_000

  init(_ instance: TimeInstance, _ engine: Engine) {
    self.instance = instance
    self.engine = engine
    for number in instance.form.events.indices {
      let event = instance.form.events[number]
      if event.stream != nil { events[instance.at(event.cell)] = number }
    }
  }

  /// What each stream reads; those that read nothing, or only events that they are made of, are left out.
  ///
  /// Two events may be made of one stream, and it tells one of them first. So only an event that a stream is made of itself
  /// has surely been told, not another one of the same making.
  var all: [Int: Set<Int>] {
    var all: [Int: Set<Int>] = [:]
    if events.isEmpty { return all }
    for (number, stream) in instance.form.streams.enumerated() {
      // Who has several sources joins them, and evaluates nothing.
      guard let function = stream.function, function.sources.count == 1 else { continue }
      let read = events(readBy: function.functions + function.settings)
      if !read.isEmpty { all[number] = streams(of: read.subtracting(events(behind: number))) }
    }
    return all.filter { !$0.value.isEmpty }
  }

  /// The events that a stream is made of.
  private func events(behind stream: Int) -> [Int] {
    instance.form.streams(behind: stream).compactMap {
      if case .event(let event) = instance.form.streams[$0].kind { event } else { nil }
    }
  }

  private func streams(of events: Set<Int>) -> Set<Int> { Set(events.compactMap { instance.form.events[$0].stream }) }

  private func events(readBy expressions: [TimeExpression]) -> Set<Int> {
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
      if let event = events[cell] {
        read.insert(event)
      } else if engine.formulas.hasFormula(at: cell) {
        for area in engine.dependencies.precedents(of: cell) { look(at: area) }
      }
    }
    return read
  }
}
