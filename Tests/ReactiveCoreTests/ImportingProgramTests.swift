import Dispatch
import Foundation
import ReactiveCore
import ReactiveFoundation
import Testing

/// What a program that was written for ReactiveSwift says, in the forms that it may say it in.
///
/// Nothing here looks inside the module; most of it is judged by the compiler.
@Suite("A program that imports the reactive core")
struct ImportingProgramTests {
  final class Form: ReactiveExtensionsProvider {
    var name = ""
    var title: String?
  }

  struct Wrong: Error, Equatable {}

  @Test("Bags")
  func bags() {
    var bag = Bag([1, 2, 3])
    let token = bag.insert(4)
    bag.insert(5)
    #expect(bag.remove(using: token) == 4)
    bag.remove(using: token)
    #expect(Array(bag) == [1, 2, 3, 5] && bag.count == 4 && bag[3] == 5 && bag.last == 5)
    var iterator: Bag<Int>.Iterator = bag.makeIterator()
    #expect(iterator.next() == 1)
    let empty = Bag<String>()
    #expect(empty.isEmpty)
  }

  @Test("Disposables and lifetimes")
  func disposables() {
    var log: [String] = []
    let composite = CompositeDisposable()
    composite += { log.append("a") }
    composite += AnyDisposable { log.append("b") }
    let handle = composite.add { log.append("c") }
    composite.add(nil as (any Disposable)?)
    composite += Signal<Int, Never>.never.observeValues { _ in }
    handle?.dispose()
    let scoped = ScopedDisposable(CompositeDisposable())
    scoped += { log.append("d") }
    scoped += AnyDisposable()
    let two = CompositeDisposable([AnyDisposable { log.append("e") }, composite] as [any Disposable])
    two.dispose()
    let any = ScopedDisposable(AnyDisposable(scoped))
    any.dispose()
    #expect(log == ["e", "a", "b", "d"], "the handle takes away what was added")
    let (lifetime, token) = Lifetime.make()
    lifetime += AnyDisposable { log.append("f") }
    lifetime.observeEnded { log.append("g") }
    lifetime.ended.observeCompleted { log.append("h") }
    let other = Lifetime(token)
    token.dispose()
    #expect(lifetime.hasEnded && other.hasEnded && Lifetime.empty.hasEnded)
    #expect(log.suffix(3) == ["f", "g", "h"])
  }

  @Test("Actions")
  func actions() {
    let state = MutableProperty(2)
    let optional = MutableProperty<Int?>(nil)
    let validated = ValidatingProperty<Int, Wrong>(1) { $0 > 0 ? .valid : .invalid(Wrong()) }
    let plain = Action<Int, Int, Never> { SignalProducer(value: $0 + 1) }
    let enabled = Action<Int, Int, Wrong>(enabledIf: state.map { $0 > 1 }) { SignalProducer(value: $0) }
    let stateful = Action<Int, Int, Never>(state: state) { SignalProducer(value: $0 * $1) }
    let both = Action<Int, Int, Never>(state: state, enabledIf: { $0 > 1 }, execute: { SignalProducer(value: $0 - $1) })
    let unwrapping = Action<Int, Int, Never>(unwrapping: optional) { SignalProducer(value: $0 + $1) }
    let checking = Action<Int, Int, Never>(validated: validated) { SignalProducer(value: $0 + $1) }
    let noInput = Action<Void, Int, Never> { SignalProducer(value: 1) }
    let noInputState = Action<Void, Int, Never>(state: state) { SignalProducer(value: $0) }
    let noInputUnwrapping = Action<Void, Int, Never>(unwrapping: optional) { SignalProducer(value: $0) }
    let noInputChecking = Action<Void, Int, Never>(validated: validated) { SignalProducer(value: $0) }
    var seen: [Int] = []
    for action in [plain, stateful, both, unwrapping, checking] {
      action.values.observeValues { seen.append($0) }
      action.apply(5).start()
    }
    enabled.apply(3).startWithResult { if case .success(let value) = $0 { seen.append(value) } }
    for action in [noInput, noInputState, noInputUnwrapping, noInputChecking] {
      action.apply().startWithResult { result in
        switch result {
        case .success(let value): seen.append(value)
        case .failure(.disabled): seen.append(-1)
        case .failure(.producerFailed): break
        }
      }
    }
    #expect(seen == [6, 10, -3, 6, 3, 1, 2, -1, 1])
    #expect(ActionError<Wrong>.disabled == .disabled && ActionError.producerFailed(Wrong()) != .disabled)
    #expect(plain.isEnabled.value && !plain.isExecuting.value && !plain.lifetime.hasEnded)
    var events: [Signal<Int, Wrong>.Event] = []
    enabled.events.observeValues { events.append($0) }
    enabled.completed.observeValues { events.append(.completed) }
    enabled.errors.observeValues { events.append(.failed($0)) }
    var refused = 0
    enabled.disabledErrors.observeValues { refused += 1 }
    enabled <~ SignalProducer([7, 8])
    state.value = 0
    enabled.bindingTarget <~ Property(value: 9)
    #expect(events == [.value(7), .completed, .completed, .value(8), .completed, .completed] && refused == 1)
  }

