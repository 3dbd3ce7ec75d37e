import LiveSheets
import SheetText
import TestSupport
import Testing
import Threads

@testable import Verification

/// What may be done in rows that come while a form runs.
@Suite("Rows to come")
struct RowsToComeTests {
  private static let crews = [Crew(1), Crew(2)]

  @Test("What is explored is what a slow walk sees that loads the sheet for each step", arguments: FormWithRows.all)
  func oracle(_ form: FormWithRows) throws { try compare(form) }

  @Test("The same on forms made at random", arguments: 0..<TestLength.count(4, of: 600))
  func random(_ seed: Int) throws { try compare(RandomFormWithRows(seed: UInt64(seed)).form) }

  private func compare(_ form: FormWithRows) throws {
    var walk = try SlowWalk(form)
    for crew in Self.crews {
      var options = Explorer.Options()
      options.search.crew = crew
      options.search.leastWork = 0
      let found = explored(form.text, files: form.files, options)
      #expect(found.isComplete && found.tried.sampled.isEmpty, "\(form.text)")
      #expect(found.stateCount == walk.stateCount, "\(form.text)\n\(form.files)")
      let broken = Dictionary(found.counterExamples.map { ($0.check.label, $0.steps.count) }) { first, _ in first }
      #expect(broken == walk.broken, "\(form.text)\n\(form.files)")
      for example in found.counterExamples {
        let labels = try walk.sheet(after: example.steps).checks.broken.map(\.label)
        #expect(labels.contains(example.check.label), "\(form.text)\n\(example.steps)")
      }
    }
  }

  @Test("A row that was put back goes on like one that was walked to", arguments: FormWithRows.all)
  func walks(_ form: FormWithRows) throws {
    for seed in 0..<UInt64(TestLength.count(2, of: 400)) {
      try walk(form, seed: seed)
    }
  }

  private func walk(_ form: FormWithRows, seed: UInt64) throws {
    let sheets = [rehearsedSheet(form.text, files: form.files), rehearsedSheet(form.text, files: form.files)]
    var lists = sheets.map { StepList(of: $0, usesTests: true) }
    let keepers = sheets.map { SnapshotKeeper($0) }
    var unread = UnreadColumns(sheets[0])
    var random = SeededGenerator(seed: seed)
    var states = [keepers[1].take()]
    var way: [String] = []
    for _ in 0..<40 {
      try #require(lists[0].steps.map(\.text) == lists[1].steps.map(\.text), "\(form.text)\n\(way)")
      let step = random.number(0...lists[0].steps.count - 1)
      // Somewhere else in between.
      keepers[1].restore(states[random.number(0...states.count - 1)])
      _ = sheets[1].perform(lists[1].steps[random.number(0...lists[1].steps.count - 1)])
      _ = keepers[1].take()
      keepers[1].restore(states[states.count - 1])
      let happened = zip(sheets, lists).map { $0.perform($1.steps[step]) }
      way.append(lists[0].steps[step].text)
      try #require(happened[0] == happened[1], "\(form.text)\n\(way)")
      for index in lists.indices { lists[index].addNew() }
      states.append(keepers[1].take())
      unread.lookForRows(in: sheets[0])
      let contents = sheets.map { sheet in sheet.state.places.map { sheet.state.content(of: $0, without: unread) } }
      try #require(contents[0] == contents[1], "\(form.text)\n\(way)")
    }
  }

  @Test("Rows without end meet a limit, which is told")
  func endless() {
    let form = FormWithRows.all[0]
    let text = form.text.replacing("where ROWS(t) < 2 ", with: "")
    var options = Explorer.Options()
    options.search.maxStates = 400
    let states = explored(text, files: form.files, options)
    #expect(states.end == .stateLimit(400) && !states.isComplete && states.growth.map(\.name) == ["t"])
    options.search.mostEntries = 3
    let entries = explored(text, files: form.files, options)
    #expect(entries.growth.first?.name == "t" && entries.growth.first?.kind == .rows)
    options.search.mostEntries = nil
    options.search.maxBytes = 1_000_000
    #expect(explored(text, files: form.files, options).end == .memoryLimit(bytes: 1_000_000))
  }

  @Test("What is not tried in rows is told once, by its column")
  func told() {
    let row = "input name: text\nevent say: text\nservice s(x)\naction go(x) = s(x)\ninput share = 0.5"
    let form = "event grow\ntable t of \"row.sheet\" { 1 row; on grow where ROWS(t) < 3 : insert last (\"a\") }"
    let found = explored(form, files: ["row.sheet": row])
    #expect(found.tried.untouched == ["t[name]", "t[share]"])
    #expect(found.tried.sampled == ["t[name]", "t[share]", "t[say]", "t[go]", "s"])
  }

  @Test("A table that has no row yet: what its rows read is part of the state, and clock and chance are told")
  func rowsWithoutFormulas() {
    func form(_ formula: String) -> String {
      """
      event tap: number in {1, 2}
      event add
      input open: logical = FALSE
      table log {
        | a: number |
        m = \(formula)
        on add where ROWS(log) < 1 : insert last (1)
      }
      never "two": AND(open, IFERROR(log[1].m = 2, FALSE))
      """
    }
    for formula in ["tap", "INDIRECT(\"tap\")"] {
      let found = explored(form(formula))
      #expect(found.stateCount == 12)
      #expect(found.counterExamples.map(\.steps.count) == [3])
    }
    #expect(explored(form("IF(NOW() > 0, tap)")).unfollowed == ["NOW"])
    let rows = """
      event add
      event drop
      table t of "row.sheet" {
        on add where ROWS(t) < 1 : insert last ()
        on drop : delete where TRUE
      }
      """
    #expect(explored(rows, files: ["row.sheet": "input x = RAND()"]).unfollowed == ["RAND"])
  }

  @Test("The payload of an event in rows counts only where something reads it, also where no row is there at load")
  func payloads() {
    let form = "event add\ntable t of \"row.sheet\" { on add where ROWS(t) < 1 : insert last () }\n"
    let row = "event n: number in 1..3\nstate s = 0 { on n : n > 2 }"
    #expect(explored(form, files: ["row.sheet": row]).stateCount == 4)
    #expect(explored(form + "many = SUM(t[n])", files: ["row.sheet": row]).stateCount == 5)
  }
}
