import CellModel
import FunctionLibrary
import Functions
import LiveSheets
import SheetText
import Testing

@testable import Review

@Suite("Comparison of sheets")
struct SheetComparisonTests {
  @Test func definitions() {
    check("A = 1\nB = 2\n", "B=2\nA  = 3\nC = 4\n", ["added C", "changed A", "moved B"], sorted: true)
    check("A = 1\nB = 2\n", "A=1\n\n// so\nB = 2", [])
    check("A = 1\nB = A\nC = A\n", "A = 1\nC = A\n", ["removed B"])
    check("a = 1\nb = 2\nc = 3\n", "c = 3\na = 1\nb = 2\n", ["moved c"])
    check("C2:C9 = A2\n", "C2:C9 = A2 * 2\n", ["changed C2:C9"])
    check("A = 1\nalways \"x\": A > 0\n", "A = 1\nalways \"x\": A > -1\n", ["changed always \"x\""])
    check("A1 = 1\nsheet S\nA1 = 2\n", "A1 = 1\nsheet S\nA1 = 3\n", ["changed S!A1"])
    // The same letter in two spellings is another text, which has another length.
    check("t = \"\u{e9}\"\nn = LEN(t)\n", "t = \"e\u{301}\"\nn = LEN(t)\n", ["changed t"])
  }

  @Test("Where a line ends inside a bracket is no change, and what a text, a comment or a block says is one")
  func linesOfAStatement() {
    check("a = SUM(1, 2)\n", "a = SUM(\n  1,\n  2\n)\n", [])
    check("a = SUM(1,\n        2)\n", "a = SUM(1,\n  2)\n", [])
    check("a = {n: 1, m: 2}\n", "a = {n: 1,\n  m: 2}\n", [])
    check("a = LET(x, {1,\n2}, SUM(x))\n", "a = LET(x, {1, 2}, SUM(x))\n", [])
    check("a = SUM(1, // one\n  2)\n", "a = SUM(1,     // one\n      2)\n", [])
    check("a = SUM(1, // one\n  2)\n", "a = SUM(1, // two\n  2)\n", ["changed a"])
    check("a = LEN(\"b  c\")\n", "a = LEN(\"b c\")\n", ["changed a"])
    check("a = SUM(1, 23)\n", "a = SUM(1, 2,\n  3)\n", ["changed a"])
    check("a = 1\nb = SUM(A1:B2 B1:B9)\n", "a = 1\nb = SUM(A1:B2,\n B1:B9)\n", ["changed b"])
    check(
      "table t {\n  | a |\n  | 1 |\n  b = a\n}\n", "table t {\n  | a |\n  | 1 |\n  | 1 |\n  b = a\n}\n",
      ["changed t"])
    check(
      "event e\nstate s = 0 { on e : MAX(s, 1) }\n", "event e\nstate s = 0 { on e : MAX(s,\n      1) }\n", [])
  }

  @Test func renaming() {
    check("a = 17\nb = a + 1\n", "rate = 17\nb = rate + 1\n", ["renamed rate from a"])
    // Two that are alike are not told apart.
    check("a = 1\nb = 1\n", "c = 1\nd = 1\n", ["added c", "added d", "removed a", "removed b"], sorted: true)
    #expect(compare("a = 17\nb = a + 1\n", "rate = 17\nb = rate + 1\n").values.isEmpty)
    check(
      "a = 17\nb = a + 2\nc = b + 3\n", "rate = 17\nbase = rate + 2\nc = base + 3\n",
      ["renamed base from b", "renamed rate from a"], sorted: true)
    check(
      "event e\nstate n = 0 { on e where n < 9 : n + 1 }\n", "event e\nstate m = 0 { on e where m < 9 : m + 1 }\n",
      ["renamed m from n"])
    check("r = {a: 1}\na = r.a\n", "r = {a: 1}\nb = r.b\n", ["added b", "removed a"], sorted: true)
    check(
      "a = 17\nb = 18\nc = b + a\n", "rate = 17\nbase = 18\nc = base + rate\n",
      ["renamed base from b", "renamed rate from a"], sorted: true)
  }

  @Test("Each value is told with the edits that moved it")
  func causes() {
    values(
      "A = 1\nB = 2\nC = A + 1\nD = A + B\n", "A = 2\nB = 5\nC = A + 1\nD = A + B\n",
      ["A: 1 → 2 (A)", "B: 2 → 5 (B)", "C: 2 → 3 (A)", "D: 3 → 7 (A, B)"])
    values("A = 1\nB = A\n", "A = 1\nB = A * 2\n", ["B: 1 → 2 (B)"])
    // A LAMBDA of the same text is the same.
    values(
      "A = 1\nf = LAMBDA(x, x * 2)\nB = f(A)\n", "A = 2\nf = LAMBDA(x, x * 2)\nB = f(A)\n",
      ["A: 1 → 2 (A)", "B: 2 → 4 (A)"])
  }

