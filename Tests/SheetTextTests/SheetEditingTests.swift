import Diagnostics
import FunctionLibrary
import Testing

@testable import SheetText

@Suite("Sheet document, editing")
struct SheetEditingTests {
  @Test func setting() {
    edit("A = 1\nB = 2\n", "A = 10\nB = 2\n") { (d) throws(Diagnostic) in try d.setting("a", to: "10") }
    edit("A = 20     // x\n", "A = 12345  // x\n") { (d) throws(Diagnostic) in try d.setting("A", to: "12345") }
    edit("A = 20 // x\n", "A = 12345 // x\n") { (d) throws(Diagnostic) in try d.setting("A", to: "12345") }
    edit("A = 20000  // x\n", "A = 1      // x\n") { (d) throws(Diagnostic) in try d.setting("A", to: " 1 ") }
    edit("t = SUM(1,\r\n  2) as \"0\"  // x\r\nB = 1", "t = 3 as \"0\"  // x\r\nB = 1") { (d) throws(Diagnostic) in
      try d.setting("t", to: "3")
    }
    edit("input x: number in 0..1 where x > 0", "input x: number in 0..1 = 0.5 where x > 0") { (d) throws(Diagnostic) in
      try d.setting("x", to: "0.5")
    }
    edit("A1 = 1\nsheet S\nA1 = 2", "A1 = 1\nsheet S\nA1 = 3") { (d) throws(Diagnostic) in
      try d.setting("S!A1", to: "3")
    }
    edit("state s = 1 { on t : 2 }", "state s = 5 { on t : 2 }") { (d) throws(Diagnostic) in try d.setting("s", to: "5")
    }
    edit("A = 1", "A = 1\nB = 2") { (d) throws(Diagnostic) in try d.setting("B", to: "2") }
    edit("A = 1\r\n", "A = 1\r\nB = 2\r\n") { (d) throws(Diagnostic) in try d.setting("B", to: "2") }
    refuse("A = 1", "missing-expression") { (d) throws(Diagnostic) in try d.setting("A", to: "") }
    refuse("A = 1", "unexpected-text") { (d) throws(Diagnostic) in try d.setting("A", to: "2; B = 3") }
    refuse("A = 1", "unexpected-text") { (d) throws(Diagnostic) in try d.setting("A", to: "2 // c") }
    refuse("A = 1", "unexpected-text") { (d) throws(Diagnostic) in try d.setting("A", to: "2 as \"0\"") }
    refuse("test \"x\" {}\ntable t { | A | }", "not-settable") { (d) throws(Diagnostic) in try d.setting("t", to: "2") }
    refuse("A = 1", "bad-name") { (d) throws(Diagnostic) in try d.setting("a b", to: "2") }
  }

  @Test func placesOfStatements() {
    let document = SheetDocument(name: "a.sheet", "// first\na = 1\n\nb = 22  // last\n")
    let found = (0...document.bytes.count).map { document.statementIndex(at: $0).map(String.init) ?? "-" }
    #expect(found.joined() == "---------000000-1111111----------")
  }

  @Test func replacing() {
    edit("/// d\nA = 1 as \"0\"  // c\n", "/// d\nA = 2         // c\n") { (d) throws(Diagnostic) in
      d.replacing(statement: 0, with: "A = 2")
    }
  }

