import Foundation
import Testing

@testable import ReactiveCore

@Suite("Operators of time")
struct TimeOperatorTests {
  @Test("observe(on:) sends every event from the scheduler")
  func observeOn() {
    for (input, output) in [
      ("a-(bc)-|", "a-(bc)-|"), ("a#", "a#"), ("(a!)", "(a!)"), ("(ab|)", "(ab|)"),
    ] {
      expect(input, is: output, signal: { $0.observe(on: $1) }, producer: { $0.observe(on: $1) })
    }
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    var seen: [Int] = []
    let observation = signal.observe(on: scheduler).observe(.init(value: { seen.append($0) }))
    observer.send(value: 1)
    observer.send(value: 2)
    #expect(seen == [])
    scheduler.advance()
    #expect(seen == [1, 2])
    observer.send(value: 3)
    observation?.dispose()
    scheduler.run()
    #expect(seen == [1, 2])
  }

  @Test("delay puts values and completion off; what ends the stream early comes at once and drops what waits")
  func delay() {
    for (input, output) in [
      ("a-(bc)-|", "---a-(bc)-|"), ("a--b#", "---a#"), ("a--b!", "---a!"), ("|", "---|"),
    ] {
      expect(input, is: output, signal: { $0.delay(3, on: $1) }, producer: { $0.delay(3, on: $1) })
    }
    expect("ab|", is: "ab|", signal: { $0.delay(0, on: $1) }, producer: { $0.delay(0, on: $1) })
  }

  @Test("throttle sends the latest value an interval after the one before; the end drops what waits")
  func throttle() {
    for (input, output) in [
      ("abcdefgh---|", "a--d--g--h-|"), ("a-----b-----c|", "a-----b-----c|"), ("ab|", "a-|"), ("ab#", "a-#"),
      ("ab!", "a-!"), ("(abc)--d|", "c--d|"), ("|", "|"),
    ] {
      expect(input, is: output, signal: { $0.throttle(3, on: $1) }, producer: { $0.throttle(3, on: $1) })
    }
    for (input, output) in [("ab|", "a--(b|)"), ("a|", "a|"), ("ab#", "a-#"), ("ab!", "a-!"), ("|", "|")] {
      expect(
        input, is: output, signal: { $0.throttle(3, on: $1, discardWhenCompleted: false) },
        producer: { $0.throttle(3, on: $1, discardWhenCompleted: false) })
    }
  }

