import Dispatch
import Testing

@testable import ReactiveCore

@Suite("Event contract: schedulers")
struct SchedulerRulesTests {
  @Test("S1: a scheduler does one piece of work at a time, in the order of dates and of calls")
  func order() {
    let log = Log()
    let scheduler = TestScheduler()
    scheduler.schedule(after: .seconds(2), action: log.noting("late"))
    scheduler.schedule {
      scheduler.schedule(log.noting("c"))
      log.note("a")
    }
    scheduler.schedule(log.noting("b"))
    scheduler.advance(by: .seconds(2))
    #expect(log.lines == ["a", "b", "c", "late"])
  }

  @Test("S2: work that is cancelled before it begins is not done")
  func cancellation() {
    let log = Log()
    let scheduler = TestScheduler()
    let cancelled = scheduler.schedule(log.noting("a"))
    scheduler.schedule(after: .seconds(1), interval: .seconds(1), action: log.noting("b"))?.dispose()
    cancelled?.dispose()
    scheduler.run()
    #expect(log.lines == [])
  }

  @Test("S3: the immediate scheduler works before schedule returns, the test scheduler while its clock is moved")
  func moments() {
    let log = Log()
    ImmediateScheduler().schedule(log.noting("now"))
    #expect(log.lines == ["now"])
    let scheduler = TestScheduler()
    let start = scheduler.currentDate
    scheduler.schedule(after: .seconds(3)) { log.note("at \(scheduler.currentDate.timeIntervalSince(start))") }
    #expect(log.lines == ["now"])
    scheduler.advance(by: .seconds(5))
    #expect(log.lines == ["now", "at 3.0"])
    #expect(scheduler.currentDate.timeIntervalSince(start) == 5)
  }

  @Test("S5: what waits is dropped by an early end, and no timer is left")
  func timers() {
    let operators: [(Signal<Int, Fault>, TestScheduler) -> Signal<Int, Fault>] = [
      { $0.observe(on: $1) }, { $0.delay(3, on: $1) }, { $0.throttle(3, on: $1) }, { $0.debounce(3, on: $1) },
      { $0.timeout(after: 9, raising: Fault(), on: $1) },
      { $0.collect(every: .seconds(3), on: $1).map(\.count) }, { $0.lazyMap(on: $1) { $0 + 1 } },
    ]
    for (index, make) in operators.enumerated() {
      for isDisposed in [false, true] {
        let scheduler = TestScheduler()
        let (signal, input) = Signal<Int, Fault>.pipe()
        let log = Log()
        let observation = make(signal, scheduler).observe(log.observer())
        input.send(value: 1)
        input.send(value: 2)
        if isDisposed { observation?.dispose() } else { input.send(error: Fault()) }
        scheduler.advance()
        #expect(scheduler.scheduledCount == 0, "operator \(index)")
        scheduler.run()
        #expect(log.lines.filter { $0 == "#" }.count == (isDisposed ? 0 : 1), "operator \(index)")
      }
    }
  }
}