  @Test func adding() {
    edit("", "A = 1\n") { (d) throws(Diagnostic) in d.adding("A = 1") }
    edit("A = 1 // c", "A = 1 // c\nB = 2") { (d) throws(Diagnostic) in d.adding("B = 2") }
    edit("A = 1 // c\nsheet S\nB = 2\n", "A = 1 // c\nC = 3\nsheet S\nB = 2\n") { (d) throws(Diagnostic) in
      d.adding("C = 3")
    }
    edit("sheet S\nB = 2\n", "C = 3\nsheet S\nB = 2\n") { (d) throws(Diagnostic) in d.adding("C = 3") }
    edit("A1 = 1\n", "A1 = 1\nsheet \"\"\"a\"\"\"\nA1 = 2\n") { (d) throws(Diagnostic) in
      d.adding("A1 = 2", toGrid: "\"a\"")
    }
    edit("A1 = 1\n", "A1 = 1\nsheet \"My S\"\nA1 = 2\n") { (d) throws(Diagnostic) in d.adding("A1 = 2", toGrid: "My S")
    }
    edit("sheet S\r\nA1 = 1\r\n", "sheet S\r\nA1 = 1\r\nt = SUM(\r\n1)\r\n") { (d) throws(Diagnostic) in
      d.adding("t = SUM(\n1)", toGrid: "s")
    }
    // Lines end at CR and LF alone, whatever else a text has in it.
    edit("A = 1\r\n", "A = 1\r\nt = (\r\n\"x\u{2028}y\u{0B}\")\r\n") { (d) throws(Diagnostic) in
      d.adding("t = (\n\"x\u{2028}y\u{0B}\")")
    }
  }

  @Test func removing() {
    edit("A = 1\n/// doc\n  B = 2 // c\nC = 3\n", "A = 1\nC = 3\n") { (d) throws(Diagnostic) in d.removing(statement: 1)
    }
    edit("A = 1; B = 2; C = 3", "A = 1; C = 3") { (d) throws(Diagnostic) in d.removing(statement: 1) }
    edit("A = 1; B = 2", "A = 1") { (d) throws(Diagnostic) in d.removing(statement: 1) }
    edit("A = 1; B = 2", "B = 2") { (d) throws(Diagnostic) in d.removing(statement: 0) }
    edit("\u{FEFF}A = 1\r\nB = 2", "\u{FEFF}B = 2") { (d) throws(Diagnostic) in d.removing(statement: 0) }
  }

  @Test func renaming() {
    func rename(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
      edit(text, expected, at: location) { (d) throws(Diagnostic) in try d.renaming("abc", to: "n", in: .standard) }
    }
    rename("Abc = 1 // Abc\nB = ABC + abc * 2 & \"abc\"", "n = 1 // Abc\nB = n + n * 2 & \"abc\"")
    rename("abc = 1\nB = LET(abc, 2, abc) + abc", "n = 1\nB = LET(abc, 2, abc) + n")
    rename(
      "table abc { | A |\n| 1 |\nB = SUM(abc[A]) }\nx = abc[2].A + ROWS(abc)",
      "table n { | A |\n| 1 |\nB = SUM(n[A]) }\nx = n[2].A + ROWS(n)")
    rename("abc = 1\ntable t { | abc |\nx = abc + 1 }\ny = abc", "n = 1\ntable t { | abc |\nx = abc + 1 }\ny = n")
    rename(
      "service abc(x)\naction go(q) = abc(q)\ntest \"t\" { go(1); abc replies 5; expect called abc(1), abc.calls = 1 }",
      "service n(x)\naction go(q) = n(q)\ntest \"t\" { go(1); n replies 5; expect called n(1), n.calls = 1 }")
    rename(
      "use \"a.sheet\" as abc { x <~ y }\nabc.x <~> z\nq = abc.a.value",
      "use \"a.sheet\" as n { x <~ y }\nn.x <~> z\nq = n.a.value")
    rename(
      "use \"a.xlsx\" as abc\nabc.S!B2 <~ z\nq = abc.S!$A$1 + 'abc.My S'!A1:B2 + 'abc.S'!A1 + abcd.S!A1 + abc.A1",
      "use \"a.xlsx\" as n\nn.S!B2 <~ z\nq = n.S!$A$1 + 'n.My S'!A1:B2 + 'n.S'!A1 + abcd.S!A1 + n.A1")
    rename(
      "input abc = 1 where abc > 0\ntest \"t\" { abc = 3; clear abc }",
      "input n = 1 where n > 0\ntest \"t\" { n = 3; clear n }")
    edit("abc = LAMBDA(x, x)\ny = abc(2)", "own = LAMBDA(x, x)\ny = own(2)") { (d) throws(Diagnostic) in
      try d.renaming("abc", to: "own", in: .standard)
    }
    rename("abc = LAMBDA(x, x)\ny = 2", "n = LAMBDA(x, x)\ny = 2")
    refuse("abc = 1\ny = LET(n, 2, abc + n)", "name-in-use") { (d) throws(Diagnostic) in
      try d.renaming("abc", to: "n", in: .standard)
    }
    refuse("abc = 1\ntable t { | n |\n| 1 |\nx = n + abc }", "name-in-use") { (d) throws(Diagnostic) in
      try d.renaming("abc", to: "n", in: .standard)
    }
    refuse("abc = LAMBDA(x, x)\ny = abc(2)", "hides-function") { (d) throws(Diagnostic) in
      try d.renaming("abc", to: "n", in: .standard)
    }
    refuse("A = 1", "undefined") { (d) throws(Diagnostic) in try d.renaming("x", to: "y", in: .standard) }
    refuse("A = 1\nB = 2", "name-in-use") { (d) throws(Diagnostic) in try d.renaming("A", to: "b", in: .standard) }
    refuse("A = 1", "address-as-name") { (d) throws(Diagnostic) in try d.renaming("A", to: "B2", in: .standard) }
  }

