import Dispatch
import Foundation
import ReactiveCore
import Testing

@Suite("Starts of producers")
struct ProducerStartTests {
  @Test("first, single, last and wait return what they say")
  func blocking() {
    check(.init([1, 2, 3]), first: .success(1), single: nil, last: .success(3))
    check(.init(value: 1), first: .success(1), single: .success(1), last: .success(1))
    check(.empty, first: nil, single: nil, last: nil)
    check(.init(error: Fault()), first: .failure(Fault()), single: .failure(Fault()), last: .failure(Fault()))
    check(
      .init(value: 1).concat(error: Fault()), first: .success(1), single: .failure(Fault()), last: .failure(Fault()))
    check(
      SignalProducer { observer, _ in
        observer.send(value: 1)
        observer.sendInterrupted()
      }, first: .success(1), single: .success(1), last: nil)
    #expect(SignalProducer<Int, Never>(0...).first() == .success(0))
    #expect(SignalProducer<Int, Never>(0...).single() == nil)
    if case .failure = SignalProducer<Int, Fault>.empty.wait() { Issue.record("no failure") }
    if case .success = SignalProducer<Int, Fault>(error: Fault()).wait() { Issue.record("no success") }
  }

  @Test("first, single, last and wait wait for another thread, and stop the work")
  func waiting() {
    let queue = DispatchQueue(label: "waiting")
    let isOver = Atomic(false)
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { isOver.value = true }
      queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
        for value in 1...3 { observer.send(value: value) }
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) { observer.sendCompleted() }
      }
    }
    #expect(producer.first() == .success(1))
    queue.sync {}
    #expect(isOver.swap(false))
    #expect(producer.last() == .success(3))
    #expect(producer.single() == nil)
    if case .failure = producer.wait() { Issue.record("no failure") }
  }

  @Test(
    "A producer whose function does not hold the observer is interrupted when nobody is left who could interrupt it")
  func observerNotHeld() {
    var log: [String] = []
    let producer = SignalProducer<Int, Never> { _, lifetime in lifetime.observeEnded { log.append("over") } }
    producer.startWithInterrupted { log.append("interrupted") }
    #expect(log == ["interrupted", "over"])

    let starts: [(SignalProducer<Int, Never>) -> any Disposable] = [
      { $0.start() },
      {
        $0.startWithSignal { signal, handle in
          signal.observeValues { _ in }
          return handle
        }
      },
      { $0.map { $0 }.start() },
      { $0.observe(on: ImmediateScheduler()).start() },
      { SignalProducer(value: $0).flatten(.merge).start() },
      { SignalProducer.combineLatest($0, SignalProducer<Int, Never>.never).start() },
    ]
    for start in starts {
      log = []
      let handle = start(producer)
      #expect(log == [])
      handle.dispose()
      #expect(log == ["over"])
    }
    #expect(producer.first() == nil)
  }

  private func check(
    _ producer: SignalProducer<Int, Fault>, first: Result<Int, Fault>?, single: Result<Int, Fault>?,
    last: Result<Int, Fault>?, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(producer.first() == first, sourceLocation: location)
    #expect(producer.single() == single, sourceLocation: location)
    #expect(producer.last() == last, sourceLocation: location)
  }

  @Test("start(on:) does the work on the scheduler, and is interrupted at once")
  func startOn() {
    let scheduler = TestScheduler()
    var log: [String] = []
    let producer = SignalProducer<Int, Never> {
      log.append("work")
      return 1
    }.start(on: scheduler)
    producer.startWithValues { log.append("\($0)") }
    producer.startWithInterrupted { log.append("interrupted") }.dispose()
    #expect(log == ["interrupted"])
    scheduler.advance()
    #expect(log == ["interrupted", "work", "1"])
  }

  @Test("Timers and intervals keep time from the start on")
  func timers() {
    expect("--t-t-t!") { marbles in
      marbles.dispose(at: 7)
      return SignalProducer.timer(interval: .seconds(2), on: marbles.scheduler).map { _ in "t" }
    }
    expect("--a-b-|") { SignalProducer<String, Never>.interval(["a", "b"], interval: .seconds(2), on: $0.scheduler) }
    expect("--|") { SignalProducer<String, Never>.interval([], interval: .seconds(2), on: $0.scheduler) }
    expect("-012(3|)") { SignalProducer.interval(.seconds(1), on: $0.scheduler).take(first: 4) }

    let scheduler = TestScheduler()
    let start = scheduler.currentDate
    var dates: [TimeInterval] = []
    SignalProducer.timer(interval: .seconds(1), on: scheduler, leeway: .seconds(0)).take(first: 2)
      .startWithValues { dates.append($0.timeIntervalSince(start)) }
    scheduler.run()
    #expect(dates == [1, 2])
  }

  @Test("lift applies an operator of signals at each start")
  func lift() {
    var calls = 0
    let producer = SignalProducer<Int, Never>([1, 2, 3]).lift { signal in
      calls += 1
      return signal.map { $0 * 10 }
    }
    #expect(calls == 0)
    for _ in 1...2 { #expect(producer.collect().single() == .success([10, 20, 30])) }
    #expect(calls == 2)

    var sent = 0
    let loop = SignalProducer<Int, Never> { observer, lifetime in
      for value in 0..<100 where !lifetime.hasEnded {
        observer.send(value: value)
        sent += 1
      }
    }
    #expect(loop.lift { $0.take(first: 5) }.collect().single() == .success([0, 1, 2, 3, 4]))
    #expect(sent == 5)
  }

  @Test("lift of an operator of two signals starts the other producer first, and stops both")
  func liftOfTwo() {
    var log: [String] = []
    func producer(_ name: String) -> SignalProducer<String, Never> {
      SignalProducer { observer, lifetime in
        log.append(name)
        lifetime.observeEnded {
          log.append("\(name) over")
          observer.sendCompleted()
        }
        observer.send(value: name)
      }
    }
    let both = producer("a").lift { a in
      { b in
        Signal<String, Never> { observer, lifetime in
          lifetime += a.observe(observer)
          lifetime += b.observe(observer)
        }
      }
    }(producer("b"))
    let run = both.startWithValues { log.append("got \($0)") }
    run.dispose()
    #expect(log.prefix(4) == ["b", "got b", "a", "got a"])
    #expect(Set(log.dropFirst(4)) == ["a over", "b over"])
  }
}
