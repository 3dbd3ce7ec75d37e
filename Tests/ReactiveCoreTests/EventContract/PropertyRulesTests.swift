import Foundation
import ReactiveCore
import Testing

@Suite("Event contract: properties")
struct PropertyRulesTests {
  @Test("P1: a derived value is evaluated once an instant, from settled precedents")
  func diamond() {
    let source = MutableProperty(1)
    let double = source.map { $0 * 2 }
    let square = source.map { $0 * $0 }
    var calls = 0
    let sum = double.combineLatest(with: square).combineLatest(with: source).map {
      (derived: (Int, Int), value: Int) -> Int in
      calls += 1
      // Never an old value beside a new one.
      #expect(derived == (value * 2, value * value))
      return derived.0 + derived.1 + value
    }
    let log = Log()
    sum.producer.start(log.observer())
    source.value = 2
    source.value = 3
    #expect(log.lines == ["4", "10", "18"])
    #expect(calls == 3)
  }

  @Test("P2: a value that is set is there at once with all that derives from it, even inside an observer")
  func readBack() {
    let property = MutableProperty(0)
    let tens = property.map { $0 * 10 }
    var read: [Int] = []
    property.signal.observeValues { value in
      guard value < 3 else { return }
      property.value = value + 1
      read += [property.value, tens.value]
    }
    property.value = 1
    #expect(read == [2, 20, 3, 30])
  }

  @Test("P3: what an observer sets is delivered after what was under way, and all see the same order")
  func sameOrder() {
    let a = MutableProperty(0)
    let b = MutableProperty(0)
    let log = Log()
    a.signal.observeValues { b.value = $0 * 10 }
    b.signal.observeValues { if $0 < 30 { a.value = $0 / 10 + 1 } }
    a.signal.observe(log.observer("a"))
    b.signal.observe(log.observer("b"))
    a.combineLatest(with: b).signal.observe(log.observer("ab"))
    a.value = 1
    let each = ["a1", "ab10", "b10", "ab110", "a2", "ab210", "b20", "ab220", "a3", "ab320", "b30", "ab330"]
    #expect(log.lines == each)
  }

  @Test("P4: two threads never deliver values of one property at the same time", .timeLimit(.minutes(1)))
  func oneDeliveryAtATime() {
    let property = MutableProperty(0)
    nonisolated(unsafe) var inside = 0
    nonisolated(unsafe) var overlaps = 0
    nonisolated(unsafe) var count = 0
    nonisolated(unsafe) var last = 0
    property.signal.observeValues { value in
      inside += 1
      if inside > 1 { overlaps += 1 }
      count += 1
      last = value
      inside -= 1
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<1_000 { property.value = thread * 1_000 + round }
    }
    #expect(count == 4_000)
    #expect(overlaps == 0)
    #expect(last == property.value)
  }

  @Test("P5: an observer may wait for another thread that reads and sets properties", .timeLimit(.minutes(1)))
  func noLockIsHeld() {
    let property = MutableProperty(0)
    let log = Log()
    property.signal.observe(log.observer())
    property.signal.observeValues { value in
      guard value == 1 else { return }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        property.value += 1
        MutableProperty(0).value = property.map { $0 * 2 }.value
        done.signal()
      }
      done.wait()
    }
    property.value = 1
    #expect(log.lines == ["1", "2"])
  }

  @Test("P5: a derived property's function may read any property")
  func reading() {
    let rate = MutableProperty(2)
    let amount = MutableProperty(10)
    let product = amount.map { $0 * rate.value }
    rate.value = 3
    #expect(product.value == 20)
    amount.value = 20
    #expect(product.value == 60)
  }

  @Test("P6: nodes are evaluated in the order of ranks, and a dropped value leaves its dependents as they are")
  func ranksAndCutOff() {
    let source = MutableProperty(1).named("source")
    let parity = source.map { $0 % 2 }.named("parity").skipRepeats().named("cut")
    let far = parity.map { $0 + 10 }.named("far")
    let both = source.combineLatest(with: far).named("both")
    let trace = PropertyGraph.trace {
      source.value = 3
      source.value = 4
    }
    #expect(
      trace.description == """
        source = 3
          parity = 1
          cut stays 1
          both = (3, 11)
        source = 4
          parity = 0
          cut = 0
          far = 10
          both = (4, 10)
        """)
    withExtendedLifetime(both) {}
  }

  @Test("A trace has what its own thread sets, not what others set meanwhile")
  func traceOfAThread() {
    let own = MutableProperty(1).named("own")
    let other = MutableProperty(1).named("other")
    let trace = PropertyGraph.trace {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        other.value = 2
        done.signal()
      }
      done.wait()
      own.value = 2
    }
    #expect(trace.description == "own = 2")
  }

  @Test("P7: a transaction is one instant")
  func transaction() {
    let a = MutableProperty(1)
    let b = MutableProperty(2)
    let sum = a.combineLatest(with: b).map { $0 + $1 }
    let log = Log()
    a.signal.observe(log.observer("a"))
    sum.signal.observe(log.observer("sum"))
    PropertyGraph.transaction {
      a.value = 10
      a.value = 11
      b.value = 20
      #expect(a.value == 11)
      #expect(log.lines == [])
    }
    #expect(sum.value == 31)
    #expect(log.lines == ["a11", "sum31"])
  }

  @Test("P8: a producer sends the present value first, a signal only changes")
  func presentValue() {
    let property = MutableProperty("a")
    let log = Log()
    property.signal.observe(log.observer("s"))
    property.producer.start(log.observer("p"))
    Property(value: "c").producer.start(log.observer("c"))
    property.value = "b"
    #expect(log.lines == ["pa", "cc", "c|", "sb", "pb"])
  }

  @Test("P9: a derived property completes when its source is released, and keeps its last value")
  func release() {
    let log = Log()
    var source: MutableProperty<Int>? = MutableProperty(1)
    weak let trace = source
    let mapped = source!.map { $0 * 10 }
    var mirror: Property<Int>? = Property(capturing: source!)
    mapped.signal.observe(log.observer("m"))
    source!.value = 2
    source = nil
    #expect(trace != nil)
    #expect(mirror!.value == 2)
    mirror = nil
    #expect(trace == nil)
    #expect(mapped.value == 20)
    #expect(log.lines == ["m20", "m|"])
    mapped.producer.start(log.observer("late"))
    #expect(log.lines == ["m20", "m|", "late20", "late|"])
  }
}
