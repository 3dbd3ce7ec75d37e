/// Operators that are given a scheduler (S4, S5).
extension PipelineModel {
  /// Nothing of what a random stream does by itself is later.
  static let horizon = 1_000_000

  /// When a row ends by itself, and how.
  private func end(of row: Row) -> (moment: Moment, event: Event)? {
    for happening in row {
      if case .event(let event) = happening.kind, event.isEnd { return (happening.moment, event) }
    }
    return nil
  }

  private func values(of row: Row) -> [(moment: Moment, value: Int)] {
    row.compactMap {
      if case .event(.value(let value)) = $0.kind { ($0.moment, value) } else { nil }
    }
  }

  /// The starts and ends of work of a row, and other events, in the order of their moments.
  func with(_ events: Row, of row: Row) throws -> Row {
    let work = row.filter { if case .event = $0.kind { false } else { true } }
    var merged: Row = []
    var (a, b) = (work[...], events[...])
    while let first = a.first, let second = b.first {
      // What is sent comes from the scheduler; at one moment the order to the starts of others is not looked at.
      merged.append(second.moment < first.moment ? b.removeFirst() : a.removeFirst())
    }
    return merged + a + b
  }

  /// The events up to a moment at which the scheduler sends something else instead.
  private func before(_ moment: Moment, _ events: Row) throws -> Row {
    if events.contains(where: { $0.moment == moment }) { throw Ambiguous() }
    return events.filter { $0.moment < moment }
  }

  func timed(
    _ operation: Pipeline.Timed, _ interval: Int, _ source: Row, _ start: Moment, _ stop: Moment?
  ) throws -> Row {
    var sent = try undisturbed(operation, interval, source, start)
    if let stop, !sent.contains(where: { $0.moment <= stop && isEnd($0) }) {
      // What waits is dropped, and the interruption comes from the scheduler.
      sent = sent.filter { $0.moment <= stop } + [Happening(stop.soon, .interrupted)]
    }
    return try with(sent, of: source)
  }

  func isEnd(_ happening: Happening) -> Bool {
    if case .event(let event) = happening.kind { event.isEnd } else { false }
  }

  private func undisturbed(
    _ operation: Pipeline.Timed, _ interval: Int, _ source: Row, _ start: Moment
  ) throws -> Row {
    let end = end(of: source)
    let inputs = values(of: source)
    switch operation {
    case .observeOn:
      return inputs.map { Happening($0.moment.soon, .value($0.value)) }
        + (end.map { [Happening($0.moment.soon, $0.event)] } ?? [])
    case .delay:
      let sent = inputs.map { Happening($0.moment.later(interval), .value($0.value)) }
      guard let end else { return sent }
      if end.event == .completed { return sent + [Happening(end.moment.later(interval), .completed)] }
      return try before(end.moment.soon, sent) + [Happening(end.moment.soon, end.event)]
    case .lazyMap: return try lazyMap(inputs, end)
    case .debounce, .debounceKeeping:
      var sent: Row = []
      for (index, input) in inputs.enumerated() {
        let due = input.moment.later(interval)
        let isLast = index + 1 == inputs.count
        if !isLast, inputs[index + 1].moment == due { throw Ambiguous() }
        if isLast || inputs[index + 1].moment > due { sent.append(Happening(due, .value(input.value))) }
      }
      return try endOfWaiting(sent, end, keeps: operation == .debounceKeeping)
    case .throttle, .throttleKeeping:
      return try endOfWaiting(try throttled(inputs, interval), end, keeps: operation == .throttleKeeping)
    case .collectEvery: return try collected(inputs, end, interval, start)
    case .collectEveryKeeping: return try collectedAll(inputs, end, interval, start)
    }
  }

