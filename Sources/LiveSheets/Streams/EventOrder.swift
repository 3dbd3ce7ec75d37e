import CellModel
import Engine

/// The order in which the events of an instance are connected with their streams, so that an event is told behind those that its
/// functions and conditions read, wherever a sheet defines them.
struct EventOrder {
  private let instance: TimeInstance
  private let engine: Engine
  private var events: [CellAddress: Int] = [:]

  /// The most cells of an area that are looked at one by one, and the most that are looked at for one event.
  private static let areaLimit = 64
  private static let cellLimit = 10_000

  init(_ instance: TimeInstance, _ engine: Engine) {
    self.instance = instance
    self.engine = engine
    for (number, event) in instance.form.events.enumerated() where event.stream != nil {
      events[instance.at(event.cell)] = number
    }
  }

  /// The numbers of the events that are made of streams.
  func ordered() -> [Int] {
    let form = instance.form
    let made = form.events.indices.filter { form.events[$0].stream != nil }
    var reads: [Int: Set<Int>] = [:]
    for event in made {
      let read = eventsRead(by: form.events[event].stream)
      if !read.isEmpty { reads[event] = read }
    }
    if reads.isEmpty { return made }
    var order: [Int] = []
    var entered: Set<Int> = []
    for first in made {
      // Events that read each other stay as they come.
      var path = [(event: first, isLeft: false)]
      while let (event, isLeft) = path.popLast() {
        if isLeft {
          order.append(event)
        } else if entered.insert(event).inserted {
          path.append((event, true))
          let before = reads[event, default: []].union(sources(of: form.events[event].stream))
          for other in before.sorted(by: >) where !entered.contains(other) { path.append((other, false)) }
        }
      }
    }
    return order
  }

  /// The streams that a stream is made of without another event in between, itself among them.
  private func parts(of stream: Int?) -> [Int] {
    var parts: [Int] = []
    var open = [stream].compactMap(\.self)
    while let next = open.popLast() {
      parts.append(next)
      open += instance.form.streams[next].sources
    }
    return parts
  }

  private func sources(of stream: Int?) -> Set<Int> {
    var sources: Set<Int> = []
    for part in parts(of: stream) {
      if case .event(let event) = instance.form.streams[part].kind, instance.form.events[event].stream != nil {
        sources.insert(event)
      }
    }
    return sources
  }

  /// The events that a stream's functions and conditions read, themselves or through formulas.
  private func eventsRead(by stream: Int?) -> Set<Int> {
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
    for part in parts(of: stream) {
      guard let function = instance.form.streams[part].function else { continue }
      for expression in function.functions + function.settings {
        for area in expression.reads(in: engine, row: instance.row).areas { look(at: area) }
      }
    }
    while let cell = open.popLast() {
      guard seen.count < Self.cellLimit, seen.insert(cell).inserted else { continue }
      if let event = events[cell] {
        read.insert(event)
      } else if engine.hasFormula(at: cell) {
        for area in engine.precedents(of: cell) { look(at: area) }
      }
    }
    return read
  }
}
