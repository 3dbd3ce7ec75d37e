import ReactiveCore

/// The workloads on properties, by `ReactiveCore`.
enum PropertyCases {
  static var contests: [Contest] {
    [
      Contest(
        name: "set a MutableProperty, 1 observer", goal: 100, updates: 50_000,
        ours: set(observers: 1) { $0.signal.observeValues($1) },
        openCombine: OpenCombineCases.set(observers: 1), closures: Closures.set(observers: 1)),
      Contest(
        name: "  the same, through producer.startWithValues", goal: 100, updates: 50_000,
        ours: set(observers: 1) { $0.producer.startWithValues($1) }),
      Contest(
        name: "set, 100 observers", goal: 1_500, updates: 2_000, deliveries: 100,
        ours: set(observers: 100) { $0.signal.observeValues($1) },
        openCombine: OpenCombineCases.set(observers: 100), closures: Closures.set(observers: 100)),
      Contest(
        name: "  the same, through producer.startWithValues", goal: 600, updates: 2_000, deliveries: 100,
        ours: set(observers: 100) { $0.producer.startWithValues($1) }),
      Contest(
        name: "  the same, through producer.start", goal: 600, updates: 2_000, deliveries: 100,
        ours: set(observers: 100) { property, note in property.producer.start { $0.value.map(note) } }),
      Contest(
        name: "  the same, through producer.map and startWithValues", updates: 2_000, deliveries: 100,
        ours: set(observers: 100) { $0.producer.map { $0 + 1 }.startWithValues($1) }),
      Contest(
        name: "1,000 maps on a Property, a node", goal: 36, updates: 200, parts: 1_000, ours: maps(1_000),
        openCombine: OpenCombineCases.maps(1_000), closures: Closures.maps(1_000)),
      Contest(
        name: "combineLatest of 2 properties, an update", goal: 200, updates: 20_000, ours: combineLatestOf2,
        closures: Closures.combineLatest(2)),
      Contest(
        name: "combineLatest of 1,000, an update", goal: 500, updates: 20_000, ours: combineLatest(1_000),
        closures: Closures.combineLatest(1_000)),
      Contest(
        name: "diamond of 12 layers, each with itself, a set", goal: 5_000, updates: 1_000,
        ours: diamond(layers: 12) { $0.combineLatest(with: $0).map { ($0 + $1) >> 1 } },
        closures: Closures.diamond(layers: 12)),
      Contest(
        name: "diamond of 12 layers, each of two maps, a set", goal: 5_000, updates: 1_000,
        ours: diamond(layers: 12) { below in
          below.map { $0 + 1 }.combineLatest(with: below.map { $0 - 1 }).map { ($0 + $1) >> 1 }
        }, closures: Closures.diamond(layers: 12)),
    ]
  }

  private static func set(
    observers count: Int, _ observe: @escaping (MutableProperty<Int>, @escaping (Int) -> Void) -> Void
  ) -> Contest.Setup {
    {
      let property = MutableProperty(0)
      let tally = Tally()
      for _ in 0..<count { observe(property) { tally.note($0) } }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { property.value = value }
        return tally.deliveries
      }
    }
  }

  private static func maps(_ count: Int) -> Contest.Setup {
    {
      let property = MutableProperty(0)
      var last = property.map { $0 + 1 }
      for _ in 1..<count { last = last.map { $0 + 1 } }
      let tally = Tally()
      last.signal.observeValues { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { property.value = value }
        precondition(last.value == updates - 1 + count)
        return tally.deliveries
      }
    }
  }

  private static var combineLatestOf2: Contest.Setup {
    {
      let (a, b) = (MutableProperty(0), MutableProperty(0))
      let both = a.combineLatest(with: b)
      let tally = Tally()
      both.signal.observeValues { tally.note($0 + $1) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates / 2 {
          a.value = value
          b.value = value
        }
        return withExtendedLifetime(both) { tally.deliveries }
      }
    }
  }

  private static func combineLatest(_ count: Int) -> Contest.Setup {
    {
      let properties = (0..<count).map { MutableProperty($0) }
      let all = Property<Int>.combineLatest(properties)!
      let tally = Tally()
      all.signal.observeValues { tally.note($0[0]) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { properties[value % count].value = value }
        return withExtendedLifetime(all) { tally.deliveries }
      }
    }
  }

  private static func diamond(layers: Int, _ layer: @escaping (Property<Int>) -> Property<Int>) -> Contest.Setup {
    {
      let property = MutableProperty(0)
      var last = Property(property)
      for _ in 0..<layers { last = layer(last) }
      let tally = Tally()
      last.signal.observeValues { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { property.value = value }
        precondition(last.value == updates - 1)
        return tally.deliveries
      }
    }
  }
}
