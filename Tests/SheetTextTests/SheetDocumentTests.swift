import Testing

@testable import SheetText

@Suite("Sheet document")
struct SheetDocumentTests {
  @Test func cells() {
    check("A = 20", "constant A <20>")
    check("C = (A + 50) + (B - 10)          // 70", "formula C <(A + 50) + (B - 10)>")
    check("A1 = 20", "constant R0C0 <20>")
    check("C2:C100 = A2 * B2", "formula R1C2:R99C2 <A2 * B2>")
    check("C100:B2 = 1", "constant R1C1:R99C2 <1>")
    check("total = SUM(C2:C100)  as \"#,##0.00\"", "formula total <SUM(C2:C100)> as<#,##0.00>")
    check("a = =b + 1", "formula a <=b + 1>")
    check("x=1;y=2 ; z = 3", "constant x <1>\nconstant y <2>\nconstant z <3>")
    check("größe = 5\n変数 = größe", "constant größe <5>\nformula 変数 <größe>")
    check("x = \"a; b // c\" ; y = 1", "constant x <\"a; b // c\">\nconstant y <1>")
    check("x = SUM(1,\n  2, // two\n  3)\ny = 1", "formula x <SUM(1,\n  2, // two\n  3)>\nconstant y <1>")
    check("x = {1, 2;\n 3, 4}", "constant x <{1, 2;\n 3, 4}>")
    check("x = 'It''s (here'!A1", "formula x <'It''s (here'!A1>")
    check("x = ledger[C]", "formula x <ledger[C]>")
    check("x = #N/A as \"0\"", "constant x <#N/A> as<0>")
    check("x = 5% as \"0%\"", "constant x <5%> as<0%>")
    check("", "")
    check("  \n;;\n// only a comment", "")
  }

  @Test func constants() {
    check("x = -5", "constant x <-5>")
    check("x = -19%", "constant x <-19%>")
    check("x = 2015-04-01", "constant x <2015-04-01>")
    check("x = {name: \"Ada\", age: -36}", "constant x <{name: \"Ada\", age: -36}>")
    check("x = {1, -2; 3, A}", "formula x <{1, -2; 3, A}>")
    check("x = -\"a\"", "formula x <-\"a\">")
    check("x = (5)", "formula x <(5)>")
    check("x = TRUE", "constant x <TRUE>")
  }

  @Test func keywordsAsNames() {
    check("input = 5", "constant input <5>")
    check("state = input + 1; test=2;table = 1", "formula state <input + 1>\nconstant test <2>\nconstant table <1>")
    check("use <~ x", "bind <use> <~ <x>")
    check("expect = 1", "constant expect <1>")
    check("on = 1; as = on; where = as", "constant on <1>\nformula as <on>\nformula where <as>")
  }

  @Test func documentationAndGrids() {
    check("/// one\n/// two\nA = 1", "constant A <1> ///one/two")
    check("/// lost\n\nA = 1", "constant A <1>")
    check("/// kept\n// plain\nA = 1\nB = 2", "constant A <1> ///kept\nconstant B <2>")
    check("A = 1 /// not a comment of B\nB = 2", "constant A <1>\nconstant B <2>")
    check("//// no\nA = 1", "constant A <1>")
    check("A = 1\r\n/// d\r\nB = 2\r\n", "constant A <1>\nconstant B <2> ///d")
    check(
      "A1 = 1\nsheet Inputs\nB2 = 2\nsheet \"My Sheet\"\nC3 = 3",
      "constant R0C0 <1>\nsheet Inputs @Inputs\nconstant R1C1 <2> @Inputs\nsheet My Sheet @My Sheet\n"
        + "constant R2C2 <3> @My Sheet")
  }

  @Test func inputs() {
    check("input username: text                       // blank until set", "input username:text")
    check("input rate: number in 0..1 = 0.07", "input rate:number in<0><1> =<0.07>")
    check("input rate in -1.5..1.5 = 0", "input rate in<-1.5><1.5> =<0>")
    check("input size in {\"S\", \"M\", \"L\"} = \"M\"", "input size in<{\"S\", \"M\", \"L\"}> =<\"M\">")
    check("input quantity = 1 where quantity >= 1", "input quantity =<1> where<quantity >= 1>")
    check("input d: date in 2015-01-01..2015-12-31", "input d:date in<2015-01-01><2015-12-31>")
    check("input p = 0.5 as \"0%\" where p < 1", "input p =<0.5> as<0%> where<p < 1>")
    check("input p = 0.5 where p < 1 as \"0%\"", "input p =<0.5> as<0%> where<p < 1>")
    check("INPUT x", "input x")
  }

