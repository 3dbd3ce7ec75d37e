import ReactiveCore

/// The graphs that the benchmarks of reactive libraries in JavaScript measure (kairo, js-reactivity-benchmark), of properties.
///
/// The number is the time of one set of the property at the head. What must be told is counted, so that a row in which an observer
/// hears of a value in between, or of one that is the same, is an error.
enum ShapeCases {
  static var contests: [Contest] {
    [
      Contest(name: "shape: deep, 50 maps below each other", updates: 5_000, ours: deep),
      Contest(name: "shape: broad, 50 pairs of maps beside each other", updates: 500, deliveries: 50, ours: broad),
      Contest(name: "shape: diamond of 5 maps and their sum", updates: 10_000, ours: diamond),
      Contest(name: "shape: triangle, 10 maps below each other and their sum", updates: 10_000, ours: triangle),
      Contest(name: "shape: mux of 100 into one and out again, one is set", updates: 500, ours: mux),
      Contest(name: "shape: unstable, precedents that change with each set", updates: 5_000, ours: unstable),
      Contest(name: "shape: avoidable, what is behind an equal value", updates: 10_000, deliveries: 0, ours: avoidable),
      Contest(name: "shape: repeated, one property 30 times in one", updates: 5_000, ours: repeated),
    ]
  }

  /// Sets a property again and again and gives what a tally has counted.
  private static func sets(
    of head: MutableProperty<Int>, _ tally: Tally, keeping kept: Any..., last: @escaping (Int) -> Int
  ) -> (Int) -> Int {
    { updates in
      tally.deliveries = 0
      for value in 1...updates { head.value = value }
      precondition(tally.deliveries == 0 || tally.last == last(updates), "\(tally.last), not \(last(updates))")
      head.value = 0
      tally.deliveries -= tally.deliveries / (updates + 1)
      return withExtendedLifetime(kept) { tally.deliveries }
    }
  }

  private static func deep() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    var last = head.map { $0 + 1 }
    for _ in 1..<50 { last = last.map { $0 + 1 } }
    last.signal.observeValues(tally.note)
    return sets(of: head, tally, keeping: last) { $0 + 50 }
  }

  private static func broad() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    let ends = (0..<50).map { index in head.map { $0 + index }.map { $0 + 1 } }
    for end in ends { end.signal.observeValues(tally.note) }
    return sets(of: head, tally, keeping: ends) { $0 + 50 }
  }

  private static func diamond() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    let sum = Property.combineLatest((0..<5).map { _ in head.map { $0 + 1 } })!.map { $0.reduce(0, +) }
    sum.signal.observeValues(tally.note)
    return sets(of: head, tally, keeping: sum) { 5 * ($0 + 1) }
  }

  private static func triangle() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    var chain = [Property(head)]
    for _ in 1..<10 { chain.append(chain.last!.map { $0 + 1 }) }
    let sum = Property.combineLatest(chain)!.map { $0.reduce(0, +) }
    sum.signal.observeValues(tally.note)
    return sets(of: head, tally, keeping: sum, chain) { 10 * $0 + 45 }
  }

  private static func mux() -> (Int) -> Int {
    let tally = Tally()
    let heads = (0..<100).map { _ in MutableProperty(0) }
    let all = Property.combineLatest(heads)!
    let ends = (0..<100).map { index in all.map { $0[index] }.skipRepeats().map { $0 + 1 } }
    for end in ends { end.signal.observeValues(tally.note) }
    return sets(of: heads[37], tally, keeping: heads, all, ends) { $0 + 1 }
  }

  private static func unstable() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    let (double, inverse) = (head.map { $0 * 2 }, head.map { -$0 })
    let choices = (0..<20).map { _ in head.flatMap(.latest) { $0 % 2 == 1 ? double : inverse } }
    let sum = Property.combineLatest(choices)!.map { $0.reduce(0, +) }
    sum.signal.observeValues(tally.note)
    return sets(of: head, tally, keeping: sum, choices) { $0 % 2 == 1 ? 40 * $0 : -20 * $0 }
  }

  private static func avoidable() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    let last = head.map { $0 }.map { _ in 0 }.skipRepeats().map { $0 + 1 }.map { $0 + 2 }.map { $0 + 3 }
    last.signal.observeValues(tally.note)
    return sets(of: head, tally, keeping: last) { _ in 6 }
  }

  private static func repeated() -> (Int) -> Int {
    let (head, tally) = (MutableProperty(0), Tally())
    let sum = Property.combineLatest((0..<30).map { _ in head })!.map { $0.reduce(0, +) }
    sum.signal.observeValues(tally.note)
    return sets(of: head, tally, keeping: sum) { 30 * $0 }
  }
}
