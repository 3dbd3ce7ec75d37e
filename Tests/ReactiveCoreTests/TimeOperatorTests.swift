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
    ]
  }

  @Test("A producer that is disposed of drops what waits and is interrupted on the scheduler, once")
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

  @Test("Nothing of an operator is left when its stream is disposed of or has ended")
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
