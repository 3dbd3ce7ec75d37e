/// Operators of several streams.
extension PipelineModel {
  /// The happenings of two rows in their order. `first` is started before `second`: what it does at its start is first.
  private func merged(_ first: Row, _ second: Row, _ start: Moment) throws -> [(isFirst: Bool, Happening)] {
    var merged: [(Bool, Happening)] = []
    var (a, b) = (first[...], second[...])
    while let x = a.first, let y = b.first {
      if x.moment == y.moment && x.moment > start { throw Ambiguous() }
      if y.moment < x.moment { merged.append((false, b.removeFirst())) } else { merged.append((true, a.removeFirst())) }
    }
    return merged + a.map { (true, $0) } + b.map { (false, $0) }
  }

  func join(_ kind: Pipeline.Join, _ x: Row, _ y: Row, _ start: Moment) throws -> Row {
    // The one that is started first. A lifted operator of two signals starts the second last.
    let isSecondFirst = [
      .withLatest, .takeUntil, .takeDuring, .skipUntil, .takeUntilReplacement, .throttleWhile,
    ].contains(kind)
    let happenings =
      isSecondFirst
      ? try merged(y, x, start).map { (isA: !$0.isFirst, $0.1) }
      : try merged(x, y, start).map { (isA: $0.isFirst, $0.1) }
    if kind == .throttleWhile { return try throttledWhile(happenings) }
    var state = JoinState(kind)
    var sent: Row = []
    for (isA, happening) in happenings {
      if case .ended = happening.kind, state.dropped.contains(isA) { continue }
      guard case .event(let event) = happening.kind else {
        if !state.dropped.contains(isA) { sent.append(happening) }
        continue
      }
      if state.dropped.contains(isA) { continue }
      sent += state.take(event, isA: isA).map { Happening(happening.moment, $0) }
      if state.dropsA, !state.dropped.contains(true) {
        // Its work is stopped when it is replaced. Whether it is started at all when it is replaced before is left open.
        if happening.moment == start && !sent.contains(where: isEnd) { throw Ambiguous() }
        state.dropped.insert(true)
        let started = atWork(happenings.filter { $0.isA && $0.1.moment <= happening.moment }.map(\.1))
        for number in started where atWork(sent).contains(number) {
          sent.append(Happening(happening.moment, .ended(number)))
        }
      }
      if sent.contains(where: isEnd) { break }
    }
    return sent
  }

  /// Values while a flag is down, and the latest of those that came while it was up; all from the scheduler.
  private func throttledWhile(_ happenings: [(isA: Bool, Happening)]) throws -> Row {
    let work = happenings.map(\.1).filter { if case .event = $0.kind { false } else { true } }
    var sent: Row = []
    var (isHolding, held): (Bool, Int?) = (false, nil)
    for (isA, happening) in happenings {
      guard case .event(let event) = happening.kind else { continue }
      let turn = happening.moment.soon
      switch event {
      case .value(let value) where isA:
        if isHolding { held = value } else { sent.append(Happening(turn, .value(value))) }
      case .value(let value):
        isHolding = value % 2 == 1
        if !isHolding, let value = held.take() { sent.append(Happening(turn, .value(value))) }
      case .failed, .completed, .interrupted:
        // A property keeps its last value.
        guard isA else { continue }
        if event == .interrupted { sent.removeAll { $0.moment > happening.moment } }
        return try with(sent + [Happening(turn, event)], of: work)
      }
    }
    return try with(sent, of: work)
  }

  /// The values of several streams by their places.
  func zipped(_ rows: [Row], _ start: Moment) throws -> Row {
    var happenings = rows[0].map { (0, $0) }
    for (index, row) in rows.enumerated().dropFirst() {
      var former = happenings[...]
      happenings = try merged(former.map(\.1), row, start).map { $0.isFirst ? former.removeFirst() : (index, $0.1) }
    }
    var waiting = rows.map { _ in [Int]() }
    var isDone = rows.map { _ in false }
    var sent: Row = []
    for (index, happening) in happenings {
      guard case .event(let event) = happening.kind else {
        sent.append(happening)
        continue
      }
      switch event {
      case .value(let value): waiting[index].append(value)
      case .completed: isDone[index] = true
      case .failed, .interrupted: return sent + [happening]
      }
      while waiting.allSatisfy({ !$0.isEmpty }) {
        let values = waiting.indices.map { waiting[$0].removeFirst() }
        sent.append(Happening(happening.moment, .value(values.dropFirst().reduce(values[0]) { ($0 * 3 + $1) % 10 })))
      }
      if waiting.indices.contains(where: { isDone[$0] && waiting[$0].isEmpty }) {
        return sent + [Happening(happening.moment, .completed)]
      }
    }
    return sent
  }

