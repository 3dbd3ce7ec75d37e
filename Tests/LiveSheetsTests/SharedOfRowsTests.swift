import CellModel
import Foundation
import Testing

@testable import LiveSheets

/// What the sheets in the rows of a table have in common: their tables and grids, which stand once.
@Suite("What rows of sheets share")
struct SharedOfRowsTests {
  private static let files = [
    "Voucher.sheet": """
    input code: text
    input amount = 100
    table rates {
      | k | pct |
      | A | 10% |
      | B | 20% |
      double = pct * 2
    }
    A1 = 5
    A2:A3 = A1 * 2
    pct = IFERROR(XLOOKUP(code, rates[k], rates[pct]), 0)
    price = amount * (1 - pct)
    fee = SUM(A1:A3) + rates[2].pct
    named = INDIRECT("A2") + OFFSET(A1, 1, 0)
    """,
    "Sections.sheet": """
    input k = 1
    sheet Inputs
    B2 = 7
    B3 = 8
    sheet Calc
    A1 = Inputs!B2 * 2
    x = Inputs!B2 * k + A1
    y = SUM(Inputs!B2:B3) + SUM(B:B) + INDEX(Inputs!B2:B3, k)
    """,
    "Order.sheet": """
    input q = 2
    use "Voucher.sheet" as v
    v.code <~ IF(q > 1, "B", "A")
    sum = v.price + v.rates[1].pct + v.A2 + SUM(v.A1:A3) + SUM(v.rates[pct])
    """,
    "Wrong.sheet": """
    input x = 1
    table t {
      | k |
      | 1 |
      y = k * x
    }
    A1 = x + 1
    table log {
      | k |
      on tap : insert last (1)
    }
    event tap
    z = log[1].k
    """,
  ]

  @Test("Each row reads the same tables and the same cells of a grid, whatever rows come and go")
  func reading() {
    plays(
      """
      table v of "Voucher.sheet" {
        | code | amount |
        | A    | 50     |
        | B    | 10     |
      }
      total = SUM(v[price])
      first = v.rates[1].pct
      second = v.A2
      doubles = SUM(v.rates[double])
      """,
      """
      expect v[1].price = 45, v[2].price = 8, v[1].fee = 35.2, v[2].fee = 35.2, v[2].named = 20
      expect first = 0.1, second = 10, doubles = 0.6
      insert first v ("A", 20)
      expect v[1].price = 18, v[1].fee = 35.2, v[1].named = 20, total = 71
      v.rates[1].pct = 50%
      expect v[1].price = 10, v[2].price = 25, v[3].price = 8, first = 0.5
      { v.A1 = 6; v[3].code = "A" }
      expect v[1].named = 24, v[3].named = 24, v[3].price = 5, second = 12
      delete v[2]
      v.A1 = 7
      expect ROWS(v) = 2, v[1].named = 28, v[2].named = 28, v[2].fee = 49.2
      """, files: Self.files)
  }

  @Test("Sections, and what the sheets in rows use, are shared as well")
  func sectionsAndUses() {
    plays(
      "A1 = 99\ntable t of \"Sections.sheet\" { 2 rows; here = A1 + k }\nb = t.Inputs!B2",
      "expect t[1].x = 21, t[2].y = 22, t[2].here = 100, b = 7; t[2].k = 2; expect t[2].x = 28, t[2].y = 23, t[1].y = 22",
      files: Self.files)
    plays(
      "table o of \"Order.sheet\" { 2 rows }\nw = o.v.rates[2].double + o.v.A2",
      "expect o[1].sum = 125.4, o[2].sum = 125.4, w = 10.4; o[2].q = 1; expect o[2].sum = 135.4, o[1].sum = 125.4",
      files: Self.files)
  }

