import FunctionLibrary
import LiveSheets
import SheetText
import Testing

@testable import Verification

@Suite("Test coverage")
struct TestCoverageTests {
  private func coverage(_ text: String) -> TestCoverage {
    CoverageRun(
      document: SheetDocument(name: "t", text), environment: LiveSheet.Environment(catalog: .standard)
    ).run()
  }

  /// What no test reaches, as it is written.
  private func missed(_ text: String) -> [String] {
    coverage(text).missed.map { "\($0.kind.rawValue) \($0.text)" }
  }

  @Test("A branch is reached when it is chosen")
  func branches() {
    func check(_ formula: String, _ missed: [String], at location: SourceLocation = #_sourceLocation) {
      let text = "input a = 1\nb = \(formula)\ntest \"t\" { expect NOT(ISERROR(b)) }"
      #expect(self.missed(text) == missed.map { "branch \($0)" }, sourceLocation: location)
    }
    check("IF(a = 1, 2, 3)", ["3"])
    check("IF(a > 1, 2, IF(a > 0, 4, 5))", ["2", "5"])
    check("IF(a > 1, IF(a > 2, 4, 5), 3)", ["IF(a > 2, 4, 5)", "4", "5"])
    check("IFS(a = 0, 2, a = 1, 3, TRUE, 4)", ["2", "4"])
    check("SWITCH(a, 0, 2, 1, 3, 9)", ["2", "9"])
    check("CHOOSE(a, 2, 3)", ["3"])
    check("IFERROR(a / 1, 7)", ["7"])
    check("SUM(MAP({1, 2}, LAMBDA(x, IF(x > a, x, 0))))", [])
    check("IF(a = 1,, 3)", ["3"])
    check("LET(x, a, IF(x = 1, x + 1, x - 1))", ["x - 1"])
  }

  @Test("A choice of cells stays a choice of cells")
  func references() {
    let text = "A1 = 1\nA2 = 2\ninput a = 1\nb = ROWS(IF(a = 1, A1:A2, A1))\ntest \"t\" { expect b = 2 }"
    #expect(missed(text) == ["branch A1"])
  }

  @Test("Clauses, modes and rows of checks are reached when they hold")
  func time() {
    let form = """
      event tap
      event back
      state n = 0 {
        on tap where n < 3 : n + 1
        on back : 0
      }
      modes m over n {
        "none" when n = 0 : 0
        "one" when n = 1 : 1
        "more" when n > 1 : n
      }
      table log {
        | v |
        on tap : insert last (n)
        on back : delete where v > 5
      }
      always "few": OR(n = 0, n = 1, n > 1)
      never "both": AND(n > 1, n < 0)
      """
    #expect(
      missed(form + "\ntest \"t\" { tap; expect n = 1, m = \"one\" }") == [
        "clause on back : 0", "mode more", "clause on back : delete where v > 5", "check n > 1", "check n > 1",
        "check n < 0",
      ])
    #expect(missed(form).count == 12)
  }

  @Test("A formula is reached by an expectation of what depends on it")
  func formulas() {
    let text = """
      a = 1
      b = a + 1
      c = b + 1
      d = a + 2
      B1 = 5
      C1:C3 = B1 * 2
      table t {
        | x |
        | 1 |
        y = x + 1
      }
      u = SUM(t[y])
      """
    #expect(
      missed(text) == [
        "formula a + 1", "formula b + 1", "formula a + 2", "formula B1 * 2", "formula x + 1", "formula SUM(t[y])",
      ])
    #expect(
      missed(text + "\ntest \"t\" { expect c = 3, C2 = 0 + C2 }") == [
        "formula a + 2", "formula x + 1", "formula SUM(t[y])",
      ])
    #expect(missed(text + "\nalways \"u\": u = 2\ntest \"t\" { expect c = 3, d = 3, C1 = 10 }").isEmpty)
    let counts = coverage(text + "\ntest \"t\" { expect c = 3 }").count(.formula)
    #expect(counts == (2, 6))
  }

  @Test("What is instrumented says the same as before")
  func instrumented() {
    let text = "a = IF(1 > 2, IF(TRUE, 1, 2), 3)\ntest \"t\" { expect a = 3 }\n"
    let document = SheetDocument(name: "t", text)
    let probes = CoverageProbes(document, LiveSheet.Environment(catalog: .standard).catalog)
    let name = CoverageProbes.function
    #expect(
      probes.instrumented.text
        == "a = IF(1 > 2, \(name)(3, IF(TRUE, \(name)(1, 1), \(name)(2, 2))), \(name)(4, 3))\n"
        + "test \"t\" { expect a = 3 }\n")
  }
}

