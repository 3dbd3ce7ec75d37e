import Foundation
import TestSupport
import Testing

@testable import ReactiveCore
@testable import Sheaf

@Suite("Sheets in time")
struct SheetTimeTests {
  @Test("Timers run on the scheduler, each point of time by itself")
  func timers() throws {
    let clock = TestScheduler()
    let sheet = try Sheet("state count = 0 { on EVERY(1) : count + 1 }\ndouble = count * 2", scheduler: clock)
    var seen: [CellValue] = []
    sheet["double"].signal.observeValues { seen.append($0) }
    clock.advance(by: 0.9)
    #expect(seen == [])
    clock.advance(by: 2.2)
    #expect(seen == [2, 4, 6])
    #expect(clock.scheduledCount == 1)
  }

  @Test("Timers that are due run before a change, and observers are told of both")
  func timersFirst() throws {
    let clock = LaggingScheduler()
    let sheet = try Sheet(
      "input name: text\nstate log = \"\" { on EVERY(1) : log & \".\"; on name.changed : log & name }", scheduler: clock
    )
    var seen: [CellValue] = []
    sheet["log"].signal.observeValues { seen.append($0) }
    clock.now += 2.5
    sheet.input("name").value = "a"
    clock.now += 1
    try sheet.set("name", to: "b")
    clock.now += 1
    #expect(throws: SetError.self) { try sheet.set("name", to: 1) }
    #expect(seen.last == "..a.b.")
    #expect(seen.contains("..a.") && seen.contains("..a.b"))
    try sheet.transaction { $0["name"] = "c" }
    #expect(sheet.value(of: "log") == "..a.b.c")
  }

  @Test("The changes of a cell are events, too, one for each instant")
  func changesOfCells() throws {
    let sheet = try Sheet("input a = 1\ndouble = a * 2\nstate n = 0 { on a.changed : n + 1 }")
    var seen: [String] = []
    for name in ["a.changed", "double.changed", "N.Changed", "b.changed"] {
      sheet.event(name).observe { event in
        if let value = event.value { seen.append("\(name) \(value)") } else { seen.append("\(name) ends") }
      }
    }
    #expect(seen == ["b.changed ends"])
    try sheet.set("a", to: 2)
    try sheet.set("a", to: 2)
    #expect(seen.dropFirst().sorted() == ["N.Changed 1", "a.changed 2", "double.changed 4"])
  }

  @Test("Tables and what spills are followed however far they reach", arguments: [false, true])
  func growing(recordsChanges: Bool) throws {
    let sheet = try Sheet(
      """
      event more
      event drop: number
      table t {
        | a |
        | 1 |
        on more : insert last (ROWS(t) + 1)
        on drop : delete where a = drop
        double = a * 2
      }
      input k = 2
      A1 = SEQUENCE(k)
      Z1:Z300 = 1
      """)
    if recordsChanges { _ = sheet["Z1:Z300"] }
    var seen: [String: [CellValue]] = [:]
    for path in ["t[a]", "t.double", "A1#", "t[1].a"] {
      sheet[path].signal.observeValues { seen[path, default: []].append($0) }
    }
    func take() -> [String: [CellValue]] {
      defer { seen = [:] }
      return seen
    }
    try sheet.send("more")
    #expect(take() == ["t[a]": [column([1, 2])], "t.double": [column([2, 4])]])
    try sheet.send("more")
    #expect(take() == ["t[a]": [column([1, 2, 3])], "t.double": [column([2, 4, 6])]])
    try sheet.send("drop", 3)
    #expect(take() == ["t[a]": [column([1, 2])], "t.double": [column([2, 4])]])
    try sheet.send("drop", 1)
    #expect(take() == ["t[a]": [2], "t.double": [4], "t[1].a": [2]])
    try sheet.send("drop", 2)
    #expect(take()["t[a]"]?.count == 1, "a column without rows")
    try sheet.send("more")
    #expect(take() == ["t[a]": [1], "t.double": [2], "t[1].a": [1]])
    try sheet.set("k", to: 3)
    #expect(take() == ["A1#": [column([1, 2, 3])]])
    try sheet.set("k", to: 1)
    #expect(take() == ["A1#": [1]])
  }

  private func column(_ numbers: [Double]) -> CellValue {
    .array(CellArray(column: numbers.map { .number($0) }))
  }

