import ReactiveCore
import Testing

@Suite("Property operators")
struct PropertyOperatorTests {
  @Test("Logic of two properties and of many")
  func logic() {
    let a = MutableProperty(true)
    let b = MutableProperty(false)
    var seen: [String: [Bool]] = [:]
    for (name, property) in [
      ("and", a.and(b)), ("or", a.or(b)), ("all", Property<Bool>.all(a, b)), ("any", Property<Bool>.any([a, b])),
      ("not", a.negate()),
    ] {
      property.producer.start(.init(value: { seen[name, default: []].append($0) }))
    }
    b.value = true
    a.value = false
    #expect(
      seen == [
        "and": [false, true, false], "or": [true, true, true], "all": [false, true, false], "any": [true, true, true],
        "not": [false, true],
      ])
    #expect(Property<Bool>.all([MutableProperty<Bool>]()).value)
    #expect(!Property<Bool>.any([MutableProperty<Bool>]()).value)
  }

  @Test("A property that follows a stream starts with its own value")
  func initialThen() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    var events: [String] = []
    property.producer.start(.init { events.append("\($0)") })
    property.signal.observe { events.append("signal \($0)") }
    input.send(value: 1)
    input.sendInterrupted()
    #expect(events == ["VALUE 0", "VALUE 1", "signal VALUE 1", "COMPLETED", "signal COMPLETED"])
    #expect(Property(initial: 0, then: MutableProperty(5)).value == 5)
    let optional = Property(initial: nil, then: MutableProperty(5))
    #expect(optional.value == 5)
  }

  @Test("A stream that feeds a property stops when nobody holds or observes it")
  func feedIsStopped() {
    var isStopped = false
    let (signal, input) = Signal<Int, Never>.pipe()
    var property: Property<Int>? = Property(initial: 0, then: signal.on(disposed: { isStopped = true }))
    var seen: [Int] = []
    let observation = property!.signal.observeValues { seen.append($0) }
    property = nil
    input.send(value: 1)
    #expect(!isStopped)
    observation?.dispose()
    #expect(isStopped)
    #expect(seen == [1])
  }

  /// A property of another module.
  final class Foreign: PropertyProtocol {
    var value = 1
    let pipe = Signal<Int, Never>.pipe()
    var stops = 0
    var signal: Signal<Int, Never> { pipe.output.on(disposed: { [weak self] in self?.stops += 1 }) }
    var producer: SignalProducer<Int, Never> { SignalProducer { [self] observer, _ in observer.send(value: value) } }
  }

  @Test("A property of another module is followed while what derives from it is in use")
  func foreign() {
    let foreign = Foreign()
    func derive() {
      let sum = foreign.map { $0 * 2 }.combineLatest(with: foreign).map { $0.0 + $0.1 }
      foreign.pipe.input.send(value: 2)
      #expect(sum.value == 6)
      #expect(foreign.stops == 0)
    }
    derive()
    #expect(foreign.stops == 2)
  }

  /// What comes of two properties that are selected one after the other, changed, and released.
  private func flattened(_ strategy: FlattenStrategy) -> String {
    var first: MutableProperty<Int>? = MutableProperty(0)
    var second: MutableProperty<Int>? = MutableProperty(10)
    var outer: MutableProperty<MutableProperty<Int>>? = MutableProperty(first!)
    let property = outer!.flatten(strategy)
    var events: [String] = []
    property.producer.start(.init { event in events.append(event.value.map { "\($0)" } ?? "|") })
    outer!.value = second!
    second!.value = 11
    first!.value = 1
    first = nil
    second!.value = 12
    second = nil
    outer = nil
    events.append("is \(property.value)")
    return events.joined(separator: " ")
  }

  @Test("A property of properties is flattened as streams are")
  func flatten() {
    #expect(flattened(.merge) == "0 10 11 1 12 | is 12")
    #expect(flattened(.concat) == "0 1 11 12 | is 12")
    #expect(flattened(.race) == "0 1 | is 1")
    #expect(flattened(.latest) == "0 10 11 12 | is 12")
  }

  @Test("The function of a flattened property may alone hold the property that it selects")
  func flattenReleasesItsFunction() {
    func flatten(_ outer: MutableProperty<Int>) -> Property<String> {
      let inner = MutableProperty("a")
      return outer.flatMap(.latest) { _ in inner }
    }
    var outer: MutableProperty<Int>? = MutableProperty(0)
    let property = flatten(outer!)
    var events: [String] = []
    property.producer.start(.init { event in events.append(event.value ?? "|") })
    outer = nil
    #expect(events == ["a", "|"])
    #expect(property.value == "a")
  }

  @Test("A flattened property that nobody uses stops following")
  func flattenIsReleased() {
    let first = MutableProperty(0)
    let outer = MutableProperty(1)
    var stops = 0
    func flatten() {
      let property = outer.flatMap(.merge) { _ in
        Property(initial: 0, then: first.signal.on(disposed: { stops += 1 }))
      }
      first.value = 5
      #expect(property.value == 5)
    }
    flatten()
    #expect(stops == 1)
  }
}
