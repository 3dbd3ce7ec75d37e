import Foundation
import LiveSheets
import Testing

@testable import Hosting
@testable import ReactiveCore

@Suite("Sheet clock")
struct SheetClockTests {
  @Test("Time is counted from what the clock shows when it is made, and follows a sheet that is ahead")
  func time() {
    let scheduler = TestScheduler()
    let clock = SheetClock(scheduler, showing: SheetTime(seconds: 3))
    #expect(clock.time == SheetTime(seconds: 3))
    scheduler.advance(by: 0.25)
    #expect(clock.time == SheetTime(seconds: 3.25))
    clock.follow(SheetTime(seconds: 1))
    #expect(clock.time == SheetTime(seconds: 3.25))
    clock.follow(SheetTime(seconds: 10))
    scheduler.advance(by: 1)
    #expect(clock.time == SheetTime(seconds: 11))
  }

  @Test("One wake is scheduled, for the time that was asked for last")
  func wakes() {
    let scheduler = TestScheduler()
    let clock = SheetClock(scheduler)
    var log: [Double] = []
    for due in [2.0, 1.0, 3.0, 3.0] {
      clock.arm {
        SheetTime(seconds: due)
      } wake: {
        log.append(clock.time.seconds)
      }
    }
    #expect(scheduler.scheduledCount == 1)
    scheduler.advance(by: 5)
    #expect(log == [3])
    clock.arm {
      SheetTime(seconds: 6)
    } wake: {
      log.append(6)
    }
    clock.arm {
      nil
    } wake: {
    }
    #expect(scheduler.scheduledCount == 0)
    clock.arm {
      SheetTime(seconds: 6)
    } wake: {
      log.append(6)
    }
    clock.stop()
    clock.arm {
      SheetTime(seconds: 7)
    } wake: {
      log.append(7)
    }
    scheduler.advance(by: 5)
    #expect(log == [3])
  }

  @Test("The serial number of a date is that of a time zone")
  func serial() throws {
    let clock = SheetClock(TestScheduler(startDate: Date(timeIntervalSince1970: 0)))
    #expect(clock.serial(in: .gmt) == 25_569)
    #expect(clock.serial(in: try #require(TimeZone(secondsFromGMT: 6 * 3600))) == 25_569.25)
  }
}
