import Diagnostics
import FunctionLibrary
import LiveSheets
import SheetText
import TestSupport
import Testing

@testable import Linting

@Suite("Lint rules")
struct LintRulesTests {
  @Test("Codes are in kebab case, and no two rules have one")
  func codes() {
    let codes = LintRules.chapter.pages.map(\.code)
    #expect(Set(codes).count == codes.count)
    for code in codes { #expect(code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(code)") }
    for page in LintRules.chapter.pages { #expect(DiagnosticCode(rawValue: page.code) == nil, "\(page.code)") }
  }

  @Test func unusedInput() {
    check(UnusedInput.self, "input a = 1", ["1:7"])
    check(UnusedInput.self, "input a = 1\nb = A * 2", [])
    check(UnusedInput.self, "input a = 1\nalways \"x\": a > 0", [])
    check(UnusedInput.self, "input a = 1 where a > 0", ["1:7"])
    check(UnusedInput.self, "input a = 1\nstate s = 0 { on a.changed : s + 1 }", [])
    check(UnusedInput.self, "input a = 1\nb = 2\ntest \"x\" {\n  a = 3\n  expect b = 2\n}", ["1:7"])
    check(UnusedInput.self, "input a = 1\ninput b = 2\nc = b\na <~> b", [])
    check(UnusedInput.self, "input a = 1\ninput b = 2\nc = b\nb <~ a", [])
    check(UnusedInput.self, "input _a = 1", [])
    check(UnusedInput.self, "rate = 7%\nname = \"Ada\"", [])  // a list of constants
    check(UnusedInput.self, "rate = 7%\nname = \"Ada\"\na = 1\nb = a + 1", ["1:1"])
    check(UnusedInput.self, "input a = 1", [], readElsewhere: ["a"])
    check(UnusedInput.self, "input a = 1\nb = INDIRECT(\"A\")", [])
    check(UnusedInput.self, "input a = 1\ninput c = 2\nb = SUM(INDIRECT(\"t[q]\"), INDIRECT(\"B2\"))", ["1:7", "2:7"])
    check(UnusedInput.self, "input a = 1\nb = INDIRECT(k)\nk = \"a\"", [])
    check(UnusedInput.self, "input a = 1\nb = indirect(\"\" & \"a\")", [])
    check(UnusedInput.self, "input n = 2\ntable t {\n  2 rows\n  x = n * ROW()\n}", [])
    check(UnusedInput.self, "table t {\n  | a |\n  | 1 |\n  b = a * k\n}\ninput k = 1\ninput a = 2", ["7:7"])
  }

  @Test func deadEvent() {
    check(DeadEvent.self, "event tap", ["1:7"])
    check(DeadEvent.self, "event tap\nstate s = 0 { on tap : 1 }", [])
    check(DeadEvent.self, "event tap\nA1 = INDIRECT(\"tap\")", [])
    check(DeadEvent.self, "event tap\nevent late = DELAY(tap, 1)", ["2:7"])
    check(DeadEvent.self, "event push: text\nlast = push", [])
    check(DeadEvent.self, "event tap\ntest \"x\" {\n  tap\n}", ["1:7"])
    check(DeadEvent.self, "event tap", [], readElsewhere: ["tap"])
  }

  @Test func comparedState() {
    check(ComparedState.self, "event tap\nstate s = 1 { on tap : S = s + 1 }", ["2:24"])
    check(ComparedState.self, "event tap\nstate s = 1 { on tap where s = 1 : s + 1 }", [])
    check(ComparedState.self, "event tap\nstate s = TRUE { on tap : (s = FALSE) }", [])
    check(ComparedState.self, "event tap\nA = 1\nstate s = TRUE { on tap : A = 1 }", [])
  }

  @Test func brokenFills() {
    let filled = "B1:B2 = A1 * 2\nB3 = %\nB4:B5 = A4 * 2"
    check(InconsistentColumn.self, filled.replacing("%", with: "A2 * 2"), ["2:1"])
    check(InconsistentColumn.self, filled.replacing("%", with: "A3 * 2 + 7"), ["2:1"])
    check(InconsistentColumn.self, filled.replacing("%", with: "MAX(A1:A2)"), [])
    check(InconsistentColumn.self, filled.replacing("%", with: "A3 * 2"), [])
    check(InconsistentColumn.self, filled.replacing("%", with: "7"), [])
    check(HardcodedInFormulaColumn.self, filled.replacing("%", with: "7"), ["2:1"])
    check(HardcodedInFormulaColumn.self, filled.replacing("%", with: "\"seven\""), [])
    // A row of sums goes on across.
    check(InconsistentColumn.self, filled.replacing("%", with: "A2 * 2") + "\nD3 = C2 * 2", [])
    // Along a row as well.
    check(InconsistentColumn.self, "B2:C2 = B1 * 2\nD2 = C1 * 2\nE2:F2 = E1 * 2", ["2:1"])
    // Too little on both sides to say what is right.
    check(InconsistentColumn.self, "B1 = A1 * 2\nB2 = A1 * 2\nB3 = A3 * 2", [])
  }

  @Test func rangeOffByOne() {
    let column = "B1 = 1.5\nB2 = 2\nB3 = 3\nB4 = 4\n"
    check(RangeOffByOne.self, column + "B5 = SUM(B1:B3)", ["5:10"])
    check(RangeOffByOne.self, column + "B5 = SUM(B1:B4)", [])
    check(RangeOffByOne.self, column + "B6 = SUM(B1:B4)", [])
    check(RangeOffByOne.self, column + "C5 = SUM(B1:B3)", [])
    check(RangeOffByOne.self, "A1 = 1\nB1 = 2\nC1 = 3\nD1 = AVERAGE(A1:B1)", ["4:14"])
    check(RangeOffByOne.self, "B1:B2 = A1 * 2\nB3 = 7%\nB4 = SUM(B1:B2)", [])  // of another kind
  }

  @Test func texts() {
    func table(_ cells: String...) -> String {
      "table t {\n  | n |\n\(cells.map { "  | \($0) |\n" }.joined())}"
    }
    check(NumberAsText.self, table("1", "2", "\"3\""), ["5:5"])
    check(NumberAsText.self, table("1", "2", "1,234"), [])
    check(NumberAsText.self, table("1", "2", "\"1,234\""), [])
    check(NumberAsText.self, table("1", "2", "3\u{A0}", "\u{200B}2026-01-31"), ["5:5", "6:5"])
    check(NumberAsText.self, table("1", "2", "net\u{A0}3"), [])
    check(AmbiguousNumber.self, table("1", "2", "1,234"), ["5:5"])
    check(AmbiguousNumber.self, table("1", "2", "\"1,234\""), ["5:5"])
    check(AmbiguousNumber.self, table("1", "2", "\"3\""), [])
    check(AmbiguousNumber.self, table("1,234", "2,345"), [])
    check(AmbiguousNumber.self, "table t from \"t.csv\" {}", ["1:14"])
    check(NumberAsText.self, table("1", "2", "\"none\""), [])
    check(NumberAsText.self, table("\"1\"", "\"2\"", "\"3\""), [])
    check(NumberAsText.self, table("1", "2", "1,23"), [])
    check(NumberAsText.self, "table t from \"t.csv\" {}", [])
    check(NumberAsText.self, "table t {\n  | n: text |\n  | 1 |\n}", [])
    check(HiddenWhitespace.self, table("\"Ada \"", "Ada"), ["3:5"])
    check(HiddenWhitespace.self, table("\"Ada \"", "Bob"), [])
    check(HiddenWhitespace.self, table("Ada\u{200B}", "ada"), ["3:5"])
    check(HiddenWhitespace.self, "a = \"Ada \"", ["1:5"])
    check(HiddenWhitespace.self, "a = \"Ada\"\nb = a & \" \" & \" and \"", [])
    check(HiddenWhitespace.self, "a = \"Ada\"\nb = a = \"Ada \"", ["2:9"])
    check(HiddenWhitespace.self, "A1 = \"Ada \"\nA2 = \"Ada\"\nB1:B2 = COUNTIF(A$1:A$2, A1)", ["1:6"])
    check(HiddenWhitespace.self, "A1 = \"Ada \"\nA2 = \"Ada\"\nB1 = 1", [])
    check(HiddenWhitespace.self, "a = \" \"", [])
    check(HiddenWhitespace.self, "sep = \", \"\nb = TEXTJOIN(sep, TRUE, {\"x\", \"y\"})", [])
    check(HiddenWhitespace.self, "input unit = \" kg\"\nb = 5 & Unit", [])
    check(HiddenWhitespace.self, "unit = \" kg\"\nb = LET(unit, \"g\", 5 & unit)", ["1:8"])
    check(HiddenWhitespace.self, "unit = \" kg\"\nb = unit = \"kg\"", ["1:8"])
    check(HiddenWhitespace.self, "a = \"👩‍👩‍👧\"", [])
  }

  @Test func unreachableStates() {
    let phases = "event a\nevent b\nstate s = \"one\" {\n  on a : \"two\"\n  on b : IF(s = \"two\", \"one\", s)\n}\n"
    check(UnreachableState.self, phases + "x = s = \"tow\"", ["7:9"])
    check(UnreachableState.self, phases + "x = s = \"Two\"", [])
    check(UnreachableState.self, phases + "x = SWITCH(s, \"one\", 1, \"three\", 3, 0)", ["7:25"])
    check(UnreachableState.self, phases + "x = LET(s, \"q\", s = \"three\")", [])
    check(UnreachableState.self, phases + "test \"x\" {\n  expect s <> \"three\"\n}", [])
    // What an event brings may be anything.
    check(UnreachableState.self, "event a: text\nstate s = \"one\" { on a : a }\nx = s = \"tow\"", [])
    let form = "event a\nstate n = 0 { on a where n < 2 : n + 1 }\nb = n > 0\nmodes m over b {\n"
    check(
      UnreachableState.self,
      form + "  \"x\" when n = 0 : FALSE\n  \"y\" when AND(n > 0, n < 3) : TRUE\n  \"z\" when n > 2 : TRUE\n}",
      ["7:3"])
    check(
      UnreachableState.self, form + "  \"x\" when n = 0 : FALSE\n  \"y\" when n > 0 : TRUE\n}\nq = m = \"w\"", ["8:9"])
    // A test does what only somebody from outside does.
    let constant = "k = 1\nmodes m over k {\n  \"one\" when k = 1 : 1\n  \"other\" when k <> 1 : k\n}\n"
    check(UnreachableState.self, constant, ["4:3"])
    check(UnreachableState.self, constant + "test \"t\" {\n  k = 2\n  expect m = \"other\"\n}", [])
    check(UnreachableState.self, constant + "test \"t\" {\n  { k = 2; k = 3 }\n}", [])
    check(UnreachableState.self, constant + "test \"t\" {\n  wait 1\n  expect m = \"one\"\n}", ["4:3"])
    let domain = "input k in {1, 2} = 1\nmodes m over k {\n  \"some\" when k > 0 : k\n  \"none\" when k = 0 : k\n}\n"
    check(UnreachableState.self, domain + "test \"t\" {\n  k = 2\n}", ["4:3"])
    check(UnreachableState.self, domain + "test \"t\" {\n  clear k\n  expect m = \"none\"\n}", [])
    // What grows far is not walked to its end.
    let growing = "table t {\n  | a |\n  on a where ROWS(t) < % : insert last (1)\n}\n" + form
    for (rows, expected) in [("20", ["11:3"]), ("900", [])] {
      check(
        UnreachableState.self,
        growing.replacing("%", with: rows)
          + "  \"x\" when n = 0 : FALSE\n  \"y\" when n > 0 : TRUE\n  \"z\" when n > 2 : TRUE\n}",
        expected)
    }
    // An input may have any number, so nothing is certain.
    let open = form.replacing("event a\n", with: "event a\ninput k = 0\n")
    check(
      UnreachableState.self,
      open + "  \"x\" when n = 0 : FALSE\n  \"y\" when AND(n > 0, n < 3) : TRUE\n  \"z\" when n + k > 2 : TRUE\n}", [])
  }

  @Test func trapStates() {
    let form = "event a\nevent b\nstate n = 0 {\n  on a where n < 2 : n + 1\n  on b : %\n}\nmodes m over n {\n"
    let modes = "  \"0\" when n = 0 : 0\n  \"1\" when n = 1 : 1\n  \"2\" when n = 2 : 2\n}"
    check(TrapState.self, form.replacing("%", with: "n") + modes, ["10:3"])
    check(TrapState.self, form.replacing("%", with: "0") + modes, [])
    check(TrapState.self, form.replacing("%", with: "IF(n = 2, 2, 0)") + modes, ["10:3"])
    // An input leads out of it.
    check(
      TrapState.self,
      "input on: logical = TRUE\nmodes m over on {\n  \"on\" when on : TRUE\n  \"off\" when NOT(on) : FALSE\n}", [])
    check(TrapState.self, form.replacing("%", with: "n + 0 * NOW()") + modes, [])
    // Without running nothing is said.
    let sheet = sheet(form.replacing("%", with: "n") + modes)
    #expect(LintRules.findings(in: LintedSheet(sheet)) { $0 == "trap-state" }.isEmpty)
  }

  @Test func formulasInFiles() {
    func table(_ text: String) -> String { "table t {\n  | a |\n  | x |\n  | \"\(text)\" |\n}" }
    for text in ["=1+2", "= A1", "+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\t =1", "=\"\"a\"\"", "=-1", "＝1"] {
      check(CSVInjection.self, table(text), ["4:5"])
    }
    for text in ["+49 30 123", "- see (below)", "-", "@ada", "==", "= = =", "-5", "1=2", "=", "+", "--x", "\tx"] {
      check(CSVInjection.self, table(text), [])
    }
    check(CSVInjection.self, "a = \"=SUM(A1:A9)\"", [])
    check(CSVInjection.self, "a = \"=HYPERLINK(\"\"http://x.org\"\" & A1)\"", ["1:5"])
    check(CSVInjection.self, "a = \"=importxml(A1)\"", ["1:5"])
    check(CSVInjection.self, "a = \"=cmd|'/C calc'!A0\"", ["1:5"])
    check(CSVInjection.self, "input a = \"=B1\"\nb = a", [])
    check(CSVInjection.self, "table t from \"f.csv\" {}", ["1:14"])
  }

  @Test func scales() {
    check(PercentScale.self, "vat = 19 as \"0%\"", ["1:7"])
    check(PercentScale.self, "input vat = 19 as \"0.0%\"\na = vat", ["1:13"])
    check(PercentScale.self, "vat = 19% as \"0%\"", [])
    check(PercentScale.self, "growth = 2.5 as \"0%\"", [])
    check(PercentScale.self, "table t {\n  | r |\n  | 1% |\n  | 2% |\n  | 3 |\n}", ["5:5"])
    check(PercentScale.self, "table t {\n  | r |\n  | 1% |\n  | 2% |\n  | 0.03 |\n}", [])
    check(PercentScale.self, "table t {\n  | r |\n  | 1% |\n  | 2 |\n  | 3 |\n}", [])
    check(PercentScale.self, "rate = 7%\nhigh = rate > 5", ["2:15"])
    check(PercentScale.self, "rate = 7%\nhigh = 5 < rate", ["2:8"])
    check(PercentScale.self, "rate = 7%\nhigh = rate > 1", [])
    check(PercentScale.self, "rate = 7%\nhigh = LET(rate, 7, rate > 5)", [])
    check(Sign.self, "input r in 0..9 = 5\ninput c in -9..0 = -2\np = r - c", ["3:9"])
    check(Sign.self, "input r in 0..9 = 5\ninput c in -9..9 = -2\np = r - c", [])
    check(Sign.self, "input r in -9..9 = 5\ninput c in -9..0 = -2\np = r - c", [])
    check(Sign.self, "input r in 0..9 = 5\ninput c in -9..0 = -2\np = r + c", [])
  }

  @Test func types() {
    let days = "input a: date = 2026-01-31\nb = 2026-02-28\n"
    check(TypeMismatch.self, days + "c = a + b", ["3:5"])
    check(TypeMismatch.self, days + "c = b - a", [])
    check(TypeMismatch.self, days + "c = a + 7", [])
    check(TypeMismatch.self, days + "c = (a + b) / 2", [])
    check(TypeMismatch.self, days + "c = 0.5 * (a + b)", [])
    check(TypeMismatch.self, days + "c = TODAY() + a", ["3:5"])
    check(TypeMismatch.self, days + "c = a * b", ["3:5"])
    check(TypeMismatch.self, "input s in {\"S\", \"M\"} = \"S\"\np = s * 2", ["2:5"])
    check(TypeMismatch.self, "input s in {\"1\", \"2\"} = \"1\"\np = s * 2", [])
  }

  @Test func weakTests() {
    let test = "\ntest \"x\" {\n  expect b = 2\n}"
    check(WeakTest.self, "a = 1\nb = a + 1" + test, [])
    check(WeakTest.self, "a = 1\nb = a * 2" + test, [])
    check(WeakTest.self, "a = 1\nb = a + 1\nc = b + a" + test, ["3:5", "3:7", "3:9"])
    check(WeakTest.self, "a = 1\nb = a + 1", [])
  }

  @Test("What a file was is compared by its hash, and what differs is told by its columns")
  func recordedFiles() {
    let sheet = sheet("table t from \"t.csv\" { twice = n * 2 }")
    let now = RecordedFile.all(in: sheet)
    #expect(now.map(\.name) == ["t.csv"] && now.first?.columns == ["n", "code"])
    func told(_ columns: [String], _ hash: String) -> [String] {
      let recorded = ["t.csv": RecordedFile(name: "t.csv", hash: hash, columns: columns)]
      return LintRules.findings(in: LintedSheet(sheet, .init(recordedFiles: recorded))) {
        $0 == ExternalDataChanged.code
      }
      .flatMap(\.labels).map(\.text)
    }
    #expect(told(["n", "code"], now.first?.hash ?? "") == [])
    #expect(told(["n", "code"], "0") == ["its columns are the same"])
    #expect(told(["n", "x"], "0") == ["without x, with code"])
    #expect(told(["n"], "0") == ["with code"])
    #expect(told(["code", "n"], "0") == ["its columns stand in another order"])
    let line = DataRecordText.line(
      "a.sheet", RecordedFile(name: "t.csv", hash: now.first?.hash ?? "", columns: ["a\tb"]))
    #expect(DataRecordText.file(line)?.file.columns == ["a b"])
    #expect(DataRecordText.file("a\tb\tc") == nil)
  }

  @Test func duplicates() {
    let table = "table t {\n  | k | v |\n  | a | 1 |\n  | b | 1 |\n  | a | 3 |\n}\n"
    check(DuplicateKey.self, table + "x = XLOOKUP(\"a\", t[k], t[v])", ["7:18"])
    check(DuplicateKey.self, table + "x = MATCH(\"a\", t[k], 0)", ["7:16"])
    check(DuplicateKey.self, table + "x = MATCH(\"a\", t[k])", [])
    check(DuplicateKey.self, table + "x = XLOOKUP(\"a\", t[k], t[v], , 0, -1)", [])
    check(DuplicateKey.self, table + "x = XLOOKUP(1, t[v], t[k])", [])
    // Whether there is a row, the first one says as well.
    check(DuplicateKey.self, table + "x = IF(ISNUMBER((MATCH(\"a\", t[k], 0))), 1, 2)", [])
    check(DuplicateKey.self, table + "x = NOT(ISNA(XMATCH(\"a\", t[k])))\ny = ISERROR(XLOOKUP(\"a\", t[k], t[v]))", [])
    check(DuplicateKey.self, table + "x = ISNUMBER(XLOOKUP(\"a\", t[k], t[v]))", ["7:27"])
    check(DuplicateKey.self, table + "x = ISNUMBER(MATCH(\"a\", t[k], 0) + 1)", ["7:25"])
    check(DuplicateCase.self, "a = 1\nb = SWITCH(a, 1, 2, 1, 3, 4)", ["2:21"])
    check(DuplicateCase.self, "a = 1\nb = SWITCH(a, 1, 2, 2, 3, 1)", [])
    check(DuplicateCase.self, "a = 1\nb = IFS(a > 1, 2, a > 1, 3, TRUE, 4)", ["2:19"])
    check(DuplicateCase.self, "b = IFS(RAND() < 0.5, 2, RAND() < 0.5, 3, TRUE, 4)", [])
    check(DuplicateFormula.self, "a = 1\nb = a * 2 + 3 - a\nc = a * 2 + 3 - a", ["3:1"])
    check(DuplicateFormula.self, "a = 1\nb = a * 2\nc = a * 2", [])
  }

  @Test func dates() {
    func table(_ header: String, _ cells: String...) -> String {
      "table t {\n  | \(header) |\n\(cells.map { "  | \($0) |\n" }.joined())}"
    }
    check(AmbiguousDate.self, table("d", "3/4/2026", "5.4.26"), ["3:5"])
    check(AmbiguousDate.self, table("d", "2026-04-03", "31/12/2026"), ["4:5"])
    check(AmbiguousDate.self, table("d", "12-31-99"), ["3:5"])
    check(AmbiguousDate.self, table("d", "2026-04-03", "\"3/4/2026\""), [])
    check(AmbiguousDate.self, table("d: text", "3/4/2026"), [])
    check(AmbiguousDate.self, table("d", "13/14/2026", "3/4", "1.2.3.4", "3/4-26", "0/4/2026", "3/4/202"), [])
  }

  @Test func emptyCells() {
    check(EmptyUsed.self, "A1 = 40\nB1 = A1 + A3", ["2:11"])
    check(EmptyUsed.self, "A1 = 40\nB1 = A1 * $A$3 - A1", ["2:11"])
    check(EmptyUsed.self, "sheet One\nA1 = 40\nsheet Two\nA1 = One!A1 + One!B9", ["4:15"])
    check(EmptyUsed.self, "A1 = 40\nA2:A9 = A1 + B1", [])  // a fill reads what stands above it
    check(EmptyUsed.self, "A1 = 40\nB1 = IF(A3 = \"\", 1, A1)", [])
    check(EmptyUsed.self, "A1 = 40\nB1 = SUM(A1:A9)", [])
    check(EmptyUsed.self, "A1 = SEQUENCE(3)\nB1 = A3 + 1", [])
    check(EmptyUsed.self, "A1 = 40\nA3 = 0\nB1 = A1 + A3", [])
  }

  @Test func chains() {
    func sum(_ count: Int) -> String { (1...count).map { "n\($0)_" }.joined(separator: " + ") }
    let names = (1...12).map { "n\($0)_ = 1\n" }.joined()
    check(ManyReferences.self, names + "all = \(sum(11))", ["13:7"])
    check(ManyReferences.self, names + "all = \(sum(10)) + n1_ + N2_", [])
    let tenth = (1...10).map { "A\($0)" }.joined(separator: " + ")
    check(ManyReferences.self, "B1 = \(tenth) + $A$1 + A$2 + a3", [])
    check(ManyReferences.self, "B1 = \(tenth) + $A$11", ["1:6"])
    check(ManyReferences.self, "a = 1\nb = LET(" + (1...12).map { "x\($0)_, a, " }.joined() + "a)", [])
    func chain(_ count: Int) -> String { "k_0 = 1\n" + (1...count).map { "k_\($0) = k_\($0 - 1) + 1\n" }.joined() }
    check(LongChain.self, chain(21), ["22:1"])
    check(LongChain.self, chain(20), [])
    check(LongChain.self, chain(21) + "last = k_21 + k_3", ["23:1"])
    check(LongChain.self, chain(5000), ["5001:1"])
  }

  @Test func roundingDrift() {
    check(RoundingDrift.self, "a = 10.4 as \"0\"\nb = 10.4 as \"0\"\nc = a + b as \"0\"", ["3:1"])
    check(RoundingDrift.self, "a = 10.4 as \"0.0\"\nb = 10.4 as \"0.0\"\nc = a + b as \"0\"", ["3:1"])
    check(RoundingDrift.self, "a = 10.2 as \"0\"\nb = 10.2 as \"0\"\nc = a + b as \"0\"", [])
    check(RoundingDrift.self, "a = 10.4\nb = 10.4\nc = a + b as \"0\"", [])
    check(RoundingDrift.self, "a = 10.4 as \"0\"\nc = a * 2 as \"0\"", [])
    check(RoundingDrift.self, "a = 1000.4 as \"#,##0\"\nb = 0.4 as \"0\"\nc = a + b as \"#,##0\"", ["3:1"])
  }

  @Test func conditions() {
    check(ConstantCondition.self, "input r in 0..1 = 0\na = IF(r > 2, 1, 2)", ["2:8"])
    check(ConstantCondition.self, "input r in 0..1 = 0\na = IF(2 > r, 1, 2)", ["2:8"])
    check(ConstantCondition.self, "input r in 0..1 = 0\na = IF(r >= 1, 1, 2)", [])
    check(ConstantCondition.self, "input r in 0..1 = 0\na = IF(r = 2, 1, 2)", ["2:8"])
    check(ConstantCondition.self, "input r in 0..1 = 0\na = LET(r, 3, IF(r > 2, 1, 2))", [])
    let size = "input size in {\"S\", \"M\"} = \"S\"\n"
    check(ConstantCondition.self, size + "a = IF(size = \"L\", 1, 2)", ["2:8"])
    check(ConstantCondition.self, size + "a = IF(\"L\" <> (size), 1, 2)", [])
    check(ConstantCondition.self, size + "a = IF(\"L\" <> size, 1, 2)", ["2:8"])
    check(ConstantCondition.self, size + "a = IF(size = \"s\", 1, IF(size = \"\", 2, 3))", [])
    check(ConstantCondition.self, size + "a = LET(size, \"L\", IF(size = \"L\", 1, 2))", [])
    check(ConstantCondition.self, size + "a = SWITCH(size, \"S\", 1, \"XL\", 2, 3)", ["2:26"])
    check(ConstantCondition.self, size + "a = SWITCH(size, \"S\", 1, \"XL\")", [])
    check(
      ConstantCondition.self, "input n in {1, 2, 4} = 1\na = IF(n > 4, 1, IF(n = 3, 2, IF(n = 9, 3, 4)))",
      ["2:8", "2:34"])
    check(ConstantCondition.self, "input n in {1, \"x\"} = 1\na = IF(n = 9, 1, IF(n = \"y\", 2, 3))", [])
    // Blank counts as 0 until somebody sets the input.
    check(ConstantCondition.self, "input r in 1..5\na = IF(r > 0, 1, 2)", [])
    check(ConstantCondition.self, "input r in 1..5\na = IF(r = 0, 1, 2)", [])
    check(ConstantCondition.self, "input r in 1..5\na = IF(r > 7, 1, 2)", ["2:8"])
    // It can be cleared.
    check(ConstantCondition.self, "input r in 1..5 = 2\na = IF(r > 0, 1, 2)", [])
    check(ConstantCondition.self, "input r in {1, 2} = 2\na = IF(r = 0, 1, SWITCH(r, 0, 1, 3, 2))", ["2:34"])
    check(ConstantCondition.self, "input r in -5..-1 = -2\na = IF(r > 0, 1, 2)\nb = IF(r >= 0, 1, 2)", ["2:8"])
    check(ConstantCondition.self, "input r = 0\na = IF(r = r, 1, 2)", ["2:8"])
    check(ConstantCondition.self, "a = IF(RAND() = RAND(), 1, 2)", [])
    check(ConstantCondition.self, "a = IF(TRUE, 1, 2)", ["1:8"])
    check(ConstantCondition.self, "a = 1\nb = IFS(a > 1, 2, TRUE, 3)", [])
    check(Volatile.self, "a = TODAY() + 1", ["1:5"])
    check(Volatile.self, "input today: date = TODAY()\na = today + 1", [])
    check(Volatile.self, "event tap\nstate at = 0 { on tap : NOW() }", [])
    check(OrderDependent.self, "a = 2\nb = SQRT(a) ^ 2 = 2", ["2:5"])
    check(OrderDependent.self, "a = 2\nb = ROUND(SQRT(a) ^ 2, 6) = 2", [])
    check(OrderDependent.self, "a = 2\nb = SQRT(a) = 0", [])
  }

  @Test func names() {
    check(Shadowed.self, "rate = 1\na = LET(rate, 2, rate + 1)", ["2:9"])
    check(Shadowed.self, "a = LET(rate, 2, rate + 1)", [])
    check(Shadowed.self, "x = 1\nf = LAMBDA(X, X + 1)", ["2:12"])
    check(ConfusableName.self, "r\u{430}te = 1", ["1:1"])
    check(ConfusableName.self, "сумма_usd = 1", [])
    check(ConfusableName.self, "größe = 1", [])
    check(NearDuplicateName.self, "amount = 1\namuont = 2\nb = amount", ["2:1"])
    check(NearDuplicateName.self, "amount = 1\namounts = 2\nb = amount", [])
    check(NearDuplicateName.self, "amount = 1\namuont = 2\nb = amount\nc = INDIRECT(\"amuont\")", [])
    check(NearDuplicateName.self, "amount = 1\namuont = 2\nb = amount\nc = INDIRECT(\"amu\" & \"ont\")", [])
    check(NearDuplicateName.self, "price1 = 1\nprice2 = 2\nb = price1", [])
    check(NearDuplicateName.self, "amount = 1\namuont = 2\nb = amount + amuont", [])
  }

  @Test func notes() {
    check(MagicNumber.self, "a = 1\nb = a * 1.19", ["2:9"])
    check(MagicNumber.self, "a = 1\nb = a * -17%", ["2:10"])
    check(MagicNumber.self, "a = 1\nb = ROUND(a, 4) * 100 + a ^ 3", [])
    check(MagicNumber.self, "a = 1.19", [])
    check(LongFormula.self, "a = 1\nb = a" + String(repeating: " + a", count: 40), ["2:5"])
    check(DeepNesting.self, "a = 1\nb = ABS(ABS(ABS(ABS(ABS(ABS(a))))))", ["2:5"])
    check(MissingTest.self, "a = 1\nb = a + 1\nc = b + 1\ntest \"x\" {\n  expect b = 2\n}", ["3:1"])
  }

  @Test("A step that is refused in every state is told of, and none that may be taken")
  func impossibleSteps() {
    let head = """
      input n: number in 1..5 = 2
      input low = 1 where low < n
      event key: text in {"a", "b"}
      event tap
      service s(x, y)
      action go(q) = s(q, n)
      c = n * 2
      state st = 1 { on tap : c; on key : 5 }
      table t { | a | b: number |
      | 1 | 2 |
      }
      table grows {
        | a |
        | 1 |
        ROWS
      }
      """
    func steps(
      _ steps: String, _ places: [String], grows: String = "", at location: SourceLocation = #_sourceLocation
    ) {
      let text = head.replacing("ROWS", with: grows) + "\ntest \"x\" {\n\(steps)\n}"
      check(ImpossibleStep.self, text, places, at: location)
    }
    steps("n = 9\nc = 5\nst = 2\nclear c\nn = 5\nn = c * 9\nlow = 4", ["18:1", "19:1", "20:1", "21:1"])
    steps("{ n = 3; n = 9 }", ["18:10"])
    steps("key \"z\"\nkey 5\ntap 5\nkey\nkey \"a\"\ntap", ["18:1", "19:1", "20:1"])
    steps("go\ngo(1, 2)\ngo(1)\nstop go\nstop tap\nc\nn", ["18:1", "19:1", "22:1", "23:1", "24:1"])
    steps("expect called s(1), called s(1, 2), called s, not called s(1)", ["18:8"])
    steps(
      "insert last t (1, 2, 3)\ninsert last t (1, \"x\")\ninsert last t (n)\ninsert last c (1)",
      ["18:1", "19:1", "21:1"])
    steps(
      "t[9].a = 1\nexpect t[9].a = 1, ISERROR(t[9].a)\ndelete t[2]\nt[1].b = \"x\"", ["18:1", "19:8", "20:1", "21:1"])
    steps("insert last t (1, 2)\nt[2].a = 1\nexpect t[2].a = 1\ndelete t[2]", [])
    steps("t[2].a = 1\nexpect t[2].a = 1", [], grows: "on tap : insert last (1)")
    steps("wait -1\nwait \"x\"\nwait n\nwait 0", ["18:6", "19:6"])
    steps("s replies 1\ngiven s fails\nexpect c = 7", [])
  }

  @Test func emptyTests() {
    let head = "input a = 1\nb = a + 1\n"
    check(EmptyTest.self, head + "test \"t\" {\n  a = 2\n}\ntest \"u\" { }", ["3:6", "6:6"])
    check(EmptyTest.self, head + "test \"t\" {\n  a = 2\n  expect b = 3\n}", [])
    check(EmptyTest.self, head + "always \"more\": b > a\ntest \"t\" {\n  a = 2\n}", [])
    check(EmptyTest.self, head + "modes m over a {\n  \"all\" when TRUE : a\n}\ntest \"t\" {\n  a = 2\n}", [])
  }

  @Test func duplicateLabels() {
    let head = "input a = 1\nalways \"t\": a > 0\n"
    check(DuplicateLabel.self, head + "test \"t\" { expect a = 1 }\ntest \"T\" { expect a = 1 }", [])
    check(DuplicateLabel.self, head + "never \"t\": a > 9\ntest \"u\" { a = 2 }\ntest \"u\" { a = 3 }", ["3:7", "5:6"])
  }

  @Test("A comment allows what is found on its line or the next, with a reason")
  func allowances() {
    let volatile = "due = TODAY() + 1"
    allow(volatile, ["volatile"])
    allow(volatile + " // allow volatile: on a wall", [])
    allow("// allow volatile: on a wall\n" + volatile, [])
    allow("// allow volatile: on a wall\n// and more words\n" + volatile, [])
    allow("\u{FEFF}// allow volatile: on a wall\n" + volatile, [])
    allow("// allow volatile: on a wall\n\n" + volatile, ["volatile", "unused-allow"])
    allow("// allow volatile, shadowed: on a wall\n" + volatile, ["unused-allow"])
    allow(volatile + " // allow volatile", ["allow-without-reason"])
    allow(volatile + " // allow volatile:  ", ["allow-without-reason"])
    allow("a = (2026-01-31 + 2026-02-28) // allow type-mismatch: odd", [])
    allow(volatile + " // allow volatil: on a wall", ["volatile", "unknown-allow"])
    allow(volatile + " // allow unknown-name: on a wall", ["volatile", "unknown-allow"])
    allow(volatile + " // allow people to see it", ["volatile"])
    allow(volatile + " // allow refunds", ["volatile"])
    allow(volatile + " // allow refunds: by contract", ["volatile", "unknown-allow"])
    allow(volatile + " // allow volatil", ["volatile", "unknown-allow", "allow-without-reason"])
    allow("a = \"// allow volatile: no comment\"\n" + volatile, ["volatile"])
    allow("/// allow volatile: shown\n" + volatile, [])
  }

  private func allow(_ text: String, _ codes: [String], at location: SourceLocation = #_sourceLocation) {
    let sheet = sheet(text)
    let pages = Dictionary(
      uniqueKeysWithValues: (FindingPages.chapters.flatMap(\.pages) + LintRules.chapter.pages).map { ($0.code, $0) })
    let found = LintRules.findings(in: LintedSheet(sheet)) { $0 != "magic-number" && $0 != "missing-test" }
    let told = Allowances(sheet.document).applied(
      to: found, diagnostic: { $0 }, make: { $0 }, pages, selected: { _ in true })
    #expect(told.map(\.code) == codes, sourceLocation: location)
  }
}

/// Rules that remember a text say of it after a change what they say of it without.
@Suite("What rules remember")
struct LintMemoryTests {
  @Test("Findings after each of many changes are those of the text alone")
  func random() {
    var chance = SeededGenerator(seed: 41)
    let lines = [
      "input rate = 0.05", "input unused = 1", "constant = 7", "total = rate * constant", "totla = 5", "A1 = 1",
      "A2 = A1 + 1", "A3 = A2 + 1", "A4 = 9", "A5 = A4 + 1", "A6 = A5 + 1", "B7 = SUM(A1:A5)", "label = \"Ada \"",
      "b = label = \"Ada\"", "c = IF(1 > 2, rate, 3)", "d = IFS(rate > 1, 1, rate > 1, 2)", "e = LET(rate, 2, rate)",
      "input day: date = 2026-01-02", "f = day + day", "g = SQRT(2) = 1.4", "h = TODAY()", "event tap", "sheet S",
      "table t {\n  | k |\n  | \"x\" |\n  | \"x\" |\n}", "i = XLOOKUP(\"x\", t[k], t[k])", "input p = 5% as \"0%\"",
      "j = p > 50", "test \"y\" {\n  expect total = 1\n}", "k = total + 1 // allow magic-number: x", "inputs = 12%",
      "always \"z\": constant > 3", "state s = \"a\" { on tap : \"b\" }", "m = s = \"c\"", "сumma = 3",
      "A8:A12 = A1 * 2",
    ]
    var memory = LintMemory()
    for round in 0..<TestLength.count(150, of: 5_000) {
      if round % 25 == 0 { memory = LintMemory() }
      let text = (0..<chance.number(1...20)).map { _ in chance.one(of: lines) }.joined(separator: "\n")
      let sheet = sheet(text)
      let told = LintRules.findings(in: LintedSheet(sheet, memory: memory)) { _ in true }
      let found = LintRules.findings(in: LintedSheet(sheet)) { _ in true }
      #expect(told == found, "\(text)")
      #expect(memory.brokenRules() == [])
    }
  }

  @Test("What is one letter away is found whether or not the names were seen before")
  func nearNames() {
    let memory = LintMemory()
    for (text, places) in [
      ("amount_1 = 2\nx = amount_1", 0), ("amount_1 = 2\nx = amount_1\namuont_1 = 3", 1),
      ("amount_1 = 2\nx = amount_1\namount_2 = 3", 0), ("amount_1 = 2\nx = amount_1 + ammount_1\nammount_1 = 3", 0),
      ("amount_1 = 2\nx = amount_1\nammount_1 = 3", 1),
    ] {
      let found = LintRules.findings(in: LintedSheet(sheet(text), memory: memory)) { $0 == NearDuplicateName.code }
      #expect(found.count == places, "\(text)")
    }
  }
}

private func sheet(_ text: String) -> LiveSheet {
  let environment = LiveSheet.Environment(
    catalog: .standard,
    readFile: { name in
      Array((name == "f.csv" ? "n,note\n1,x\n2,=B1\n" : "n,code\n1,x\n2,x\n\"1,234\",x\n").utf8)
    })
  return LiveSheet(SheetDocument(name: "t.sheet", text), environment: environment)
}

/// Expects what one rule finds, as places.
private func check(
  _ rule: any LintRule.Type, _ text: String, _ places: [String], readElsewhere: Set<String> = [],
  at location: SourceLocation = #_sourceLocation
) {
  let sheet = sheet(text)
  #expect(!sheet.hasErrors, "\(sheet.diagnostics)", sourceLocation: location)
  let found = LintRules.findings(in: LintedSheet(sheet, .init(readElsewhere: readElsewhere, mayRun: true))) {
    $0 == rule.code
  }
  let told = found.compactMap(\.labels.first).map { label in
    let place = sheet.document.source.location(of: label.span.lower)
    return "\(place.line):\(place.column)"
  }
  #expect(told == places, "\(text)", sourceLocation: location)
}
