import CellModel
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("What is under way while a text is loaded anew")
struct CarriedWorkTests {
  private static let rowSheet = """
    input name: text
    service store(x)
    action save = store(name)
    event tap
    state late = 0 { on DELAY(tap, 5) : late + 1 }
    """

  private func sheet(_ text: String, _ lines: [String]) -> LiveSheet {
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", text),
      environment: LiveSheet.Environment(
        catalog: .standard, readFile: { _ in Array(Self.rowSheet.utf8) },
        services: .program { _, hasBody in !hasBody }))
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    for line in lines { _ = sheet.enter(line) }
    return sheet
  }

  /// What cells hold after lines, in which `@` stands for a statement about time, one of a table, its undo, or nothing.
  private func check(
    _ text: String, _ lines: [String], _ expected: [(String, CellValue)],
    at location: SourceLocation = #_sourceLocation
  ) {
    for more in [
      "", "event other", "table plain { | a |\n| 1 | }", "state more = 0 { on EVERY(1) : more + 1 }", ":undo",
    ] {
      let sheet = sheet(text, [])
      for line in lines {
        if line != "@" {
          _ = sheet.enter(line)
        } else if more == ":undo" {
          _ = sheet.enter("event gone")
          _ = sheet.undo()
        } else {
          _ = sheet.enter(more)
        }
        #expect(sheet.timeline.brokenRules() == [], "\(more)", sourceLocation: location)
      }
      for (path, value) in expected {
        #expect(sheet[path] == value, "\(path) with \(more)", sourceLocation: location)
      }
    }
  }

  @Test("An open call is answered, and its action goes on")
  func actions() {
    let text = "service s()\nservice r(x)\naction go = LET(a, s(), b, r(a), a + b)\n"
    check(text, ["go", "@", "s replies 5", "@", "r replies 2"], [("go.value", 7), ("s.calls", 1), ("r.calls", 1)])
    check(text, ["go", "@", "go"], [("go.isExecuting", true), ("s.calls", 1)])
    check(text, ["go", "@", "s fails \"no\""], [("go.error", "no"), ("go.isExecuting", false)])
    check(
      "service s()\naction go = DELAY(s(), 3)\n", ["go", "s replies 4", "wait 1", "@", "wait 2"], [("go.value", 4)])
    check(
      "service s() = DELAY(r(1), 1) + 1\nservice r(x)\naction go = s()\n",
      ["go", "@", "r replies 4", "@", "wait 1"], [("go.value", 5), ("s.calls", 1)])
  }

  @Test("An action that is defined otherwise has ended, and so have its calls")
  func redefined() {
    let sheet = sheet("service s()\naction go = s()\n", ["go", "action go = s() + 1"])
    #expect(sheet["go.isExecuting"] == false && sheet.services.openCalls.isEmpty && sheet.timeline.brokenRules() == [])
    guard case .refused(let refusal, _)? = sheet.enter("s replies 5").last else {
      Issue.record("nothing is there to be answered")
      return
    }
    #expect(refusal.message.contains("cancelled"), "\(refusal.message)")
    _ = sheet.enter("go\ns replies 5")
    #expect(sheet["go.value"] == 6)
  }

  @Test("A service that gets another name is answered by it")
  func renamed() {
    let sheet = sheet("service s()\naction go = s()\n", ["go"])
    _ = sheet.rename("s", to: "ask")
    _ = sheet.enter("ask replies 5")
    #expect(sheet["go.value"] == 5 && sheet.timeline.brokenRules() == [])
  }

  @Test("A fetch keeps its answer, or waits for it, while it reads the same")
  func fetches() {
    let text = "event tap\nstate n = 0 { on tap : n + 1 }\nservice s(k)\nfetch f = s(n) else \"none\"\n"
    check(text, ["tap", "s replies 1", "@"], [("f", 1), ("s.calls", 2)])
    check(text, ["tap", "@", "s replies 1"], [("f", 1), ("s.calls", 2)])
    check(text, ["s replies 0", "tap", "@"], [("f", "none"), ("s.calls", 2)])
    let sheet = sheet(text, ["tap", "s replies 1", "event other", "tap"])
    #expect(sheet.services.openCalls.map(\.arguments) == [[2]])
    // What one fetch gives another reads.
    check(
      "service s(k)\nservice r(k)\nfetch f = s(1)\nfetch g = r(f)\n",
      ["s replies 5", "@", "r replies 6", "@"], [("f", 5), ("g", 6), ("s.calls", 1), ("r.calls", 1)])
  }

  @Test("A new fetch asks, and its call counts")
  func newFetches() {
    let sheet = sheet("service s(k)\naction go = s(1)\n", ["go", "s replies 1", "fetch f = s(2)"])
    #expect(sheet["s.calls"] == 2 && sheet.services.openCalls.map(\.arguments) == [[2]])
    _ = sheet.enter("s replies 9")
    #expect(sheet["f"] == 9 && sheet.timeline.brokenRules() == [])
  }

  @Test("What a service is to answer each call stays")
  func givens() {
    check("service s()\naction go = s()\n", ["given s replies 7", "@", "go"], [("go.value", 7)])
  }

  @Test("Timers go on, and streams remember")
  func streams() {
    let text = """
      event tap
      state late = 0 { on DELAY(tap, 5) : late + 1 }
      state ticks = 0 { on EVERY(2) : ticks + 1 }
      state two = 0 { on TAKE(tap, 2) : two + 1 }
      state quiet = 0 { on DEBOUNCE(tap, 2) : quiet + 1 }
      event count = SCAN(0, tap, LAMBDA(a, x, a + 1))
      state all = 0 { on count : count }
      """
    check(
      text, ["tap", "wait 1", "@", "tap", "wait 1", "@", "wait 3", "tap", "wait 3"],
      [("late", 2), ("ticks", 4), ("two", 2), ("quiet", 2), ("all", 3)])
  }

  @Test("A statement that is defined otherwise begins anew, with the streams in it")
  func redefinedStreams() {
    let text = "event tap\nstate two = 0 { on TAKE(tap, 2) : two + 1 }\n"
    let sheet = sheet(text, ["tap", "tap", "tap", "state two = 0 { on TAKE(tap, 2) : two + 10 }", "tap", "tap", "tap"])
    #expect(sheet["two"] == 20)
  }

  @Test("Rows that are sheets go on")
  func rows() {
    let text = "event plus\ntable t of \"row.sheet\" { 2 rows; on plus : insert first () }\n"
    check(
      text, ["t[2].name = \"b\"", "t[2].save", "t[1].tap", "@", "store replies 4", "wait 5"],
      [("t[2].save.value", 4), ("t[2].save.isExecuting", false), ("t[1].late", 1), ("store.calls", 1)])
    check(
      text, ["plus", "t[3].save", "@", "plus", "store replies 4"], [("t[4].save.value", 4), ("store.calls", 1)])
  }
}
