import Dispatch
import TestSupport
import Testing

@testable import ReactiveCore

@Suite("Deliveries of properties")
struct GraphDeliveryTests {
  @Test("The last observer may leave during a delivery and another come in its place")
  func replacement() {
    let property = MutableProperty(0)
    var seen: [String] = []
    var first: (any Disposable)?
    first = property.producer.start(
      .init(value: { value in
        seen.append("a\(value)")
        guard value == 1 else { return }
        first?.dispose()
        property.producer.start(.init(value: { seen.append("b\($0)") }))
        property.value = 2
      }))
    property.value = 1
    property.value = 3
    #expect(seen == ["a0", "a1", "b1", "b2", "b3"])
  }

  @Test("What was set while nobody listened, before what waited was told, is not told later", arguments: [false, true])
  func setWhileUnheard(isDerived: Bool) {
    let property = MutableProperty(0)
    let heard = isDerived ? property.map { $0 } : Property(property)
    var seen: [Int] = []
    var first: (any Disposable)?
    first = heard.producer.startWithValues { value in
      guard value == 1 else { return }
      property.value = 2
      first?.dispose()
      property.value = 3
      property.value = 4
      heard.producer.startWithValues { seen.append($0) }
      property.value = 5
    }
    property.value = 1
    property.value = 6
    #expect(seen == [4, 5, 6])
  }

  /// A way to hear the values of a property from the present one on.
  enum Hearing: CaseIterable {
    case values, events, mapped, signal

    func begin(_ property: MutableProperty<Int>, _ action: @escaping (Int) -> Void) {
      switch self {
      case .values: property.producer.startWithValues(action)
      case .events: property.producer.start { $0.value.map(action) }
      case .mapped: property.producer.map { $0 }.start(.init(value: action))
      case .signal: property.producer.startWithSignal { signal, _ in _ = signal.observeValues(action) }
      }
    }
  }

  @Test("Who starts a producer in a transaction hears each value once", arguments: Hearing.allCases)
  func startsInTransactions(_ hearing: Hearing) {
    let property = MutableProperty(0)
    var seen = [[Int]](repeating: [], count: 5)
    property.signal.observeValues { seen[4].append($0) }
    PropertyGraph.transaction {
      hearing.begin(property) { seen[0].append($0) }
      property.value = 1
      hearing.begin(property) { seen[1].append($0) }
      property.value = 2
      hearing.begin(property) { seen[2].append($0) }
      hearing.begin(property) { seen[3].append($0) }
    }
    PropertyGraph.transaction { property.value = 3 }
    #expect(seen == [[0, 2, 3], [1, 2, 3], [2, 3], [2, 3], [2, 3]])
  }

