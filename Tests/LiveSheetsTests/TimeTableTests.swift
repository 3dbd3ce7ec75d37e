import Testing

@testable import LiveSheets

/// LANGUAGE.md §4 and §6, what events and steps do to tables.
@Suite("Tables in time")
struct TimeTableTests {
  @Test("A table without written rows has as many as it says, counted from 1")
  func countedRows() {
    plays(
      """
      start = 2026-01-31
      table plan {
        12 rows
        number = ROW()
        month = EDATE(start, ROW() - 1)
        total = PREVIOUS(total, 0) + number
      }
      """,
      "expect ROWS(plan) = 12, plan[1].number = 1, plan[12].number = 12, plan[12].total = 78, plan[2].month = 2026-02-28"
    )
    plays(
      "table t {\n  | a: number |\n  3 rows\n  b = a * 2\n}",
      "expect ROWS(t) = 3, ISBLANK(t[2].a), t[2].b = 0; t[2].a = 4; expect t[2].b = 8",
      "insert last t (7); expect ROWS(t) = 4, t[4].b = 14; delete t[1]; expect ROWS(t) = 3")
    plays("table t { 0 rows; n = ROW() }", "expect ROWS(t) = 0")
    plays(
      "table t { }\ntable u { 3 rows }\nall = t[#All]\nhead = u[#Headers]",
      "expect ROWS(t) = 0, ISERROR(SUM(t[x])), all = \"\", head = \"\"")
    // One row of one column is below its header, too.
    plays(
      "table t {\n| a | b c |\n| 1 | 2 |\n}\nall = t[[#All],[b c]]",
      "expect SUM(all) = 2, ROWS(all) = 2, SUM(t[[#Headers],[#Data],[a]]) = 1, INDEX(t[[#All],[a]], 1) = \"a\"")
    // How many rows and columns there are depends on no cell of them.
    plays(
      """
      event e
      event d
      table p {
        3 rows
        n = ROWS(p)
        share = ROW() / ROWS(p[share])
        all = ROWS(p[#Data]) + COLUMNS(p[[n]:[all]])
        on e : insert last ()
        on d : delete where ROW() = 1
      }
      total = SUM(p[n])
      """,
      "expect total = 9, p[3].share = 1, p[1].all = 6; e; expect total = 16, p[1].share = 0.25, p[4].all = 7",
      "d; d; expect total = 1; insert first p (); expect p[1].share = 0.5, p[2].n = 2, p[2].all = 5")
    // A column may still be named so.
    plays("table t {\n| rows |\n| 5 |\nx = rows + 1\n}", "expect t[1].x = 6")
  }

  @Test("A table whose last row is gone leaves nothing to FILTER and REDUCE, which say what is given then")
  func noRows() {
    plays(
      """
      table t {
        | a | b |
        | 1 | 2 |
      }
      kept = FILTER(t[a], t[b] > 1, "none")
      rows = FILTER(t, t[a] > 0, ROWS(t))
      sum = REDUCE(100, t[a], LAMBDA(so, x, so + x))
      first = REDUCE(, t[a], LAMBDA(so, x, so + x))
      bare = FILTER(t[a], t[b] > 1)
      """,
      """
      expect kept = 1, SUM(rows) = 3, sum = 101, first = 1, bare = 1
      delete t[1]
      expect kept = "none", rows = 0, sum = 100, ERROR.TYPE(first) = 14, ERROR.TYPE(bare) = 14
      insert last t (5, 6)
      expect kept = 5, SUM(rows) = 11, sum = 105, first = 5, bare = 5
      """)
  }

  @Test("Of a table without rows nothing is added up, joined or counted; all of its rows are so, and none is")
  func nothingOfNoRows() {
    plays(
      """
      table t {
        | a | b | ok |
        | 1 | 2 | FALSE |
      }
      all = AND(t[a] > 1)
      any = OR(t[a] > 0)
      odd = XOR(t[a] > 0)
      done = AND(t[ok])
      total = SUM(t[a] * t[b])
      product = SUMPRODUCT((t[a] > 0) * t[b], t[a])
      most = MAX(t[a] - t[b], -5)
      count = COUNTA(t[a] & "x")
      texts = TEXTJOIN(", ", TRUE, t[a] & "x")
      stack = ROWS(VSTACK(t[a] * 2, 7))
      sum = REDUCE(10, t[a] * 2, LAMBDA(so, x, so + x))
      mean = AVERAGE(t[a] * 1)
      array = t[a] * 2
      other = AND(1 / 0, t[ok])
      blank = AND(A1:A3)
      """,
      """
      expect NOT(all), any, odd, NOT(done), total = 2, product = 2, most = -1, count = 1, texts = "1x", stack = 2, sum = 12
      delete t[1]
      expect all, NOT(any), NOT(odd), done, total = 0, product = 0, most = -5, count = 0, texts = "", stack = 1, sum = 10
      expect ERROR.TYPE(mean) = 2, ERROR.TYPE(array) = 14, ERROR.TYPE(other) = 2, ERROR.TYPE(blank) = 3
      insert last t (3, 4, TRUE)
      expect all, any, odd, done, total = 12, texts = "3x"
      """)
  }

