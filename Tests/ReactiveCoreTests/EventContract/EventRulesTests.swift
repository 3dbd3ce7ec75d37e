import Foundation
import ReactiveCore
import Testing

@Suite("Event contract: events")
struct EventRulesTests {
  @Test("E1: after a terminating event no event follows")
  func nothingAfterTheEnd() {
    let ends: [(Signal<Int, Fault>.Event, String)] = [(.completed, "|"), (.failed(Fault()), "#"), (.interrupted, "!")]
    for (end, mark) in ends {
      let log = Log()
      let (signal, input) = Signal<Int, Fault>.pipe()
      signal.observe(log.observer())
      input.send(value: 1)
      input.send(end)
      input.send(value: 2)
      for (other, _) in ends { input.send(other) }
      #expect(log.lines == ["1", mark])
    }
  }

  @Test("E2: an event that an observer sends waits for the end of the delivery")
  func eventsWait() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.observeValues { if $0 == 1 { input.send(value: 2) } }
    signal.observeValues { if $0 == 2 { input.sendCompleted() } }
    signal.observe(log.observer())
    input.send(value: 1)
    #expect(log.lines == ["1", "2", "|"])
  }

  @Test("E2: an unserialized signal delivers within the delivery under way, and only the end waits")
  func unserialized() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.unserializedPipe()
    signal.observeValues {
      if $0 == 1 {
        input.send(value: 2)
        input.sendCompleted()
      }
    }
    signal.observe(log.observer())
    input.send(value: 1)
    #expect(log.lines == ["2", "1", "|"])
  }

  @Test("E2: events of several threads are delivered one after the other")
  func threads() {
    let (signal, input) = Signal<Int, Never>.pipe()
    // Not guarded: the signal must see to it that only one thread at a time is in the observer.
    nonisolated(unsafe) var inside = 0
    nonisolated(unsafe) var count = 0
    nonisolated(unsafe) var overlaps = 0
    signal.observeValues { _ in
      inside += 1
      if inside > 1 { overlaps += 1 }
      count += 1
      inside -= 1
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for value in 0..<2_000 { input.send(value: value) }
    }
    #expect(count == 8_000)
    #expect(overlaps == 0)
  }

  @Test("E3: observers are called in the order in which they were added")
  func orderOfObservers() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    let first = signal.observe(log.observer("a"))
    for name in ["b", "c", "d"] { signal.observe(log.observer(name)) }
    input.send(value: 1)
    first?.dispose()
    signal.observe(log.observer("e"))
    input.send(value: 2)
    input.sendCompleted()
    #expect(log.lines == ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "e2", "b|", "c|", "d|", "e|"])
  }

  @Test("E3: who comes or goes during a delivery does so for the next event")
  func comingAndGoing() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    var leaving: (any Disposable)?
    signal.observeValues { value in
      guard value == 1 else { return }
      leaving?.dispose()
      signal.observe(log.observer("new"))
    }
    leaving = signal.observe(log.observer("old"))
    input.send(value: 1)
    input.send(value: 2)
    #expect(log.lines == ["old1", "new2"])
  }

  @Test("E4: an observer may wait for another thread that uses the same signal", .timeLimit(.minutes(1)))
  func noLockIsHeld() {
    let (signal, input) = Signal<Int, Never>.pipe()
    nonisolated(unsafe) var values: [Int] = []
    signal.observeValues { value in
      values.append(value)
      guard value == 1 else { return }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        signal.observeValues { _ in }?.dispose()
        input.send(value: 2)
        done.signal()
      }
      done.wait()
    }
    input.send(value: 1)
    #expect(values == [1, 2])
  }

  @Test("E5: what feeds a signal is disposed of after the observers have seen the end")
  func upstreamGoesLast() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe(disposable: AnyDisposable(log.noting("disposed")))
    signal.observe(log.observer("a"))
    signal.observe(log.observer("b"))
    input.sendCompleted()
    #expect(log.lines == ["a|", "b|", "disposed"])
  }

  @Test("E6: all observers have been called when send returns, on the thread that sends")
  func synchronous() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let sender = Thread.current
    var calls = 0
    for _ in 0..<3 {
      signal.map { $0 + 1 }.observeValues { _ in
        #expect(Thread.current === sender)
        calls += 1
      }
    }
    input.send(value: 1)
    #expect(calls == 3)
  }

  @Test("E7: an event passes through all operators behind one observer before the next is called")
  func depthFirst() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    var deep = signal
    for _ in 0..<50_000 { deep = deep.map { $0 + 1 } }
    deep.observe(log.observer("deep"))
    signal.observe(log.observer("flat"))
    input.send(value: 0)
    input.send(value: 1)
    input.sendCompleted()
    #expect(log.lines == ["deep50000", "flat0", "deep50001", "flat1", "deep|", "flat|"])
  }

  @Test("E8: completion comes after the values sent before it, an interruption drops those that wait")
  func endsAndWaitingValues() {
    for (end, expected) in [(Signal<Int, Never>.Event.completed, ["1", "2", "|"]), (.interrupted, ["1", "!"])] {
      let log = Log()
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.observeValues {
        if $0 == 1 {
          input.send(value: 2)
          input.send(end)
          input.send(value: 3)
        }
      }
      signal.observe(log.observer())
      input.send(value: 1)
      #expect(log.lines == expected)
    }
  }

  @Test("E9: who observes a signal that has ended is interrupted at once")
  func tooLate() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    input.sendCompleted()
    #expect(signal.observe(log.observer()) == nil)
    #expect(Signal<Int, Never>.empty.observe(log.observer()) == nil)
    #expect(log.lines == ["!", "!"])
  }

  @Test("E10: who disposes of an observation gets no further event")
  func disposedObservation() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    let observation = signal.observe(log.observer())
    input.send(value: 1)
    observation?.dispose()
    input.send(value: 2)
    input.sendCompleted()
    #expect(log.lines == ["1"])
    #expect(observation?.isDisposed == true)
  }

  @Test("E11: a signal whose input is released is interrupted")
  func inputReleased() {
    let log = Log()
    var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal.pipe()
    let signal = pipe!.output
    signal.observe(log.observer())
    pipe = nil
    #expect(log.lines == ["!"])
    Signal<Int, Never> { _, _ in }.observe(log.observer("late"))
    #expect(log.lines == ["!", "late!"])
  }
}
