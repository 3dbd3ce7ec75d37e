import Dispatch
import Testing

@testable import ReactiveCore

/// What a comparison with ReactiveSwift 7.2 on the same programs has found, by the numbers of its sections.
@Suite("Compared with ReactiveSwift")
struct ComparisonTests {
  typealias Stream = Signal<Int, Never>
  typealias Producer = SignalProducer<Int, Never>

  // MARK: 1, defects

  @Test("1, lift: what is disposed of is interrupted at once, also when the upstream has ended")
  func liftAfterTheUpstreamEnded() {
    let (log, scheduler) = (Log(), TestScheduler())
    let start = Producer(value: 1).lift { $0.delay(1, on: scheduler) }.start(log.observer())
    start.dispose()
    #expect(log.take() == ["!"])
    scheduler.run()
    #expect(log.take() == [])
  }

  @Test("1, lift: who disposes of a start ends what the function returned, after the work was interrupted")
  func liftEndsItsResult() {
    for upstreamEnds in [false, true] {
      let (log, scheduler) = (Log(), TestScheduler())
      let source: Producer = upstreamEnds ? Producer(value: 1) : Producer(value: 1).concat(.never)
      let start = source.lift {
        $0.on(interrupted: log.noting("upstream interrupted")).delay(1, on: scheduler).on(disposed: log.noting("ended"))
      }.start(log.observer())
      #expect(log.take() == [])
      start.dispose()
      #expect(log.take() == (upstreamEnds ? ["!", "ended"] : ["!", "upstream interrupted", "ended"]))
      scheduler.run()
      #expect(log.take() == [])
    }
  }

  @Test("1, binary lift: who disposes of a start ends what the function returned")
  func binaryLiftEndsItsResult() {
    for ends in [false, true] {
      let (log, scheduler) = (Log(), TestScheduler())
      let source: Producer = ends ? Producer(value: 1) : Producer(value: 1).concat(.never)
      let start = source.lift { (left: Stream) in
        { (right: Stream) in left.merge(with: right).delay(1, on: scheduler).on(disposed: log.noting("ended")) }
      }(source).start(log.observer())
      start.dispose()
      #expect(log.take() == ["!", "ended"])
      scheduler.run()
      #expect(log.take() == [])
    }
  }