@Suite("Mutation run")
struct MutationRunTests {
  private func run(_ text: String) -> MutationRun {
    MutationRun(
      document: SheetDocument(name: "t", text), environment: LiveSheet.Environment(catalog: .standard))
  }

  /// The survivors, as what they replace and what by, with the missing test in one line.
  private func survivors(_ text: String) -> [String] {
    let run = run(text)
    let source = SheetDocument(name: "t", text).source
    return run.mutants.compactMap { mutant in
      guard case .survived(let missing) = run.fate(of: mutant) else { return nil }
      let test = (missing.steps + [missing.expectation].compactMap { $0.map { "expect \($0)" } }).joined(
        separator: "; ")
      return "\(source[mutant.edit.span]) → \(mutant.edit.text): \(test)"
    }
  }

  @Test("Limits are tried in the order of the text, so that the same test is told each time")
  func limits() {
    let text = """
      input n: number = 0
      a = IF(n > 30, n + 7, 11)
      b = a + 13 + 17 + 19
      test "t" { expect b = 60 }
      """
    #expect(survivors(text).contains { $0.hasPrefix("7 → ") && $0.contains(": n = 60; expect b = 116") })
    let ascending = "input n: number = 0\na = IF(n > 5, n + 7, 11)\nb = a + 13\ntest \"t\" { expect b = 24 }"
    #expect(survivors(ascending).contains { $0.hasPrefix("7 → ") && $0.contains(": n = 7; expect b = 27") })
  }

  @Test("Two sheets differ as well in what comes with an action, and in the checks they break")
  func actionsAndChecks() {
    let form = """
      input u: text in {"", "x"}
      input p: text in {"", "y"}
      service post()
      action send when AND(u <> "", p <> "") = post()
      test "t" { u = "x"; p = "y"; expect send.isEnabled }
      """
    #expect(survivors(form).contains { $0.hasSuffix(": p = \"y\"; expect send.isEnabled = FALSE") })
    let record = """
      input n in {1, 2} = 1
      r = {size: IF(n = 2, 5, 3)}
      never "six": r.size = 6
      test "t" { expect r.size = 3 }
      """
    let run = run(record)
    let tests = run.mutants.compactMap { mutant -> [String]? in
      guard mutant.edit.text == "(5 + 1)", case .survived(let missing) = run.fate(of: mutant) else { return nil }
      return missing.lines
    }
    #expect(tests == [["test \"…\" {", "  n = 2", "}"]])
  }