  @Test("Edits that only move a value together are both named")
  func interaction() {
    values(
      "a = FALSE\nb = FALSE\nc = IF(AND(a, b), 1, 0)\n", "a = TRUE\nb = TRUE\nc = IF(AND(a, b), 1, 0)\n",
      ["a: FALSE → TRUE (a)", "b: FALSE → TRUE (b)", "c: 0 → 1 (a, b)"])
  }

  @Test("What one edit alone reaches is its own, however many edits and lines there are")
  func manyEdits() {
    func sheet(_ value: Int) -> String {
      (0..<300).map { "a\($0)_ = \(value + $0)\nb\($0)_ = a\($0)_ * 2\nc\($0)_ = b\($0)_ + k\n" }.joined() + "k = 1\n"
    }
    let comparison = compare(sheet(1), sheet(2))
    #expect(comparison.values.count == 900)
    #expect(comparison.values.first { $0.name == "c7_" }?.causes == ["a7_"])
    // To replay all three hundred would be too much; the two that reach one value are replayed.
    let both = compare(sheet(1) + "all = a0_ + a1_", sheet(2) + "all = a0_ + a1_")
    #expect(both.values.first { $0.name == "all" }?.causes == ["a0_", "a1_"])
    #expect(both.values.first { $0.name == "c7_" }?.causes == ["a7_"])
    // Spills, ranges and tables carry on what is edited.
    let ranges =
      "A1 = SEQUENCE(3) * n\nB1 = SUM(A1:A3)\ntable t {\n  2 rows\n  x = B1 + ROW()\n}\ntotal = SUM(t[x])\nm = other"
    let carried = compare("n = 1\nother = 5\n" + ranges, "n = 2\nother = 6\n" + ranges)
    #expect(carried.values.first { $0.name == "total" }?.causes == ["n"])
    #expect(carried.values.first { $0.name == "m" }?.causes == ["other"])
    // What time carries is found by replaying.
    let state = "event e\nstate s = n { on e : s + 1 }\nx = s + other"
    let timed = compare("n = 1\nother = 5\n" + state, "n = 2\nother = 5.5\n" + state)
    #expect(timed.values.first { $0.name == "x" }?.causes == ["n", "other"])
  }

  @Test("Edits that undo each other move nothing")
  func undone() {
    values("a = 1\nb = 2\nc = a + b\n", "a = 2\nb = 1\nc = a + b\n", ["a: 1 → 2 (a)", "b: 2 → 1 (b)"])
  }

  @Test func removedDefinition() {
    values(
      "a = 5\nb = 1\nc = a + b\n", "b = 2\nc = b + 3\n", ["b: 1 → 2 (b)", "c: 6 → 5 (b, c)"])
  }

  @Test func areas() {
    values(
      "A1:A3 = ROW()\n", "A1:A3 = IF(ROW() > 1, 9, 1)\n", ["A1:A3 2 of 3: 2 → 9 (A1:A3)"])
  }

  @Test("Cells that an array gains or loses are told, and what is not there is a blank")
  func spills() {
    values(
      "n = 3\nC1 = SEQUENCE(n)\n", "n = 5\nC1 = SEQUENCE(n)\n", ["n: 3 → 5 (n)", "C1:C5 2 of 5: blank → 4 (n)"])
    values(
      "n = 5\nC1 = SEQUENCE(n)\n", "n = 3\nC1 = SEQUENCE(n) * 2\n",
      ["n: 5 → 3 (n)", "C1:C5 5 of 5: 1 → 2 (n, C1)"])
    values(
      "n = 1\nC1 = SEQUENCE(n)\n", "n = 2\nC1 = SEQUENCE(n)\n",
      ["n: 1 → 2 (n)", "C1:C2 1 of 2: blank → 2 (n)"])
    values("C1 = SEQUENCE(3)\n", "C1 = 1\n", ["C1:C3 2 of 3: 2 → blank (C1)"])
    values(
      "sheet S\nC1 = SEQUENCE(1, 2)\nC2 = 0\n", "sheet S\nC1 = SEQUENCE(2)\nC2 = 0\n",
      ["C1:D1 2 of 2: 1 → #SPILL! (S!C1)"])
    values(
      "n = 2\nB1:B2 = SEQUENCE(1, n)\n", "n = 3\nB1:B2 = SEQUENCE(1, n)\n",
      ["n: 2 → 3 (n)", "B1:D1 1 of 3: blank → 3 (n)", "B2:D2 1 of 3: blank → 3 (n)"])
    values("n = 1\nC1 = SEQUENCE(n)\n", "n = 1\nC1 = SEQUENCE(n) + 0\n", [])
    // What stands in a cell by itself now is told once.
    values(
      "A1 = SEQUENCE(3)\nB1 = A2\n", "A1 = SEQUENCE(3)\nA2 = 9\nB1 = A2\n",
      ["A1:A3 2 of 3: 1 → #SPILL! (A2)", "A2: 2 → 9 (A2)", "B1: 2 → 9 (A2)"])
    values("A1 = 1\nA2 = A1\n", "A1 = SEQUENCE(2)\n", ["A1:A2 1 of 2: 1 → 2 (A1, A2)"])
  }

