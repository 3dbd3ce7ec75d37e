import Dispatch
import Foundation
import ReactiveCore
import Testing

@testable import Hosting

@Suite("Inbox", .timeLimit(.minutes(1)))
struct InboxTests {
  @Test("Work is done in the order in which it came, dates in theirs, and what work schedules at the next call")
  func order() {
    let inbox = Inbox()
    var log: [String] = []
    let now = inbox.currentDate
    inbox.schedule(after: now) { log.append("first date") }
    inbox.schedule(after: now.addingTimeInterval(-1)) { log.append("earlier date") }
    inbox.schedule {
      log.append("a")
      inbox.schedule { log.append("again") }
    }
    inbox.schedule { log.append("b") }
    inbox.schedule(after: now.addingTimeInterval(60)) { log.append("never") }
    inbox.run()
    #expect(log == ["a", "b", "earlier date", "first date"])
    inbox.run()
    #expect(log.last == "again")
    inbox.run()
    #expect(log.count == 5)
  }

  @Test("What was disposed of is not done")
  func cancelled() {
    let inbox = Inbox()
    var count = 0
    inbox.schedule { count += 1 }?.dispose()
    inbox.schedule(after: inbox.currentDate) { count += 1 }?.dispose()
    inbox.run()
    #expect(count == 0 && inbox.pause == nil)
  }

  @Test("A wait ends with its condition, and work of another thread wakes it")
  func waking() {
    let inbox = Inbox()
    nonisolated(unsafe) var isDone = false
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { inbox.schedule { isDone = true } }
    #expect(inbox.wait(while: { !isDone }))
    #expect(isDone)
  }

  @Test("A wait for a time does what comes due meanwhile")
  func timers() {
    let inbox = Inbox()
    var ticks = 0
    let ticking = inbox.schedule(
      after: inbox.currentDate, interval: .milliseconds(5), leeway: .milliseconds(0)
    ) { ticks += 1 }
    let start = ContinuousClock.now
    #expect(inbox.wait(for: .milliseconds(40)))
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    #expect(ticks > 1)
    ticking?.dispose()
    #expect(inbox.pause == nil)
  }

  @Test("An interrupt ends a wait")
  func interrupt() {
    nonisolated(unsafe) var isInterrupted = false
    let inbox = Inbox { isInterrupted }
    inbox.schedule(after: inbox.currentDate.addingTimeInterval(0.01)) { isInterrupted = true }
    #expect(!inbox.wait(while: { true }))
  }
}
