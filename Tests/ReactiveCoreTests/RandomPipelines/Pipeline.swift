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
      collectPairs, skipRepeats, uniqueValues, combinePrevious, materialize, attempt, compactMap, flattenSequence,
      rematerialize, on
  }

  enum Timed: CaseIterable {
    case delay, observeOn, debounce, debounceKeeping, throttle, throttleKeeping, collectEvery, lazyMap
  }

  enum Join: CaseIterable {
    case merge, combineLatest, zip, sample, withLatest, takeUntil, skipUntil, takeUntilReplacement
  }

  enum Strategy: CaseIterable {
    case merge, concat, concurrent2, latest, race, throttle
  }

  enum Succession: CaseIterable {
    case concat, then, flatMapError, repeatTwice, retryTwice
  }

  /// Sends events at ticks from its start on, those of tick 0 before `start` returns; without an end it goes on for ever.
  case source(Int, [(tick: Int, event: Event)])
  case unary(Unary, Int, Pipeline)
  case timed(Timed, Int, Pipeline)
  case timeout(Int, Pipeline)
  case lift(Pipeline)
  case join(Join, Pipeline, Pipeline)
  case flatten(Strategy, Pipeline, [Pipeline])
  case succession(Succession, Pipeline, Pipeline)

  /// A random stream of some depth.
  static func random(_ depth: Int, _ sources: inout Int, _ generator: inout SeededGenerator) -> Pipeline {
    guard depth > 0 else { return source(&sources, &generator) }
    func next() -> Pipeline { random(depth - 1, &sources, &generator) }
    switch generator.number(0...19) {
    case 0...8:
      let operation = generator.one(of: Unary.allCases)
      return .unary(operation, generator.number(0...3), next())
    case 9...11:
      return .timed(generator.one(of: Timed.allCases), generator.number(1...4) * 1_000 + sources * 7 + 3, next())
    case 12: return .timeout(generator.number(1...6) * 1_000 + sources * 7 + 5, next())
    case 13: return .lift(next())
    case 14...15: return .join(generator.one(of: Join.allCases), next(), next())
    case 16...17:
      let outer = next()
      return .flatten(
        generator.one(of: Strategy.allCases), outer, (0..<generator.number(1...3)).map { _ in next() })
    default:
      let first = next()
      return .succession(generator.one(of: Succession.allCases), first, next())
    }
  }

  private static func source(_ sources: inout Int, _ generator: inout SeededGenerator) -> Pipeline {
    sources += 1
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
