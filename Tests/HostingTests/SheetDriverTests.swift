import CellModel
import Foundation
import FunctionLibrary
import LiveSheets
import SheetText
import Testing

@testable import Hosting
@testable import ReactiveCore

@Suite("Sheet driver")
struct SheetDriverTests {
  @Test("Timers run when their time comes; one wake is scheduled, for the next of them")
  func timers() {
    let scheduler = TestScheduler()
    let host = Host("state n = 0 { on EVERY(1) : n + 1 }\nstate m = 0 { on EVERY(1.5) : m + 1 }", scheduler)
    #expect(scheduler.scheduledCount == 1)
    scheduler.advance(by: 2.5)
    #expect(host.log == ["n 0 → 1", "m 0 → 1", "n 1 → 2"])
    #expect(scheduler.scheduledCount == 1)
    host.driver.end()
    #expect(scheduler.scheduledCount == 0)
  }

  @Test("Timers that are due run before a change, each point of time by itself")
  func dueBeforeChanges() throws {
    let scheduler = StillScheduler()
    let host = Host("input A = 0\nstate n = 0 { on EVERY(1) : n + 1 }\nB = A + n", scheduler)
    scheduler.currentDate += 2.25
    try host.set("A", 10)
    #expect(host.log == ["n 0 → 1", "B 0 → 1", "n 1 → 2", "B 1 → 2", "A 0 → 10", "B 2 → 12"])
    #expect(host.sheet.time == SheetTime(seconds: 2.25))
    scheduler.currentDate += 1
    host.driver.letTimePass()
    #expect(host.log.suffix(2) == ["n 2 → 3", "B 12 → 13"])
  }

  @Test("A sheet whose time was sent ahead takes the clock along")
  func sentAhead() {
    let scheduler = TestScheduler()
    let host = Host("event tap\nstate n = 0 { on DELAY(tap, 1) : n + 1 }", scheduler)
    for line in ["wait 10", "tap"] { _ = host.sheet.enter(line) }
    host.driver.catchUp()
    #expect(host.driver.clock.time == SheetTime(seconds: 10))
    scheduler.advance(by: 0.5)
    #expect(host.log == [])
    scheduler.advance(by: 0.5)
    #expect(host.log == ["n 0 → 1"])
  }

  @Test("A call is made when its instant is over, and its answer is an instant of its own")
  func answers() throws {
    let host = Host("service s(x)\naction go = s(2) + 1\ncalls = s.calls", TestScheduler())
    try host.trigger("go")
    #expect(host.made.map(\.arguments) == [[2]] && host.driver.awaitsAnswers)
    host.observers[0].send(value: 41)
    host.observers[0].sendCompleted()
    #expect(host.value("go.value") == 42)
    #expect(!host.driver.awaitsAnswers)
    try host.trigger("go")
    host.observers[1].send(error: ServiceError("not found"))
    #expect(host.value("go.error") == "not found")
  }

  @Test("Answers are taken where the host wants them")
  func answersOnScheduler() throws {
    let scheduler = TestScheduler()
    let host = Host("service s()\naction go = s()", scheduler, answers: scheduler)
    try host.trigger("go")
    host.observers[0].send(error: ServiceError("no"))
    #expect(host.value("go.error") == .blank && host.driver.awaitsAnswers)
    scheduler.advance()
    #expect(host.value("go.error") == "no" && !host.driver.awaitsAnswers)
  }

  @Test("A call that is left to somebody else is told, and not waited for")
  func elsewhere() throws {
    let host = Host("service s(x)\naction go = s(1)", TestScheduler())
    host.leavesCalls = true
    try host.trigger("go")
    #expect(host.log.last == "s(1) waits")
    #expect(!host.driver.awaitsAnswers && host.value("go.isExecuting") == true)
  }

  @Test("What was found and which checks broke is told after the changes of its instant")
  func order() {
    let scheduler = TestScheduler()
    let host = Host(
      """
      state n = 0 { on EVERY(1) where n / 0 : 7; on EVERY(1) : MOD(n + 1, 2) }
      never "one": n = 1
      """, scheduler)
    scheduler.advance(by: 2)
    #expect(host.log.count == 6)
    #expect(host.log.first == "n 0 → 1" && host.log[1].hasPrefix("a condition could not be judged"))
    #expect(host.log[2] == "never \"one\" is broken")
    #expect(host.log[3] == "n 1 → 0" && host.log[5] == "never \"one\" is repaired")
  }

  @Test("Without anybody who uses it a driver is released, with its wake and its calls")
  func release() throws {
    let scheduler = TestScheduler()
    let host = Host("service s()\naction go = s()\nstate n = 0 { on EVERY(1) : n + 1 }", scheduler)
    try host.trigger("go")
    weak let driver = host.driver
    host.driver = nil
    #expect(driver == nil)
    #expect(scheduler.scheduledCount == 0 && host.ended == [0])
  }
}

/// A program that has a sheet, answers its calls by hand and writes down its news.
private final class Host: ServiceProvider {
  let sheet: LiveSheet
  var driver: SheetDriver!
  private(set) var log: [String] = []
  private(set) var made: [ServiceCall] = []
  private(set) var observers: [Signal<CellValue, ServiceError>.Observer] = []
  private(set) var ended: [Int] = []
  var leavesCalls = false

  init(_ text: String, _ scheduler: any DateScheduler, answers: (any Scheduler)? = nil) {
    var environment = LiveSheet.Environment(catalog: .standard)
    environment.services = .program { _, hasBody in !hasBody }
    sheet = LiveSheet(SheetDocument(name: "x", text), environment: environment)
    sheet.recordsChanges = true
    sheet.checks.areJudged = true
    driver = SheetDriver(
      sheet, SheetClock(scheduler), services: self,
      options: SheetDriver.Options(answers: answers, tellsChanges: true)
    ) { [unowned self] in note($0) }
    driver.catchUp()
  }

  func offer(for call: ServiceCall) -> ServiceOffer {
    if leavesCalls { return .elsewhere }
    let number = made.count
    made.append(call)
    return .work(
      ServiceWork(
        SignalProducer { [unowned self] observer, lifetime in
          observers.append(observer)
          lifetime.observeEnded { [weak self] in self?.ended.append(number) }
        }))
  }

  func set(_ path: String, _ value: CellValue) throws {
    driver.perform { #expect(throws: Never.self) { try sheet.set(path, to: value) } }
  }

  func trigger(_ path: String) throws {
    driver.perform { #expect(throws: Never.self) { try sheet.trigger(path) } }
  }

  func value(_ path: String) -> CellValue? { try? sheet.value(of: sheet.cell(path).get()) }

  private func note(_ news: SheetNews) {
    switch news {
    case .changes(let changes): log += changes.map { "\($0.cell.name) \($0.oldText) → \($0.newText)" }
    case .reports(let reports): log += reports.map(\.message)
    case .calls(let calls):
      log += calls.map { "\($0.service)(\($0.arguments.map { sheet.literal($0) }.joined(separator: ", "))) waits" }
    case .checks(let changes):
      for change in changes {
        switch change {
        case .broken(let check): log.append("\(check.title) is broken")
        case .repaired(let title): log.append("\(title) is repaired")
        }
      }
    }
  }
}

/// A clock that goes on only when it is told to, and wakes nobody.
private final class StillScheduler: DateScheduler {
  var currentDate = Date(timeIntervalSinceReferenceDate: 0)

  func schedule(_ action: @escaping () -> Void) -> (any Disposable)? { nil }
  func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? { nil }
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)? { nil }
}