  @Test("Cells are the same however many grids there are")
  func moreGrids() {
    let cells = "C1 = n\nD1:D2 = n * ROW()\nE1 = SEQUENCE(2) * n\n"
    let changes = ["n: 1 → 2 (n)", "C1: 1 → 2 (n)", "D1:D2 2 of 2: 1 → 2 (n)", "E1:E2 2 of 2: 1 → 2 (n)"]
    values("n = 1\n" + cells, "n = 2\n" + cells, changes)
    let named = ["n: 1 → 2 (n)"] + changes.dropFirst().map { "S!" + $0 }
    values("n = 1\nsheet S\n" + cells, "n = 2\nsheet S\n" + cells + "sheet T\nA1 = 3\n", named)
    values(
      "n = 1\n" + cells, "n = 2\n" + cells + "sheet T\nA1 = 3\n",
      ["n: 1 → 2 (n)"] + changes.dropFirst().map { "new!" + $0 })
  }

  @Test("A number of another kind is another value")
  func kinds() {
    values("p = 5%\nq = p\nr = p * 2\n", "p = 0.05\nq = p\nr = p * 2\n", ["p: 5% → 0.05 (p)", "q: 5% → 0.05 (p)"])
  }

  @Test("A blank is another thing than an empty text")
  func blanks() {
    values(
      "a = 1\nt = IF(a = 1, \"\", \"x\")\ninput b\nu = IF(a = 1, b, 2)\n",
      "a = 2\nt = IF(a = 1, \"\", \"x\")\ninput b\nu = IF(a = 1, b, 2)\n",
      ["a: 1 → 2 (a)", "t:  → x (a)", "u: blank → 2 (a)"])
    values(
      "table t {\n| a |\n| 1 |\n}\n", "table t {\n| a |\n| 1 |\n|  |\n| 3 |\n}\n", ["t 1 of 3: blank → 3 (t)"])
  }

  @Test func outcomes() {
    let tests = "test \"one\" { expect A = 1 }\ntest \"some\" { expect A > 0 }\n"
    for (rest, title) in [(tests, "test \"one\""), ("always \"small\": A < 2\n", "always \"small\"")] {
      let outcomes = compare("A = 1\n" + rest, "A = 2\n" + rest).outcomes
      #expect(outcomes.map(\.title) == [title])
      #expect(outcomes.allSatisfy { $0.wasPassed && !$0.isPassed })
    }
  }

  @Test func longestRise() {
    for (numbers, count) in [([], 0), ([3], 1), ([2, 0, 1], 2), ([0, 1, 2], 3), ([5, 1, 4, 2, 3], 3)] {
      let rise = LongestRise.of(numbers)
      #expect(rise.count == count)
      #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] })
    }
  }

  private func compare(_ old: String, _ new: String) -> SheetComparison {
    let environment = LiveSheet.Environment(
      catalog: .standard, services: .mocked)
    func comparison(keepsTrees: Bool) -> SheetComparison {
      SheetComparison(
        SheetDocument(name: "old", old, keepsTrees: keepsTrees),
        SheetDocument(name: "new", new, keepsTrees: keepsTrees),
        environment: environment)
    }
    let (whole, lean) = (comparison(keepsTrees: true), comparison(keepsTrees: false))
    #expect(whole.difference.changes.map(told) == lean.difference.changes.map(told))
    #expect(whole.values.map(told) == lean.values.map(told))
    return lean
  }

  private func told(_ change: DefinitionChange) -> String {
    "\(change.kind) \(change.name) \(change.old ?? "-") \(change.new ?? "-")"
  }

  private func told(_ change: ValueChange) -> String {
    "\(change.name) \(change.old ?? "blank") \(change.new ?? "blank") \(change.causes ?? [])"
  }

  private func check(
    _ old: String, _ new: String, _ expected: [String], sorted: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let found = compare(old, new).difference.changes.map { change in
      "\(change.kind.rawValue) \(change.name)" + (change.formerName.map { " from \($0)" } ?? "")
    }
    #expect((sorted ? found.sorted() : found) == expected, sourceLocation: location)
  }

  private func values(
    _ old: String, _ new: String, _ expected: [String], at location: SourceLocation = #_sourceLocation
  ) {
    let found = compare(old, new).values.map { value in
      let cells = value.cells.map { " \($0.changed) of \($0.count)" } ?? ""
      let words = "\(value.old ?? "blank") → \(value.new ?? "blank")"
      return "\(value.name)\(cells): \(words) (\((value.causes ?? ["?"]).joined(separator: ", ")))"
    }
    #expect(found == expected, sourceLocation: location)
  }
}
