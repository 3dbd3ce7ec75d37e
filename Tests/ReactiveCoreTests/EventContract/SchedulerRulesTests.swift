import Dispatch
import ReactiveCore
import Testing

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
}
