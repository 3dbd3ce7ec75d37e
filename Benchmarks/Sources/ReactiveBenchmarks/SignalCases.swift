import ReactiveCore

/// The workloads on streams, by `ReactiveCore`.
enum SignalCases {
  static var contests: [Contest] {
    [
      Contest(
        name: "merge of 2 signals, a value", goal: 200, updates: 20_000, ours: merge, closures: Closures.merge),
      Contest(
        name: "scan, a value", goal: 200, updates: 20_000, ours: scan, openCombine: OpenCombineCases.scan,
        closures: Closures.scan),
      Contest(
        name: "flatMap(.latest), a value of the inner signal", goal: 200, updates: 20_000, ours: flatMapLatest,
        openCombine: OpenCombineCases.flatMapLatest),
      Contest(name: "chain of 1,000 maps on a Signal, a map", updates: 100, parts: 1_000, ours: maps(1_000)),
      Contest(name: "combineLatest of 2 signals, an update", goal: 200, updates: 20_000, ours: combineLatestOf2),
      Contest(name: "combineLatest of 4 signals, an update", updates: 20_000, ours: combineLatestOf4),
      Contest(name: "zip of 2 signals, a pair", goal: 300, updates: 20_000, ours: zip),
    ]
  }

  private static func combineLatestOf2() -> (Int) -> Int {
    let (a, b) = (Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe())
    let tally = Tally()
    a.output.combineLatest(with: b.output).observeValues { tally.note($0 + $1) }
    for each in [a, b] { each.input.send(value: 0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates / 2 {
        a.input.send(value: value)
        b.input.send(value: value)
      }
      return tally.deliveries
    }
  }

  private static func combineLatestOf4() -> (Int) -> Int {
    let pipes = (0..<4).map { _ in Signal<Int, Never>.pipe() }
    let tally = Tally()
    Signal.combineLatest(pipes[0].output, pipes[1].output, pipes[2].output, pipes[3].output)
      .observeValues { tally.note($0.0 + $0.3) }
    for each in pipes { each.input.send(value: 0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates { pipes[value % 4].input.send(value: value) }
      return tally.deliveries
    }
  }

  private static func zip() -> (Int) -> Int {
    let (a, b) = (Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe())
    let tally = Tally()
    a.output.zip(with: b.output).observeValues { tally.note($0 + $1) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates {
        a.input.send(value: value)
        b.input.send(value: value)
      }
      return tally.deliveries
    }
  }

  private static func merge() -> (Int) -> Int {
    let (a, b) = (Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe())
    let tally = Tally()
    Signal<Int, Never>.merge(a.output, b.output).observeValues { tally.note($0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates / 2 {
        a.input.send(value: value)
        b.input.send(value: value)
      }
      return tally.deliveries
    }
  }

  private static func scan() -> (Int) -> Int {
    let (output, input) = Signal<Int, Never>.pipe()
    let tally = Tally()
    output.scan(0, &+).observeValues { tally.note($0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates { input.send(value: value) }
      return tally.deliveries
    }
  }

  private static func flatMapLatest() -> (Int) -> Int {
    let outer = Signal<Int, Never>.pipe()
    let inner = Signal<Int, Never>.pipe()
    let tally = Tally()
    outer.output.flatMap(.latest) { _ in inner.output }.observeValues { tally.note($0) }
    outer.input.send(value: 0)
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates { inner.input.send(value: value) }
      return withExtendedLifetime(outer) { tally.deliveries }
    }
  }

  private static func maps(_ count: Int) -> Contest.Setup {
    {
      let (output, input) = Signal<Int, Never>.pipe()
      var last = output
      for _ in 0..<count { last = last.map { $0 + 1 } }
      let tally = Tally()
      last.observeValues { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { input.send(value: value) }
        return tally.deliveries
      }
    }
  }
}
