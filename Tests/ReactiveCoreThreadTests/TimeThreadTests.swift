import Foundation
import Testing

@testable import ReactiveCore

/// Stress for the operators that use a queue; see ``PropertyThreadTests``.
@Suite("Operators of time under many threads")
struct TimeThreadTests {
  private func eventually(_ condition: () -> Bool) -> Bool {
    let end = Date() + 20
    while !condition() {
      if Date() > end { return false }
      usleep(500)
    }
    return true
  }

  /// Sends the numbers of each thread times a thousand, from several threads at once.
  private func send(_ count: Int, to observer: Signal<Int, Fault>.Observer) {
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<count { observer.send(value: thread * 1_000_000 + number) }
    }
  }

  /// Whether the numbers of each thread come in their order.
  private func isInOrder(_ values: [Int]) -> Bool {
    (0..<4).allSatisfy { thread in
      let own = values.filter { $0 / 1_000_000 == thread }
      return own == own.sorted()
    }
  }

  @Test("observe(on:) and delay lose no value and keep the order of each thread")
  func lossless() {
    let scheduler = QueueScheduler()
    let operators: [(Signal<Int, Fault>) -> Signal<Int, Fault>] = [
      { $0.observe(on: scheduler) }, { $0.delay(0.005, on: scheduler) },
      { $0.throttle(while: Property(value: false), on: scheduler) },
    ]
    for apply in operators {
      let (signal, observer) = Signal<Int, Fault>.pipe()
      let seen = Atomic<[Int]>([])
      let isCompleted = Atomic(false)
      apply(signal).observe(
        .init(value: { value in seen.modify { $0.append(value) } }, completed: { isCompleted.value = true }))
      send(500, to: observer)
      observer.sendCompleted()
      #expect(eventually { isCompleted.value })
      #expect(seen.value.count == 2_000)
      #expect(Set(seen.value).count == 2_000)
      #expect(isInOrder(seen.value))
    }
    #expect(eventually { scheduler.timerCount == 0 })
  }

  @Test("The operators that thin out keep the order, and send the last value when they are told to")
  func thinning() {
    let scheduler = QueueScheduler()
    let operators: [(isLossless: Bool, (Signal<Int, Fault>) -> Signal<Int, Fault>)] = [
      (true, { $0.throttle(0.001, on: scheduler, discardWhenCompleted: false) }),
      (true, { $0.debounce(0.001, on: scheduler, discardWhenCompleted: false) }),
      (true, { $0.lazyMap(on: scheduler) { $0 } }),
      (true, { $0.collect(every: .milliseconds(1), on: scheduler, discardWhenCompleted: false).compactMap(\.last) }),
      (false, { $0.throttle(0.001, on: scheduler) }), (false, { $0.debounce(0.001, on: scheduler) }),
      (false, { $0.timeout(after: 0.003, raising: Fault(), on: scheduler) }),
    ]
    for (isLossless, apply) in operators {
      let (signal, observer) = Signal<Int, Fault>.pipe()
      let seen = Atomic<[Int]>([])
      let isOver = Atomic(false)
      // A timeout may have ended the stream before this observer comes, which is then interrupted.
      apply(signal).observe { event in
        if case .value(let value) = event { seen.modify { $0.append(value) } }
        if event.isTerminating { isOver.value = true }
      }
      send(500, to: observer)
      observer.send(value: 9_000_000)
      observer.sendCompleted()
      #expect(eventually { isOver.value })
      #expect(isInOrder(seen.value))
      if isLossless { #expect(seen.value.last == 9_000_000) }
    }
    #expect(eventually { scheduler.timerCount == 0 })
  }

  @Test("Disposing of a stream while others send leaves no timer and, once the scheduler is through, no value")
  func disposal() {
    let scheduler = QueueScheduler()
    let operators: [(SignalProducer<Int, Fault>) -> SignalProducer<Int, Fault>] = [
      { $0.observe(on: scheduler) }, { $0.delay(0.001, on: scheduler) }, { $0.throttle(0.000_5, on: scheduler) },
      { $0.debounce(0.000_5, on: scheduler) }, { $0.lazyMap(on: scheduler) { $0 } },
      { $0.collect(every: .microseconds(500), on: scheduler).compactMap(\.last) },
      { $0.timeout(after: 0.001, raising: Fault(), on: scheduler) },
    ]
    for apply in operators {
      let (signal, observer) = Signal<Int, Fault>.pipe()
      let ends = Atomic<[String]>([])
      let isOver = Atomic(false)
      let disposable = Unchecked(
        apply(signal.producer).start { event in
          if isOver.value { Issue.record("\(event) after the end") }
          if event.isTerminating {
            isOver.value = true
            ends.modify { $0.append("\(event)") }
          }
        })
      let disposing = Unchecked(
        Thread {
          usleep(1_000)
          disposable.content.dispose()
        })
      disposing.content.start()
      send(500, to: observer)
      #expect(eventually { isOver.value })
      #expect(ends.value.count == 1)
    }
    #expect(eventually { scheduler.timerCount == 0 })
  }
}
