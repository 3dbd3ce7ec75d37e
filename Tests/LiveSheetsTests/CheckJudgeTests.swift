import CellModel
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("Judging checks")
struct CheckJudgeTests {
  @Test("A condition is told when it breaks and when it is repaired, and not in between")
  func sides() {
    var judge = CheckJudge(broken: [])
    #expect(judged(&judge, [1, 1], broken: []) == [])
    #expect(judged(&judge, [1, 1], broken: [(1, 0)]) == ["+1.0"])
    #expect(judged(&judge, [1, 1], broken: [(1, 0)]) == [])
    #expect(judged(&judge, [1, 1], broken: [(0, 0)]) == ["+0.0", "-1.0"])
    #expect(judged(&judge, [1, 1], broken: []) == ["-0.0"])
    #expect(judge.broken.isEmpty)
  }

  @Test("Rows are judged one by one; one that is gone is neither broken nor repaired")
  func rows() {
    var judge = CheckJudge(broken: [CheckPlace(check: 0, row: 0)])
    #expect(judged(&judge, [2], broken: [(0, 0), (0, 1)]) == ["+0.1"])
    #expect(judged(&judge, [1], broken: [(0, 0)]) == [])
    #expect(judge.broken == [CheckPlace(check: 0, row: 0)])
    #expect(judged(&judge, [3], broken: [(0, 1)]) == ["-0.0", "+0.1"])
    #expect(judged(&judge, [], broken: []) == [])
    #expect(judge.broken.isEmpty)
  }

  @Test("What is known of a row moves with it as others come and go")
  func movedRows() throws {
    let sheet = mocked(
      "table t of \"leaf.sheet\" { 2 rows }", files: ["leaf.sheet": "input x = 1\nalways \"small\": x < 5"])
    (sheet.keepsHistory, sheet.checks.areJudged) = (true, true)
    try check(sheet, "t[2].x = 9", ["always \"t[2]: small\" is broken"])
    try check(sheet, "insert first t ()", [])
    try check(sheet, "insert first t (7)", ["always \"t[1]: small\" is broken"])
    try check(sheet, "delete t[2]", [])
    try check(sheet, "delete t[1]", [])
    try check(sheet, "t[2].x = 2", ["always \"t[2]: small\" holds"])
    try check(sheet, "t[1].x = 8", ["always \"t[1]: small\" is broken"])
    try check(sheet, "{ delete t[1]; t[1].x = 6 }", ["always \"t[1]: small\" is broken"])
    #expect(sheet.undo())
    #expect(words(sheet) == ["always \"t[1]: small\" is broken", "always \"t[2]: small\" holds"])
  }

  private func judged(_ judge: inout CheckJudge, _ rowCounts: [Int], broken: [(Int, Int)]) -> [String] {
    judge.judge(rowCounts: rowCounts) { place in
      !broken.contains { $0 == (place.check, place.row) }
    }.map { "\($0.isBroken ? "+" : "-")\($0.place.check).\($0.place.row)" }
  }

  @Test("A sheet judges at the end of each instant, also of those that follow from one change")
  func instants() throws {
    let sheet = LiveSheet(
      SheetDocument(
        name: "x",
        """
        input A = 1
        event tap
        state n = 0 { on tap : n + 1; on DELAY(tap, 1) : n - 1 }
        always "small": A < 10
        never "tapped": n > 0
        modes m over n { "none" when n = 0 : 0; "some" when n > 0 : 1 }
        """), environment: LiveSheet.Environment(catalog: .standard))
    sheet.checks.areJudged = true
    try check(sheet, "A = 20", ["always \"small\" is broken"])
    try check(sheet, "A = 30", [])
    try check(sheet, "A = 1", ["always \"small\" holds"])
    try check(sheet, "tap", ["never \"tapped\" is broken"])
    try check(sheet, "tap", ["modes m is broken"])
    try check(sheet, "wait 1", ["modes m holds", "never \"tapped\" holds"])
    try check(sheet, "tap\nwait 1", ["never \"tapped\" is broken", "never \"tapped\" holds"])
    #expect(sheet.checks.allHold && sheet.checks.broken.isEmpty)
  }

  @Test("A check that stays is known when other statements are loaded, and so is one that is broken from the start")
  func loading() throws {
    let sheet = LiveSheet(
      SheetDocument(name: "x", "A = 1\nalways \"a\": A = 2"), environment: LiveSheet.Environment(catalog: .standard))
    (sheet.keepsHistory, sheet.checks.areJudged) = (true, true)
    try check(sheet, "event tap", [])
    try check(sheet, "always \"b\": A > 2", ["always \"b\" is broken"])
    try check(sheet, "A = 2", ["always \"a\" holds"])
    #expect(sheet.undo())
    #expect(words(sheet) == ["always \"a\" is broken"])
  }

  private func check(
    _ sheet: LiveSheet, _ entry: String, _ expected: [String], at location: SourceLocation = #_sourceLocation
  ) throws {
    _ = sheet.enter(entry)
    #expect(words(sheet) == expected, "\(entry)", sourceLocation: location)
  }

  private func words(_ sheet: LiveSheet) -> [String] {
    sheet.checks.takeChanges().map { change in
      switch change {
      case .broken(let check): "\(check.title) is broken"
      case .repaired(let title): "\(title) holds"
      }
    }
  }
}