  @Test("What stands once cannot read what each row has for itself, and events cannot change it")
  func findings() {
    let sheet = load("event go\ntable t of \"Wrong.sheet\" { 2 rows; on go : insert last () }", files: Self.files)
    #expect(
      sheet.diagnostics.map(\.message) == [
        "Wrong.sheet:8:7: a sheet in the rows of a table cannot have tables that events change",
        "Wrong.sheet:5:11: each row has its own x, and this stands once for all rows",
        "Wrong.sheet:7:6: each row has its own x, and this stands once for all rows",
        "Wrong.sheet:13:5: there is no cell named log",
      ])
  }

  @Test("A row that is asked for a table or a cell of a grid has its own")
  func askedOfOneRow() {
    let text = "table v of \"Voucher.sheet\" {\n| code |\n| A |\n| B |\n}\n"
    for asked in [
      "b = v[2].rates[1].pct", "b = SUM(v[2].rates[pct]) - 20%", "b = v[2].A1 / 50", "b = v[2]!A1 / 50",
      "b = SUM(v[2].A1:A1) / 50", "chart \"c\" = v[2].rates[pct]\nb = 10%",
    ] {
      plays(
        text + asked,
        """
        expect ROUND(b, 9) = 10%, v[1].price = 90, v[2].price = 80, v[2].fee = 35.2
        v[2].rates[2].pct = 50%; v[1].A1 = 0
        expect v[2].price = 50, v[1].rates[2].pct = 20%, v[1].fee = 0.2, v[2].fee = 35.5
        """, files: Self.files)
    }
    let parts = Self.files["Voucher.sheet"]!.replacingOccurrences(of: "| k | pct |", with: "| k | the pct |")
      .replacingOccurrences(of: "rates[pct]", with: "rates[the pct]").replacingOccurrences(
        of: ".pct", with: ".[the pct]"
      )
      .replacingOccurrences(of: "= pct * 2", with: "= [@[the pct]] * 2")
    for part in ["[[the pct]]", "[the pct]", "[[the pct]:[the pct]]", "[[#Data],[the pct]]"] {
      let sum = "SUM(v[2].rates\(part))"
      plays(
        text + "b = \(sum)",
        "expect b = 30%, ROWS(v[2].rates[#All]) = 3, COLUMNS(v[2].rates[]) = 3, v[1].rates[[#Headers],[double]] = \"double\"",
        files: ["Voucher.sheet": parts])
    }
    plays(
      "use \"Vouchers.sheet\" as all\ntable o of \"Order.sheet\" { 2 rows }\na = all.v[1].A1",
      "o[2].v.A1 = 0; all.v[1].A1 = 6; expect a = 6, all.v[2].A1 = 5, o[1].v.A1 = 5, o[2].v.fee = 0.2",
      files: Self.files.merging(["Vouchers.sheet": text]) { $1 })
  }

  @Test("Columns that differ in what they read of a table are told apart though it is loaded after them")
  func readBeforeLoaded() {
    let lib = "table rates {\n| a | b c |\n| 1 | 20 |\n| 2 | 30 |\n d = a * 100\n}\n"
    let columns = "x = SUM(rates[a])\nu = SUM(rates)\ny = SUM(rates[b c])\nz = SUM(rates[[a]:[b c]])\n"
    let expected = "t[2].x = 3, t[2].u = 353, t[2].y = 50, t[2].z = 53"
    let files = ["in.sheet": lib + columns, "lib.sheet": lib]
    for rows in ["2 rows", "2 rows; on more : insert last ()"] {
      plays("event more\ntable t of \"in.sheet\" { \(rows) }", "expect \(expected)", files: files)
    }
    plays(
      "use \"lib.sheet\" as k\ntable t {\n  2 rows\n\(columns.replacingOccurrences(of: "rates", with: "k.rates"))}",
      "expect \(expected)", files: files)
  }

  @Test("A row knows nothing of what the sheet that uses it calls as the row calls its own")
  func namesOfBoth() {
    let files = [
      "lib.sheet": "q = 5\nA1 = 7\nB1 = 1\nevent ping\ntable rates {\n| a |\n| 1 |\n| 2 |\n}",
      "other.sheet": "q = 50\nA1 = 70\nB1 = 10\nevent ping\ntable rates {\n| a |\n| 10 |\n| 20 |\n}",
      "in.sheet": """
      use "lib.sheet" as u
      input k = 2
      input c = 1 where n < 10
      n = c * 2
      x = u.q * k + u.A1
      y = SUM(u.rates[a]) + u.rates[2].a
      p = SUM(u.rates[[#Data],[a]]) + ROWS(u.rates[#All]) + SUM(INDIRECT("u.rates[a]"))
      z = SUM(u!A1:B1) + SUM(u.A1:B1) + ask.calls
      service ask(x)
      event go
      state s = 0 { on go : u.q; on u.ping : 100 }
      """,
    ]
    for (clause, own) in [("on more : insert last ()", ""), ("", ""), ("", "w = SUM(t[2].u.rates[a])")] {
      for n in [
        "n = 99", "event n", "service n(x)", "use \"lib.sheet\" as n", "action n = 5", "table n { 2 rows; a = 1 }",
      ] {
        plays(
          "use \"other.sheet\" as u\nevent more\ntable t of \"in.sheet\" { 2 rows; \(clause) }\n\(n)\n\(own)",
          """
          expect t[2].x = 17, t[2].y = 5, t[2].z = 16, t[2].p = 9
          t[2].go; expect t[2].s = 5
          u.ping; expect t[2].s = 5
          t[2].u.ping; expect t[2].s = 100, t[1].s = 0
          t[2].c = 4; expect t[2].n = 8
          """, files: files)
      }
    }
  }

  @Test("What no row has, or each for itself, is named with how it is said")
  func askedInVain() {
    let table = "event go\ntable v of \"Voucher.sheet\" { 2 rows; on go : insert last () }\n"
    let shared = load(table + "a = v[2].rates[1].pct\nb = v[1].A1", files: Self.files)
    #expect(
      shared.diagnostics.map(\.message) == ["rates stands once for all rows of v", "A1 stands once for all rows of v"])
    let own = load(
      "table v of \"Voucher.sheet\" { 2 rows }\na = v[2].rates[1].pct\nb = v[9].rates[1].pct\nc = v[(1)].A1",
      files: Self.files)
    #expect(own.diagnostics.map(\.message) == ["each row of v has its own rates", "each row of v has its own A1"])
    #expect(own["a"] == 0.1)
    let twoRows = "table v of \"Voucher.sheet\" { 2 rows }\nb = v[1].A1\n"
    for once in ["v.rates[1].pct", "SUM(v.rates[pct]) - 20%", "ROWS(v.rates) / 20", "v.A2 / 100", "v!A1 / 50"] {
      let both = load(twoRows + "a = ROUND(\(once), 9)", files: Self.files)
      #expect(both.diagnostics.map(\.message) == ["A1 stands once for all rows of v"])
      #expect(both["a"] == 0.1, "\(once)")
    }
  }

  @Test(
    "A column whose formula finds its cells while it runs goes on for rows that come, and moves with those that stay")
  func columnsOfDynamicReads() {
    plays(
      """
      input f = 1
      table t {
        | k | z |
        | 2 | 1 |
        | 1 | 1 |
        | 1 | 1 |
        y = OFFSET([@z], 0, 0) + k * f
        on gone : delete where k = 1
      }
      event gone
      """,
      """
      expect t[1].y = 3, t[3].y = 2
      delete t[2]
      f = 10
      expect t[1].y = 21, t[2].y = 11
      insert first t (5, 1)
      insert last t (6, 1)
      expect t[1].y = 51, t[2].y = 21, t[3].y = 11, t[4].y = 61
      gone
      f = 1
      expect ROWS(t) = 3, t[1].y = 6, t[2].y = 3, t[3].y = 7
      """)
  }
}
