import CellModel
import LiveSheets
import Testing

@testable import Verification

@Suite("Snapshot keeper")
struct SnapshotKeeperTests {
  private let form = """
    input a in {1, 2, 3} = 1
    input open: logical = FALSE
    event go
    event late = DELAY(go, 2)
    event few = TAKE(go, 2)
    service find(): text in {"x"}
    action ask = find()
    state n = 0 { on late : n + a; on few : n + 10 }
    table rows {
      | k: number |
      | 7 |
      on go : insert last (a)
    }
    total = n + SUM(rows[k])
    """

  @Test("A snapshot that is put back is the one that was taken, with all that follows from it")
  func roundTrip() throws {
    let sheet = rehearsedSheet(form)
    let keeper = SnapshotKeeper(sheet)
    let first = keeper.take()
    let total = sheet.evaluate("total")
    try sheet.set("a", to: .number(3))
    try sheet.trigger("go")
    try sheet.trigger("ask")
    let second = keeper.take()
    #expect(first != second)
    #expect(sheet.services.openCalls.count == 1)

    keeper.restore(first)
    #expect(keeper.take() == first)
    #expect(sheet.services.openCalls.isEmpty)
    #expect(sheet.nextTimer == nil)
    #expect(try sheet.evaluate("total").get().value == total.get().value)

    keeper.restore(second)
    #expect(keeper.take() == second)
    #expect(try sheet.evaluate("total").get().value == .number(20))
    // The timer waits for as long as it did, and the answer finds its run.
    sheet.advance(by: 2)
    #expect(try sheet.evaluate("n").get().value == .number(13))
    let call = try #require(sheet.services.openCalls.first)
    sheet.services.answer(call.number, .replies(.text("x")))
    #expect(try sheet.evaluate("ask.value").get().value == .text("x"))
  }

  @Test("Equal contents have equal numbers, however the sheet came to them")
  func equality() throws {
    let sheet = rehearsedSheet("input a in {1, 2} = 1\nevent e\nevent f\nstate s = 0 { on e : 1; on f : 0 }\nx = a + s")
    let keeper = SnapshotKeeper(sheet)
    let first = keeper.take()
    try sheet.trigger("e")
    try sheet.set("a", to: .number(2))
    #expect(keeper.take() != first)
    try sheet.set("a", to: .number(1))
    try sheet.trigger("f")
    #expect(keeper.take() == first)
  }

  @Test("Tables share their rows, and a large value that stays is kept once")
  func sharing() throws {
    let sheet = rehearsedSheet(
      "event add: number\nevent tick\ntable t {\n| a |\non add : insert last (add)\n}\n"
        + "state big = SEQUENCE(10000) { on tick : big }\nstate n = 0 { on tick : n + 1 }")
    let keeper = SnapshotKeeper(sheet)
    _ = keeper.take()
    let one = keeper.byteCount
    for _ in 1...100 {
      try sheet.trigger("tick")
      _ = keeper.take()
    }
    #expect(keeper.byteCount - one < 100_000)
    for _ in 1...100 {
      try sheet.trigger("add", [.number(1)])
      _ = keeper.take()
    }
    // A hundred tables with up to a hundred rows, all of which are the same row.
    #expect(keeper.byteCount - one < 200_000)
  }

  @Test("The payload of an event is part of it only where something reads it at other times")
  func payloads() {
    func cells(_ text: String) -> Int {
      SlotMap(rehearsedSheet(text)).places.count { if case .cell = $0 { true } else { false } }
    }
    #expect(cells("event n: number in 1..2\nstate s = 0 { on n : n }") == 1)
    #expect(cells("event n: number in 1..2\nstate s = 0 { on n : n }\nlast = n") == 2)
    #expect(cells("event n: number in 1..2\nevent e\nstate s = 0 { on e : n }") == 2)
  }

  @Test("In the rows of a table, too, the payload of an event counts only where something reads it at other times")
  func payloadsInRows() throws {
    func areEqual(_ row: String, _ more: String = "") throws -> Bool {
      let sheet = rehearsedSheet(
        "table t of \"row.sheet\" { 2 rows }\nevent tap\n\(more)",
        files: ["row.sheet": "event n: number in 1..2\nevent e\nstate s = 0 { on n : n > 0 }\n\(row)"])
      let keeper = SnapshotKeeper(sheet)
      try sheet.trigger("t[2].n", [.number(1)])
      let first = keeper.take()
      try sheet.trigger("t[2].n", [.number(2)])
      return keeper.take() == first
    }
    #expect(try areEqual(""))
    #expect(try areEqual("state k = 0 { on n : n > 0 }", "many = ROWS(t)"))
    #expect(try !areEqual("last = n"))
    #expect(try !areEqual("state k = 0 { on e : n }"))
    #expect(try !areEqual("never \"big\": n > 5"))
    #expect(try !areEqual("", "a = SUM(t[n])"))
    #expect(try !areEqual("", "a = t[2].n"))
    #expect(try !areEqual("", "state k = 0 { on tap : t[2].n }"))
    #expect(try !areEqual("", "state k = 0 { on tap : SUM(t[n]) }"))
    #expect(try !areEqual("", "a = INDIRECT(\"t[n]\")"))
  }
}
