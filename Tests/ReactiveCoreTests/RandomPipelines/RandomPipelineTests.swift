import TestSupport
import Testing

/// Random streams of all operators, over sources and properties, against a slow reading of the event contract, disposed of at any moment.
///
/// The model knows lists of timed events and no operator of ours. Where two things that have nothing to do with each other
/// happen at one moment the contract leaves their order open; such a stream is left out.
///
/// Each run of the tests tries a share. `LONG_TESTS=1 swift test --filter RandomPipelineTests` tries 100,000 streams of the operators of
/// producers and 100,000 of those of signals, which are lifted. Not among them, as they have tables of their own: what blocks (`first`, `last`,
/// `single`, `wait`), what only changes a type (`promoteValue`, the forms of `then` and `flatMap` for other errors), `all`, `any` and the empty
/// sentinels, forms that throw, bindings, actions, and the operators of properties.
@Suite("Random streams against a model")
struct RandomPipelineTests {
  private static let horizon = PipelineModel.horizon

  /// What a row of the model tells, as a run notes it.
  struct Account: Equatable {
    var events: [String] = []
    var starts: [String] = []
    var ends: [String] = []

    init(_ row: PipelineModel.Row) {
      for happening in row where happening.moment.tick <= PipelineModel.horizon {
        switch happening.kind {
        case .event(let event): events.append("\(happening.moment.tick) \(event)")
        case .started(let number): starts.append("\(happening.moment.tick) \(number)")
        case .ended(let number): ends.append("\(happening.moment.tick) \(number)")
        }
      }
      ends.sort()
    }

    init(_ run: PipelineRun) {
      events = run.events
      starts = run.starts
      ends = run.ends.sorted()
    }
  }

  /// Runs a stream and disposes of it at a moment, if one is given.
  private func account(of pipeline: Pipeline, _ isLifted: Bool, disposedAt stop: Moment?) -> Account {
    let run = PipelineRun(isLifted: isLifted)
    let start = run.start(pipeline)
    if let stop {
      if stop.tick > 0 || stop.round > 0 { run.advance(to: stop.tick) }
      start.dispose()
    }
    run.advance(to: Self.horizon)
    let account = Account(run)
    start.dispose()
    return account
  }

  /// The moments between which something happens: right after the start, after each tick, and between two.
  private func moments(of row: PipelineModel.Row) -> [Moment] {
    let ticks = Set(row.map(\.moment.tick)).sorted().filter { $0 < Self.horizon / 2 }
    return [Moment(tick: 0)] + ticks.flatMap { [Moment(tick: $0, round: 1_000), Moment(tick: $0 + 1, round: 1_000)] }
  }

  @Test("Random streams of producers do what the event contract says", arguments: 0..<4)
  func producers(part: Int) throws {
    try compare(part: part, isLifted: false)
  }

  @Test("Random streams of lifted signals do what the event contract says", arguments: 0..<4)
  func signals(part: Int) throws {
    try compare(part: part + 10, isLifted: true)
  }

  private func compare(part: Int, isLifted: Bool) throws {
    let count = TestLength.count(400, of: 25_000)
    let model = PipelineModel(isLifted: isLifted)
    var (compared, ambiguous, disposals) = (0, 0, 0)
    for index in 0..<count {
      let seed = part * 1_000_000 + index
      var generator = SeededGenerator(seed: UInt64(seed))
      var sources = 0
      let pipeline = Pipeline.random(generator.number(1...4), &sources, &generator)
      do {
        let row = try model.row(pipeline, from: Moment(tick: 0), until: nil)
        compared += 1
        let seen = account(of: pipeline, isLifted, disposedAt: nil)
        if seen != Account(row) { Issue.record("seed \(seed): \(pipeline)\n\(seen)\nexpected \(Account(row))") }
        let moments = moments(of: row)
        // All of them for some, and one for the others.
        for stop in index % 20 == 0 ? moments : [generator.one(of: moments)] {
          disposals += 1
          let row = try model.row(pipeline, from: Moment(tick: 0), until: stop)
          let seen = account(of: pipeline, isLifted, disposedAt: stop)
          if seen != Account(row) {
            Issue.record("seed \(seed), disposed at \(stop): \(pipeline)\n\(seen)\nexpected \(Account(row))")
          }
        }
      } catch is PipelineModel.Ambiguous {
        ambiguous += 1
      }
    }
    #expect(compared > count * 3 / 4, "\(ambiguous) of \(count) left out")
    if TestLength.count(0, of: 1) == 1 {
      print("part \(part): \(compared) streams and \(disposals) disposals compared, \(ambiguous) left out")
    }
  }
}