  @Test("When the clock is set back, throttle sends the next value at once")
  func throttleRewound() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    var seen: [Int] = []
    signal.throttle(1, on: scheduler).observe(.init(value: { seen.append($0) }))
    func send(_ values: Int...) -> [Int] {
      for value in values { observer.send(value: value) }
      scheduler.advance()
      return seen
    }
    scheduler.advance(by: .seconds(10))
    #expect(send(1) == [1])
    #expect(send(2, 3) == [1])
    scheduler.rewind(by: .seconds(5))
    #expect(send(4) == [1, 4])
    #expect(send(5, 6) == [1, 4])
    scheduler.run()
    #expect(seen == [1, 4, 6])
  }

  @Test("debounce sends a value after an interval of silence")
  func debounce() {
    for (input, output) in [
      ("ab---c-----d---|", "----b---c-----d|"), ("ab|", "--|"), ("a---|", "---a|"),
      ("ab#", "--#"), ("ab!", "--!"), ("|", "|"),
    ] {
      expect(input, is: output, signal: { $0.debounce(3, on: $1) }, producer: { $0.debounce(3, on: $1) })
    }
    for (input, output) in [("ab|", "----(b|)"), ("a----|", "---a-|"), ("ab#", "--#"), ("ab!", "--!"), ("|", "|")] {
      expect(
        input, is: output, signal: { $0.debounce(3, on: $1, discardWhenCompleted: false) },
        producer: { $0.debounce(3, on: $1, discardWhenCompleted: false) })
    }
  }

  @Test("debounce keeps one timer however many values come")
  func debounceTimers() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    var seen: [Int] = []
    signal.debounce(1, on: scheduler).observe(.init(value: { seen.append($0) }))
    for value in 1...1_000 {
      observer.send(value: value)
      #expect(scheduler.scheduledCount == 1)
      scheduler.advance(by: 0.01)
    }
    #expect(seen == [])
    scheduler.advance(by: .seconds(1))
    #expect(seen == [1_000])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test("collect(every:) sends the values of each interval at its end")
  func collectEvery() {
    let rows: [(skipEmpty: Bool, discard: Bool, input: String, output: String)] = [
      (false, true, "-ab-c---d-|", "---[a b]--c--d|"),
      (false, true, "-a------|", "---a--[]-|"), (true, true, "-a------|", "---a----|"),
      (false, true, "-a|", "--|"), (false, false, "-a|", "---(a|)"), (false, false, "-a--|", "---a--([]|)"),
      (true, false, "-a--|", "---a--|"), (false, false, "-a#", "--#"), (false, false, "-a!", "--!"),
    ]
    for row in rows {
      expect(
        row.input, is: row.output,
        signal: {
          $0.collect(every: .seconds(3), on: $1, skipEmpty: row.skipEmpty, discardWhenCompleted: row.discard)
        },
        producer: {
          $0.collect(every: .seconds(3), on: $1, skipEmpty: row.skipEmpty, discardWhenCompleted: row.discard)
        })
    }
  }

  @Test("lazyMap transforms on the scheduler, and only the latest value")
  func lazyMap() {
    for (input, output) in [("a-(bc)-|", "A-C-|"), ("a#", "A#"), ("(a!)", "!"), ("(ab|)", "(B|)")] {
      var calls = 0
      func capital(_ text: String) -> String {
        calls += 1
        return text.uppercased()
      }
      expect(
        input, is: output, signal: { $0.lazyMap(on: $1, transform: capital) },
        producer: { $0.lazyMap(on: $1, transform: capital) })
      #expect(calls == 2 * output.count(where: \.isLetter))
    }
  }

  @Test("timeout fails a stream that has not ended in time")
  func timeout() {
    for (input, output) in [
      ("-a|", "-a|"), ("-a----|", "-a-#"), ("-a#", "-a#"), ("-a!", "-a!"), ("", "---#"), ("(ab|)", "(ab|)"),
    ] {
      expect(
        input, is: output, signal: { $0.timeout(after: 3, raising: Fault(), on: $1) },
        producer: { $0.timeout(after: 3, raising: Fault(), on: $1) })
    }
    expect("-a-#") { $0.signal("-a---b", error: Never.self).timeout(after: 3, raising: Fault(), on: $0.scheduler) }
    expect("-a-#") { $0.producer("-a---b", error: Never.self).timeout(after: 3, raising: Fault(), on: $0.scheduler) }
    let marbles = Marbles()
    let late: SignalProducer<String, Fault> = marbles.producer("a-----b")
    _ = marbles.result(of: late.timeout(after: 3, raising: Fault(), on: marbles.scheduler), until: MarbleRow("a--#"))
    #expect(marbles.spans(of: "a-----b") == ["^--!"])
  }

  @Test("throttle(while:) holds the latest value back while the property is true")
  func throttleWhile() {
    for (flag, input, output) in [
      ("f--t--f", "abcdefghi|", "abc---(fg)hi|"), ("t-----f", "-ab|", "---|"), ("t-----f", "-ab#", "---#"),
      ("t-----f", "-ab!", "---!"), ("f-t-t-f", "abcde", "ab----e"), ("t-f-f", "ab-c", "--bc"), ("t", "ab|", "--|"),
      ("f-----", "a(bc)d|", "a(bc)d|"),
    ] {
      for isProducer in [false, true] {
        let marbles = Marbles()
        let property = MutableProperty(false)
        for (tick, marks) in MarbleRow(flag).marks {
          marbles.scheduler.schedule(after: .seconds(tick)) { property.value = marks == [.value("t")] }
        }
        let signal: Signal<String, Fault> = marbles.signal(input)
        let expected = MarbleRow(output)
        let result =
          isProducer
          ? marbles.result(of: signal.producer.throttle(while: property, on: marbles.scheduler), until: expected)
          : marbles.result(of: signal.throttle(while: property, on: marbles.scheduler), until: expected)
        #expect(result.description == expected.description, "\(flag) \(input), producer: \(isProducer)")
      }
    }
  }

  @Test("throttle(while:) keeps neither the property nor, once that is gone, its mind from it")
  func throttleWhileReleased() {
    for (isHolding, expected) in [(true, [1]), (false, [1, 3])] {
      let (signal, observer) = Signal<Int, Never>.pipe()
      var seen: [Int] = []
      weak var trace: MutableProperty<Bool>?
      func observe() {
        let property = MutableProperty(false)
        trace = property
        signal.throttle(while: property, on: ImmediateScheduler()).observe(.init(value: { seen.append($0) }))
        observer.send(value: 1)
        property.value = true
        observer.send(value: 2)
        seen = [1]
        if !isHolding { property.value = false }
        seen = [1]
      }
      observe()
      #expect(trace == nil)
      observer.send(value: 3)
      #expect(seen == expected)
    }
  }

  @Test("The order of values that two threads let through throttle(while:) is that in which they passed")
  func throttleWhileMachine() {
    var machine = ThrottleWhileStateMachine<Int>()
    func receive(_ value: Int) -> (passes: Bool, dropped: Int?) {
      var value: Int? = value
      let passes = machine.receive(&value)
      return (passes, value)
    }
    #expect(machine.hold(true) == false)
    #expect(receive(1) == (false, nil))
    #expect(receive(2) == (false, 1))
    #expect(machine.hold(true) == false)
    #expect(machine.hold(false) == true)
    #expect(receive(3) == (true, nil))
    #expect(machine.hold(false) == false)
    #expect((machine.takeNext(), machine.takeNext(), machine.takeNext()) == (2, 3, nil))
    #expect(receive(4) == (true, nil))
    #expect(machine.hold(true) == false)
    #expect(receive(5) == (false, nil))
    #expect(machine.drop() == [4, 5])
    #expect(machine.takeNext() == nil)
  }

  /// The operators that send from a scheduler, on a signal and a producer.
  private var operators:
    [(
      name: String, signal: (Signal<String, Fault>, TestScheduler) -> Signal<String, Fault>,
      producer: (SignalProducer<String, Fault>, TestScheduler) -> SignalProducer<String, Fault>
    )]
  {
    [
      ("observe(on:)", { $0.observe(on: $1) }, { $0.observe(on: $1) }),
      ("delay", { $0.delay(3, on: $1) }, { $0.delay(3, on: $1) }),
      ("throttle", { $0.throttle(3, on: $1) }, { $0.throttle(3, on: $1) }),
      (
        "throttle to the end", { $0.throttle(3, on: $1, discardWhenCompleted: false) },
        { $0.throttle(3, on: $1, discardWhenCompleted: false) }
      ),
      ("debounce", { $0.debounce(3, on: $1) }, { $0.debounce(3, on: $1) }),
      (
        "debounce to the end", { $0.debounce(3, on: $1, discardWhenCompleted: false) },
        { $0.debounce(3, on: $1, discardWhenCompleted: false) }
      ),
      ("lazyMap", { $0.lazyMap(on: $1) { $0 } }, { $0.lazyMap(on: $1) { $0 } }),
      (
        "collect", { $0.collect(every: .seconds(3), on: $1).map { $0.joined() } },
        { $0.collect(every: .seconds(3), on: $1).map { $0.joined() } }
      ),
      (
        "throttle(while:)", { $0.throttle(while: Property(value: false), on: $1) },
        { $0.throttle(while: Property(value: false), on: $1) }
      ),
      (
        "throttle(while: true)", { $0.throttle(while: Property(value: true), on: $1) },
        { $0.throttle(while: Property(value: true), on: $1) }
      ),
    ]
  }

  @Test("S4: a producer that is disposed of drops what waits and is interrupted on the scheduler, once")
  func disposal() {
    for (name, _, apply) in operators {
      let scheduler = TestScheduler()
      var events: [String] = []
      let source = SignalProducer<String, Fault> { observer, _ in
        observer.send(value: "a")
        observer.send(value: "b")
        observer.sendCompleted()
      }
      let disposable = apply(source, scheduler).map { $0 }.start(.init { events.append("\($0)") })
      disposable.dispose()
      #expect(events == [], "\(name)")
      scheduler.run()
      #expect(events == ["INTERRUPTED"], "\(name)")
    }
  }

  @Test("S5: nothing of an operator is left when its stream is disposed of or has ended")
  func leftovers() {
    final class Witness {}
    for (name, applyToSignal, applyToProducer) in operators {
      for ends in [false, true] {
        for isProducer in [false, true] {
          let scheduler = TestScheduler()
          let (signal, observer) = Signal<String, Fault>.pipe()
          weak var trace: Witness?
          func observe() -> (any Disposable)? {
            let witness = Witness()
            trace = witness
            let sink = Signal<String, Fault>.Observer { _ in withExtendedLifetime(witness) {} }
            guard isProducer else { return applyToSignal(signal, scheduler).observe(sink) }
            return applyToProducer(
              SignalProducer { observer, lifetime in lifetime += signal.observe(observer) }, scheduler
            )
            .start(sink)
          }
          let disposable = observe()
          observer.send(value: "a")
          if ends { observer.send(error: Fault()) } else { disposable?.dispose() }
          scheduler.advance()
          #expect(scheduler.scheduledCount == 0, "\(name), ends: \(ends), producer: \(isProducer)")
          #expect(trace == nil, "\(name), ends: \(ends), producer: \(isProducer)")
        }
      }
    }
  }
}