  /// What each operator of two streams does with their events.
  struct JoinState {
    let kind: Pipeline.Join
    var a: [Int] = []
    var b: [Int] = []
    var aIsDone = false
    var bIsDone = false
    var dropsA = false
    var dropped: Set<Bool> = []

    init(_ kind: Pipeline.Join) { self.kind = kind }

    mutating func take(_ sent: Event, isA: Bool) -> [Event] {
      // A sampler and a trigger cannot fail: their failures are made completions.
      let isSafe = !isA && [.sample, .sampleWith, .withLatest, .takeUntil, .takeDuring, .skipUntil].contains(kind)
      let event = isSafe && sent == .failed ? Event.completed : sent
      switch kind {
      case .merge: return isDoneAfter(event, isA, interruptionCompletes: true) ?? [event]
      case .combineLatest, .and, .or:
        if let end = isDoneAfter(event, isA, interruptionCompletes: false) { return end }
        note(event, isA)
        guard let x = a.last, let y = b.last else { return [] }
        switch kind {
        case .and: return [.value(x % 2 == 0 && y < 5 ? 1 : 0)]
        case .or: return [.value(x % 2 == 0 || y < 5 ? 1 : 0)]
        default: return [.value((x * 3 + y) % 10)]
        }
      case .zip:
        if case .value(let value) = event {
          if isA { a.append(value) } else { b.append(value) }
        } else if event == .completed {
          if isA { aIsDone = true } else { bIsDone = true }
        } else {
          return [event]
        }
        var sent: [Event] = []
        while !a.isEmpty && !b.isEmpty { sent.append(.value((a.removeFirst() * 3 + b.removeFirst()) % 10)) }
        return sent + ((aIsDone && a.isEmpty) || (bIsDone && b.isEmpty) ? [.completed] : [])
      case .sample, .sampleWith:
        if let end = isDoneAfter(event, isA, interruptionCompletes: false) { return end }
        note(event, isA)
        guard !isA, case .value(let y) = event, let x = a.last else { return [] }
        return [.value(kind == .sample ? x : (x * 3 + y) % 10)]
      case .withLatest:
        if !isA {
          note(event, isA)
          return []
        }
        guard case .value(let x) = event else { return [event] }
        return b.last.map { [.value((x * 3 + $0) % 10)] } ?? []
      case .takeUntil:
        if isA { return [event] }
        if case .interrupted = event { return [] }
        return [.completed]
      case .takeDuring: return [isA ? event : .completed]
      case .throttleWhile: return []
      case .skipUntil:
        if !isA {
          if event != .interrupted { bIsDone = true }
          return []
        }
        return event.isEnd || bIsDone ? [event] : []
      case .takeUntilReplacement:
        if !isA {
          dropsA = true
          return [event]
        }
        return event == .completed ? [] : [event]
      }
    }

    private mutating func note(_ event: Event, _ isA: Bool) {
      if case .value(let value) = event { if isA { a = [value] } else { b = [value] } }
    }

    /// The end that follows from one of two streams, or nothing; `nil` for a value.
    private mutating func isDoneAfter(_ event: Event, _ isA: Bool, interruptionCompletes: Bool) -> [Event]? {
      if case .value = event { return nil }
      if event == .failed || (event == .interrupted && !interruptionCompletes) { return [event] }
      if isA { aIsDone = true } else { bIsDone = true }
      return aIsDone && bIsDone ? [.completed] : []
    }
  }

  /// C4: one after the other.
  func succession(
    _ kind: Pipeline.Succession, _ pause: Int, _ a: Pipeline, _ b: Pipeline, _ start: Moment
  ) throws -> Row {
    if kind == .prefix { return try succession(.concat, pause, b, a, start) }
    var sent: Row = []
    var left = 2
    var next = start
    var current = a
    while true {
      left -= 1
      var end: (moment: Moment, event: Event)?
      var tail: Row = []
      for happening in try row(current, from: next, until: nil) {
        if case .event(let event) = happening.kind {
          if event.isEnd {
            end = (happening.moment, event)
          } else if kind != .then || left == 0 {
            sent.append(happening)
          }
        } else if end != nil {
          tail.append(happening)
        } else {
          sent.append(happening)
        }
      }
      guard let end else { return sent }
      let goesOn =
        switch kind {
        case .concat, .prefix: left > 0 && (end.event == .completed || end.event == .interrupted)
        case .then: left > 0 && end.event == .completed
        case .repeatTwice: left > 0 && end.event == .completed
        case .flatMapError, .retryTwice, .retryLater: left > 0 && end.event == .failed
        }
      // As in a stream of streams, an interruption of either counts as its completion.
      let last = kind == .concat && end.event == .interrupted ? Event.completed : end.event
      guard goesOn else { return sent + [Happening(end.moment, last)] + tail }
      sent += tail
      next = kind == .retryLater ? end.moment.later(pause) : end.moment
      if kind == .concat || kind == .then || kind == .flatMapError { current = b }
    }
  }
}