  @Test("Of several names, all that can be others are, at once")
  func renamingAll() {
    func rename(_ names: [(old: String, new: String)], _ text: String, _ expected: String, given: [String]) {
      let (renamed, names) = SheetDocument(name: "s", text).renamingAll(names[...], in: .standard)
      #expect(String(decoding: renamed.bytes, as: UTF8.self) == expected)
      #expect(names.map(\.old) == given)
    }
    let names = [(old: "abc", new: "n"), ("def", "m"), ("ghi", "k")]
    rename(
      names, "abc = 1\ndef = ABC + 1\nghi = def + abc + SUM(abc, def)", "n = 1\nm = n + 1\nk = m + n + SUM(n, m)",
      given: ["abc", "def", "ghi"])
    rename(
      names, "abc = 1\ndef = LET(m, 2, abc + m + def)\nghi = def", "n = 1\ndef = LET(m, 2, n + m + def)\nk = def",
      given: ["abc", "ghi"])
    rename(names, "abc = 1\nghi = 2\nk = 3", "n = 1\nghi = 2\nk = 3", given: ["abc"])
    rename([("abc", "n"), ("def", "n")], "abc = 1\ndef = 2", "n = 1\ndef = 2", given: ["abc"])
    rename([], "abc = 1", "abc = 1", given: [])
  }
}