  @Test("One thing is changed at a time")
  func mutants() {
    func check(_ text: String, _ expected: [String], at location: SourceLocation = #_sourceLocation) {
      let document = SheetDocument(name: "t", text)
      let found = Mutations(document, LiveSheet.Environment(catalog: .standard).catalog).mutants
      #expect(
        found.map { "\(document.source[$0.edit.span]) → \($0.edit.text)" }.sorted() == expected.sorted(),
        sourceLocation: location)
    }
    check("a = b + 1", ["+ → -", "1 → 0"])
    check("a = b * c", ["* → /", "b → c", "c → b"])
    check("a = b >= 10", [">= → >", ">= → <", "10 → (10 + 1)"])
    check("a = \"x\" & \"\"", ["\"x\" → \"\"", "\"\" → \"x\""])
    check("a = AND(b, c)", ["AND → OR", "AND(b, c) → AND(c)", "AND(b, c) → AND(b)", "b → c", "c → b"])
    check("a = IF(b, TRUE, 2)", ["b → NOT(b)", "TRUE → FALSE", "2 → (2 + 1)"])
    check("B1 = A1 + $A$2", ["+ → -", "A1 → A2", "$A$2 → $A$3"])
    check(
      "state s = 0 { on e where s < 3 : s + 1 }",
      [
        "0 → 1", "on e where s < 3 : s + 1 → ", "s < 3 → TRUE", "s < 3 → NOT(s < 3)", "< → <=", "< → >", "3 → (3 + 1)",
        "+ → -", "1 → 0",
      ])
    check("test \"t\" { expect 1 = 1 }\nalways \"x\": 1 = 1", [])
  }

  @Test("What no test notices survives, with the test that would notice it")
  func fates() {
    let sheet = "input age: number in 0..120 = 30\nfare = IF(age >= 18, 10, 5)\n"
    #expect(
      survivors(sheet + "test \"adults\" { expect fare = 10 }") == [
        ">= → >: age = 18; expect fare = 10", "18 → (18 + 1): age = 18; expect fare = 10",
        "5 → (5 + 1): age = 0; expect fare = 5",
      ])
    #expect(
      survivors(
        sheet + "test \"at the limit\" { expect fare = 10; age = 18; expect fare = 10; age = 17; expect fare = 5 }"
      )
      .isEmpty)
    // Without a test all survive, and each says what would notice it.
    #expect(survivors("a = 1\nb = a + 1") == ["1 → 0: expect b = 2", "+ → -: expect b = 2", "1 → 0: expect b = 2"])
  }

  @Test("A value that the sheet refuses is set by no missing test, and what only refuses others survives in no test")
  func refusals() {
    let text = "input n = 5 where AND(n >= 1, n < 9)\na = n + 1\ntest \"t\" { expect a = 6 }\n"
    #expect(survivors(text) == [">= → >: n = 1; expect a = 2"])
    let run = run(text)
    let beyond = run.mutants.count { if case .onlyRefuses = run.fate(of: $0) { true } else { false } }
    #expect(beyond == 7)
    // A binding is refused without a failure, so a test sees it.
    let bound = "input m = 1\ninput n = 1 where n < 9\nn <~ m\na = n + 1\ntest \"t\" { expect a = 2 }\n"
    #expect(survivors(bound).contains("< → <=: m = 9; expect a = 2"))
  }

  @Test("Two sheets differ as well in the cells of tables, fills and arrays")
  func blocks() {
    let table = "table t {\n| a |\n| 1 |\n| 2 |\nb = a * 1\nc = IF(a > 1, 7, 8)\n}\n"
    #expect(
      survivors(table) == [
        "* → /: ", "1 → 0: expect t[1].b = 1", "a > 1 → NOT(a > 1): expect t[1].c = 8", "> → >=: expect t[1].c = 8",
        "> → <: expect t[2].c = 7", "1 → 0: expect t[1].c = 8", "7 → (7 + 1): expect t[2].c = 7",
        "8 → (8 + 1): expect t[1].c = 8",
      ])
    #expect(survivors("C1:C3 = ROW() * 2").contains { $0.hasSuffix("expect C1 = 2") })
    #expect(
      survivors("x = SEQUENCE(2) * 2") == [
        "2 → (2 + 1): expect ROWS(x) = 2", "* → /: expect INDEX(x, 1, 1) = 2", "2 → (2 + 1): expect INDEX(x, 1, 1) = 2",
      ])
  }

  @Test("What is the same in all digits that a comparison sees is no expectation")
  func digits() {
    #expect(survivors("a = 1/3 - 1E-16").contains("- → +: "))
  }

  @Test("A step of a test that expects nothing is where the missing test begins")
  func steps() {
    let text = "event tap\nstate n = 0 { on tap where n < 2 : n + 1 }\ntest \"t\" { tap; expect n = 1; tap; tap }"
    #expect(survivors(text).contains("< → <=: tap; tap; tap; expect n = 2"))
  }

  @Test("Only tests that reach the place run")
  func selection() {
    let text = """
      input a = 1
      b = IF(a = 1, 10, 20)
      c = 5
      test "one" { expect b = 10 }
      test "c" { expect c = 5 }
      """
    let run = run(text)
    let spans = run.coverage
    let place = SheetDocument(name: "t", text).source
    let twenty = run.mutants.first { place[$0.edit.span] == "20" }
    #expect(twenty.map { spans.tests(reaching: $0.edit.span) } == .some([]))
    let ten = run.mutants.first { place[$0.edit.span] == "10" }
    // What is computed as the sheet is loaded is reached by every test.
    #expect(ten.map { spans.tests(reaching: $0.edit.span) } == .some([0, 1]))
  }
}
