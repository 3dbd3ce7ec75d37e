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
        name: "flatMap(.latest) of one-value producers, each", goal: 300, updates: 10_000, ours: flatMap(.latest)),
      Contest(
        name: "flatMap(.concat) of one-value producers, each", goal: 300, updates: 10_000, ours: flatMap(.concat)),
      Contest(name: "flatMap(.merge) of one-value producers, each", goal: 300, updates: 10_000, ours: flatMap(.merge)),
      Contest(
        name: "  the same, of producers that are mapped", updates: 10_000,
        ours: flatMap(.merge) { SignalProducer(value: $0).map { $0 + 1 } }),
      Contest(
        name: "  the same, of producers of a function", updates: 10_000,
        ours: flatMap(.merge) { value in
          SignalProducer { observer, _ in
            observer.send(value: value)
            observer.sendCompleted()
          }
        }),
      Contest(name: "  the same, of a producer of values", goal: 300, updates: 10_000, ours: flatMapOfValues),
      Contest(name: "TestScheduler, 100 pieces of work waiting, each", updates: 100, ours: schedule { $0 }),
      Contest(
        name: "TestScheduler, 100,000 pieces of work waiting, each", goal: 1_000, updates: 100_000,
        ours: schedule { $0 }),
      Contest(
        name: "  the same, each before those that wait", goal: 1_000, updates: 100_000, ours: schedule { 100_000 - $0 }),
      Contest(
        name: "  the same, without order", goal: 1_000, updates: 100_000, ours: schedule { $0 * 7_919 % 100_003 }),
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

  private static func flatMap(
    _ strategy: FlattenStrategy,
    _ inner: @escaping (Int) -> SignalProducer<Int, Never> = { SignalProducer(value: $0) }
  ) -> Contest.Setup {
    {
      let outer = Signal<Int, Never>.pipe()
      let tally = Tally()
      outer.output.flatMap(strategy, inner).observeValues { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { outer.input.send(value: value) }
        return tally.deliveries
      }
    }
  }

  private static func flatMapOfValues() -> (Int) -> Int {
    let tally = Tally()
    return { updates in
      tally.deliveries = 0
      SignalProducer<Int, Never>(0..<updates).flatMap(.merge) { SignalProducer<Int, Never>(value: $0) }
        .startWithValues { tally.note($0) }
      return tally.deliveries
    }
  }

  /// Schedules each piece of work at a date of its own, then does them all.
  private static func schedule(_ date: @escaping (Int) -> Int) -> Contest.Setup {
    {
      let tally = Tally()
      return { updates in
        tally.deliveries = 0
        let scheduler = TestScheduler()
        for value in 0..<updates { scheduler.schedule(after: .milliseconds(date(value))) { tally.note(value) } }
        scheduler.run()
        return tally.deliveries
      }
    }
  }
}
