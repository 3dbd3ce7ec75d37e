import ReactiveCore
import Testing

@Suite("Event contract: producers")
struct ProducerRulesTests {
  @Test("C1: each start does the work anew, and operators start nothing")
  func cold() {
    var starts = 0
    let producer = SignalProducer<Int, Never> { observer, _ in
      starts += 1
      observer.send(value: starts)
      observer.sendCompleted()
    }
    let mapped = producer.map { $0 * 10 }
    #expect(starts == 0)
    let log = Log()
    mapped.start(log.observer("a"))
    mapped.start(log.observer("b"))
    #expect(starts == 2)
    #expect(log.lines == ["a10", "a|", "b20", "b|"])
  }

  /// A producer whose work never ends by itself.
  private func work(_ log: Log) -> SignalProducer<Int, Never> {
    SignalProducer { observer, lifetime in
      log.note("start")
      lifetime.observeEnded { withExtendedLifetime(observer) { log.note("stop") } }
      observer.send(value: 1)
    }
  }

  @Test("C2: the signal of a start can be had before the work begins; when it is interrupted then, no work begins")
  func setup() {
    let log = Log()
    let answer = work(log).startWithSignal { signal, _ in
      signal.observe(log.observer("a"))
      signal.observe(log.observer("b"))
      return 42
    }
    #expect(answer == 42)
    #expect(log.lines == ["start", "a1", "b1"])
    let interrupted = log.lines(of: {
      work(log).startWithSignal { signal, handle in
        signal.observe(log.observer("c"))
        handle.dispose()
      }
    })
    #expect(interrupted == ["c!"])
  }

  @Test("C3: who disposes of a start interrupts the stream, and then the work stops")
  func disposal() {
    let log = Log()
    let start = work(log).map { $0 }.start(log.observer())
    #expect(log.lines == ["start", "1"])
    #expect(log.lines(of: start.dispose) == ["!", "stop"])
    #expect(start.isDisposed)
    #expect(log.lines(of: start.dispose) == [])
  }

  @Test("C5: the lifetime of the work ends with its stream, however that ends")
  func lifetime() {
    let ends: [(Signal<Int, Fault>.Event, String)] = [(.completed, "|"), (.failed(Fault()), "#"), (.interrupted, "!")]
    for (end, mark) in ends {
      let log = Log()
      SignalProducer<Int, Fault> { observer, lifetime in
        lifetime.observeEnded(log.noting("over"))
        observer.send(end)
        log.note("sent")
      }.map { $0 }.start(log.observer())
      #expect(log.lines == [mark, "over", "sent"])
    }
  }

  @Test("C4: a row of producers is gone through without nesting")
  func longRows() {
    let one = SignalProducer<Int, Never>(value: 1)
    var count = 0
    one.repeat(100_000).startWithValues { count += $0 }
    #expect(count == 100_000)

    var attempts = 0
    SignalProducer<Int, Fault> { observer, _ in
      attempts += 1
      observer.send(error: Fault())
    }.retry(upTo: 99_999).start()
    #expect(attempts == 100_000)

    var row = one
    for _ in 1..<20_000 { row = row.concat(one) }
    count = 0
    row.startWithValues { count += $0 }
    #expect(count == 20_000)
  }
}
