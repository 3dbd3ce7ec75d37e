import Dispatch
import Foundation
import Testing

@testable import ReactiveCore

@Suite("Schedulers")
struct SchedulerTests {
  @Test("The immediate scheduler works before schedule returns")
  func immediate() {
    var calls = 0
    let disposable = ImmediateScheduler().schedule { calls += 1 }
    #expect(calls == 1)
    #expect(disposable == nil)
  }

  /// What is done, with the second at which it is done.
  private final class Log {
    let scheduler = TestScheduler()
    var lines: [String] = []

    func note(_ text: String) {
      lines.append("\(Int(scheduler.currentDate.timeIntervalSinceReferenceDate)) \(text)")
    }

    func at(_ second: Int, _ text: String) {
      scheduler.schedule(after: .seconds(second)) { [unowned self] in note(text) }
    }

    func after(_ body: () -> Void) -> [String] {
      lines = []
      body()
      return lines
    }
  }

  @Test("Work is done in the order of dates, then of calls, with the clock at its date")
  func order() {
    let log = Log()
    log.at(3, "d")
    log.at(1, "a")
    log.at(2, "b")
    log.at(2, "c")
    #expect(log.after {} == [])
    #expect(log.after { log.scheduler.advance(by: .seconds(2)) } == ["1 a", "2 b", "2 c"])
    #expect(log.after { log.scheduler.advance(by: 0.5) } == [])
    #expect(log.after { log.scheduler.run() } == ["3 d"])
    #expect(log.scheduler.currentDate == .distantFuture)
  }

  @Test("What is scheduled for now is done by the least move of the clock")
  func leastMove() {
    let log = Log()
    log.scheduler.schedule { log.note("a") }
    log.scheduler.schedule { log.note("b") }
    #expect(log.after { log.scheduler.advance() } == ["0 a", "0 b"])
  }

  @Test("Work that work schedules is done in the same call when it falls into its span")
  func workInWork() {
    let log = Log()
    log.scheduler.schedule(after: .seconds(1)) {
      log.note("a")
      log.at(1, "b")
      log.at(9, "late")
      log.scheduler.schedule { log.note("at once") }
    }
    #expect(log.after { log.scheduler.advance(by: .seconds(5)) } == ["1 a", "1 at once", "2 b"])
    #expect(log.scheduler.scheduledCount == 1)
  }

  @Test("Work may move the clock itself")
  func nestedAdvance() {
    let log = Log()
    log.scheduler.schedule(after: .seconds(1)) {
      log.note("before")
      log.scheduler.advance(by: .seconds(2))
      log.note("after")
    }
    log.at(2, "b")
    #expect(log.after { log.scheduler.advance(by: .seconds(5)) } == ["1 before", "2 b", "3 after"])
  }

  @Test("Repeated work comes at every interval until it is disposed of, even by itself")
  func rounds() {
    let log = Log()
    let rounds = log.scheduler.schedule(after: .seconds(1), interval: .seconds(2)) { log.note("tick") }
    #expect(log.after { log.scheduler.advance(by: .seconds(5)) } == ["1 tick", "3 tick", "5 tick"])
    rounds?.dispose()
    #expect(log.after { log.scheduler.run() } == [])

    let other = Log()
    let own = SerialDisposable()
    own.inner = other.scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
      other.note("tick")
      own.dispose()
    }
    #expect(other.after { other.scheduler.advance(by: .seconds(5)) } == ["1 tick"])
    #expect(other.scheduler.scheduledCount == 0)
  }

  @Test("Cancelled work is not done, and is released at once")
  func cancellation() {
    final class Witness {}
    let log = Log()
    var witness: Witness? = Witness()
    weak let trace = witness
    log.at(1, "a")
    let cancelled = log.scheduler.schedule(after: .seconds(1)) { [witness] in
      withExtendedLifetime(witness) { log.note("b") }
    }
    log.at(1, "c")
    witness = nil
    #expect(trace != nil)
    cancelled?.dispose()
    #expect(trace == nil)
    #expect(cancelled?.isDisposed == true)
    #expect(log.after { log.scheduler.advance(by: .seconds(1)) } == ["1 a", "1 c"])
  }

  @Test("A scheduler with work that nobody will do is released, and the work with it")
  func release() {
    weak var released: TestScheduler?
    weak var resource: AnyDisposable?
    var rounds: (any Disposable)?
    func scope() {
      let scheduler = TestScheduler()
      let held = AnyDisposable()
      (released, resource) = (scheduler, held)
      rounds = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) { held.dispose() }
      #expect(released != nil && resource != nil)
    }
    scope()
    #expect(released == nil && resource == nil)
    rounds?.dispose()
  }

  @Test("Rewinding the clock leaves the dates of what is scheduled")
  func rewinding() {
    let log = Log()
    log.scheduler.advance(by: .seconds(10))
    log.at(1, "a")
    log.scheduler.rewind(by: .seconds(5))
    #expect(log.after { log.scheduler.advance(by: .seconds(5)) } == [])
    #expect(log.after { log.scheduler.advance(by: .seconds(1)) } == ["11 a"])
  }

  @Test("The longest interval has a counterpart, and the clock can be rewound by it")
  func rewindingFar() {
    let intervals: [(Int) -> DispatchTimeInterval] = [
      DispatchTimeInterval.seconds, DispatchTimeInterval.milliseconds, DispatchTimeInterval.microseconds,
      DispatchTimeInterval.nanoseconds,
    ]
    for interval in intervals {
      #expect((-interval(.min)).timeInterval == interval(.max).timeInterval)
      let scheduler = TestScheduler()
      let date = scheduler.currentDate
      scheduler.rewind(by: interval(.max))
      #expect(scheduler.currentDate < date)
    }
  }

  @Test("An interval has the same length in any unit")
  func intervals() {
    let rows: [(DispatchTimeInterval, TimeInterval)] = [
      (.seconds(2), 2), (.milliseconds(300), 0.3), (.microseconds(-7), -0.000_007), (.nanoseconds(5), 5e-9),
      (.never, .infinity), (-.seconds(3), -3), (-.milliseconds(4), -0.004), (-.microseconds(-7), 0.000_007),
      (-.nanoseconds(5), -5e-9), (.seconds(10) * 0.1, 1), (.milliseconds(3) * 0.1, 0.000_3), (.never * 0.1, .infinity),
      (.nanoseconds(15) * 0.1, 2e-9), (.seconds(1_000_000_000_000) * 0.5, 500_000_000_000),
      (.seconds(2_000_000_000_000_000_000) * 0.5, 1e18), (.seconds(.max) * 10, .infinity),
    ]
    for (interval, seconds) in rows { #expect(interval.timeInterval == seconds, "\(interval)") }
  }
}