  @Test("1, timeout: as an operator of two streams it interrupts at once, also behind a scheduler")
  func timeoutBehindADelay() {
    let (log, scheduler) = (Log(), TestScheduler())
    let ended = Log()
    let start = SignalProducer<Int, Fault>(value: 1).on(disposed: ended.noting("source"))
      .delay(1, on: scheduler).timeout(after: 3, raising: Fault(), on: scheduler).start(log.observer())
    start.dispose()
    #expect(log.take() == ["!"])
    scheduler.run()
    #expect(log.take() == [])
    #expect(ended.take() == ["source"])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test("1, TestScheduler: work that a test waits for is done on the main actor")
  func asyncFunctionsAreOnTheMainActor() async {
    let scheduler = TestScheduler()
    let isMain = Atomic<[Bool]>([])
    // A UI scheduler works at once exactly there.
    func note() {
      var isAtOnce = false
      UIScheduler().schedule { isAtOnce = true }
      isMain.modify { $0.append(isAtOnce) }
    }
    func schedule() { scheduler.schedule(after: .seconds(1)) { note() } }
    schedule()
    await scheduler.advance(by: .seconds(1))
    schedule()
    await scheduler.advance(by: 1.0)
    schedule()
    await scheduler.advance(to: scheduler.currentDate + 1)
    scheduler.schedule { note() }
    await scheduler.advance()
    schedule()
    await scheduler.run()
    #expect(isMain.value == [true, true, true, true, true])
  }

  @Test("1, QueueScheduler: a new queue has no urgency of its own")
  func queueOfUnspecifiedUrgency() {
    #expect(QueueScheduler().queue.qos == .unspecified)
  }

  // MARK: 3, other differences

  @Test("3, lazyMap: an interruption drops the value that waits")
  func lazyMapInterrupted() {
    let (log, scheduler) = (Log(), TestScheduler())
    let (signal, input) = Stream.pipe()
    signal.lazyMap(on: scheduler) { value in
      log.note("map")
      return value
    }.observe(log.observer())
    input.send(value: 1)
    input.sendInterrupted()
    scheduler.run()
    #expect(log.take() == ["!"])
  }

  @Test("3, throttle(while:): an interruption drops what has passed and the scheduler has not come to")
  func throttleWhileInterrupted() {
    for (ends, expected) in [(false, ["!"]), (true, ["1", "2", "|"])] {
      let (log, scheduler) = (Log(), TestScheduler())
      let isHeld = MutableProperty(false)
      let (signal, input) = Stream.pipe()
      signal.throttle(while: isHeld, on: scheduler).observe(log.observer())
      input.send(value: 1)
      input.send(value: 2)
      if ends { input.sendCompleted() } else { input.sendInterrupted() }
      scheduler.run()
      #expect(log.take() == expected)
    }
  }

  // MARK: 4, public declarations

  @Test("4: every date scheduler repeats work after a delay")
  func repeatedWorkAfterADelay() {
    let (log, clock) = (Log(), TestScheduler())
    let scheduler: any DateScheduler = clock
    let rounds = scheduler.schedule(after: .seconds(2), interval: .seconds(3)) { log.note("round") }
    clock.advance(by: .seconds(8))
    rounds?.dispose()
    clock.advance(by: .seconds(8))
    #expect(log.take() == ["round", "round", "round"])
    let queued = QueueScheduler.main.schedule(after: .seconds(1_000), interval: .seconds(1), leeway: .seconds(1)) {}
    queued?.dispose()
  }

  @Test("4: the inner disposable of a scoped serial disposable is that of the serial disposable")
  func scopedSerialDisposable() {
    let scoped = ScopedDisposable(SerialDisposable())
    let (first, second) = (AnyDisposable(), AnyDisposable())
    scoped.inner = first
    scoped.inner = second
    #expect(first.isDisposed && !second.isDisposed)
    let present: (any Disposable)? = scoped.inner
    #expect(present === second)
    scoped.dispose()
    #expect(second.isDisposed && scoped.isDisposed)
  }

  @Test("4: the kinds of event that are logged can be listed")
  func kindsOfLoggedEvents() {
    #expect(Set(LoggingEvent.Signal.allCases) == LoggingEvent.Signal.allEvents)
    #expect(Set(LoggingEvent.SignalProducer.allCases) == LoggingEvent.SignalProducer.allEvents)
  }

  @Test("4: a signal behind its protocol is an object")
  func signalProtocolIsForObjects() {
    let signal = Stream.never
    weak var reference: (any SignalProtocol<Int, Never>)? = signal
    #expect(reference.map(ObjectIdentifier.init) == ObjectIdentifier(signal))
    reference = nil
  }

  @Test("4: merge takes array literals whose elements have no type of their own")
  func mergeOfLiterals() {
    let log = Log()
    Producer.merge([.empty, .init(value: 1)]).start(log.observer())
    Producer.merge([]).start(log.observer())
    Producer.merge([Property(value: 2), Property(value: 3)]).start(log.observer())
    #expect(log.take() == ["1", "|", "|", "2", "3", "|"])
  }

  @Test("4: logEvents gives the path of the file")
  func pathOfTheFile() {
    var files: [String] = []
    Producer(value: 1).logEvents(events: [.value], logger: { _, _, file, _, _ in files.append(file) }).start()
    Stream.empty.logEvents(events: [.disposed], logger: { _, _, file, _, _ in files.append(file) }).observe { _ in }
    #expect(files.allSatisfy { $0 == #filePath })
    #expect(!files.isEmpty)
  }
}
