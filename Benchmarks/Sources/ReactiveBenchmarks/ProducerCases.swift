import ReactiveCore

/// The workloads on producers and on virtual time, by `ReactiveCore`.
enum ProducerCases {
  static var contests: [Contest] {
    [
      Contest(
        name: "start SignalProducer(value:) with an observer", goal: 500, updates: 10_000,
        ours: start(SignalProducer(value: 7))),
      Contest(
        name: "start a producer of a function with an observer", updates: 10_000,
        ours: start(
          SignalProducer { observer, _ in
            observer.send(value: 7)
            observer.sendCompleted()
          })),
      Contest(
        name: "flatMap(.latest) of one-value producers, each", goal: 600, updates: 10_000, ours: flatMap(.latest)),
      Contest(
        name: "flatMap(.concat) of one-value producers, each", goal: 600, updates: 10_000, ours: flatMap(.concat)),
      Contest(name: "flatMap(.merge) of one-value producers, each", goal: 600, updates: 10_000, ours: flatMap(.merge)),
      Contest(name: "TestScheduler, 100 pieces of work waiting, each", updates: 100, ours: schedule),
      Contest(name: "TestScheduler, 100,000 pieces of work waiting, each", updates: 100_000, ours: schedule),
    ]
  }

  private static func start(_ producer: SignalProducer<Int, Never>) -> Contest.Setup {
    {
      let tally = Tally()
      return { updates in
        tally.deliveries = 0
        for _ in 0..<updates { producer.startWithValues { tally.note($0) } }
        return tally.deliveries
      }
    }
  }

  private static func flatMap(_ strategy: FlattenStrategy) -> Contest.Setup {
    {
      let outer = Signal<Int, Never>.pipe()
      let tally = Tally()
      outer.output.flatMap(strategy) { SignalProducer<Int, Never>(value: $0) }.observeValues { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { outer.input.send(value: value) }
        return tally.deliveries
      }
    }
  }

  /// Schedules each piece of work after those before, then does them all.
  private static func schedule() -> (Int) -> Int {
    let tally = Tally()
    return { updates in
      tally.deliveries = 0
      let scheduler = TestScheduler()
      for value in 0..<updates { scheduler.schedule(after: .milliseconds(value)) { tally.note(value) } }
      scheduler.run()
      return tally.deliveries
    }
  }
}
