import Foundation
import Testing

@testable import ReactiveCore

/// Streams under many threads; see ``PropertyThreadTests``.
@Suite("Streams under many threads")
struct StreamThreadTests {
  /// A number that only one thread at a time may touch; the sanitizer sees when another does.
  private final class Unguarded: @unchecked Sendable {
    var count = 0
    var last = 0

    func note(_ value: Int) {
      count += 1
      last = value
    }
  }

  @Test("Several threads end a pipe, and its observers see one end")
  func ends() {
    for _ in 0..<50 {
      let (signal, input) = Signal<Int, Fault>.pipe()
      let ends = Unguarded()
      let values = Unguarded()
      signal.observe(
        .init { event in
          #expect(ends.count == 0)
          if event.isTerminating { ends.note(0) } else { values.note(0) }
        })
      onThreads(4) { index in
        input.send(value: index)
        switch index {
        case 0: input.sendCompleted()
        case 1: input.send(error: Fault())
        case 2: input.sendInterrupted()
        default: input.send(value: 7)
        }
      }
      #expect(ends.count == 1)
    }
  }

  @Test("Observers come and go while values are sent")
  func comingAndGoing() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let steady = Unguarded()
    signal.observeValues { steady.note($0) }
    let seen = Atomic(0)
    onThreads(8) { index in
      for round in 0..<400 {
        if index < 2 {
          input.send(value: round)
        } else {
          let observation = signal.map { $0 * 2 }.observeValues { _ in seen.modify { $0 += 1 } }
          if round % 3 == 0 { sched_yield() }
          observation?.dispose()
        }
      }
    }
    #expect(steady.count == 2 * 400)
    let before = seen.value
    input.send(value: 0)
    #expect(seen.value == before)
  }

  @Test("Eight threads set connected properties; the last value is the settled one")
  func connectedProperties() {
    let sources = (0..<4).map { MutableProperty($0) }
    let sums = sources.map { source in source.map { $0 * 2 } }
    let total = sums[0].combineLatest(with: sums[1]).map { $0 + $1 }
      .combineLatest(with: sums[2].combineLatest(with: sums[3]).map { $0 + $1 }).map { $0 + $1 }
    let told = Unguarded()
    total.signal.observeValues {
      // Twice a sum: an odd number would be a value in between.
      #expect($0 % 2 == 0)
      told.note($0)
    }
    onThreads(8) { index in
      for round in 0..<400 {
        sources[index % 4].value = round
        _ = total.value
      }
    }
    #expect(told.count == 8 * 400)
    #expect(total.value == 2 * sources.reduce(0) { $0 + $1.value })
    #expect(told.last == total.value)
  }

  @Test("Starts are disposed of by other threads, and all their work ends")
  func starts() {
    let running = Atomic(0)
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      running.modify { $0 += 1 }
      lifetime.observeEnded {
        running.modify { $0 -= 1 }
        withExtendedLifetime(observer) {}
      }
      observer.send(value: 1)
    }
    onThreads(4) { _ in
      for _ in 0..<400 {
        let start = producer.map { $0 + 1 }.start()
        let group = DispatchGroup()
        group.enter()
        nonisolated(unsafe) let shared = start
        DispatchQueue.global().async {
          shared.dispose()
          group.leave()
        }
        start.dispose()
        group.wait()
      }
    }
    #expect(running.value == 0)
  }
}