  /// What becomes of a value that waits when the source ends.
  private func endOfWaiting(_ sent: Row, _ end: (moment: Moment, event: Event)?, keeps: Bool) throws -> Row {
    guard let end else { return sent }
    let turn = end.moment.soon
    if keeps, end.event == .completed, let last = sent.last, last.moment > end.moment {
      return sent + [Happening(last.moment, .completed)]
    }
    return sent.filter { $0.moment <= turn } + [Happening(turn, end.event)]
  }

  private func throttled(_ inputs: [(moment: Moment, value: Int)], _ interval: Int) throws -> Row {
    var sent: Row = []
    var waiting: (due: Moment, value: Int)?
    var lastDue: Int?
    func send() {
      guard let (due, value) = waiting else { return }
      sent.append(Happening(due, .value(value)))
      lastDue = due.tick
      waiting = nil
    }
    for (moment, value) in inputs {
      if let due = waiting?.due {
        if due == moment { throw Ambiguous() }
        if due < moment { send() }
      }
      if let present = waiting {
        waiting = (present.due, value)
      } else if let lastDue, lastDue + interval > moment.tick {
        waiting = (Moment(tick: lastDue + interval), value)
      } else {
        waiting = (moment.soon, value)
      }
    }
    send()
    return sent
  }

  private func lazyMap(_ inputs: [(moment: Moment, value: Int)], _ end: (moment: Moment, event: Event)?) throws -> Row {
    var sent: Row = []
    for (moment, value) in inputs {
      if sent.last?.moment == moment { throw Ambiguous() }
      if let last = sent.last, last.moment > moment {
        sent[sent.count - 1].kind = .event(.value(value))
      } else {
        sent.append(Happening(moment.soon, .value(value)))
      }
    }
    guard let end else { return sent }
    if end.event == .interrupted { sent.removeAll { $0.moment > end.moment } }
    return sent + [Happening(end.moment.soon, end.event)]
  }

  private func collected(
    _ inputs: [(moment: Moment, value: Int)], _ end: (moment: Moment, event: Event)?, _ interval: Int, _ start: Moment
  ) throws -> Row {
    var sent: Row = []
    var left = inputs[...]
    var due = start.later(interval)
    // Empty intervals are not told of.
    while !left.isEmpty || end.map({ $0.moment >= due }) == true {
      if left.contains(where: { $0.moment == due }) || end?.moment == due { throw Ambiguous() }
      let members = left.prefix { $0.moment < due }
      left = left.dropFirst(members.count)
      if let end, end.moment < due { return sent + [Happening(end.moment.soon, end.event)] }
      if !members.isEmpty { sent.append(Happening(due, .value(members.reduce(0) { $0 + $1.value } % 10))) }
      due = due.later(interval)
    }
    if let end { sent.append(Happening(end.moment.soon, end.event)) }
    return sent
  }

  /// As ``collected(_:_:_:_:)``, where empty intervals are told of and completion waits for the end of its own.
  private func collectedAll(
    _ inputs: [(moment: Moment, value: Int)], _ end: (moment: Moment, event: Event)?, _ interval: Int, _ start: Moment
  ) throws -> Row {
    var sent: Row = []
    var left = inputs[...]
    var due = start.later(interval)
    while due.tick <= PipelineModel.horizon {
      if left.contains(where: { $0.moment == due }) || end?.moment == due { throw Ambiguous() }
      let members = left.prefix { $0.moment < due }
      left = left.dropFirst(members.count)
      if let end, end.moment < due, end.event != .completed {
        return sent + [Happening(end.moment.soon, end.event)]
      }
      sent.append(Happening(due, .value(members.reduce(0) { $0 + $1.value } % 10)))
      if let end, end.moment < due { return sent + [Happening(due, .completed)] }
      due = due.later(interval)
    }
    // It goes on for ever: too long a row to go on with.
    throw Ambiguous()
  }

  func timeout(_ due: Moment, _ source: Row) throws -> Row {
    if source.contains(where: { $0.moment == due }) { throw Ambiguous() }
    if let end = end(of: source), end.moment < due { return source }
    return ended(source.filter { $0.moment < due } + [Happening(due, .failed)])
  }
}
