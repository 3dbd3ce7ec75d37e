import Testing

/// A small form that is explored in more than one way.
struct ExploredForm: CustomTestStringConvertible {
  var testDescription: String
  var text: String
  /// Whether nothing in it is ever looked up.
  var looksNothingUp = false

  init(_ name: String, _ text: String, looksNothingUp: Bool = false) {
    testDescription = name
    self.text = text
    self.looksNothingUp = looksNothingUp
  }

  static func named(_ name: String) -> ExploredForm {
    all.first { $0.testDescription == name } ?? ExploredForm(name, "")
  }

  static let all: [ExploredForm] = [
    ExploredForm("states", "event a\nevent b\nstate x = 0 { on a : MOD(x + 1, 5); on b : 0 }\nnever \"four\": x = 4"),
    ExploredForm(
      "own and other states",
      """
      event a
      input t: logical = FALSE
      state x = 0 { on a where t : MOD(x + y, 7); on a : y }
      state y = 1 { on a : MOD(x + 1, 3); on t.changed : 2 }
      always "small": x + y < 7
      """),
    ExploredForm(
      "waiting",
      """
      input t in {"", "a", "b"} = ""
      event quiet = DEBOUNCE(t.changed, 0.5)
      event few = THROTTLE(t.changed, 2)
      event late = DELAY(t.changed, 1)
      state q = "" { on quiet : quiet }
      state f = "" { on few : few }
      state l = "" { on late : late }
      """),
    ExploredForm(
      "holding back",
      """
      input moving: logical = FALSE
      event go: text in {"x", "y"}
      event out = HOLD(go, moving)
      state s = "" { on out : out }
      never "y while moving": AND(moving, s = "y")
      """),
    ExploredForm(
      "remembering",
      """
      event n: number in 1..2
      event sum = SCAN(0, n, LAMBDA(a, x, MOD(a + x, 4)))
      event two = TAKE(n, 2)
      event later = DROP(n, 2)
      event other = DISTINCT(n)
      event pair = PAIRWISE(n)
      event tick
      event last = SAMPLE(n, tick)
      event until = TAKEUNTIL(n, tick)
      state a = 0 { on sum : sum }
      state b = 0 { on two : b + 1 }
      state c = 0 { on later : MIN(c + 1, 2) }
      state d = 0 { on other : MIN(d + 1, 3) }
      state e = 0 { on pair : SUM(pair) }
      state g = 0 { on last : last }
      state h = 0 { on until : until }
      """),
    ExploredForm(
      "actions and fetches",
      """
      input name in {"", "a"} = ""
      input who in {"x", "y"} = "x"
      service login(): logical in {TRUE}
      service find(who): text in {"p", "q"}
      action go when name <> "" = LET(s, login(), find(who))
      fetch face = find(who) else "none"
      state failures = 0 { on go.failed : MIN(failures + 1, 2); on go.succeeded : 0 }
      label = IF(go.isExecuting, "busy", face & go.value & go.error)
      never "answered while busy": AND(go.isExecuting, failures = 2)
      """),
    // An event that finds nothing to stop depends on that.
    ExploredForm(
      "stopping",
      """
      event tap
      service ask(): number in {1}
      action go when n = 0 = ask() { on tap : stop }
      state n = 0 { on tap : MOD(n + 1, 3) }
      never "goes on": AND(go.isExecuting, n > 0)
      """),
    ExploredForm(
      "bindings",
      """
      input a in {1, 2, 3} = 1
      input b: number = 0
      input c: number
      b <~ a * 2
      c <~> b
      event r
      state x = 0 { on r : b + c; on c.changed : c }
      always "equal": b = c
      """),
    ExploredForm(
      "a table",
      """
      event add: number in {1, 2}
      event drop
      table rows {
        | n: number |
        | 0 |
        on add where ROWS(rows) < 3 : insert last (add)
        on drop : delete where n = 1
      }
      total = SUM(rows[n])
      never "six": total = 4
      """),
    ExploredForm(
      "a table without rows",
      """
      event add: number in {1, 2}
      event drop
      table rows {
        | n: number |
        on add where ROWS(rows) < 2 : insert last (add)
        on drop : delete where n = 1
      }
      total = SUM(rows[n])
      first = IFERROR(rows[1].n, 0)
      never "three": AND(total = 3, first = 2)
      """),
    ExploredForm(
      "spills",
      """
      event up
      event down
      input t in {1, 2} = 1
      state n = 1 { on up : MIN(n + 1, 4); on down where A2 > 0 : n - 1 }
      state seen = 0 { on up : MAX(seen, A3) }
      A1 = SEQUENCE(n) * t
      C1 = {1, 2, 3}
      G1 = n
      total = SUM(A1#) + C1
      never "three": A3 = 6
      always "few": total < 10
      """),
    ExploredForm(
      "held back in turn",
      """
      input busy: logical = TRUE
      event a
      event b
      event ha = HOLD(FILTER(MAP(a, "a"), busy), busy)
      event hb = HOLD(FILTER(MAP(b, "b"), busy), busy)
      event m = MERGE(ha, hb)
      event two = SCAN("", m, LAMBDA(t, x, RIGHT(t & x, 2)))
      state s = "" { on two : two }
      never "ba": s = "ba"
      """),
    ExploredForm(
      "circles",
      """
      option iterate = 1, 0
      input k: logical = FALSE
      event up
      state s = 0 { on up : MIN(s + 1, 2) }
      n = MIN(n + IF(k, 1, 2), 9)
      m = n + s
      never "five": n = 5
      """, looksNothingUp: true),
    ExploredForm(
      "modes",
      """
      event tap
      input t in {"", "a"} = ""
      state field = TRUE { on tap : FALSE; on t.changed : TRUE }
      button = AND(field, t <> "")
      modes m over field, button {
        "empty" when t = "" : TRUE, FALSE
        "full" when t <> "" : TRUE, TRUE
      }
      """),
    ExploredForm(
      "clock", "event a\nstate n = 0 { on a : MIN(n + 1, 5) }\nlate = NOW() > 0\nnever \"l\": NOT(late)",
      looksNothingUp: true
    ),
    ExploredForm("ticks", "state n = 0 { on EVERY(1) : MOD(n + 1, 6) }\nnever \"five\": n = 5", looksNothingUp: true),
  ]
}