extension SheetEditingTests {
  @Test("A column is renamed in its table and wherever formulas, clauses, charts and tests name it, and nowhere else")
  func renamingColumns() {
    func rename(
      _ column: String, to name: String = "n", _ text: String, _ expected: String,
      at location: SourceLocation = #_sourceLocation
    ) {
      edit(text, expected, at: location) { (d) throws(Diagnostic) in try d.renaming(column, to: name, in: .standard) }
    }
    rename(
      "t[a]",
      "table t { | a | my b: number |\n| 1 | 2 |\nc = A + [@a] + t[@a] + SUM(t[[a]:[my b]]) + LET(a, 1, a)\non e : update a = a + 1 where a > 1 }",
      "table t { | n | my b: number |\n| 1 | 2 |\nc = n + [@n] + t[@n] + SUM(t[[n]:[my b]]) + LET(a, 1, a)\non e : update n = n + 1 where n > 1 }"
    )
    rename(
      "t.a", to: "t.n",
      "table t { | a |\n| 1 | }\nx = SUM(t[a]) + ROWS(t[[#All], [a]]) + t[2].a + SUM(t.a) + u[a] + a.t\nr = {a: 1}\nz = r.a\nchart \"a\" = t[a]",
      "table t { | n |\n| 1 | }\nx = SUM(t[n]) + ROWS(t[[#All], [n]]) + t[2].n + SUM(t.n) + u[a] + a.t\nr = {a: 1}\nz = r.a\nchart \"a\" = t[n]"
    )
    rename(
      "T[it's a 'b']", "table t { | \"it's a 'b'\" |\n| 1 | }\nx = SUM(t[it''s a ''b'']) + SUM(t[ it''s a ''b'' ])",
      "table t { | n |\n| 1 | }\nx = SUM(t[n]) + SUM(t[ n ])")
    rename(
      "t[c]", "table t from \"x.csv\" { c = a * 2 }\ntest \"t\" { t[1].c = 2; expect t[1].c = 2 }",
      "table t from \"x.csv\" { n = a * 2 }\ntest \"t\" { t[1].n = 2; expect t[1].n = 2 }")
    rename(
      "t[c]", "table t of \"m.sheet\" { | a |\n| 1 |\nc = a * 2 }\nx = t[1].c",
      "table t of \"m.sheet\" { | a |\n| 1 |\nn = a * 2 }\nx = t[1].n")
    rename(
      "t[a]",
      "table t { | a |\n| 1 | }\nx = LET(q, t[1], p, (@q), {p.a, q.a}) + IF(x, t[1], IFERROR(t[2], t[3])).a + {a: 1}.a\nf = LAMBDA(r, r.a)",
      "table t { | n |\n| 1 | }\nx = LET(q, t[1], p, (@q), {p.n, q.n}) + IF(x, t[1], IFERROR(t[2], t[3])).n + {a: 1}.a\nf = LAMBDA(r, r.a)"
    )
    rename(
      "t[a]", "table t { | a |\n| 1 | }\nx = LET(q, u[1], q.a) + LET(q, {a: 1}, t[(q.a)].a) + t.x.a",
      "table t { | n |\n| 1 | }\nx = LET(q, u[1], q.a) + LET(q, {a: 1}, t[(q.a)].n) + t.x.a")
    for (text, code) in [
      ("table t { | a |\n| 1 | }\nx = LAMBDA(r, r.a)(t[1])", "name-in-use"),
      ("table t { | a |\n| 1 | }\nx = INDEX(t, 1, 0).a", "name-in-use"),
      ("table t { | a |\n| 1 | }\nf = LAMBDA(r, r.a)\ng = f(t[1])", "name-in-use"),
      ("table t { | a |\n| 1 | }\nx = LET(u, t, u[1].a)", "name-in-use"),
      ("table t { | a |\n| 1 | }\nx = LET(q, t[1], q, {a: 1}, IF(TRUE, q, t[1]).a)", "name-in-use"),
      ("table t { | a | b |\n| 1 | 2 | }", "name-in-use"),
      ("b = 1\ntable t { | a |\n| 1 |\nc = a + b }", "name-in-use"),
      ("table t { | a |\n| 1 |\nc = LET(b, 1, a) }", "name-in-use"),
      ("table t from \"x.csv\" { | a: text | }", "name-in-use"),
      ("table t of \"m.sheet\" { | a |\n| 1 | }", "name-in-use"), ("table t { | c |\n| 1 | }", "undefined"),
    ] {
      refuse(text, code) { (d) throws(Diagnostic) in try d.renaming("t[a]", to: "b", in: .standard) }
    }
  }
}

private func edit(
  _ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation,
  _ change: (SheetDocument) throws(Diagnostic) -> SheetDocument
) {
  do {
    let result = try change(SheetDocument(name: "t", text))
    #expect(result.text == expected, sourceLocation: location)
  } catch {
    Issue.record("\(error)", sourceLocation: location)
  }
}

private func refuse(
  _ text: String, _ code: String, at location: SourceLocation = #_sourceLocation,
  _ change: (SheetDocument) throws(Diagnostic) -> SheetDocument
) {
  do {
    let result = try change(SheetDocument(name: "t", text))
    Issue.record("allowed: \(result.text)", sourceLocation: location)
  } catch {
    #expect(error.code == code, "\(error)", sourceLocation: location)
  }
}
