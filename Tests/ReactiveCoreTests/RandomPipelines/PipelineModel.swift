/// When something happens: at a tick of the clock, and after how many rounds of work at that tick. What happens before
/// the clock moves is round 0 of tick 0.
struct Moment: Comparable {
  var tick: Int
  var round = 0

  static func < (a: Moment, b: Moment) -> Bool { (a.tick, a.round) < (b.tick, b.round) }

  /// When the scheduler comes to what is scheduled now.
  var soon: Moment { Moment(tick: tick, round: round + 1) }

  func later(_ ticks: Int) -> Moment { Moment(tick: tick + ticks) }
}

/// One thing that happens in a stream: an event, or the start or end of a source's work.
struct Happening {
  enum Kind: Equatable {
    case event(Pipeline.Event)
    case started(Int)
    case ended(Int)
  }

  var moment: Moment
  var kind: Kind

  init(_ moment: Moment, _ kind: Kind) {
    self.moment = moment
    self.kind = kind
  }

  init(_ moment: Moment, _ event: Pipeline.Event) { self.init(moment, .event(event)) }
}

/// What a stream does from its start on, as the event contract has it: the rules over lists of timed events, without any
/// operator of ours.
struct PipelineModel {
  typealias Event = Pipeline.Event
  typealias Row = [Happening]

  /// Whether operators are those of signals, lifted: who disposes of a start is interrupted at once by each of them.
  var isLifted = false

  /// Two independent things happen at the same moment; the contract does not say which is first.
  struct Ambiguous: Error {}

  /// What a stream does.
  ///
  /// - Parameters:
  ///   - start: When it is started.
  ///   - stop: When the start is disposed of, between two ticks; `nil` for never.
  func row(_ pipeline: Pipeline, from start: Moment, until stop: Moment?) throws -> Row {
    switch pipeline {
    case .source(let number, let events): source(number, events, start, stop)
    case .live(let initial, let changes, let end): stopped(try live(initial, changes, end, start), stop)
    case .clocked(let kind, let interval, let count): stopped(clocked(kind, interval, count, start), stop)
    case .unary(let operation, let argument, let inner):
      isLifted
        ? stopped(unary(operation, argument, try row(inner, from: start, until: nil), start), stop)
        : ended(unary(operation, argument, try row(inner, from: start, until: stop), start))
    case .timed(let operation, let interval, let inner):
      isLifted
        ? stopped(try timed(operation, interval, try row(inner, from: start, until: nil), start, nil), stop)
        : ended(try timed(operation, interval, try row(inner, from: start, until: stop), start, stop))
    case .around(let kind, let number, let inner): stopped(try around(kind, number, inner, start), stop)
    case .join(let kind, let a, let b):
      stopped(try join(kind, try row(a, from: start, until: nil), try row(b, from: start, until: nil), start), stop)
    case .group(let kind, let a, let b, let c): stopped(try group(kind, a, b, c, start), stop)
    case .flatten(let strategy, let outer, let inners):
      stopped(try FlattenModel(model: self, strategy, inners).row(try row(outer, from: start, until: nil)), stop)
    case .succession(let kind, let pause, let a, let b): stopped(try succession(kind, pause, a, b, start), stop)
    }
  }

  // MARK: Ends

  /// E1, C5: nothing follows the end, and what is at work then is stopped.
  func ended(_ row: Row) -> Row {
    guard let end = row.firstIndex(where: { if case .event(let event) = $0.kind { event.isEnd } else { false } }) else {
      return row
    }
    return cut(row, after: end)
  }

  private func cut(_ row: Row, after index: Int) -> Row {
    let kept = Array(row[...index])
    return kept + atWork(kept).map { Happening(row[index].moment, .ended($0)) }
  }

  /// The sources that have been started and have not ended.
  func atWork(_ row: Row) -> [Int] {
    var numbers: [Int] = []
    for happening in row {
      if case .started(let number) = happening.kind { numbers.append(number) }
      if case .ended(let number) = happening.kind, let index = numbers.firstIndex(of: number) {
        numbers.remove(at: index)
      }
    }
    return numbers
  }

  /// C3: a disposal interrupts at once, behind the operator; then the work ends.
  func stopped(_ row: Row, _ stop: Moment?) -> Row {
    let row = ended(row)
    guard let stop else { return row }
    let kept = row.filter { $0.moment <= stop }
    if kept.contains(where: { if case .event(let event) = $0.kind { event.isEnd } else { false } }) { return row }
    return ended(kept + [Happening(stop, .interrupted)])
  }

  private func source(
    _ number: Int, _ events: [(tick: Int, event: Event)], _ start: Moment, _ stop: Moment?
  ) -> Row {
    let sent = events.map { Happening($0.tick == 0 ? start : start.later($0.tick), $0.event) }
    return stopped([Happening(start, .started(number))] + sent, stop)
  }

