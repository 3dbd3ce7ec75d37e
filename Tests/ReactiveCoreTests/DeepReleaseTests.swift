import ReactiveCore
import TestSupport
import Testing

/// What holds another one of its kind, which holds another, and so on, is disposed of and released on a small stack.
@Suite("Releasing what is nested deeply")
struct DeepReleaseTests {
  private static let depth = TestLength.count(20_000, of: 100_000)

  /// A way to put a disposable into another one.
  enum Wrapping: String, CaseIterable {
    case compositeOf, compositeWith, function, standIn, serial, scoped, scopedSerial, scopedComposite, lifetime,
      heldToken, all

    func wrap(_ inner: any Disposable) -> any Disposable {
      switch self {
      case .compositeOf: return CompositeDisposable([inner])
      case .compositeWith:
        let composite = CompositeDisposable()
        composite += inner
        return composite
      case .function: return AnyDisposable { inner.dispose() }
      case .standIn: return AnyDisposable(inner)
      case .serial: return SerialDisposable(inner)
      case .scoped: return ScopedDisposable(inner)
      case .scopedSerial: return ScopedDisposable<SerialDisposable>(SerialDisposable(inner))
      case .scopedComposite: return ScopedDisposable<CompositeDisposable>(CompositeDisposable([inner]))
      case .lifetime:
        let (lifetime, token) = Lifetime.make()
        lifetime += inner
        return AnyDisposable { token.dispose() }
      case .heldToken:
        let (lifetime, token) = Lifetime.make()
        lifetime += inner
        return AnyDisposable { withExtendedLifetime(token) {} }
      case .all:
        return [Wrapping.compositeWith, .standIn, .serial, .function].reduce(inner) { $1.wrap($0) }
      }
    }
  }

  @Test("Disposables that hold each other are disposed of and released", arguments: Wrapping.allCases)
  func disposables(_ wrapping: Wrapping) {
    var disposals = 0
    weak var held: AnyDisposable?
    onSmallStack {
      func nested(around innermost: AnyDisposable) -> any Disposable {
        var last: any Disposable = innermost
        for _ in 0..<Self.depth { last = wrapping.wrap(last) }
        return last
      }
      nested(around: AnyDisposable { disposals += 1 }).dispose()
      let unused = AnyDisposable()
      held = unused
      _ = nested(around: unused)
    }
    #expect(disposals == 1)
    #expect(held == nil)
  }

  @Test("A disposable that stands for another is disposed of once, and is disposed of when that one is")
  func standIns() {
    var disposals = 0
    let inner = AnyDisposable { disposals += 1 }
    let first = AnyDisposable(inner)
    let second = AnyDisposable(first)
    #expect(!second.isDisposed)
    first.dispose()
    second.dispose()
    #expect(disposals == 1)
    #expect(inner.isDisposed && first.isDisposed && second.isDisposed)
    let other = AnyDisposable()
    let third = AnyDisposable(AnyDisposable(other))
    other.dispose()
    #expect(third.isDisposed)
  }

  /// A way to make a producer of another one.
  enum Making: String, CaseIterable {
    case `repeat`, retry, retryLater, handler, startOn, liftOfTwo

    func make(_ inner: SignalProducer<Int, Fault>) -> SignalProducer<Int, Fault> {
      switch self {
      case .repeat: inner.repeat(1)
      case .retry: inner.retry(upTo: 1)
      case .retryLater: inner.retry(upTo: 1, interval: 1, on: TestScheduler())
      case .handler: SignalProducer { observer, lifetime in lifetime += inner.start(observer) }
      case .startOn: inner.start(on: ImmediateScheduler())
      case .liftOfTwo: inner.lift { a in { b in a.merge(with: b) } }(.empty)
      }
    }
  }

  @Test("Producers that hold each other are released", arguments: Making.allCases)
  func producers(_ making: Making) {
    weak var held: AnyDisposable?
    onSmallStack {
      let origin = AnyDisposable()
      held = origin
      var last = SignalProducer<Int, Fault> { _, _ in withExtendedLifetime(origin) {} }
      for _ in 0..<Self.depth { last = making.make(last) }
    }
    #expect(held == nil)
  }

  /// A way to run a producer through another one, without a function of a user that starts it.
  enum Running: String, CaseIterable {
    case `repeat`, retry, lift, replay, takeFirst

    func make(_ inner: SignalProducer<Int, Fault>) -> SignalProducer<Int, Fault> {
      switch self {
      case .repeat: inner.repeat(1)
      case .retry: inner.retry(upTo: 1)
      case .lift: inner.lift { $0.map { $0 + 1 } }
      case .replay: inner.replayLazily(upTo: 1)
      case .takeFirst: inner.take(first: 2)
      }
    }
  }

  @Test("Starts through a long row of producers send, end and are disposed of", arguments: Running.allCases)
  func starts(_ running: Running) {
    let depth = 10_000
    var seen: [String] = []
    onSmallStack {
      for isDisposed in [false, true] {
        let (signal, input) = Signal<Int, Fault>.pipe()
        var last = SignalProducer(signal)
        for _ in 0..<depth { last = running.make(last) }
        let start = last.start { seen.append($0.description) }
        input.send(value: 0)
        if isDisposed { start.dispose() } else { input.sendCompleted() }
      }
    }
    let value = "VALUE \(running == .lift ? depth : 0)"
    #expect(seen == [value, "COMPLETED", value, "INTERRUPTED"])
  }

  @Test("Properties whose selecting functions hold each other are released")
  func properties() {
    weak var held: MutableProperty<Int>?
    onSmallStack {
      let selector = MutableProperty(0)
      let origin = MutableProperty(1)
      held = origin
      var last = Property(capturing: origin)
      for _ in 0..<20_000 {
        let selected = last
        last = selector.flatMap(.latest) { _ in selected }
      }
      #expect(last.value == 1)
      last = Property(value: 0)
    }
    #expect(held == nil)
  }
}