  @Test("An address is the same cell in all rows, in the formula of a column and in clauses")
  func addresses() {
    let grid = "A1 = 10; A2 = 20; A3 = 30\nB1:B3 = A1 * 2\n"
    plays(
      grid + """
        event up
        event cut
        event ins
        table t {
          | x |
          | 1 |
          | 2 |
          | 3 |
          y = x * A1
          total = x + SUM(B1:B2, 1:1)
          on up : update x = A1 where x < A2
          on cut : delete where x > A1
          on ins : insert first (A2)
        }
        """,
      "expect t[1].y = 10, t[3].y = 30, t[3].total = 93",
      "ins; expect t[1].y = 200, t[2].y = 10, t[4].y = 30; delete t[1]; expect t[3].y = 30; A1 = 2; expect t[3].y = 6",
      "insert last t (7); expect t[4].y = 70; up; expect SUM(t[x]) = 40; ins; cut; expect ROWS(t) = 4")
    plays(
      "rate = 2; sheet Inputs; A1 = 3; A2 = 4; sheet Main\ntable t {\n| x |\n| 1 |\n| 2 |\ny = x * Inputs!A1 * rate\n}",
      "expect t[1].y = 6, t[2].y = 12; insert first t (5); expect t[1].y = 30, t[3].y = 12")
  }

  @Test("A column that asks how large the array in a cell of its row is follows the cell")
  func sizesOfArrays() {
    plays(
      """
      event wide
      event tall
      table t {
        | v |
        | 1 |
        n = ROWS(v)
        m = COLUMNS((v))
        k = ROWS([@v]) + ROWS(INDEX(v, 0, 1))
        on wide : update v = {1, 2, 3}
        on tall : update v = {1; 2; 3; 4}
      }
      """,
      """
      wide; expect t[1].n = 1, t[1].m = 3, t[1].k = 2
      tall; expect t[1].n = 4, t[1].m = 1, t[1].k = 8
      t[1].v = {1, 2; 3, 4}; expect t[1].n = 2, t[1].m = 2, t[1].k = 4
      """)
    plays(
      "table t of \"in.sheet\" { 2 rows }", "t[2].e 5; t[2].e 6; expect t[2].n = 3, t[1].n = 1, SUM(t[2].s) = 11",
      files: ["in.sheet": "event e: number\nstate s = {0} { on e : VSTACK(s, e) }\nn = ROWS(s)"])
  }

  @Test("The changes of a table and of its columns are those of its rows, too")
  func changes() {
    plays(
      """
      table t {
        | a | b |
        | 1 | 2 |
      }
      state n = 0 { on t.changed : n + 1 }
      state m = 0 { on t[a].changed : m + ROWS(t) }
      state v = 0 { on VALUES(t) : v + 1 }
      """,
      "expect v = 1; t[1].b = 5; expect n = 1, m = 0, v = 2; insert last t (5); expect n = 2, m = 2, v = 3",
      "insert first t (7, 7); t[2].a = 1; expect n = 1; delete t[1]; expect n = 2, m = 3; delete t[1]; expect n = 3, m = 3",
      "delete t[1]; expect n = 1; insert last t (1, 2); expect n = 2")
  }

  @Test("A cell of a row whose number is computed depends on its own column only")
  func computedRows() {
    plays(
      """
      n = 1
      table t {
        | a |
        | 1 |
        | 2 |
        | 3 |
        next = IFERROR(t[ROW() + 1].a, 0)
        same = t[ROW()].next
        picked = t[n + 0].same
      }
      x = t[n + 1].next
      y = LET(i, 2, t[i + 0].a)
      z = SUM(t[n + 0])
      """,
      "expect t[1].next = 2, t[3].next = 0, t[2].same = 3, t[3].picked = 2, x = 3, y = 2, z = 7; n = 2; expect t[1].picked = 3, x = 0",
      "t[3].a = 7; expect t[2].same = 7; insert first t (9); expect t[1].next = 1, t[4].same = 0; delete t[2]; expect t[1].same = 2"
    )
  }

