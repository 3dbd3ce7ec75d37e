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
    case .unary(let operation, let argument, let inner):
      ended(unary(operation, argument, try row(inner, from: start, until: stop)))
    case .timed(let operation, let interval, let inner):
      ended(try timed(operation, interval, try row(inner, from: start, until: stop), start, stop))
    case .timeout(let interval, let inner):
      stopped(try timeout(start.later(interval), try row(inner, from: start, until: nil)), stop)
    case .lift(let inner): stopped(try row(inner, from: start, until: nil), stop)
    case .join(let kind, let a, let b): stopped(try join(kind, a, b, start), stop)
    case .flatten(let strategy, let outer, let inners):
      stopped(try FlattenModel(model: self, strategy, inners).row(try row(outer, from: start, until: nil)), stop)
    case .succession(let kind, let a, let b): stopped(try succession(kind, a, b, start), stop)
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

  static func code(_ event: Event) -> Int {
    switch event {
    case .value(let value): value % 10
    case .failed: 11
    case .completed: 12
    case .interrupted: 13
    }
  }

  private func unary(_ operation: Pipeline.Unary, _ n: Int, _ row: Row) -> Row {
    var kept: [Int] = []
    switch operation {
    case .map: return values(row) { [.value(($0 + n) % 10)] }
    case .filter: return values(row) { $0 % 2 == n % 2 ? [.value($0)] : [] }
    case .compactMap: return values(row) { $0 % 3 == 0 ? [] : [.value($0 / 2)] }
    case .takeFirst:
      // A stream of no values is none: it is interrupted, and nothing is started.
      if n == 0 { return row.first.map { [Happening($0.moment, .interrupted)] } ?? [] }
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
    case .scan:
      var sum = n
      return values(row) {
        sum = (sum + $0) % 10
        return [.value(sum)]
      }
    case .reduce:
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
    case .collectPairs:
      var hasSent = false
      return values(row, atCompletion: kept.isEmpty && hasSent ? [] : [.value(kept.reduce(0, +) % 10)]) {
        kept.append($0)
        guard kept.count == 2 else { return [] }
        defer { kept = [] }
        hasSent = true
        return [.value(kept.reduce(0, +) % 10)]
      }
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
    case .rematerialize, .on: return row
    }
  }
}
