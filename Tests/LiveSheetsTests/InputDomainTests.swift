import CellModel
import Diagnostics
import SheetText
import TestSupport
import Testing

@testable import LiveSheets

@Suite("What inputs accept")
struct InputDomainTests {
  @Test("One finding for a range that is none, whether its ends are written or computed")
  func badRanges() {
    func found(_ text: String) -> [String] { load(text).diagnostics.map(\.message) }
    #expect(found("input r in 5..1") == ["nothing is between 5 and 1"])
    #expect(found("event e: number in 5..1") == ["nothing is between 5 and 1"])
    #expect(found("input s in \"a\"..\"c\"") == ["this is not a domain"])
    #expect(found("input r in 2 + 3..1") == ["the range has no numbers in it"])
    #expect(found("input r in 1..nosuch") == ["there is no cell named nosuch"])
    #expect(found("input r in 1..5 step 1") == ["an operator is missing before step"])
  }

  @Test("A domain may be a list that cells make, and grows with it")
  func listsOfCells() {
    let text = """
      input who in people[name] = "ada"
      input colour in colours
      input size in UNIQUE(A1:A3)
      input spilled in B1#
      input trimmed in E1:.E9
      B1 = colours
      E1 = "last"
      input copy: text in people[name]
      copy <~ UPPER(who)
      colours = {"red", "green"}
      A1 = "S"; A2 = "M"; A3 = ""
      table people {
        | name |
        | ada  |
        |      |
        | bob  |
      }
      """
    let sheet = load(text)
    #expect(sheet.diagnostics.isEmpty)
    #expect(
      sheet.play(
        "who = \"BOB\"; colour = \"red\"; size = \"m\"; spilled = \"green\"; trimmed = \"last\"; expect who = \"bob\", EXACT(copy, \"bob\")"
      ) == [])
    #expect(sheet.play("who = \"cy\"") == ["who must be one of \"ada\", \"bob\", and \"cy\" is not"])
    #expect(sheet.play("insert last people (\"Cy\"); who = \"cy\"; expect EXACT(who, \"Cy\")") == [])
    #expect(
      sheet.play("people[1].name = \"eve\"; who = \"ada\"").first?.hasPrefix("who must be one of \"eve\"") == true)
    #expect(sheet.play("A3 = \"L\"; size = \"l\"; colour = \"blue\"").count == 1)
    #expect(sheet.play("spilled = \"blue\"; trimmed = \"x\"").count == 2)
    #expect(load("input a in nosuch").diagnostics.map(\.message) == ["there is no cell named nosuch"])
    #expect(load("input a in text").diagnostics.map(\.message) == ["this is not a domain"])
  }

  @Test("A domain may be made of cells, wherever these stand")
  func computedDomains() {
    let text = """
      input size: number in 1..most = 4
      input kind in {first, "b"}
      event key: number in least..most
      most = least * 2
      first = UPPER("a")
      input least = 1 + 2
      double = size * 2
      """
    let sheet = load(text)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet.play("size = 6; kind = \"a\"; key 3; expect size = 6, EXACT(kind, \"A\"), key = 3") == [])
    #expect(sheet.play("size = 7") == ["size must be in 1..6, and 7 is not"])
    #expect(sheet.play("kind = \"c\"") == ["kind must be one of \"A\", \"b\", and \"c\" is not"])
    #expect(sheet.play("key 2") == ["key must be in 3..6, and 2 is not"])
    // It follows these cells, also those that are set in the same instant; what an input holds already stays.
    #expect(sheet.play("least = 4; size = 8; key 8; expect size = 8, key = 8") == [])
    #expect(sheet.play("{ size = 10; key 10; least = 5 }; least = 1; expect size = 10, key = 10") == [])
    #expect(sheet.play("size = 3") == ["size must be in 1..2, and 3 is not"])
    #expect(sheet.play("least = -1; size = 1") == ["size accepts nothing now, as its domain is empty, and so not 1"])
    #expect(
      load("input n in 1..m = 9\nm = 2 * 4").diagnostics.map(\.message) == ["the default of n is not one it accepts"])
  }

  @Test("The condition of an input is judged beside all that is set in the same instant")
  func conditionsOfOneInstant() {
    let text = "input low: number = 10 where low < high\ninput high: number = 20 where high > low"
    plays(text, "{ low = 25; high = 30 }; expect low = 25, high = 30")
    plays(text, "{ high = 5; low = 1 }; expect low = 1, high = 5")
    let sheet = mocked(text)
    #expect(sheet.play("{ high = 12; low = 15 }") == ["high must satisfy high > low, and 12 does not"])
    #expect(sheet.play("{ low = 40; clear high }") == ["low must satisfy low < high, and 40 does not"])
    #expect(sheet.play("low = 25") == ["low must satisfy low < high, and 25 does not"])
    plays(
      "table spans of \"span.sheet\" { 2 rows }\nuse \"span.sheet\" as s",
      "{ spans[2].low = 25; spans[2].high = 30; s.high = 40; s.low = 35 }; expect spans[2].low = 25, s.low = 35",
      files: ["span.sheet": text])
    #expect(throws: Refusal.self) {
      try sheet.transaction { (change) throws(Refusal) in
        try change.set("high", to: 12)
        try change.set("low", to: 15)
      }
    }
    #expect(sheet["low"] == 10)
  }

  @Test("The condition of an input is judged when all that it reads has followed what is set")
  func conditionsOnFormulas() {
    let text = "m = a * 10\ninput a = 1\ninput b = 5 where b <= m\nn = c * 2\ninput c = 1 where n < 10"
    plays(text, "{ a = 3; b = 25 }; expect b = 25, m = 30; { b = 7; a = 1 }; expect b = 7")
    plays(text, "{ b = 25; a = 3 }; expect b = 25; c = 4; expect n = 8")
    let sheet = mocked(text)
    sheet.recordsChanges = true
    #expect(sheet.play("{ a = 2; b = 25 }") == ["b must satisfy b <= m, and 25 does not"])
    #expect(sheet.play("{ b = 5; a = 0 }") == ["b must satisfy b <= m, and 5 does not"])
    #expect(sheet.play("c = 5") == ["c must satisfy n < 10, and 5 does not"])
    #expect(sheet["a"] == 1 && sheet["m"] == 10 && sheet["n"] == 2 && sheet.takeChanges().isEmpty)
    plays(
      "table t of \"limits.sheet\" { 2 rows }", "{ t[2].b = 25; t[2].a = 3 }; expect t[2].b = 25, t[1].b = 5",
      files: ["limits.sheet": text])
    // So it is where the condition finds the input itself only while it runs.
    for own in ["INDIRECT(\"n\")", "OFFSET(n, 0, 0)", "n + OFFSET(n, 0, 0) - n"] {
      let dynamic = mocked("input n = 3 where \(own) > 2\ninput m = 5 where \(own) > m - 5")
      #expect(dynamic.diagnostics.isEmpty)
      #expect(dynamic.play("n = 1") == ["n must satisfy \(own) > 2, and 1 does not"] && dynamic["n"] == 3)
      #expect(dynamic.play("{ m = 9; n = 8 }").isEmpty && dynamic["n"] == 8)
      plays(
        "table t of \"own.sheet\" { 2 rows }\nuse \"own.sheet\" as u",
        "t[2].n = 5; u.n = 4; expect t[2].n = 5, t[1].n = 3, u.n = 4",
        files: ["own.sheet": "input n = 3 where \(own) > 2"])
    }
    // What is bound is set in any order, and judged beside the rest of it.
    plays(
      "use \"limits.sheet\" as l { b <~ x * 8; a <~ x }\ninput x = 1",
      "expect l.b = 8; x = 3; expect l.b = 24; x = 1; expect l.b = 8", files: ["limits.sheet": text])
  }

  @Test("What an input begins with is of its type and in the spelling of its domain")
  func spelledDefaults() {
    let sheet = load(
      """
      input day: date = -0
      input later: date = 1 + 1
      input size in {"S", "M"} = "m"
      """)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet["day"].kind == .date && sheet["later"].kind == .date && sheet["size"] == "M")
    #expect(
      sheet.play("day = -1") == ["day takes a date such as 2015-04-01, and -1 is before the first date"])
    #expect(
      sheet.play("day = 2958466")
        == ["day takes a date such as 2015-04-01, and 2958466 is behind the last date, 9999-12-31"])
  }
}
