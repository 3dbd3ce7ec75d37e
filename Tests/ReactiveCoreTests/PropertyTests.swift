import ReactiveCore
import TestSupport
import Testing

@Suite("Property")
struct PropertyTests {
  @Test("A derived property follows its source")
  func map() {
    let property = MutableProperty(1)
    let tens = property.map { $0 * 10 }
    var seen: [Int] = []
    tens.producer.start(.init(value: { seen.append($0) }))
    property.value = 2
    #expect(tens.value == 20)
    #expect(seen == [10, 20])
  }

  @Test("P1: a diamond of twelve layers delivers once, with settled values")
  func diamond() {
    let source = MutableProperty(1)
    var top: Property<Int> = Property(source)
    for _ in 0..<12 { top = top.combineLatest(with: top).map { $0 + $1 } }
    var seen: [Int] = []
    top.signal.observe(.init(value: { seen.append($0) }))
    source.value = 2
    #expect(seen == [8_192])
  }

  @Test("P2, P3: what an observer sets is there at once, and every observer sees every value in the same order")
  func setInObserver() {
    let property = MutableProperty(0)
    let double = property.map { $0 * 2 }
    var seen: [String] = []
    property.signal.observe(
      .init(value: {
        seen.append("a\($0)")
        if $0 < 3 {
          property.value = $0 + 1
          #expect(property.value == $0 + 1)
          #expect(double.value == ($0 + 1) * 2)
        }
      }))
    property.signal.observe(.init(value: { seen.append("b\($0)") }))
    double.signal.observe(.init(value: { seen.append("d\($0)") }))
    property.value = 1
    #expect(seen == ["a1", "b1", "d2", "a2", "b2", "d4", "a3", "b3", "d6"])
  }

  @Test("A long chain of maps delivers and is released on a small stack")
  func deepChain() {
    let length = TestLength.count(200_000, of: 1_000_000)
    let source = MutableProperty(0)
    func build() {
      var last: Property<Int> = Property(source)
      for _ in 0..<length { last = last.map { $0 + 1 } }
      var seen = 0
      last.signal.observe(.init(value: { seen = $0 }))
      source.value = 5
      #expect(seen == length + 5)
    }
    build()
    source.value = 6
  }

  @Test("A long row of properties that keep each other alive is released")
  func deepRowOfCaptures() {
    let source = MutableProperty(0)
    var last = Property(source)
    for _ in 0..<200_000 { last = Property(capturing: last) }
    source.value = 5
    #expect(last.value == 5)
  }

  @Test("A derived property completes when its source is released, and keeps its value")
  func completion() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    weak let weakSource = source
    let mapped = source!.map { $0 + 1 }
    var events: [String] = []
    mapped.producer.start(.init { events.append("\($0)") })
    source!.map { $0 * 100 }.signal.observe(.init { events.append("\($0)") })
    source!.value = 2
    source = nil
    #expect(weakSource == nil)
    #expect(mapped.value == 3)
    #expect(events == ["VALUE 2", "VALUE 3", "VALUE 200", "COMPLETED", "COMPLETED"])
    var late: [String] = []
    mapped.producer.start(.init { late.append("\($0)") })
    mapped.signal.observe(.init { late.append("\($0)") })
    #expect(late == ["VALUE 3", "COMPLETED", "INTERRUPTED"])
  }

  @Test("A derived property that nobody holds or observes is let go")
  func release() {
    let source = MutableProperty(1)
    var calls = 0
    var observation: (any Disposable)?
    func derive() {
      observation = source.map { value in
        calls += 1
        return value
      }.map { $0 + 1 }.signal.observe(.init(value: { _ in }))
    }
    derive()
    source.value = 2
    #expect(calls == 2)
    observation?.dispose()
    source.value = 3
    #expect(calls == 2)
  }

  @Test("A transaction is one instant")
  func transaction() {
    let a = MutableProperty(1)
    let b = MutableProperty(2)
    var seen: [Int] = []
    let sum = a.combineLatest(with: b).map { $0.0 + $0.1 }
    sum.signal.observe(.init(value: { seen.append($0) }))
    let trace = PropertyGraph.trace {
      PropertyGraph.transaction {
        a.value = 10
        b.value = 20
      }
    }
    #expect(seen == [30])
    #expect(trace.instants.flatMap(\.steps).count == 2)
  }

  @Test("skipRepeats cuts off what derives from it")
  func cutOff() {
    let a = MutableProperty(1)
    var calls = 0
    let parity = a.map { $0 % 2 }.skipRepeats().map { value in
      calls += 1
      return value
    }
    a.value = 3
    a.value = 5
    #expect(calls == 1)
    a.value = 6
    #expect(calls == 2)
    #expect(parity.value == 0)
  }
}