  @Test("Bindings")
  func bindings() {
    let form = Form()
    let (lifetime, token) = Lifetime.make()
    let names = MutableProperty("a")
    BindingTarget(lifetime: lifetime, object: form, keyPath: \.name) <~ names
    BindingTarget<String>(lifetime: lifetime) { form.title = $0 } <~ names.producer
    let onScheduler = BindingTarget<String>(on: ImmediateScheduler(), lifetime: lifetime) { form.name += $0 }
    onScheduler <~ SignalProducer(value: "!")
    let optional = MutableProperty<String?>(nil)
    optional <~ names
    let binding: (any Disposable)? = optional <~ names.signal
    binding?.dispose()
    names.value = "b"
    #expect(form.name == "b" && form.title == "b" && optional.value == "b")
    token.dispose()
    let (output, input) = Signal<String, Never>.pipe()
    input <~ SignalProducer(value: "x")
    _ = output
    let closure: (any BindingTargetProvider<String>)? = names
    _ = closure?.bindingTarget
  }

  @Test("Properties")
  func properties() {
    @MutableProperty var count = 1
    @Property(value: 3) var constant
    let follows = Property(initial: 0, then: $count.signal)
    let producer = Property(initial: 0, then: SignalProducer([1, 2]))
    let optional = Property<Int?>(initial: nil, then: $count.producer)
    let optionalSignal = Property<Int?>(initial: nil, then: $count.signal)
    let existential = Property(capturing: $count)
    let view = Property($count)
    count = 2
    let values: [Int] = [follows.value, producer.value, existential.value, view.value, constant]
    #expect(values == [2, 2, 2, 2, 3])
    #expect(optional.value == 2 && optionalSignal.value == 2)
    let former = $count.swap(5)
    let doubled = $count.modify { value in
      value *= 2
      return value
    }
    #expect(former == 2 && doubled == 10 && $count.withValue { $0 + 1 } == 11)
    let all: [any PropertyProtocol<Int>] = [$count, follows, constant == 3 ? view : producer]
    let present: [Int] = all.map { $0.value }
    #expect(present == [10, 10, 10])
    let flat = $count.map { count in Property(value: count) }.flatten(.latest)
    let mapped = $count.flatMap(.latest) { Property(value: "\($0)") }
    let description = $count.map(\.description)
    let pair = Property.combineLatest($count, description)
    let triple = Property.zip($count, description, flat)
    let many = Property.combineLatest([$count, $count])
    let none = Property.combineLatest([MutableProperty<Int>](), emptySentinel: [-1])
    #expect(mapped.value == "10")
    #expect(pair.value == (10, "10"))
    #expect(triple.value == (10, "10", 10))
    #expect(many?.value == [10, 10] && none.value == [-1])
    #expect($count.map { $0 > 3 }.and(Property(value: true)).or(Property(value: false)).negate().value == false)
    #expect(Property<Bool>.all([Property(value: true)]).value && !Property<Bool>.any([Property(value: false)]).value)
    #expect($count.combinePrevious(0).value == (0, 10) && $count.map(value: "x").value == "x")
    #expect($count.filter(initial: 3) { $0 < 4 }.value == 3 && $count.skipRepeats().uniqueValues().value == 10)
  }