  @Test func tables() {
    check(
      """
      table ledger {
        | A   | B   |
        | 20  | 10  |
        | 100 | -40 |   // a comment
        /// the sum
        C = (A + 50) + (B - 10)            // one formula for the whole column
        share = C / SUM(ledger[C]) as "0%"
        balance = PREVIOUS(balance, 0) + A
      }
      """,
      "table ledger |A|B| |20|10| |100|-40| {C =<(A + 50) + (B - 10)> ///the sum} "
        + "{share =<C / SUM(ledger[C])> as<0%>} {balance =<PREVIOUS(balance, 0) + A>}")
    check(
      "table sales from \"sales.csv\" { margin = revenue - cost }",
      "table sales from 'sales.csv' {margin =<revenue - cost>}")
    check("table sales from \"sales.csv\"", "table sales from 'sales.csv'")
    check(
      "table t {\n| id: text | a\\|b | \"x: y\" |\n| 007 | it's \"so\" | \"a|b\" |\n|  | // no | \n}",
      "table t |id:text|a|b|x: y| |'007'|'it's \"so\"'|'a|b'| |_|",
      ["row-length"])
    check("table t { | A | B |\n| 1 | ( } | }\nx = 1", "table t |A|B| |1|'( }'|\nconstant x <1>")
    check("table t { | A: text |; x = 1 }\nx = 1", "table t |A:text| {x =<1>}\nconstant x <1>")
    check("table t { | A |\n| ; | ; x = A & \"}\" }", "table t |A| |';'| {x =<A & \"}\">}")
    // Markdown has a line of hyphens below the names.
    check("table t {\n| A | B |\n| --- | :-: |\n| 1 | - |\n| --- | --- |\n}", "table t |A|B| |1|'-'| |'---'|'---'|")
    check("table t {\n| A | B |\n| --- | --- |\n| --- | --- |\n}", "table t |A|B| |'---'|'---'|")
    check("table t {\n| A | B |\n| --- | 1 |\n}", "table t |A|B| |'---'|1|")
    check("table t {\n| A |\n| \"---\" |\n}", "table t |A| |'---'|")
    check("table t {\n| A |\n| -- |\n}", "table t |A| |'--'|")
    check("table t {\n| u |\n| http://x.de/{a |\n}", "table t |u| |'http://x.de/{a'|")
    check(
      "table people of \"P.sheet\" { 4 rows; on plus : insert first () }",
      "table people of 'P.sheet' rows<4> {on<plus>: insert first ()}")
    check(
      "table t { on a where b > 1 : insert last (1,,2); on c : delete where A > 2; on d: update A = 1 where B; on e : delete }",
      "table t {on<a> where<b > 1>: insert last (1 | _ | 2)} {on<c>: delete where<A > 2>} "
        + "{on<d>: update A =<1> where<B>} {on<e>: delete}")
    check("table t { [Net Sales] = 1; \"a b\" = 2; on = 3 }", "table t {Net Sales =<1>} {a b =<2>} {on =<3>}")
  }

  @Test func time() {
    check("event tap                  // no payload", "event tap")
    check("event push: record", "event push:record")
    check("event key: text in {\"a\", \"b\"}", "event key:text in<{\"a\", \"b\"}>")
    check("event settled = DEBOUNCE(username.changed, 0.3)", "event settled =<DEBOUNCE(username.changed, 0.3)>")
    check(
      "state on1 = TRUE  { on tap : FALSE; on networkError : TRUE }",
      "invalid on1", ["address-as-name"])
    check(
      "state enabled = TRUE  { on tap : FALSE; on networkError : TRUE }",
      "state enabled =<TRUE> {on<tap>: <FALSE>} {on<networkError>: <TRUE>}")
    check(
      "state b = FALSE {\n  on textChanged  : textChanged <> \"\"\n  on EVERY(1) where b = 1 : b + 1\n}",
      "state b =<FALSE> {on<textChanged>: <textChanged <> \"\">} {on<EVERY(1)> where<b = 1>: <b + 1>}")
    check("state r = {a: 1} { on t : r }", "state r =<{a: 1}> {on<t>: <r>}")
    check("state r: record = {a: 1}", "state r:record =<{a: 1}>")
    check(
      "service userInfo(handle) = HTTP.GET(\"https://api.github.com/users/\" & handle)",
      "service userInfo(handle) =<HTTP.GET(\"https://api.github.com/users/\" & handle)>")
    check("service login()", "service login()")
    check("service login(): logical in {TRUE}", "service login():logical in<{TRUE}>")
    check(
      "action add when username <> \"\" =\n  LET(session, login(),\n    {name: info.name})\nx = 1",
      "action add() when<username <> \"\"> =<LET(session, login(),\n    {name: info.name})>\nconstant x <1>")
    check(
      "action search(query) when mode = \"edit\" = f(query)",
      "action search(query) when<mode = \"edit\"> =<f(query)>")
    check("fetch image = avatar(name) else \"placeholder\"", "fetch image =<avatar(name)> else<\"placeholder\">")
    check("fetch image = avatar(name)", "fetch image =<avatar(name)>")
    check("use \"PersonAdding.sheet\" as adding", "use 'PersonAdding.sheet' as adding")
    check(
      "use \"D.sheet\" as detail { person <~ adding.add.value }",
      "use 'D.sheet' as detail {bind <person> <~ <adding.add.value>}")
    check("adding.username <~> searchText", "bind <adding.username> <~> <searchText>")
    check("a <~ b + 1", "bind <a> <~ <b + 1>")
  }

