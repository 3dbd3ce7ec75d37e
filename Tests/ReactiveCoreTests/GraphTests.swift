import Testing

@testable import ReactiveCore

@Suite("Graph of properties")
struct GraphTests {
  /// Flattens by the graph's own node.
  private func latest<T>(_ outer: MutableProperty<MutableProperty<T>>) -> Property<T> {
    Property(
      owning: FlattenNode.make(outer.node) { FlattenNode.Selection(node: $0.node, keeper: $0) })
  }

  @Test("Zip pairs by position and ends when nothing can be paired any more")
  func zip() {
    var a: MutableProperty<Int>? = MutableProperty(1)
    let b = MutableProperty("x")
    let zipped = a!.zip(with: b)
    var seen: [String] = []
    zipped.producer.start(.init(value: { seen.append("\($0.0)\($0.1)") }, completed: { seen.append("|") }))
    a!.value = 2
    a!.value = 3
    b.value = "y"
    a = nil
    #expect(seen == ["1x", "2y"])
    b.value = "z"
    #expect(seen == ["1x", "2y", "3z", "|"])
  }

  @Test("A flattened property reads settled values wherever its selection moves")
  func flattenIsSettled() {
    let source = MutableProperty(1)
    let early = source.map { $0 * 10 }
    let choice = MutableProperty(false)
    // The late ones are made after the flattened property, so that it has to be put behind them.
    var late: Property<Int>?
    let outer = source.combineLatest(with: choice)
    let flat = Property(
      owning: FlattenNode<(Int, Bool), Int>.make(outer.node) { _, takesLate in
        let selected = takesLate ? late! : early
        return .init(node: selected.node, keeper: selected)
      })
    late = source.map { $0 * 100 }.map { $0 + 1 }
    var seen: [Int] = []
    flat.map { $0 }.signal.observe(.init(value: { seen.append($0) }))
    PropertyGraph.transaction {
      source.value = 2
      choice.value = true
    }
    source.value = 3
    PropertyGraph.transaction {
      source.value = 4
      choice.value = false
    }
    #expect(seen == [201, 301, 40])
  }

  @Test("A property that was selected before is released")
  func flattenReleases() {
    var first: MutableProperty<Int>? = MutableProperty(1)
    weak let weakFirst = first
    let outer = MutableProperty(first!)
    let flat = latest(outer)
    first = nil
    outer.value = MutableProperty(2)
    #expect(weakFirst == nil)
    #expect(flat.value == 2)
    outer.value.value = 3
    #expect(flat.value == 3)
  }

  @Test("The graph keeps nothing of 50,000 properties that came and went")
  func ranksAreCompacted() {
    let source = MutableProperty(0)
    for round in 0..<50_000 {
      let derived = source.map { $0 + 1 }
      if round % 1_000 == 0 { source.value = round }
      _ = derived.value
    }
    // Other tests have nodes of their own at the same time: they wait until the numbers have been compared.
    let session = Session.current
    let graph = session.enter(source.node)
    defer { session.leave(graph) }
    _ = source.map { $0 + 1 }.value
    #expect(graph.propagation.ranking.rankBound <= max(4_096, graph.roster.count * 4) + 1)
  }

  @Test("A set inside a function that derives is settled after the instant")
  func setWhileEvaluating() {
    let a = MutableProperty(1)
    let calls = MutableProperty(0)
    var seen: [Int] = []
    calls.signal.observe(.init(value: { seen.append($0) }))
    let derived = a.map { value in
      calls.modify { $0 += 1 }
      return value
    }
    a.value = 2
    a.value = 3
    #expect(calls.value == 3)
    #expect(seen == [1, 2, 3])
    #expect(derived.value == 3)
  }

  @Test("The picture and the trace name what was named")
  func description() {
    let a = MutableProperty(1).named("price \"net\"")
    let b = a.map { $0 * 2 }.named("gross")
    let trace = PropertyGraph.trace { a.value = 4 }
    #expect(trace.description.contains("price \"net\" = 4\n  gross = 8"))
    let dot = PropertyGraph.dot()
    #expect(dot.hasPrefix("digraph properties {"))
    #expect(dot.contains("price \\\"net\\\"\\n4"))
    _ = b
  }
}