/// F1 to F5: what each strategy does with a stream of streams.
struct FlattenModel {
  typealias Row = PipelineModel.Row

  private let model: PipelineModel
  private let strategy: Pipeline.Strategy
  private let inners: [Pipeline]

  init(model: PipelineModel, _ strategy: Pipeline.Strategy, _ inners: [Pipeline]) {
    self.model = model
    self.strategy = strategy
    self.inners = inners
  }

  private var limit: Int {
    switch strategy {
    case .concat: 1
    case .concurrent2: 2
    default: .max
    }
  }

  func row(_ outer: Row) throws -> Row {
    var rest = outer[...]
    var active: [(number: Int, start: Moment, rest: ArraySlice<Happening>)] = []
    var waiting: [Pipeline] = []
    var isOuterDone = false
    var winner: Int?
    var count = 0
    var sent: Row = []
    func start(_ pipeline: Pipeline, at moment: Moment) throws {
      count += 1
      active.append((count, moment, try model.row(pipeline, from: moment, until: nil)[...]))
    }
    func stop(_ index: Int, at moment: Moment, _ row: inout Row) {
      let gone = active.remove(at: index)
      // Its work that has been started and not ended; the rest of its row will not happen.
      var numbers: [Int] = []
      for happening in startedWork[gone.number] ?? [] {
        if case .started(let number) = happening { numbers.append(number) }
        if case .ended(let number) = happening, let place = numbers.firstIndex(of: number) { numbers.remove(at: place) }
      }
      row += numbers.map { Happening(moment, .ended($0)) }
    }
    var startedWork: [Int: [Happening.Kind]] = [:]

    while true {
      // What an inner stream does at its start comes first; the last to be started is the innermost.
      var index = active.indices.last { active[$0].rest.first?.moment == active[$0].start }
      if index == nil {
        let next = active.indices.filter { !active[$0].rest.isEmpty }
          .min { active[$0].rest.first!.moment < active[$1].rest.first!.moment }
        if let next {
          let moment = active[next].rest.first!.moment
          let same = active.indices.filter { active[$0].rest.first?.moment == moment }
          if same.count > 1 || rest.first?.moment == moment { throw PipelineModel.Ambiguous() }
          if rest.first.map({ $0.moment > moment }) ?? true { index = next }
        }
      }
      if let index {
        let number = active[index].number
        let happening = active[index].rest.removeFirst()
        guard case .event(let event) = happening.kind else {
          startedWork[number, default: []].append(happening.kind)
          sent.append(happening)
          continue
        }
        if strategy == .race, winner == nil {
          winner = number
          for other in active.indices.reversed() where active[other].number != number {
            stop(other, at: happening.moment, &sent)
          }
        }
        let own = active.firstIndex { $0.number == number }!
        switch event {
        case .value: sent.append(happening)
        case .failed:
          sent.append(happening)
          return sent
        case .interrupted where strategy == .race || strategy == .throttle:
          sent.append(happening)
          return sent
        case .completed, .interrupted:
          // What its row tells of after the end is the end of its work.
          sent += active[own].rest
          active.remove(at: own)
          if !waiting.isEmpty {
            try start(waiting.removeFirst(), at: happening.moment)
          } else if isOuterDone && active.isEmpty {
            sent.append(Happening(happening.moment, .completed))
            return sent
          }
        }
        continue
      }
      guard !rest.isEmpty else { return sent }
      let happening = rest.removeFirst()
      guard case .event(let event) = happening.kind else {
        sent.append(happening)
        continue
      }
      switch event {
      case .value(let value):
        let pipeline = inners[value % inners.count]
        switch strategy {
        case .merge, .concat, .concurrent2:
          if active.count < limit && waiting.isEmpty {
            try start(pipeline, at: happening.moment)
          } else {
            waiting.append(pipeline)
          }
        case .latest:
          if !active.isEmpty { stop(0, at: happening.moment, &sent) }
          try start(pipeline, at: happening.moment)
        case .race: if winner == nil { try start(pipeline, at: happening.moment) }
        case .throttle: if active.isEmpty { try start(pipeline, at: happening.moment) }
        }
      case .completed:
        isOuterDone = true
        if active.isEmpty && waiting.isEmpty {
          sent.append(happening)
          return sent
        }
      case .failed, .interrupted:
        sent.append(happening)
        return sent
      }
    }
  }
}