  @Test("Validating properties")
  func validatingProperties() {
    let other = MutableProperty("b")
    let root = MutableProperty("")
    let plain = ValidatingProperty<String, Wrong>("") { $0.isEmpty ? .invalid(Wrong()) : .valid }
    let onProperty = ValidatingProperty<String, Wrong>(root) {
      $0.count > 2 ? .coerced(String($0.prefix(2)), nil) : .valid
    }
    onProperty.value = "abc"
    guard case .coerced("ab", "abc", nil) = onProperty.result.value else {
      Issue.record("\(onProperty.result.value)")
      return
    }
    let withOther = ValidatingProperty<String, Wrong>("a", with: other) { $0 == $1 ? .valid : .invalid(Wrong()) }
    let withValidating = ValidatingProperty<String, Wrong>(root, with: withOther) { _, _ in .valid }
    plain.value = "x"
    withOther.value = "b"
    #expect(
      plain.value == "x" && root.value == "ab" && !withOther.result.value.isInvalid && withValidating.value == "ab")
    other.value = "c"
    #expect(withOther.result.value.isInvalid && withOther.result.value.error == Wrong())
    let last = withOther.result.value.value
    #expect(last == nil)
    plain <~ SignalProducer(value: "y")
    #expect(plain.value == "y" && plain.lifetime.hasEnded == false)
  }

  @Test("Streams and their conversions")
  func streams() {
    typealias Producer = SignalProducer<Int, Wrong>
    let value: Producer = .init(value: 1)
    let result = Producer(result: .success(2))
    let closure = Producer { .success(3) }
    let throwing = SignalProducer<Int, any Error> { try JSONDecoder().decode(Int.self, from: Data("4".utf8)) }
    let variadic = SignalProducer<Int, Never>(values: 5, 6, 7)
    let from = Producer(Result<Int, Wrong>.success(8))
    let fromProperty = SignalProducer(MutableProperty(9))
    let work = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded {}
      observer.send(.value(10))
      observer.sendCompleted()
    }
    #expect(value.single()?.value == 1 && result.first()?.value == 2 && closure.last()?.value == 3)
    #expect((try? throwing.single()?.get()) == 4)
    #expect(variadic.collect().first()?.value == [5, 6, 7] && from.single()?.value == 8)
    #expect(fromProperty.first()?.value == 9)
    guard case .success = work.wait() else { return #expect(Bool(false)) }
    let promoted: SignalProducer<Int, Wrong> = work.promoteError()
    let explicit = work.promoteError(Wrong.self)
    let never: SignalProducer<Int, Wrong> = SignalProducer<Never, Wrong>(error: Wrong()).promoteValue()
    #expect(promoted.concat(explicit).collect().first()?.value == [10, 10])
    #expect(never.first() == .failure(Wrong()))
    let then: SignalProducer<String, Wrong> = work.then(SignalProducer<String, Wrong>(value: "x"))
    let thenSafe: SignalProducer<String, Wrong> = value.then(SignalProducer<String, Never>(value: "y"))
    #expect(then.first()?.value == "x" && thenSafe.first()?.value == "y")
    let merged = Producer.merge(value, result, closure).merge(with: from)
    #expect(merged.collect().first()?.value == [1, 2, 3, 8])
    let sorted = value.flatMap(.concat) { _ in [1, 2] as [Int] == [] ? Producer.empty : Producer([1, 2]) }
    #expect(sorted.reduce(0, +).first()?.value == 3)
    let mixed = variadic.flatMap(.merge) { $0 > 5 ? Producer(value: $0) : Producer(error: Wrong()) }
    #expect(mixed.first() == .failure(Wrong()))
    let inferred = variadic.flatMap(.latest) { number in Property(value: number).producer.map { $0 + 1 } }
    #expect(inferred.collect().first()?.value == [6, 7, 8])
    let sequences = SignalProducer<[Int], Never>(value: [1, 2]).flatten().collect()
    #expect(sequences.first()?.value == [1, 2])
    var handles = 0
    let output: Int = work.startWithSignal { signal, interruptHandle in
      handles = interruptHandle.isDisposed ? 0 : 1
      var last = 0
      signal.observeValues { last = $0 }
      return last
    }
    #expect(output == 0 && handles == 1)
  }

  @Test("Signals and observers")
  func signals() {
    let (signal, observer) = Signal<Int, Wrong>.pipe(disposable: nil)
    var log: [String] = []
    signal.observe { log.append("\($0)") }
    signal.observeResult { if case .failure = $0 { log.append("failure") } }
    signal.observeFailed { _ in log.append("failed") }
    signal.observeCompleted { log.append("completed") }
    signal.observe(Signal<Int, Wrong>.Observer(value: { log.append("value \($0)") }, interrupted: {}))
    signal.flatMapError { _ in SignalProducer<Int, Never>(value: 0) }.observeValues { log.append("safe \($0)") }
    let mapped: Signal<String, Never> = signal.map(\.description).mapError { $0 as any Error }.flatMapError { _ in
      .empty
    }
    mapped.observeValues { log.append($0) }
    let event: Signal<Int, Wrong>.Event = .value(1)
    observer.send(event)
    observer.send(error: Wrong())
    #expect(
      log == ["VALUE 1", "value 1", "safe 1", "1", "FAILED Wrong()", "failure", "failed", "safe 0"], "\(log)")
    #expect(event.map { $0 + 1 } == .value(2) && event.value == 1 && event.error == nil && !event.isTerminating)
    #expect(Signal<Int, Wrong>.Event.failed(Wrong()).mapError { _ in Wrong() }.isTerminating)
    let generator = Signal<Int, Never> { observer, lifetime in
      lifetime += AnyDisposable { log.append("gone") }
      observer.send(value: 1)
      observer.sendCompleted()
    }
    #expect(generator.observe { _ in } == nil && log.last == "gone")
    let any: any SignalProtocol<Int, Never> = generator
    let anyProducer: any SignalProducerProtocol<Int, Never> = SignalProducer<Int, Never>(value: 1)
    let convertible: any SignalProducerConvertible<Int, Never> = generator
    _ = (any.signal, anyProducer.producer, convertible.producer)
  }

  @Test("Schedulers")
  func schedulers() {
    let test = TestScheduler(startDate: Date(timeIntervalSince1970: 0))
    var log: [Int] = []
    test.schedule(after: .seconds(1)) { log.append(1) }
    test.schedule(after: test.currentDate.addingTimeInterval(2)) { log.append(2) }
    let rounds = test.schedule(after: .seconds(3), interval: .seconds(1)) { log.append(3) }
    test.schedule { log.append(0) }
    test.advance()
    test.advance(by: 1)
    test.advance(by: .milliseconds(1_000))
    test.advance(to: Date(timeIntervalSince1970: 4))
    rounds?.dispose()
    test.rewind(by: .seconds(1))
    test.run()
    #expect(log == [0, 1, 2, 3, 3] && test.currentDate >= Date(timeIntervalSince1970: 0))
    let schedulers: [any Scheduler] = [test, ImmediateScheduler(), UIScheduler(), QueueScheduler.main]
    let dates: [any DateScheduler] = [
      test, QueueScheduler(qos: .background, name: "name", targeting: DispatchQueue(label: "queue")),
    ]
    #expect(schedulers.count == 4 && dates.count == 2 && schedulers[0] === test)
  }

  @Test("Others")
  func others() {
    let atomic = Atomic([1])
    atomic.modify { $0.append(2) }
    #expect(atomic.withValue { $0.count } == 2 && atomic.swap([]) == [1, 2] && atomic.value == [])
    let name = Notification.Name("a name")
    let center = NotificationCenter()
    var count = 0
    center.reactive.notifications(forName: name, object: nil).take(during: Lifetime.empty).observeValues { _ in
      count += 1
    }
    let observation = center.reactive.notifications(forName: name).observeValues { _ in count += 1 }
    center.post(name: name, object: nil)
    observation?.dispose()
    center.post(name: name, object: nil)
    #expect(count == 1)
    #expect(Form().reactive.base.name == "")
  }
}
