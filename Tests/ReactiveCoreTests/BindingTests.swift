import Dispatch
import ReactiveCore
import Testing

@Suite("Bindings")
struct BindingTests {
  @Test("B1: a target takes the values of a signal, a producer and a property")
  func sources() {
    let target = MutableProperty(0)
    let (signal, input) = Signal<Int, Never>.pipe()
    target <~ signal
    #expect(target.value == 0)
    input.send(value: 1)
    #expect(target.value == 1)
    target <~ SignalProducer<Int, Never> { observer, _ in observer.send(value: 2) }
    #expect(target.value == 2)
    let source = MutableProperty(3)
    target <~ source
    #expect(target.value == 3)
    source.value = 4
    #expect(target.value == 4)
    target <~ source.map { $0 * 10 }
    #expect(target.value == 40)
  }

  @Test("A settable property of one's own is a target and a source, and needs no type alias")
  func ownProperty() {
    let own = Mirrored(0)
    own <~ MutableProperty(3)
    #expect(own.value == 3)
    #expect(own.map { $0 * 2 }.value == 6)
  }

  @Test("A target of optional values takes values that are not")
  func optionalValues() {
    let target = MutableProperty<Int?>(nil)
    let source = MutableProperty(1)
    target <~ source
    #expect(target.value == 1)
    let other = MutableProperty<Int?>(nil)
    target <~ other
    #expect(target.value == nil)
  }

  @Test("A literal in a closure takes the type of the target")
  func inference() {
    let target = MutableProperty(0.0)
    let source = MutableProperty("x")
    target <~ source.map { $0.isEmpty ? 0 : 1 }
    #expect(target.value == 1)
    let other = MutableProperty(0.0)
    other <~ source.signal.map { _ in 2 }
    source.value = "y"
    #expect(other.value == 2)
  }

  @Test("B2: a binding ends when it is disposed of, when its source ends, when its target's lifetime ends")
  func ends() {
    let source = MutableProperty(1)
    let target = MutableProperty(0)
    let binding = target <~ source
    #expect(binding?.isDisposed == false)
    binding?.dispose()
    source.value = 2
    #expect(target.value == 1)

    let (signal, input) = Signal<Int, Never>.pipe()
    let short = target <~ signal
    input.sendCompleted()
    #expect(short?.isDisposed == true)

    var seen: [Int] = []
    let (lifetime, token) = Lifetime.make()
    let closure = BindingTarget<Int>(lifetime: lifetime) { seen.append($0) }
    let long = closure <~ source
    source.value = 3
    token.dispose()
    source.value = 4
    #expect(seen == [2, 3])
    #expect(long?.isDisposed == true)
    closure <~ source
    #expect(seen == [2, 3])
  }

  @Test("B2, B3: a binding does not keep its target alive, and stops its source when the target is gone")
  func targetIsNotHeld() {
    var target: MutableProperty<Int>? = MutableProperty(0)
    weak let weakTarget = target
    var isStopped = false
    let (signal, input) = Signal<Int, Never>.pipe()
    var mapped: Signal<Int, Never>? = signal.on(disposed: { isStopped = true })
    weak let weakSignal = mapped
    target! <~ mapped!
    mapped = nil
    #expect(weakSignal == nil)
    #expect(!isStopped)
    input.send(value: 1)
    #expect(target?.value == 1)
    target = nil
    #expect(weakTarget == nil)
    #expect(isStopped)
  }

  @Test("B3: a binding does not keep a source property alive")
  func sourceIsNotHeld() {
    let target = MutableProperty(0)
    var source: MutableProperty<Int>? = MutableProperty(1)
    weak let weakSource = source
    let binding = target <~ source!
    source = nil
    #expect(weakSource == nil)
    #expect(binding?.isDisposed == true)
    #expect(target.value == 1)
  }

  @Test("B3: the source is not started when the target is gone already")
  func targetIsGone() {
    var starts = 0
    let target: MutableProperty<Int>? = nil
    let binding = target <~ SignalProducer<Int, Never> { _, _ in starts += 1 }
    #expect(starts == 0)
    #expect(binding?.isDisposed == true)
    let present: MutableProperty<Int>? = MutableProperty(0)
    present <~ SignalProducer<Int, Never> { observer, _ in observer.send(value: 7) }
    #expect(present?.value == 7)
  }

  final class Label {
    var text = ""
    var style = Style()
    struct Style { var size = 0 }
  }