  /// P8: the present value and then the changes; P9: the end of the property completes it.
  private func live(_ initial: Int, _ changes: [(tick: Int, value: Int)], _ end: Int?, _ start: Moment) throws -> Row {
    if end == start.tick || changes.contains(where: { $0.tick == start.tick }) { throw Ambiguous() }
    let present = changes.last { $0.tick < start.tick }?.value ?? initial
    let row = [Happening(start, .value(present))]
    if let end, end < start.tick { return row + [Happening(start, .completed)] }
    return row + changes.filter { $0.tick > start.tick }.map { Happening(Moment(tick: $0.tick), .value($0.value)) }
      + (end.map { [Happening(Moment(tick: $0), .completed)] } ?? [])
  }

  /// What a scheduler sends at each interval, numbered.
  private func clocked(_ kind: Pipeline.Clocked, _ interval: Int, _ count: Int, _ start: Moment) -> Row {
    let values = (1...count).map { Happening(start.later($0 * interval), .value(($0 - 1) % 10)) }
    // A sequence has ended when an interval finds nothing more in it.
    let rounds = kind == .intervalOfSequence ? count + 1 : count
    return values + [Happening(start.later(rounds * interval), .completed)]
  }

  private func around(_ kind: Pipeline.Around, _ number: Int, _ inner: Pipeline, _ start: Moment) throws -> Row {
    if kind == .startOn { return try row(inner, from: start.soon, until: nil) }
    let source = try row(inner, from: start, until: nil)
    let value = Event.value(number % 10)
    // As in a stream of streams, an interruption counts as a completion.
    func joined(_ first: [Event], _ last: [Event]) -> Row {
      first.map { Happening(start, $0) }
        + events(source) { $0 == .completed || $0 == .interrupted ? last : [$0] }
    }
    switch kind {
    case .lift, .startOn: return source
    case .timeout: return try timeout(start.later(number), source)
    case .prefixValue: return joined([value], [.completed])
    case .concatValue: return joined([], [value, .completed])
    case .concatError: return joined([], [.failed])
    case .replay:
      // The work is shared: whether an end at the start keeps the rest of it from beginning is left open.
      let early = source.prefix { $0.moment == start }.drop { if case .event = $0.kind { false } else { true } }
      if early.contains(where: { if case .started = $0.kind { true } else { false } }) { throw Ambiguous() }
      return source
    case .replayAgain:
      // Who comes second gets the last few values of those that were sent at the start.
      let early = source.filter { $0.moment == start }
      let values = early.filter { if case .event(.value) = $0.kind { true } else { false } }.suffix(number % 3)
      let others = early.filter { if case .event(.value) = $0.kind { false } else { true } }
      let ends = others.firstIndex(where: isEnd) ?? others.count
      return others[..<ends] + values + others[ends...] + source.filter { $0.moment > start }
    case .property:
      // The value that it has by then comes first; a property cannot fail, and is complete when nothing feeds it any more.
      let early = source.filter { $0.moment == start }
      var present = value
      for happening in early { if case .event(.value(let later)) = happening.kind { present = .value(later) } }
      let work = early.filter { if case .event = $0.kind { false } else { true } }
      return work + [Happening(start, present)]
        + events(early.filter(isEnd) + source.filter { $0.moment > start }) { $0.isEnd ? [.completed] : [$0] }
    }
  }

  private func group(
    _ kind: Pipeline.Group, _ a: Pipeline, _ b: Pipeline, _ c: Pipeline, _ start: Moment
  ) throws -> Row {
    let rows = try [a, b, c].map { try row($0, from: start, until: nil) }
    switch kind {
    case .merge, .mergeAll: return try three(.merge, rows, start)
    case .combineLatest, .combineLatestAll: return try three(.combineLatest, rows, start)
    case .zip, .zipAll: return try zipped(rows, start)
    }
  }

  /// Three streams as two of which one is made of two.
  private func three(_ kind: Pipeline.Join, _ rows: [Row], _ start: Moment) throws -> Row {
    try join(kind, ended(try join(kind, rows[0], rows[1], start)), rows[2], start)
  }

  // MARK: Operators of one stream

  /// Gives each event of a row to a function that says what is sent for it; work is noted where it was.
  func events(_ row: Row, _ step: (Event) -> [Event]) -> Row {
    row.flatMap { happening -> Row in
      guard case .event(let event) = happening.kind else { return [happening] }
      return step(event).map { Happening(happening.moment, $0) }
    }
  }

  /// Gives each value to a function, and passes the end on, after what a second one sends on completion.
  private func values(
    _ row: Row, atCompletion last: @autoclosure () -> [Event] = [], _ step: (Int) -> [Event]
  ) -> Row {
    events(row) { event in
      switch event {
      case .value(let value): step(value)
      case .completed: last() + [.completed]
      case .failed, .interrupted: [event]
      }
    }
  }

  /// Gathers values and sends the sum of each lot.
  ///
  /// - Parameter isCut: Gets the lot and the latest value, which is in it, or begins the next one.
  private func gathered(_ row: Row, cutsBefore: Bool = false, _ isCut: ([Int], Int) -> Bool) -> Row {
    var (lot, hasAny): ([Int], Bool) = ([], false)
    func sum() -> Event { .value(lot.reduce(0, +) % 10) }
    return values(row, atCompletion: lot.isEmpty && hasAny ? [] : [sum()]) { value in
      hasAny = true
      if !cutsBefore { lot.append(value) }
      let sent = isCut(lot, value) ? [sum()] : []
      if !sent.isEmpty { lot = [] }
      if cutsBefore { lot.append(value) }
      return sent
    }
  }