  @Test("A column may ask how long its own table is, and how wide")
  func ownMeasures() {
    plays(
      "table t {\n| a |\n| 1 |\n| 2 |\nlast = ROW() = ROWS(t)\nwide = COLUMNS(t)\nboth = last & ROWS(t)\n}",
      "expect t[1].last = FALSE, t[2].last = TRUE, t[1].wide = 4, t[2].both = \"TRUE2\"; insert last t (5); expect t[2].last = FALSE, t[3].last = TRUE, t[1].both = \"FALSE3\"",
      "delete t[2]; expect t[1].last = TRUE; delete t[1]; insert last t (4); expect t[1].both = \"TRUE1\", t[1].wide = 4"
    )
  }

  @Test("What an event makes of a column has the type of the column")
  func typedColumns() {
    let text = """
      event add: any
      event set: any
      table t {
        | id: number | at: date |
        | 1          |          |
        on add : insert last (add)
        on set : update at = set
      }
      """
    plays(
      text, "add 2; expect ROWS(t) = 2; add; expect ROWS(t) = 3, ISBLANK(t[3].id)",
      "set 46053; expect t[1].at = 2026-01-31, t[1].at & \"\" = \"46053\"")
    let sheet = mocked(text)
    #expect(sheet.play("add \"x\"; set \"y\"; expect ROWS(t) = 1, ISBLANK(t[1].at)") == [])
    #expect(sheet.takeReports().map(\.message) == ["no row is inserted into t", "t[1].at keeps its value"])
  }

  private static let ledger = """
    event push: any
    event clear1
    event raise: number
    table ledger {
      | A | note: text |
      | 1 | a |
      | 2 | b |
      double = A * 2
      on push : insert last (push, "new")
      on clear1 : delete where A > 1
      on raise : update A = A + raise where note = "new"
    }
    total = SUM(ledger[A])
    """

  @Test("Events insert, delete and update rows")
  func clauses() {
    plays(
      Self.ledger,
      "push 5; expect ROWS(ledger) = 3, ledger[3].A = 5, ledger[3].note = \"new\", ledger[3].double = 10, total = 8",
      "clear1; expect ROWS(ledger) = 1, total = 1; clear1; expect ROWS(ledger) = 1",
      "push 5; push 6; raise 10; expect ledger[1].A = 1, ledger[3].A = 15, ledger[4].A = 16, ledger[4].double = 32",
      "{ push 5; push 6 }; expect ROWS(ledger) = 4, ledger[3].A = 5, ledger[4].A = 6",
      // What one instant does is judged on the rows as they were.
      "{ push 5; clear1 }; expect ROWS(ledger) = 2, ledger[2].A = 5",
      "push 5; { raise 10; push 7 }; expect ledger[3].A = 15, ledger[4].A = 7")
    plays(
      "event e: number\ntable t {\n | n |\n | 1 |\n | 2 |\n on e : insert first (e)\n}",
      "e 5; expect t[1].n = 5, t[2].n = 1, ROWS(t) = 3")
    plays(
      "event e: number\ntable t {\n | n |\n | 1 |\n | 2 |\n on e : insert before 2 (e)\n}",
      "e 5; expect t[1].n = 1, t[2].n = 5, t[3].n = 2")
    plays(
      "event e: number\ntable t {\n | n |\n | 1 |\n | 2 |\n on e : insert after 1 (e)\n}",
      "e 5; expect t[2].n = 5, t[3].n = 2")
    plays(
      "event e\nevent f\ntable t {\n | n | m |\n | 1 | 2 |\n on e : delete\n on f : insert last ()\n s = n + m\n}",
      "e; expect ROWS(t) = 0; f; expect ROWS(t) = 1, ISBLANK(t[1].n), t[1].s = 0; f; t[2].n = 4; expect t[2].s = 4")
    plays(
      "event e: number\ninput ok: logical\ntable t {\n | n |\n | 1 |\n on e where ok : insert last (e * 2)\n}",
      "e 1; expect ROWS(t) = 1; ok = TRUE; e 4; expect ROWS(t) = 2, t[2].n = 8")
    plays("event e\ntable t {\n | n |\n | 1 |\n | 4 |\n on e : update n = n * 2\n}", "e; expect t[1].n = 2, t[2].n = 8")
    plays(
      "event e\ntable t {\n | n |\n | 0 |\n | 4 |\n on e : delete where 1 / n > 0\n}",
      "e; expect ROWS(t) = 1, t[1].n = 0")
  }