@Suite("Bindings in the graph")
struct GraphBindingTests {
  @Test("A bound property changes in the instant of its source, before what derives from both")
  func noValueInBetween() {
    let source = MutableProperty(1)
    let target = MutableProperty(0)
    let sum = source.combineLatest(with: target).map { $0.0 + $0.1 }
    var seen: [Int] = []
    sum.signal.observe(.init(value: { seen.append($0) }))
    let binding = target.follow(source.map { $0 * 10 })
    #expect(target.value == 10)
    source.value = 2
    target.value = 0
    source.value = 3
    #expect(seen == [11, 22, 2, 33])
    binding.dispose()
    source.value = 4
    #expect(target.value == 30)
    #expect(seen == [11, 22, 2, 33, 34])
  }

  @Test("A binding that closes a circle goes round once")
  func circle() {
    let a = MutableProperty(1)
    let next = a.map { $0 + 1 }
    a <~ next
    #expect(a.value == 2)
    a.value = 5
    #expect(a.value == 6)
    #expect(next.value == 7)

    let celsius = MutableProperty(0.0)
    let fahrenheit = MutableProperty(0.0)
    celsius <~ fahrenheit.map { ($0 - 32) / 1.8 }
    fahrenheit <~ celsius.map { $0 * 1.8 + 32 }
    var told: [Double] = []
    fahrenheit.signal.observeValues { told.append($0) }
    celsius.value = 100
    #expect(fahrenheit.value == 212)
    fahrenheit.value = 50
    #expect(abs(celsius.value - 10) < 1e-9)
    #expect(told.count <= 4)
  }

  @Test("Three properties bound in a ring agree")
  func ring() {
    let (a, b, c) = (MutableProperty(1), MutableProperty(2), MutableProperty(3))
    a <~ b
    b <~ c
    c <~ a
    #expect([a.value, b.value, c.value] == [3, 3, 3])
    b.value = 7
    #expect([a.value, b.value, c.value] == [7, 7, 7])
    c.value = 9
    a.value = 8
    #expect([a.value, b.value, c.value] == [8, 8, 8])
  }

  @Test("A bound property outlives its source, and is not kept by it")
  func lifetimes() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    var target: MutableProperty<Int>? = MutableProperty(0)
    weak let weakTarget = target
    weak let weakSource = source
    var events: [String] = []
    target!.signal.observe(.init { events.append("\($0)") })
    let other = MutableProperty(7)
    _ = target!.follow(source!)
    source = nil
    #expect(weakSource == nil)
    _ = target!.follow(other)
    target!.value = 3
    other.value = 8
    target = nil
    #expect(weakTarget == nil)
    #expect(events == ["VALUE 1", "VALUE 7", "VALUE 3", "VALUE 8", "COMPLETED"])
  }
}

@Suite("Flattened properties")
struct FlattenedPropertyTests {
  /// The values that a flattened property tells, for the same story with each strategy.
  private func told(_ strategy: FlattenStrategy) -> [String] {
    var first: MutableProperty<Int>? = MutableProperty(0)
    var second: MutableProperty<Int>? = MutableProperty(10)
    var outer: MutableProperty<MutableProperty<Int>>? = MutableProperty(first!)
    var events: [String] = []
    outer!.flatten(strategy).producer.start { event in
      events.append(event.value.map { "\($0)" } ?? "|")
    }
    outer!.value = second!
    first!.value = 1
    second!.value = 11
    first = nil
    second!.value = 12
    outer = nil
    second!.value = 13
    second = nil
    return events
  }

  @Test("P1: each strategy tells the values of the properties that it chooses")
  func strategies() {
    #expect(told(.latest) == ["0", "10", "11", "12", "13", "|"])
    #expect(told(.merge) == ["0", "10", "1", "11", "12", "13", "|"])
    #expect(told(.concat) == ["0", "1", "11", "12", "13", "|"])
  }

  @Test("A property that a function makes is followed as long as it is chosen")
  func madeByTheFunction() {
    let choice = MutableProperty(1)
    let source = MutableProperty(10)
    var calls = 0
    let flat = choice.flatMap(.latest) { factor in
      source.map { value in
        calls += 1
        return value * factor
      }
    }
    source.value = 20
    choice.value = 2
    #expect(flat.value == 40)
    source.value = 30
    #expect(flat.value == 60)
    #expect(calls == 4)
    let constant = choice.flatMap(.latest) { Property(value: $0) }
    choice.value = 5
    #expect(constant.value == 5)
  }
}