  @Test("The clock of formulas is the scheduler's")
  func clock() throws {
    let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 0))
    let sheet = try Sheet("input a = 1\nseconds = ELAPSED() * a\nday = NOW() * a", scheduler: clock)
    let first = try #require(sheet.value(of: "day").number)
    clock.advance(by: 86_400)
    try sheet.set("a", to: 2)
    #expect(sheet.value(of: "seconds") == 172_800)
    #expect(abs(first - 25_569) <= 1)
    #expect(abs(try #require(sheet.value(of: "day").number) - 2 * (first + 1)) < 1e-6)
  }

  @Test("Real time passes by itself")
  func realTime() async throws {
    // It ticks until this task has its turn again, which is long after in a run of all tests.
    let sheet = try Sheet("state count = 0 { on EVERY(0.05) : count + 1 }")
    #expect(await eventually { Double(standingFor: sheet.value(of: "count")) > 3 })
  }

  @Test("A wake that comes too early is waited for again")
  func earlyWake() throws {
    let clock = TestScheduler()
    let sheet = try Sheet("state count = 0 { on EVERY(1) : count + 1 }", scheduler: clock)
    clock.rewind(by: .milliseconds(500))
    clock.advance(by: 2.0)
    #expect(sheet.value(of: "count") == 1)
    let early = EarlyScheduler(clock)
    let other = try Sheet("state count = 0 { on EVERY(1) : count + 1 }", scheduler: early)
    clock.advance(by: 0.9)
    #expect(other.value(of: "count") == 0)
    clock.advance(by: 0.2)
    #expect(other.value(of: "count") == 1)
  }

  @Test("A sheet that is released leaves no timer")
  func release() throws {
    let clock = TestScheduler()
    var sheet: Sheet? = try Sheet(
      "event tap\nstate n = 0 { on DELAY(tap, 1) : n + 1; on EVERY(5) : n }", scheduler: clock)
    try sheet!.send("tap")
    #expect(clock.scheduledCount == 1)
    weak let driver = sheet!.driver
    sheet = nil
    #expect(clock.scheduledCount == 0)
    #expect(driver == nil)
  }

  @Test("Events are told with their payload when all is settled, after cells")
  func events() throws {
    let clock = TestScheduler()
    let sheet = try Sheet(
      """
      event tap
      event push: number
      event doubled = MAP(push, LAMBDA(x, x * 2))
      event settled = DEBOUNCE(push, 1)
      state last = 0 { on doubled : doubled }
      """, scheduler: clock)
    var log: [String] = []
    for name in ["tap", "push", "doubled", "settled"] {
      sheet.event(name).observeValues { log.append("\(name) \($0) last \(sheet.value(of: "last"))") }
    }
    sheet["last"].signal.observeValues { log.append("cell \($0)") }
    try sheet.send("tap")
    try sheet.send("push", 4)
    clock.advance(by: 1)
    #expect(log == ["tap  last 0", "cell 8", "push 4 last 8", "doubled 8 last 8", "settled 4 last 8"])
  }

  @Test("What an observer of an event fires is told afterwards, in the same order to all")
  func reentry() throws {
    let sheet = try Sheet("event tap: number\nstate n = 0 { on tap : tap }")
    var log: [String] = []
    sheet.event("tap").observeValues { value in
      log.append("a\(value)")
      if value == 1 { try? sheet.send("tap", 2) }
    }
    sheet.event("tap").observeValues { log.append("b\($0)") }
    try sheet.send("tap", 1)
    #expect(log == ["a1", "b1", "a2", "b2"])
    #expect(sheet.value(of: "n") == 2)
  }

  @Test("Bindings make events, with and without payload, and trigger actions")
  func targets() throws {
    let sheet = try Sheet(
      """
      event tap
      event push: number
      state taps = 0 { on tap : taps + 1 }
      state sum = 0 { on push : sum + push }
      action search(query) = query & "!"
      """)
    let (taps, tap) = Signal<Void, Never>.pipe()
    let (numbers, number) = Signal<Int, Never>.pipe()
    let query = MutableProperty("")
    sheet.target("tap") <~ taps
    sheet.target("push") <~ numbers
    sheet.target("search") <~ query
    var refused: [String] = []
    sheet.refusals.observeValues { refused.append($0.message) }
    tap.send(value: ())
    tap.send(value: ())
    number.send(value: 3)
    number.send(value: 4)
    query.value = "a"
    sheet.target("push") <~ query.signal.take(first: 1)
    query.value = "b"
    #expect(sheet.value(of: "taps") == 2)
    #expect(sheet.value(of: "sum") == 7)
    #expect(sheet.value(of: "search.value") == "b!")
    #expect(refused.count == 1)
  }

  @Test("What does not exist or does not fit is refused with the reason")
  func refusals() throws {
    let sheet = try Sheet(personAdding)
    var told: [String] = []
    sheet.refusals.observeValues { told.append($0.message) }
    func check(_ path: String, _ payload: CellValue..., because words: String) {
      do {
        if payload.isEmpty { try sheet.send(path) } else { try sheet.send(path, payload[0]) }
        Issue.record("\(path) was accepted")
      } catch { #expect(error.description == words) }
    }
    check("networkErro", because: "there is no event or action named networkErro; did you mean networkError?")
    check("networkError", 1, because: "networkError takes no payload")
    check("add", because: "add is not enabled: username <> \"\" does not hold")
    check("add", 1, because: "add takes no arguments, not 1")
    var hasEnded = false
    sheet.event("add").observe { hasEnded = $0.isTerminating }
    sheet.event("add.succeded").observe { _ in }
    #expect(hasEnded)
    #expect(!sheet.action("nothing").isEnabled.value)
    #expect(told.count == 3)
    #expect(told.first == "add is an action, not an event")
  }

  @Test("What goes wrong while a sheet runs is reported with its place")
  func reports() throws {
    let sheet = try Sheet("event tap\nstate n = 0 {\n  on tap where 1 / 0 : 1\n}")
    var told: [String] = []
    sheet.reports.observeValues { told.append($0.description) }
    try sheet.send("tap")
    try sheet.send("tap")
    #expect(told.count == 2)
    #expect(told.first?.hasPrefix("sheet:3:16: ") == true)
    #expect(sheet.value(of: "n") == 0)
  }

  @Test("Signals of events complete with the sheet, and one of a row with its row")
  func ends() throws {
    let files = ["Row.sheet": "event tap\nstate n = 0 { on tap : n + 1 }"]
    var sheet: Sheet? = try Sheet(
      "event drop\ntable rows of \"Row.sheet\" { 2 rows; on drop : delete }", files: { Array(files[$0]!.utf8) })
    var log: [String] = []
    sheet!.event("rows[2].tap").observe { log.append("row \($0)") }
    sheet!.event("drop").observe { log.append("drop \($0)") }
    try sheet!.send("rows[2].tap")
    try sheet!.send("drop")
    sheet = nil
    #expect(log == ["row VALUE ", "drop VALUE ", "row COMPLETED", "drop COMPLETED"])
  }

  @Test("Records are written as dictionaries")
  func records() throws {
    let sheet = try Sheet("event push: record\nstate name = \"\" { on push : push.name }")
    try sheet.send("push", .record(["name": "Ada", "age": 36]))
    #expect(sheet.value(of: "name") == "Ada")
    #expect(sheet.value(of: "push").record?["AGE"] == 36)
  }
}

/// A scheduler that never wakes anybody.
private final class LaggingScheduler: DateScheduler, @unchecked Sendable {
  var now = 0.0
  var currentDate: Date { Date(timeIntervalSinceReferenceDate: now) }
  func schedule(_ action: @escaping () -> Void) -> (any Disposable)? { nil }
  func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? { nil }
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)? { nil }
}

/// A scheduler whose first wake comes half a second early.
private final class EarlyScheduler: DateScheduler, @unchecked Sendable {
  private let inner: TestScheduler
  private var earliness = 0.5
  init(_ inner: TestScheduler) { self.inner = inner }

  var currentDate: Date { inner.currentDate }
  func schedule(_ action: @escaping () -> Void) -> (any Disposable)? { inner.schedule(action) }
  func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? {
    defer { earliness = 0 }
    return inner.schedule(after: date.addingTimeInterval(-earliness), action: action)
  }
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)? { inner.schedule(after: date, interval: interval, leeway: leeway, action: action) }
}