  @Test func checksAndModes() {
    check("never \"off, on\": AND(NOT(a), b)", "never 'off, on' <AND(NOT(a), b)>")
    check("always \"adds up\": SUM(ledger[share]) = 1", "always 'adds up' <SUM(ledger[share]) = 1>")
    check(
      """
      modes form over fieldEnabled, add.isEnabled {
        "No entry" when AND(u = "",  NOT(add.isExecuting)) : TRUE,  FALSE
        "Loading"  when add.isExecuting                    : FALSE, FALSE
      }
      """,
      "modes form over <fieldEnabled><add.isEnabled> {'No entry' when<AND(u = \"\",  NOT(add.isExecuting))>: "
        + "<TRUE><FALSE>} {'Loading' when<add.isExecuting>: <FALSE><FALSE>}")
  }

  @Test func tests() {
    step("expect form = \"No entry\"", "expect <form = \"No entry\">")
    step("add", "do <add>")
    step("expect not called userInfo", "expect not called userInfo")
    step("username = \"x\"", "set <username> <\"x\">")
    step("push {type: \"A\", text: \"Hello\"}", "do <push> <{type: \"A\", text: \"Hello\"}>")
    step("search(\"x\", 2)", "do <search> (\"x\" | 2)")
    step("key \"a\"", "do <key> <\"a\">")
    step("key (1) + 2", "do <key> <(1) + 2>")
    step("login replies TRUE", "login replies <TRUE>")
    step("userInfo fails \"not found\"", "userInfo fails <\"not found\">")
    step("s sends {1,2}; s replies", "s sends <{1,2}>; s replies")
    step(
      "expect called userInfo(\"n\"), userInfo.calls = 1, called = 2, not called S(1,)",
      "expect called userInfo(\"n\"), <userInfo.calls = 1>, <called = 2>, not called S(1 | _)")
    step("wait 0.5   // virtual", "wait <0.5>")
    step("{ A = 20; B = 10 }", "{set <A> <20>; set <B> <10>}")
    step("insert last ledger (7.5, 2.25)", "insert last <ledger> (7.5 | 2.25)")
    step("insert before 2 ledger (1)", "insert before<2> <ledger> (1)")
    step("insert after (n + 1) ledger ()", "insert after<(n + 1)> <ledger> ()")
    step("ledger[2].A = 10", "set <ledger[2].A> <10>")
    step("Inputs!B2 = 3", "set <Inputs!B2> <3>")
    step("'My Sheet'!B2 = 3", "set <'My Sheet'!B2> <3>")
    step("delete ledger[1]", "delete <ledger[1]>")
    step("clear username", "clear <username>")
    step("given userInfo replies {name: \"N\"}", "given userInfo replies <{name: \"N\"}>")
    step("username = \"x\"; add", "set <username> <\"x\">; do <add>")
    step("wait = 1; expect = 2; people[2].adding.add", "set <wait> <1>; set <expect> <2>; do <people[2].adding.add>")
    step("x = SUM(1,\n 2)\nexpect x = 3", "set <x> <SUM(1,\n 2)>; expect <x = 3>")
  }

  @Test func constantValues() {
    let document = SheetDocument(
      name: "t", "a = 19%\nb = {1,-2;\"x\",TRUE}\nc = {n: -1, e: #N/A}\nd = 2015-04-01\ne = --3")
    let outline = Outline(source: document.source)
    let values = document.statements.map { statement -> String in
      guard case .cell(let cell) = statement.kind, let value = cell.formula.constant else { return "none" }
      return outline.value(value) + (value.kind == .plain ? "" : " \(value.kind)")
    }
    #expect(values == ["0.19 percent", "{1,-2,'x',TRUE}", "{n: -1, e: #N/A}", "42095 date", "3"])
  }

  @Test func lookups() {
    let document = SheetDocument(name: "t", "Abc = 1\nA1 = 2\nsheet S\nA1 = 3")
    #expect(document.definition(of: "ABC") == 0)
    #expect(document.definition(of: "x") == nil)
    #expect(document.definition(ofRow: 0, column: 0) == 1)
    #expect(document.definition(ofRow: 0, column: 0, grid: "s") == 3)
  }
}

func check(
  _ text: String, _ expected: String, _ codes: [String] = [], at location: SourceLocation = #_sourceLocation
) {
  let document = SheetDocument(name: "t", text)
  #expect(Outline.of(document) == expected, sourceLocation: location)
  #expect(document.diagnostics.map(\.code) == codes, "\(document.diagnostics)", sourceLocation: location)
  #expect(document.text == text, sourceLocation: location)
}

func step(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
  check("test \"t\" {\n  \(text)\n}", "test 't' {\(expected)}", at: location)
}