  @Test("Of one event's clauses all are carried out, up to the first with a condition that holds")
  func alternatives() {
    let columns = "table t {\n | n | m |\n | 1 | 0 |\n | 2 | 0 |\n"
    plays(
      "event e: number\nevent f\n" + columns
        + " on e where COUNTIF(t[n], e) > 0 : update m = m + 1 where n = e\n on e : insert last (e, 1)\n on f : delete\n}",
      "e 2; expect ROWS(t) = 2, t[2].m = 1; e 7; expect ROWS(t) = 3, t[3].n = 7, t[3].m = 1; e 7; expect t[3].m = 2",
      // An update finds its cell as earlier events have left it, and each event finds the rows as they were.
      "{ e 2; e 2; e 1 }; expect ROWS(t) = 2, t[1].m = 1, t[2].m = 2",
      "{ e 7; e 7 }; expect ROWS(t) = 4; { f; e 1 }; expect ROWS(t) = 0; e 1; expect ROWS(t) = 1, t[1].m = 1")
    plays(
      "event e: number\n" + columns
        + " on e where e > 5 : update n = 5\n on MAP(e, 0) : update m = 9\n on e where e > 3 : update n = 3\n}",
      "e 4; expect t[1].n = 3, t[2].m = 9; e 6; expect t[1].n = 5; e 1; expect t[1].n = 5")
    plays(
      "event e: number\n" + columns
        + " on e : update n = e\n on e : update m = e * 2\n on e where 1 / e > 0 : delete where n = 1\n on e : insert first (8)\n}",
      "e 4; expect ROWS(t) = 1, t[1].n = 4, t[1].m = 8; e -1; expect ROWS(t) = 2, t[1].n = 8, t[2].m = -2",
      "e 0; expect ROWS(t) = 3, t[1].n = 8, t[3].n = 0")
  }

  @Test("Of several events that update a cell each finds what the one before has left, and no more")
  func updates() {
    // One event sees one picture: a row goes on by one, and two columns change places.
    let steps = " on e : update n = 2 where n = 1\n on e : update n = 3 where n = 2\n on e : update m = n\n}"
    plays(
      "event e\nevent f\ntable t {\n | n | m |\n | 1 | 0 |\n | 2 | 0 |\n | 3 | 0 |\n on f : delete where m = 2\n"
        + steps,
      "e; expect t[1].n = 2, t[2].n = 3, t[3].n = 3, t[1].m = 1, t[2].m = 2",
      "{ e; e }; expect t[1].n = 3, t[2].n = 3, t[1].m = 1, t[2].m = 2",
      // What another event has deleted stays so.
      "e; { f; e }; expect ROWS(t) = 2, t[1].n = 3, t[2].n = 3")
    plays(
      "event add: number\nevent double\ntotal = SUM(t[n])\ntable t {\n | n |\n | 1 |\n | 5 |\n s = n * 10\n"
        + " on add : update n = n + add\n on double where total > 0 : update n = n * 2 where n < 10\n}",
      "{ add 1; double; add 4 }; expect t[1].n = 8, t[2].n = 16, total = 24, t[2].s = 160",
      "{ double; add 6 }; expect t[1].n = 8, t[2].n = 16, total = 24",
      "{ add 1; t[1].n = 1; add 1 }; expect t[1].n = 3, t[2].n = 7")
  }

  @Test("Steps insert and delete rows and set their cells")
  func steps() {
    let text =
      "table ledger {\n | A | B |\n | 20 | 10 |\n | 100 | -40 |\n C = (A + 50) + (B - 10)\n}\nsum = SUM(ledger[C])"
    plays(
      text, "insert last ledger (7.5, 2.25); expect ledger[3].C = 49.75, ROWS(ledger) = 3",
      "insert first ledger (1, 2); expect ledger[1].C = 43, ledger[2].C = 70",
      "insert before 2 ledger (1, 2); insert after 1 ledger (3, 4); expect ledger[2].A = 3, ledger[3].A = 1",
      "insert last ledger (); expect ledger[3].C = 40; insert last ledger (5); expect ledger[4].C = 45",
      "ledger[2].A = 10; expect ledger[2].C = 10; delete ledger[1]; expect ROWS(ledger) = 1, sum = 10; clear ledger[1].A; expect sum = 0",
      "delete ledger[2]; delete ledger[1]; expect ROWS(ledger) = 0, sum = 0; insert last ledger (1, 1); expect sum = 42",
      "{ delete ledger[1]; insert last ledger (1, 1); ledger[1].A = 0 }; expect ROWS(ledger) = 2")
    let sheet = mocked(text)
    #expect(
      sheet.play("insert after 9 ledger (1)") == ["ledger has 2 rows, so there is no row 9"])
    #expect(
      sheet.play(
        "delete ledger[3]; insert last ledger (1, 2, 3); insert before 9 ledger (1); ledger[1].C = 5; delete leger[1]; insert last leger (1); delete ledger"
      )
        == [
          "ledger has 2 rows, so there is no row 3", "ledger takes 2 values a row, not 3",
          "ledger has 2 rows, so none can be inserted before row 9",
          "ledger[1].C is a formula, (A + 50) + (B - 10), and can only be changed by its definition",
          "there is no table named leger", "there is no table named leger",
          "delete takes a row of a table, such as ledger[1]",
        ])
  }
}
