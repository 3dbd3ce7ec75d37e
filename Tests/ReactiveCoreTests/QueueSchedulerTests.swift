import Dispatch
import Foundation
import Testing

@testable import ReactiveCore

@Suite("Queue schedulers")
struct QueueSchedulerTests {
  /// Waits until work on other threads has made something true, for ten seconds at most.
  private func eventually(_ condition: () -> Bool) -> Bool {
    let end = Date() + 10
    while !condition() {
      if Date() > end { return false }
      usleep(500)
    }
    return true
  }

  @Test("Work is done one piece after the other, off the caller's thread")
  func serial() {
    let scheduler = QueueScheduler(name: "test")
    let seen = Atomic<[Int]>([])
    scheduler.queue.suspend()
    for each in 0..<5 { scheduler.schedule { seen.modify { $0.append(each) } } }
    let cancelled = scheduler.schedule { seen.modify { $0.append(-1) } }
    cancelled?.dispose()
    #expect(seen.value == [])
    scheduler.queue.resume()
    #expect(eventually { seen.value.count == 5 })
    #expect(seen.value == [0, 1, 2, 3, 4])
    #expect(cancelled?.isDisposed == true)
  }

  @Test("A scheduler on a concurrent queue still works serially")
  func target() {
    let scheduler = QueueScheduler(
      qos: .userInitiated, targeting: DispatchQueue(label: "concurrent", attributes: .concurrent))
    let running = Atomic(0)
    let most = Atomic(0)
    let done = Atomic(0)
    for _ in 0..<50 {
      scheduler.schedule {
        let now = running.modify { count -> Int in
          count += 1
          return count
        }
        most.modify { $0 = max($0, now) }
        usleep(100)
        running.modify { $0 -= 1 }
        done.modify { $0 += 1 }
      }
    }
    #expect(eventually { done.value == 50 })
    #expect(most.value == 1)
  }

  @Test("Work at a date comes not before it; a date of the past is now, and a distant one never comes")
  func dates() {
    let scheduler = QueueScheduler()
    let dueBefore = Atomic<[Bool]>([])
    for delay in [-1e12, -1, 0, 0.02] {
      let date = Date() + delay
      scheduler.schedule(after: date) { dueBefore.modify { $0.append(Date() >= date) } }
    }
    let distant = scheduler.schedule(after: .distantFuture) { dueBefore.modify { $0.append(false) } }
    #expect(eventually { dueBefore.value.count == 4 })
    #expect(dueBefore.value == [true, true, true, true])
    #expect(scheduler.timerCount == 1)
    distant?.dispose()
    #expect(scheduler.timerCount == 0)
  }

  @Test("At one date work is done in the order of the calls, without what was cancelled", arguments: [-1, 0.01])
  func oneDate(delay: Double) {
    let scheduler = QueueScheduler()
    scheduler.queue.suspend()
    let date = Date() + delay
    let seen = Atomic<[Int]>([])
    let works = (0..<200).map { number in
      scheduler.schedule(after: date) { seen.modify { $0.append(number) } }
    }
    for number in 0..<200 where number % 3 != 1 { works[number]?.dispose() }
    #expect(scheduler.timerCount == 1)
    scheduler.queue.resume()
    let expected = (0..<200).filter { $0 % 3 == 1 }
    #expect(eventually { seen.value.count == expected.count })
    #expect(seen.value == expected)
    // Done already: these cancel nothing else.
    let last = scheduler.schedule(after: date) { seen.modify { $0.append(200) } }
    for work in works { work?.dispose() }
    #expect(eventually { seen.value.last == 200 })
    last?.dispose()
    #expect(eventually { scheduler.timerCount == 0 })
  }

  @Test("A date may be waited for again after all that waited for it was cancelled")
  func waitedForAgain() {
    let scheduler = QueueScheduler()
    let date = Date() + 0.02
    let seen = Atomic<[Int]>([])
    for number in 0..<20 { scheduler.schedule(after: date) { seen.modify { $0.append(number) } }?.dispose() }
    #expect(scheduler.timerCount == 0)
    scheduler.schedule(after: date) { seen.modify { $0.append(20) } }
    #expect(eventually { !seen.value.isEmpty })
    #expect(seen.value == [20])
  }

