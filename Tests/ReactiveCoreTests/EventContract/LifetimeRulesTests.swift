import ReactiveCore
import Testing

@Suite("Event contract: lifetimes")
struct LifetimeRulesTests {
  @Test("L1: a signal is alive while it is held or observed; then what feeds it is disposed of and nobody is told")
  func signalLifetime() {
    let log = Log()
    var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal.pipe(
      disposable: AnyDisposable(log.noting("disposed")))
    let input = pipe!.input
    let observation = pipe!.output.observe(log.observer())
    pipe = nil
    input.send(value: 1)
    #expect(log.lines == ["1"])
    observation?.dispose()
    #expect(log.lines == ["1", "disposed"])

    var held: Signal<Int, Never>? = Signal { input, lifetime in
      lifetime.observeEnded { withExtendedLifetime(input) { log.note("over") } }
    }
    held!.observe(log.observer())?.dispose()
    #expect(log.lines == ["1", "disposed"])
    held = nil
    #expect(log.lines == ["1", "disposed", "over"])
  }

  private final class Witness {}

  @Test("L2: an observer is released when it has seen the end or its observation is disposed of")
  func observerLifetime() {
    let (signal, input) = Signal<Int, Never>.pipe()
    func observe() -> (weak: () -> Witness?, observation: (any Disposable)?) {
      let witness = Witness()
      let observation = signal.observeValues { _ in withExtendedLifetime(witness) {} }
      return ({ [weak witness] in witness }, observation)
    }
    let first = observe()
    let second = observe()
    #expect(first.weak() != nil)
    first.observation?.dispose()
    #expect(first.weak() == nil)
    #expect(second.weak() != nil)
    input.sendCompleted()
    #expect(second.weak() == nil)
  }

  @Test("L3: a signal that an operator made holds what it observes, and is held by it only while it is observed")
  func operatorLifetime() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    var calls = 0
    var mapped: Signal<Int, Never>? = signal.map { value in
      calls += 1
      return value
    }
    weak let trace = mapped
    input.send(value: 1)
    #expect(calls == 1)
    let observation = mapped!.observeValues { _ in }
    mapped = nil
    #expect(trace == nil)
    input.send(value: 2)
    #expect(calls == 2)
    observation?.dispose()
    input.send(value: 3)
    #expect(calls == 2)

    var source: Signal<Int, Never>? = Signal.unserialized { input, lifetime in
      lifetime.observeEnded { withExtendedLifetime(input) { log.note("over") } }
    }
    var held = source.map { $0.map { $0 } }
    source = nil
    #expect(log.lines == [])
    held = nil
    #expect(log.lines == ["over"])
    withExtendedLifetime(held) {}
  }

  @Test("L4: a lifetime ends with its token, and what is added afterwards is disposed of at once")
  func lifetimes() {
    let log = Log()
    var made: (lifetime: Lifetime, token: Lifetime.Token)? = Lifetime.make()
    let lifetime = made!.lifetime
    lifetime.observeEnded(log.noting("ended"))
    lifetime.ended.observe(log.observer("signal"))
    #expect(!lifetime.hasEnded)
    made = nil
    #expect(lifetime.hasEnded)
    #expect(log.lines == ["ended", "signal|"])
    #expect(lifetime.observeEnded(log.noting("late")) == nil)
    lifetime += AnyDisposable(log.noting("later"))
    #expect(log.lines == ["ended", "signal|", "late", "later"])

    let (other, token) = Lifetime.make()
    token.dispose()
    #expect(other.hasEnded)
    #expect(Lifetime.empty.hasEnded)
  }

  @Test("L5: a composite disposes of what it holds once, in order, and lets it go")
  func composites() {
    let log = Log()
    let witness = Witness()
    let composite = CompositeDisposable()
    for name in ["a", "b", "c"] { composite += log.noting(name) }
    composite += { [witness] in withExtendedLifetime(witness) {} }
    let removed = composite.add(log.noting("removed"))
    removed?.dispose()
    composite.add(composite.dispose)
    composite.dispose()
    composite.dispose()
    #expect(log.lines == ["a", "b", "c"])
    composite += log.noting("late")
    #expect(log.lines == ["a", "b", "c", "late"])

    func makeDisposed() -> () -> Witness? {
      let held = Witness()
      let once = AnyDisposable { withExtendedLifetime(held) {} }
      once.dispose()
      return { [weak held] in withExtendedLifetime(once) { held } }
    }
    #expect(makeDisposed()() == nil)
  }

  @Test("L6: chains of any length are released on a small stack")
  func longChains() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe(disposable: AnyDisposable(log.noting("disposed")))
    func build() {
      var last = signal
      for _ in 0..<100_000 { last = last.map { $0 } }
      let witness = last.map { $0 }.observe(log.observer())
      input.send(value: 1)
      witness?.dispose()
    }
    build()
    input.send(value: 2)
    #expect(log.lines == ["1"])
    input.sendCompleted()
    #expect(log.lines == ["1", "disposed"])
  }
}
