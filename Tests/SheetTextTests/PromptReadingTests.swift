import Diagnostics
import Testing

@testable import SheetText

@Suite("Prompt reading")
struct PromptReadingTests {
  @Test func entries() {
    check("A = 30", "constant A <30>")
    check("A1 = 30", "constant R0C0 <30>")
    check("C2:C5 = A2", "formula R1C2:R4C2 <A2>")
    check("A + 1", "expression A + 1")
    check("A", "expression A")
    check("add", "expression add")
    check("search(\"x\")", "expression search(\"x\")")
    check("(A = 3)", "expression (A = 3)")
    check("{1,2;3,4}", "expression {1,2;3,4}")
    check("{name: \"x\"}", "expression {name: \"x\"}")
    check("{ A = 20; B = 10 }", "step {set <A> <20>; set <B> <10>}")
    for (text, steps) in [
      ("{ tap; A = 5 }", "do <tap>; set <A> <5>"), ("{ e 2; A = 5 }", "do <e> <2>; set <A> <5>"),
      ("{ insert last t (1, 2); A = 3 }", "insert last <t> (1 | 2); set <A> <3>"),
      ("{ clear A\nclear B }", "clear <A>; clear <B>"), ("{ key A + 1; tap }", "do <key> <A + 1>; do <tap>"),
      ("{ stop go; tap }", "stop <go>; do <tap>"),
      ("{ go(\"a\"); login replies 3 }", "do <go> (\"a\"); login replies <3>"),
      ("{ delete t[1]; t[1].a = 3 }", "delete <t[1]>; set <t[1].a> <3>"),
    ] { check(text, "step {\(steps)}") }
    for text in [
      "{A, B}", "{A; B}", "{TRUE; FALSE}", "{SUM(A, B); A}", "{1; A = 5}", "{wait: 5}", "{tap}", "{A + 1; 2}",
    ] {
      check(text, "expression \(text)")
    }
    check("key #N/A", "step do <key> <#N/A>")
    check("ledger[2].A = 10", "step set <ledger[2].A> <10>")
    check("Inputs!B2 = 3", "step set <Inputs!B2> <3>")
    check("adding.username = \"x\"", "step set <adding.username> <\"x\">")
    check("push {type: \"A\"}", "step do <push> <{type: \"A\"}>")
    check("notes.edit \"x\"", "step do <notes.edit> <\"x\">")
    check("people[2].adding.search 5", "step do <people[2].adding.search> <5>")
    check("key \"a\"", "step do <key> <\"a\">")
    check("login replies TRUE", "step login replies <TRUE>")
    check("login[1] replies TRUE", "step login[1] replies <TRUE>")
    check("login[-2] fails", "step login[-2] fails")
    check("wait 0.5", "step wait <0.5>")
    check("wait .5", "step wait <.5>")
    check("wait.name", "expression wait.name")
    check("wait -1", "step wait <-1>")
    check("wait (2)", "step wait <(2)>")
    check("wait - 1", "expression wait - 1")
    check("expect A = 1", "step expect <A = 1>")
    check("expect -1 < 2, (A) > 0", "step expect <-1 < 2>, <(A) > 0>")
    check("expect (A) > 0", "step expect <(A) > 0>")
    check("key -1", "expression key -1")
    check("clear A; delete ledger[1]", "step clear <A>\nstep delete <ledger[1]>")
    check("input x = 1", "input x =<1>")
    check("input + 1", "expression input + 1")
    check("test; wait", "expression test\nexpression wait")
    check("table t {\n| A |\n| 1 |\n}", "table t |A| |1|")
    check("a.b <~> c", "bind <a.b> <~> <c>")
    check("1 + 2; x = 3", "expression 1 + 2\nconstant x <3>")
    check("=A + 1", "expression =A + 1")
    check("SUM(ledger[A]) // c", "expression SUM(ledger[A])")
    check("", "")
  }

  @Test func completeness() {
    for text in [
      "SUM(1,", "x = {1,2", "test \"a\" {", "table t {\n  | A |", "A[", "action go =", "test \"a\" {\n  x = (1",
    ] {
      #expect(PromptReading(text).isIncomplete, "\(text)")
    }
    for text in ["SUM(1)", "x = \"(\"", "// (", "x = 1)", "x =", "SUM(\"abc"] {
      #expect(!PromptReading(text).isIncomplete, "\(text)")
    }
  }

  @Test("Where no more lines come, what can be read is, and the bracket that is open is told")
  func whole() {
    for (text, entries) in [
      ("SUM(1,2\nA1 = 5\nB1 * 2", "constant R0C0 <5>\nexpression B1 * 2"), ("x = (1\ny = 2", "constant y <2>"),
      ("y = 2\nSUM(1,", "constant y <2>"), ("SUM(1,2", ""),
    ] {
      let reading = PromptReading(text, isWhole: true)
      #expect(!reading.isIncomplete)
      #expect(reading.entries.map { Outline.of($0, in: reading.source) }.joined(separator: "\n") == entries, "\(text)")
      #expect(reading.diagnostics.map(\.code) == ["unclosed-parenthesis"], "\(text)")
    }
  }

  @Test func findings() {
    finds("A := 3", ["missing-equals"])
    finds("x = ", ["missing-expression"])
    finds("1 +", ["missing-operand"])
    finds("{ wait 1; A = 5 }", ["not-a-change"])
    finds("{ expect A = 5; A = 5 }", ["not-a-change"])
    finds("{ a; { b = 1 } }", ["not-a-change"])
    let deep = String(repeating: "{a;", count: 20_000) + String(repeating: "}", count: 20_000)
    finds(deep, ["nested-too-deeply"])
    help("expect a > 0 b > 0", "conditions are separated by commas")
    help("expect a > 0 \"b\" = b", "conditions are separated by commas")
    help("expect a > 0 and b > 0", "write AND(a, b)")
    help("expect a = 3 apples", "write the number alone and show the unit by a format, as in 3 as \"0 \"\"apples\"\"\"")
    help("wait 1 s", "write wait 1")
    help("wait 0.5 seconds", "write wait 0.5")
    finds("input m: number in 5 = 3", ["bad-domain"])
  }

  private func check(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    let reading = PromptReading(text)
    let outline = reading.entries.map { Outline.of($0, in: reading.source) }.joined(separator: "\n")
    #expect(outline == expected, sourceLocation: location)
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)", sourceLocation: location)
  }

  private func help(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    #expect(PromptReading(text).diagnostics.map(\.help) == [expected], sourceLocation: location)
  }

  private func finds(_ text: String, _ codes: [String], at location: SourceLocation = #_sourceLocation) {
    #expect(PromptReading(text).diagnostics.map(\.code) == codes, sourceLocation: location)
  }
}
