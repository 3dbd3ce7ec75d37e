import ReactiveCore
import Testing

@Suite("replayLazily")
struct ReplayTests {
  @Test("Later starts get the latest values, then what comes")
  func latest() {
    let (signal, input) = Signal<Int, Fault>.pipe()
    let producer = SignalProducer(signal).replayLazily(upTo: 2)
    input.send(value: 0)
    let first = Recorder(producer)
    #expect(first.seen == [])
    for value in 1...3 { input.send(value: value) }
    let second = Recorder(producer)
    #expect(second.seen == ["2", "3"])
    first.run?.dispose()
    input.send(value: 4)
    #expect(first.seen == ["1", "2", "3", "!"])
    #expect(second.seen == ["2", "3", "4"])
    input.send(error: Fault())
    #expect(second.seen == ["2", "3", "4", "#"])
    #expect(Recorder(producer).seen == ["3", "4", "#"])
  }

  @Test("Nothing is kept when no value is to be kept")
  func none() {
    let (signal, input) = Signal<Int, Fault>.pipe()
    let producer = SignalProducer(signal).replayLazily(upTo: 0)
    let first = Recorder(producer)
    input.send(value: 1)
    #expect(Recorder(producer).seen == [])
    #expect(first.seen == ["1"])
  }

  @Test("The work is done once, from the first start on")
  func once() {
    var starts = 0
    let producer = SignalProducer<Int, Fault>([1, 2]).on(starting: { starts += 1 }).replayLazily(upTo: 5)
    #expect(starts == 0)
    for _ in 1...3 { #expect(Recorder(producer).seen == ["1", "2", "|"]) }
    #expect(starts == 1)
  }

  @Test("A value that comes while the latest are sent is sent after them")
  func reentrance() {
    let (signal, input) = Signal<Int, Fault>.pipe()
    let producer = SignalProducer(signal).replayLazily(upTo: 3)
    let first = Recorder(producer)
    input.send(value: 1)
    input.send(value: 2)
    var seen: [Int] = []
    producer.startWithResult {
      guard case .success(let value) = $0 else { return }
      seen.append(value)
      if value < 3 { input.send(value: value + 10) }
    }
    #expect(seen == [1, 2, 11, 12])
    #expect(first.seen == ["1", "2", "11", "12"])
  }

  @Test("The work goes on while the producer or an observer is there")
  func lifetime() {
    var isDisposed = false
    var producer: SignalProducer<Int, Never>? = SignalProducer.never.on(disposed: { isDisposed = true })
      .replayLazily(upTo: 1)
    producer?.start().dispose()
    #expect(!isDisposed)
    let run = producer?.start()
    producer = nil
    #expect(!isDisposed)
    run?.dispose()
    #expect(isDisposed)

    isDisposed = false
    producer = SignalProducer.never.on(disposed: { isDisposed = true }).replayLazily(upTo: 1)
    producer?.start().dispose()
    producer = nil
    #expect(isDisposed)
  }

  @Test("The values that are kept are released with the producer")
  func release() {
    weak var kept: Kept?
    var producer: SignalProducer<Kept, Never>?
    do {
      let object = Kept()
      kept = object
      producer = SignalProducer(value: object).replayLazily(upTo: 1)
    }
    producer?.start().dispose()
    #expect(kept != nil)
    producer = nil
    #expect(kept == nil)
  }

  private final class Kept {}

  private final class Recorder {
    private(set) var seen: [String] = []
    private(set) var run: (any Disposable)?

    init(_ producer: SignalProducer<Int, Fault>) {
      run = producer.start { [weak self] event in
        switch event {
        case .value(let value): self?.seen.append("\(value)")
        case .failed: self?.seen.append("#")
        case .completed: self?.seen.append("|")
        case .interrupted: self?.seen.append("!")
        }
      }
    }

    deinit { run?.dispose() }
  }
}
