import ReactiveCore
import Testing

@Suite("Signal")
struct SignalTests {
  @Test("A signal through 100,000 maps delivers, ends and is released on a small stack")
  func deepChain() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var last = signal
    for _ in 0..<100_000 { last = last.map { $0 + 1 } }
    var values: [Int] = []
    var ends = 0
    last.observe(.init(value: { values.append($0) }, completed: { ends += 1 }))
    observer.send(value: 0)
    observer.send(value: 5)
    #expect(values == [100_000, 100_005])
    observer.sendCompleted()
    #expect(ends == 1)
  }

  @Test("A chain that loses its only observer stops, however long it is")
  func deepDisposal() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var calls = 0
    func chain() -> (any Disposable)? {
      var last = signal.map { value in
        calls += 1
        return value
      }
      for _ in 0..<100_000 { last = last.map { $0 + 1 } }
      return last.observe(.init(value: { _ in calls += 1 }))
    }
    let observation = chain()
    observer.send(value: 1)
    #expect(calls == 2)
    observation?.dispose()
    observer.send(value: 1)
    #expect(calls == 2)
  }

  @Test("Values that an observer sends wait for the end of the delivery")
  func reentrance() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var seen: [String] = []
    signal.observe(
      .init(value: {
        seen.append("a\($0)")
        if $0 < 3 { observer.send(value: $0 + 1) }
      }))
    signal.observe(.init(value: { seen.append("b\($0)") }))
    observer.send(value: 1)
    #expect(seen == ["a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test("A producer does its work at each start")
  func coldProducer() {
    var starts = 0
    let producer = SignalProducer<Int, Never> { observer, _ in
      starts += 1
      observer.send(value: starts)
      observer.sendCompleted()
    }.map { $0 * 10 }
    var values: [Int] = []
    producer.start(.init(value: { values.append($0) }))
    producer.start(.init(value: { values.append($0) }))
    #expect(values == [10, 20])
  }
}