  @Test("What an observer sets is delivered to all in the same order, with and without dependents")
  func nestedSets() {
    for hasDependent in [false, true] {
      let property = MutableProperty(0)
      let dependent = hasDependent ? property.map { $0 * 10 } : nil
      var seen: [[Int]] = [[], []]
      property.signal.observeValues { value in
        seen[0].append(value)
        if value < 3 { property.value = value + 1 }
      }
      property.signal.observeValues { seen[1].append($0) }
      property.value = 1
      property.value = 7
      #expect(seen == [[1, 2, 3, 7], [1, 2, 3, 7]])
      if let dependent { #expect(dependent.value == 70) }
    }
  }

  @Test("What a transaction hides is not delivered either where an earlier value still waits")
  func hiddenBehindWaiting() {
    let first = MutableProperty(0)
    let second = MutableProperty(0)
    let derived = second.map { $0 * 10 }
    var seen: [[Int]] = [[], []]
    first.signal.observeValues { _ in
      PropertyGraph.transaction {
        second.value = 2
        second.value = 3
      }
    }
    second.signal.observeValues { seen[0].append($0) }
    derived.signal.observeValues { seen[1].append($0) }
    PropertyGraph.transaction {
      first.value = 1
      second.value = 1
    }
    #expect(seen == [[1, 3], [10, 30]])
    second.value = 4
    #expect(seen == [[1, 3, 4], [10, 30, 40]])
  }

  @Test("What a function of a node sets twice while an earlier value waits is delivered once")
  func setTwiceWhileEvaluating() {
    let first = MutableProperty(0)
    let second = MutableProperty(0)
    let other = MutableProperty(0)
    let node = other.map { value -> Int in
      second.value = value + 1
      second.value = value + 2
      return value
    }
    var seen: [Int] = []
    first.signal.observeValues { other.value = $0 * 100 }
    second.signal.observeValues { seen.append($0) }
    PropertyGraph.transaction {
      first.value = 1
      second.value = 50
    }
    #expect(seen == [50, 102])
    second.value = 4
    #expect(seen == [50, 102, 4])
    withExtendedLifetime(node) {}
  }

  /// Properties that derive from each other, and observers that set them while they are told.
  private final class Reentrance {
    final class Listener {
      let target: Int
      var seen: [Int] = []
      var stop: (any Disposable)?

      init(_ target: Int) { self.target = target }
    }

    var random: SeededGenerator
    let sources = (0..<4).map { _ in MutableProperty(0) }
    private(set) var derived: [Property<Int>] = []
    private(set) var listeners: [Listener] = []
    /// How many more changes observers may make.
    var budget = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      derived = [
        sources[0].map { $0 * 2 }, sources[1].combineLatest(with: sources[2]).map { $0.0 &+ $0.1 },
        sources[3].flatMap(.latest) { [sources] in Property(sources[($0 % 3 + 3) % 3]) },
        sources[0].map { $0 % 3 }.skipRepeats(),
      ]
      derived.append(derived[0].combineLatest(with: derived[2]).map { $0.0 &- $0.1 })
    }

    func value(_ target: Int) -> Int {
      target < sources.count ? sources[target].value : derived[target - sources.count].value
    }

    private func signal(_ target: Int) -> Signal<Int, Never> {
      target < sources.count ? sources[target].signal : derived[target - sources.count].signal
    }

    func listen() {
      let listener = Listener(random.number(0...sources.count + derived.count - 1))
      listeners.append(listener)
      listener.stop = signal(listener.target).observeValues { [unowned self] value in
        listener.seen.append(value)
        if budget > 0, random.happens(40) { change() }
      }
    }

    func change() {
      budget -= 1
      switch random.number(0...9) {
      case 0...3: set()
      case 4...6: PropertyGraph.transaction { for _ in 0..<random.number(1...4) { set() } }
      case 7: sources[random.number(0...3)].modify { $0 &+= random.number(0...2) }
      case 8: listen()
      default: if !listeners.isEmpty { listeners.remove(at: random.number(0...listeners.count - 1)).stop?.dispose() }
      }
    }

    private func set() { sources[random.number(0...3)].value = random.number(0...9) }
  }

  @Test("Observers that set what they observe are all told of the last value in the end", arguments: 0..<8)
  func reentrance(seed: Int) {
    for round in 0..<100 {
      let run = Reentrance(seed: UInt64(seed * 1_000 + round))
      for _ in 0..<4 { run.listen() }
      for _ in 0..<30 {
        run.budget = 12
        run.change()
        run.budget = 0
        for listener in run.listeners {
          guard let last = listener.seen.last else { continue }
          #expect(last == run.value(listener.target), "seed \(seed), round \(round), property \(listener.target)")
        }
        for target in 0..<9 {
          // Whoever came later has seen the end of what the others have.
          let all = run.listeners.filter { $0.target == target }.map(\.seen)
          guard let most = all.max(by: { $0.count < $1.count }) else { continue }
          for seen in all {
            #expect(seen[...] == most.suffix(seen.count), "seed \(seed), round \(round), property \(target)")
          }
        }
      }
    }
  }

  @Test("Values that several threads set are delivered one at a time, and none is lost")
  func threads() {
    let property = MutableProperty(0)
    let other = MutableProperty(0)
    let isInside = Atomic(false)
    let count = Atomic(0)
    let last = Atomic(0)
    let overlaps = Atomic(0)
    property.signal.observeValues { value in
      if isInside.swap(true) { overlaps.modify { $0 += 1 } }
      count.modify { $0 += 1 }
      last.value = value
      if value % 7 == 0 { other.value = value }
      isInside.value = false
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<500 { property.modify { $0 = thread * 1_000 + step } }
    }
    #expect(overlaps.value == 0)
    #expect(count.value == 2_000)
    #expect(last.value == property.value)
  }

  @Test("Observers come and go while other threads send")
  func comingAndGoing() {
    let property = MutableProperty(0)
    let seen = Atomic(0)
    let steady = Atomic(0)
    property.signal.observeValues { _ in steady.modify { $0 += 1 } }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<500 {
        if thread == 0 {
          property.value = step
        } else {
          let observation = property.signal.observeValues { _ in seen.modify { $0 += 1 } }
          if step % 5 != 0 { observation?.dispose() }
        }
      }
    }
    #expect(steady.value == 500)
    seen.value = 0
    property.value = -1
    #expect(seen.value == 3 * 100)
  }
}
