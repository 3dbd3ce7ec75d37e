import ReactiveCore
import TestSupport

/// What a random stream is made of, as data: the model reads it by the rules, and the module is asked to build it.
///
/// Values are numbers. Ticks are seconds of a virtual clock. Each source has a number, under which its starts and
/// their ends are noted.
indirect enum Pipeline {
  enum Event: Equatable {
    case value(Int)
    case failed, completed, interrupted

    var isEnd: Bool { if case .value = self { false } else { true } }
  }

  enum Unary: CaseIterable {
    case map, filter, takeFirst, takeLast, takeWhile, takeUntil, skipFirst, skipWhile, scan, reduce, collect,
      collectPairs, collectAfter, collectBefore, skipRepeats, skipRepeatsBy, uniqueValues, uniqueValuesBy,
      combinePrevious, combineLastTwo, materialize, materializeResults, attempt, attemptMap, compactMap, skipNil,
      flattenSequence, rematerialize, rematerializeResults, mapValue, mapError, scanInto, scanMap, scanMapInto,
      reduceInto,
      negate, logEvents, on
  }

  enum Timed: CaseIterable {
    case delay, observeOn, debounce, debounceKeeping, throttle, throttleKeeping, collectEvery, collectEveryKeeping,
      lazyMap
  }

  /// What stands around a stream and has a start of its own: who disposes of it is interrupted at once.
  enum Around: CaseIterable {
    case lift, timeout, startOn, prefixValue, concatValue, concatError, replay, replayAgain, property
  }

  /// Producers that a scheduler sends from.
  enum Clocked: CaseIterable {
    case timer, interval, intervalOfSequence
  }

  enum Join: CaseIterable {
    case merge, combineLatest, zip, sample, sampleWith, and, or, withLatest, takeUntil, takeDuring, skipUntil,
      takeUntilReplacement, throttleWhile
  }

  /// Forms for more than two streams.
  enum Group: CaseIterable {
    case merge, mergeAll, combineLatest, combineLatestAll, zip, zipAll
  }

  enum Strategy: CaseIterable {
    case merge, concat, concurrent2, latest, race, throttle
  }

  enum Succession: CaseIterable {
    case concat, prefix, then, flatMapError, repeatTwice, retryTwice, retryLater
  }

  /// Sends events at ticks from its start on, those of tick 0 before `start` returns; without an end it goes on for ever.
  case source(Int, [(tick: Int, event: Event)])
  /// A property that is there from tick 0 on, changes at ticks of the clock and may be released at one.
  case live(initial: Int, changes: [(tick: Int, value: Int)], end: Int?)
  case unary(Unary, Int, Pipeline)
  case timed(Timed, Int, Pipeline)
  case around(Around, Int, Pipeline)
  /// Sends so many values, one an interval, and then completes.
  case clocked(Clocked, interval: Int, count: Int)
  case join(Join, Pipeline, Pipeline)
  case group(Group, Pipeline, Pipeline, Pipeline)
  case flatten(Strategy, Pipeline, [Pipeline])
  /// The number is how long a retry waits.
  case succession(Succession, Int, Pipeline, Pipeline)

  /// A random stream of some depth.
  static func random(_ depth: Int, _ sources: inout Int, _ generator: inout SeededGenerator) -> Pipeline {
    guard depth > 0 else { return source(&sources, &generator) }
    func next() -> Pipeline { random(depth - 1, &sources, &generator) }
    func interval(_ seconds: Int, _ odd: Int) -> Int { seconds * 1_000 + sources * 7 + odd }
    switch generator.number(0...23) {
    case 0...8:
      let operation = generator.one(of: Unary.allCases)
      return .unary(operation, generator.number(0...3), next())
    case 9...11:
      return .timed(generator.one(of: Timed.allCases), interval(generator.number(1...4), 3), next())
    case 12...14: return .around(generator.one(of: Around.allCases), interval(generator.number(1...6), 5), next())
    case 15...17: return .join(generator.one(of: Join.allCases), next(), next())
    case 18: return .group(generator.one(of: Group.allCases), next(), next(), next())
    case 19...20:
      let outer = next()
      return .flatten(
        generator.one(of: Strategy.allCases), outer, (0..<generator.number(1...3)).map { _ in next() })
    default:
      let first = next()
      let kind = generator.one(of: Succession.allCases)
      return .succession(kind, interval(generator.number(1...3), 11), first, next())
    }
  }

  private static func live(_ number: Int, _ generator: inout SeededGenerator) -> Pipeline {
    var tick = 0
    func next(_ generator: inout SeededGenerator) -> Int {
      tick += generator.number(1...3) * 1_000 + number * 37 + 1
      return tick
    }
    let changes = (0..<generator.number(0...5)).map { _ in
      (tick: next(&generator), value: generator.number(0...9))
    }
    let end = generator.happens(70) ? next(&generator) : nil
    return .live(initial: generator.number(0...9), changes: changes, end: end)
  }

  private static func source(_ sources: inout Int, _ generator: inout SeededGenerator) -> Pipeline {
    sources += 1
    if generator.happens(8) {
      return .clocked(
        generator.one(of: Clocked.allCases), interval: generator.number(1...3) * 1_000 + sources * 17,
        count: generator.number(1...4))
    }
    if generator.happens(15) { return live(sources, &generator) }
    var events: [(tick: Int, event: Event)] = []
    // Each source has ticks of its own, so that seldom two things happen at once.
    var tick = 0
    if !generator.happens(40) { tick = generator.number(1...5) * 1_000 + sources * 31 }
    for _ in 0..<generator.number(0...4) {
      events.append((tick, .value(generator.number(0...9))))
      if generator.happens(70) { tick += generator.number(1...3) * 1_000 + sources * 13 }
    }
    switch generator.number(0...9) {
    case 0...5: events.append((tick, .completed))
    case 6: events.append((tick, .failed))
    case 7: events.append((tick, .interrupted))
    default: break
    }
    return .source(sources, events)
  }
}