  static func code(_ event: Event) -> Int {
    switch event {
    case .value(let value): value % 10
    case .failed: 11
    case .completed: 12
    case .interrupted: 13
    }
  }

  private func unary(_ operation: Pipeline.Unary, _ n: Int, _ row: Row, _ start: Moment) -> Row {
    var kept: [Int] = []
    switch operation {
    case .map: return values(row) { [.value(($0 + n) % 10)] }
    case .filter: return values(row) { $0 % 2 == n % 2 ? [.value($0)] : [] }
    case .compactMap: return values(row) { $0 % 3 == 0 ? [] : [.value($0 / 2)] }
    case .takeFirst:
      // A stream of no values is none: it is interrupted, and nothing is started.
      if n == 0 { return [Happening(start, .interrupted)] }
      var left = n
      return values(row) {
        left -= 1
        return left > 0 ? [.value($0)] : left == 0 ? [.value($0), .completed] : []
      }
    case .takeLast:
      return values(row, atCompletion: kept.suffix(n).map { .value($0) }) {
        kept.append($0)
        return []
      }
    case .collectAfter: return gathered(row) { kept, _ in kept.last! % 3 == n }
    case .collectBefore: return gathered(row, cutsBefore: true) { kept, latest in latest % 3 == n && kept.count < 3 }
    case .skipRepeatsBy:
      return values(row) { value in
        defer { if kept.last.map({ $0 % 3 }) != value % 3 { kept.append(value) } }
        return kept.last.map { $0 % 3 } == value % 3 ? [] : [.value(value)]
      }
    case .uniqueValuesBy:
      return values(row) { value in
        defer { kept.append(value % 4) }
        return kept.contains(value % 4) ? [] : [.value(value)]
      }
    case .combineLastTwo:
      return values(row) { value in
        defer { kept = [value] }
        return kept.isEmpty ? [] : [.value((kept[0] * 3 + value) % 10)]
      }
    case .materializeResults:
      return events(row) { event in
        switch event {
        case .value(let value): [.value(value)]
        case .failed: [.value(11), .completed]
        case .completed, .interrupted: [event]
        }
      }
    case .attemptMap: return values(row) { $0 % 5 == n ? [.failed] : [.value(($0 + 1) % 10)] }
    case .skipNil: return values(row) { $0 % 3 == n ? [] : [.value($0)] }
    case .mapValue: return values(row) { _ in [.value(n)] }
    case .negate: return values(row) { [.value($0 % 2 == 0 ? 0 : 1)] }
    case .scanMap, .scanMapInto:
      var sum = n
      return values(row) {
        sum = (sum + $0) % 10
        return [.value((sum * 2 + $0) % 10)]
      }
    case .takeWhile: return values(row) { $0 < n * 3 ? [.value($0)] : [.completed] }
    case .takeUntil: return values(row) { $0 < n * 3 ? [.value($0)] : [.value($0), .completed] }
    case .skipFirst:
      var left = n
      return values(row) {
        left -= 1
        return left < 0 ? [.value($0)] : []
      }
    case .skipWhile:
      var isSkipping = true
      return values(row) {
        isSkipping = isSkipping && $0 < n * 2
        return isSkipping ? [] : [.value($0)]
      }
    case .scan, .scanInto:
      var sum = n
      return values(row) {
        sum = (sum + $0) % 10
        return [.value(sum)]
      }
    case .reduce, .reduceInto:
      var sum = n
      return values(row, atCompletion: [.value(sum)]) {
        sum = (sum + $0) % 10
        return []
      }
    case .collect:
      return values(row, atCompletion: [.value(kept.reduce(0, +) % 10)]) {
        kept.append($0)
        return []
      }
    case .collectPairs: return gathered(row) { kept, _ in kept.count == 2 }
    case .skipRepeats:
      return values(row) { value in
        defer { kept = [value] }
        return kept == [value] ? [] : [.value(value)]
      }
    case .uniqueValues:
      return values(row) { value in
        defer { kept.append(value) }
        return kept.contains(value) ? [] : [.value(value)]
      }
    case .combinePrevious:
      kept = [n]
      return values(row) { value in
        defer { kept = [value] }
        return [.value((kept[0] * 3 + value) % 10)]
      }
    case .materialize:
      // An interruption is told of and still is one.
      return events(row) { event in
        [.value(Self.code(event))] + (event == .interrupted ? [.interrupted] : event.isEnd ? [.completed] : [])
      }
    case .attempt: return values(row) { $0 % 5 == n ? [.failed] : [.value($0)] }
    case .flattenSequence: return values(row) { value in (0..<n).map { .value((value + $0) % 10) } }
    case .rematerialize, .rematerializeResults, .mapError, .logEvents, .on: return row
    }
  }
}