  @Test("Repeated work comes until it is disposed of, also when the disposable is not kept")
  func rounds() {
    let scheduler = QueueScheduler()
    scheduler.queue.suspend()
    let disposable = SerialDisposable()
    let kept = Atomic(0)
    let others = Atomic(0)
    disposable.inner = scheduler.schedule(after: Date(), interval: .milliseconds(2), leeway: .seconds(0)) {
      if kept.modify({ count in
        count += 1
        return count == 3
      }) {
        disposable.dispose()
      }
    }
    scheduler.schedule(after: Date(), interval: .milliseconds(2)) { others.modify { $0 += 1 } }
    let never = scheduler.schedule(after: Date(), interval: .milliseconds(1)) { Issue.record("was disposed of") }
    never?.dispose()
    scheduler.queue.resume()
    #expect(eventually { others.value >= 10 })
    #expect(kept.value == 3)
    #expect(scheduler.timerCount == 1)
  }

  @Test("What is disposed of lets go of what it holds at once, even in a queue that stands still")
  func release() {
    final class Witness {}
    let scheduler = QueueScheduler()
    scheduler.queue.suspend()
    defer { scheduler.queue.resume() }
    func schedule(_ how: (@escaping () -> Void) -> (any Disposable)?) -> (any Disposable, () -> Bool) {
      let witness = Witness()
      let disposable = how { withExtendedLifetime(witness) {} }!
      return (disposable, { [weak witness] in witness != nil })
    }
    let hour = Date() + 3_600
    for (disposable, isAlive) in [
      schedule { scheduler.schedule($0) }, schedule { scheduler.schedule(after: hour, action: $0) },
      schedule { scheduler.schedule(after: hour, interval: .seconds(1), action: $0) },
    ] {
      #expect(isAlive())
      disposable.dispose()
      #expect(!isAlive())
    }
    #expect(scheduler.timerCount == 0)
  }

  @Test("A date keeps a scheduler alive until its work is done; repeated work does not")
  func lifetime() {
    let done = DispatchSemaphore(value: 0)
    weak var once: QueueScheduler?
    weak var repeated: QueueScheduler?
    func schedule() {
      let first = QueueScheduler()
      let second = QueueScheduler()
      (once, repeated) = (first, second)
      first.schedule(after: Date() + 0.05) { done.signal() }
      second.schedule(after: Date() + 0.05, interval: .milliseconds(1)) { Issue.record("ended with its scheduler") }
    }
    schedule()
    #expect(once != nil)
    #expect(repeated == nil)
    #expect(done.wait(timeout: .now() + 10) == .success)
    #expect(eventually { once == nil })
  }

  @Test("On the main queue work is done at once unless other work waits; from elsewhere it is queued")
  @MainActor
  func userInterface() async {
    let scheduler = UIScheduler()
    var seen: [Int] = []
    let first = scheduler.schedule {
      seen.append(0)
      scheduler.schedule { seen.append(2) }
      seen.append(1)
    }
    #expect(first == nil)
    #expect(seen == [0, 1])
    scheduler.schedule { seen.append(3) }
    let cancelled = scheduler.schedule { seen.append(-1) }
    cancelled?.dispose()
    #expect(seen == [0, 1])
    while seen.count < 4 { try? await Task.sleep(nanoseconds: 500_000) }
    #expect(seen == [0, 1, 2, 3])

    // The main queue need not be served by the thread that the program began on.
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    let onMain = Atomic<[Bool]>([])
    await Task.detached {
      _ = scheduler.schedule { onMain.modify { $0.append(DispatchQueue.getSpecific(key: key) != nil) } }
    }.value
    while onMain.value.isEmpty { try? await Task.sleep(nanoseconds: 500_000) }
    #expect(onMain.value == [true])
    #expect(scheduler.schedule { seen.append(4) } == nil)
    #expect(seen.last == 4)
  }
}