  @Test("A member of an object is a target, and the object is not held")
  func keyPaths() {
    var label: Label? = Label()
    weak let weakLabel = label
    let (lifetime, token) = Lifetime.make()
    let source = MutableProperty("a")
    let binding = BindingTarget(lifetime: lifetime, object: label!, keyPath: \.text) <~ source
    BindingTarget(lifetime: lifetime, object: label!, keyPath: \.style.size) <~ source.map(\.count)
    source.value = "abc"
    #expect(label?.text == "abc")
    #expect(label?.style.size == 3)
    label = nil
    #expect(weakLabel == nil)
    source.value = "d"
    #expect(binding?.isDisposed == false)
    token.dispose()
    #expect(binding?.isDisposed == true)
  }

  @Test("B4: a target on a scheduler takes its values there")
  func scheduler() {
    let scheduler = TestScheduler()
    let (lifetime, token) = Lifetime.make()
    var seen: [Int] = []
    let source = MutableProperty(1)
    BindingTarget(on: scheduler, lifetime: lifetime) { seen.append($0) } <~ source
    source.value = 2
    #expect(seen == [])
    scheduler.run()
    #expect(seen == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test("B6: an observer takes values, but not the end, and is not held")
  func observers() {
    var seen: [String] = []
    var observer: Signal<Int, Never>.Observer? = .init { seen.append("\($0)") }
    weak let weakObserver = observer
    var source: MutableProperty<Int>? = MutableProperty(1)
    let first = observer! <~ source!
    source!.value = 2
    source = nil
    #expect(first.isDisposed)
    let other = MutableProperty(3)
    let second = observer! <~ other
    second.dispose()
    other.value = 4
    observer! <~ other
    observer = nil
    #expect(weakObserver == nil)
    other.value = 5
    #expect(seen == ["VALUE 1", "VALUE 2", "VALUE 3", "VALUE 4"])
  }

  @Test("B5: a bound property changes in the instant of its source, or in a further one where a circle would close")
  func instants() {
    let source = MutableProperty(1)
    let target = MutableProperty(0)
    target <~ source
    var seen: [[Int]] = []
    let both = source.combineLatest(with: target).map { [$0, $1] }.skipRepeats()
    both.signal.observeValues { seen.append($0) }
    source.value = 2
    #expect(seen == [[2, 2]])
    source <~ target
    target.value = 3
    #expect(seen == [[2, 2], [2, 3], [3, 3]])
    source.value = 4
    #expect(seen == [[2, 2], [2, 3], [3, 3], [4, 4]])
  }

  @Test("Two properties bound to each other agree, with a guard")
  func twoWays() {
    let a = MutableProperty(1)
    let b = MutableProperty(2)
    a <~ b.producer.skipRepeats()
    b <~ a.producer.skipRepeats()
    #expect([a.value, b.value] == [2, 2])
    var seen: [Int] = []
    a.signal.observeValues { seen.append($0) }
    a.value = 5
    #expect([a.value, b.value] == [5, 5])
    b.value = 6
    #expect([a.value, b.value] == [6, 6])
    #expect(seen == [5, 5, 6])
  }

  @Test("A binding loop without a guard runs on a small stack, until something stops it")
  func loop() {
    let a = MutableProperty(0)
    let b = MutableProperty(0)
    var rounds = 0
    b <~ a
    let back = a <~ b.signal.map { $0 + 1 }
    a.signal.observeValues { _ in
      rounds += 1
      if rounds == 50_000 { back?.dispose() }
    }
    a.value = 1
    #expect(rounds >= 50_000)
    #expect(a.value == b.value)
  }

  @Test("A chain of a thousand bound properties follows its first")
  func chain() {
    let properties = (0..<1_000).map { _ in MutableProperty(0) }
    for (source, target) in zip(properties, properties.dropFirst()) { target <~ source }
    var seen: [Int] = []
    properties.last!.signal.observeValues { seen.append($0) }
    properties[0].value = 1
    properties[0].value = 2
    #expect(seen == [1, 2])
    #expect(properties.allSatisfy { $0.value == 2 })
  }

  @Test("Targets are released while other threads set their sources")
  func threads() {
    DispatchQueue.concurrentPerform(iterations: 400) { round in
      let source = MutableProperty(1)
      let target = Atomic(Optional(MutableProperty(0)))
      target.value! <~ source
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        if part == 0 { source.value = 2 } else { target.value = nil }
      }
      #expect(target.value == nil)
    }
  }
}

private final class Mirrored<Content>: MutablePropertyProtocol {
  private let inner: MutableProperty<Content>

  init(_ content: Content) { inner = MutableProperty(content) }

  var value: Content {
    get { inner.value }
    set { inner.value = newValue }
  }
  var lifetime: Lifetime { inner.lifetime }
  var producer: SignalProducer<Content, Never> { inner.producer }
  var signal: Signal<Content, Never> { inner.signal }
}
