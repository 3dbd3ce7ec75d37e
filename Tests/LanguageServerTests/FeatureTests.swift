import Diagnostics
import Hosting
import LiveSheets
import SheetText
import Testing

@testable import LanguageServer

/// A form with a used sheet, as `/w/a.sheet` and `/w/b.sheet`.
private let files = ["/w/b.sheet": "/// Theirs.\ninput x: number = 1\ny = x * 2\n"]
private let form = """
  use "b.sheet" as b {
    x <~ A
  }
  /// What comes in.
  input size in {"S", "M"} = "M"
  A = 20
  total = b.y + A
  state count = 0 {
    on tap : count + 1
  }
  event tap
  modes shape over count {
    "none" when count = 0 : 0
    "some" when count > 0 : 1
  }
  table plan {
    | month | cash |
    | 1     | 10   |
    twice = cash * 2
  }
  sum = SUM(plan[cash])
  test "a tap counts" {
    tap
    expect count = 1, total = 60
  }
  test "wrong" {
    expect count = 7
  }
  """

@Suite("Features of the language server")
struct FeatureTests {
  private func session() -> EditorSession {
    let session = EditorSession(files: files)
    #expect(session.open(form).isEmpty)
    return session
  }

  private func labels(_ result: JSONValue?) -> [String] {
    (result?["items"]?.list ?? []).compactMap { $0["label"]?.text }
  }

  @Test("A hover says what a name is worth and why")
  func hover() {
    let session = session()
    func text(_ line: Int, _ character: Int) -> String {
      session.request("textDocument/hover", EditorSession.at(line, character))?["contents"]?["value"]?.text ?? ""
    }
    let total = text(6, 2)
    #expect(total.hasPrefix("**total** = `60` — formula"))
    #expect(total.contains("total = b.y + A"))
    #expect(total.contains("b.y = 40") && total.contains("A = 20"))
    #expect(text(6, 10).hasPrefix("**b.y** = `40`"))
    #expect(text(4, 8) == "**size** = `M` — input, one of \"S\", \"M\"\n\nWhat comes in.")
    #expect(text(20, 7).contains("SUM(") && text(20, 7).contains("- `"))
    #expect(text(8, 6).contains("tap"))
    #expect(text(16, 11).isEmpty)
  }

  @Test("A hover shows any text as code in one line, and of a long one the beginning")
  func hoverOverTexts() {
    let session = session()
    session.open("x = \"a`b``c\"\ny = \"`\" & CHAR(10) & \"z\"\nl = REPT(\"x\", 9999)\ne = \"\"\nm = l & y")
    func text(_ line: Int) -> String {
      session.request("textDocument/hover", EditorSession.at(line, 0))?["contents"]?["value"]?.text ?? ""
    }
    #expect(text(0).hasPrefix("**x** = ```a`b``c``` — constant"))
    #expect(text(1).hasPrefix("**y** = `` ` z `` — formula"))
    #expect(text(2).hasPrefix("**l** = `xxx") && text(2).contains("x…` — formula"))
    #expect(text(3) == "**e** = — constant")
    #expect(text(4).count < 900 && text(4).contains("\ny = ` z\n"))
  }

  @Test("A hover says what the cells of a grid are worth that a formula names")
  func hoverOverCells() {
    let session = session()
    session.open("sheet S\nA1 = 5\nB1 = A1 * 2\nsheet T\nA1 = S!B1 + SUM(S!A1:B1)")
    func text(_ line: Int, _ character: Int) -> String {
      session.request("textDocument/hover", EditorSession.at(line, character))?["contents"]?["value"]?.text ?? ""
    }
    #expect(text(2, 6).hasPrefix("**S!A1** = `5` — constant"))
    #expect(text(4, 7).hasPrefix("**S!B1** = `10` — formula"))
    #expect(text(4, 18).contains("{5, 10}"))
  }

  @Test("Values stand beside definitions, and the mode beside the modes")
  func inlayHints() {
    let hints =
      session().request(
        "textDocument/inlayHint",
        ["textDocument": ["uri": "file:///w/a.sheet"]])?.list ?? []
    let shown = hints.map { "\($0["position"]?["line"]?.integer ?? -1) \($0["label"]?.text ?? "")" }
    #expect(shown == ["6 = 60", "7 = 0", "11 = none", "20 = 10"])
  }

  @Test("Completion offers what the place takes")
  func completion() {
    let session = session()
    func offered(_ text: String) -> [String] {
      session.open(form + "\n" + text)
      let line = form.split(separator: "\n", omittingEmptySubsequences: false).count
      return labels(session.request("textDocument/completion", EditorSession.at(line, text.count)))
    }
    #expect(offered("z = plan[") == ["cash", "month", "twice"])
    #expect(offered("z = ROUNDU") == ["ROUNDUP"])
    #expect(offered("z = tot").first == "total")
    #expect(offered("z = b.").contains("b.y"))
    #expect(offered("stat") == ["state "])
    #expect(offered("z = IF(size = ") == ["\"M\"", "\"S\""])
    #expect(offered("z = shape = ") == ["\"none\"", "\"some\""])
    #expect(offered("r = {name: 1}\nz = r.").contains("r.name") == false)
    // A step of a test begins with words of its own.
    session.open("A = 1\ntest \"t\" {\n  exp\n}")
    #expect(labels(session.request("textDocument/completion", EditorSession.at(2, 5))).first == "expect ")
    // A column formula begins with the columns of its table.
    session.open("A = 1\ntable t {\n  | part | n |\n  | 1 | 2 |\n  q = p\n}")
    #expect(labels(session.request("textDocument/completion", EditorSession.at(4, 7))).first == "part")
    session.open("r = {name: 1}\nz = r.na")
    #expect(labels(session.request("textDocument/completion", EditorSession.at(1, 8))) == ["r.name"])
    // A person asks for all there is, a sign only for what goes with it.
    session.open("A = 1\nz = ")
    func offered(by trigger: Int) -> [String] {
      let context: JSONValue = ["triggerKind": .integer(trigger)]
      guard case .object(var request) = EditorSession.at(1, 4) else { return [] }
      request["context"] = context
      return labels(session.request("textDocument/completion", .object(request)))
    }
    #expect(offered(by: 1).first == "A")
    #expect(offered(by: 2) == [])
    let resolved = session.request("completionItem/resolve", ["label": "SUM", "kind": 3])
    #expect(resolved?["documentation"]?["value"]?.text?.contains("- `") == true)
  }

  @Test("A call that is written shows its signature and its argument")
  func signature() {
    let session = EditorSession()
    func hint(_ text: String) -> (String?, Int?) {
      session.open(text)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let help = session.request(
        "textDocument/signatureHelp", EditorSession.at(lines.count - 1, lines.last?.count ?? 0))
      return (help?["signatures"]?.list?.first?["label"]?.text, help?["activeParameter"]?.integer)
    }
    #expect(hint("a = ROUND(") == ("ROUND(number, [digits])", 0))
    #expect(hint("a = ROUND(SUM(1, 2),") == ("ROUND(number, [digits])", 1))
    #expect(hint("a = (1 +\n  ROUND(2,") == ("ROUND(number, [digits])", 1))
    #expect(hint("f = LAMBDA(x, x)\na = f(") == ("f(x)", 0))
    #expect(hint("a = (") == (nil, nil))
  }

  @Test("A name leads to its definition, into used sheets too")
  func definition() {
    let session = session()
    func place(_ line: Int, _ character: Int) -> String {
      let found = session.request("textDocument/definition", EditorSession.at(line, character))
      return "\(found?["uri"]?.text?.split(separator: "/").last ?? "-") \(words(of: found?["range"]))"
    }
    #expect(place(6, 15) == "a.sheet 5:0-5:1")
    #expect(place(6, 8) == "a.sheet 0:17-0:18")
    #expect(place(6, 10) == "b.sheet 2:0-2:1")
    #expect(place(1, 2) == "b.sheet 1:6-1:7")
    #expect(place(0, 7) == "b.sheet 0:0-0:0")
    #expect(place(8, 6) == "a.sheet 10:6-10:9")
    #expect(place(18, 11) == "a.sheet 16:12-16:16")
    #expect(place(23, 10) == "a.sheet 7:6-7:11")
    #expect(place(3, 5) == "- -1:-1--1:-1")
    session.open("A1 = 1\nB2 = A1 + 1")
    #expect(place(1, 6) == "a.sheet 0:0-0:2")
  }

  @Test("A column is renamed across sheets, in every form in which it is named")
  func columns() {
    let session = EditorSession(files: [
      "/w/b.sheet":
        "table plan {\n| cash |\n| 1 |\n| 2 |\ntwo = cash * 2\n}\ns = SUM(plan[[#All],[cash]]) + SUM(plan.cash)\n"
    ])
    session.open("use \"b.sheet\" as b\nx = SUM(b.plan[cash]) + b.plan[2].cash\n")
    func rename(_ line: Int, _ character: Int, _ name: String) -> JSONValue? {
      guard case .object(var fields) = EditorSession.at(line, character) else { return nil }
      fields["newName"] = .text(name)
      return session.answer("textDocument/rename", .object(fields))
    }
    for character in [16, 36] {
      guard case .object(let changes)? = rename(1, character, "money")?["result"]?["changes"] else {
        Issue.record("not renamed")
        continue
      }
      let edits = changes.keys.sorted().flatMap { uri in (changes[uri]?.list ?? []).map { words(of: $0["range"]) } }
      #expect(edits == ["1:15-1:19", "1:34-1:38", "1:2-1:6", "4:6-4:10", "6:21-6:25", "6:40-6:44"])
    }
    #expect(rename(1, 16, "two")?["error"]?["message"]?.text == "two is defined already")
  }

  @Test("References and a rename reach used sheets and tests")
  func rename() {
    let session = session()
    func edits(_ answer: JSONValue?) -> [String] {
      guard case .object(let changes)? = answer?["changes"] else { return [] }
      return changes.keys.sorted().flatMap { uri in
        (changes[uri]?.list ?? []).map { "\(uri.split(separator: "/").last ?? "") \(words(of: $0["range"]))" }
      }
    }
    func rename(_ line: Int, _ character: Int, _ name: String, in uri: String = "file:///w/a.sheet") -> JSONValue? {
      guard case .object(var fields) = EditorSession.at(line, character, in: uri) else { return nil }
      fields["newName"] = .text(name)
      return session.answer("textDocument/rename", .object(fields))
    }
    #expect(
      edits(rename(7, 7, "taps")?["result"]) == [
        "a.sheet 7:6-7:11", "a.sheet 8:11-8:16", "a.sheet 11:17-11:22", "a.sheet 12:14-12:19", "a.sheet 13:14-13:19",
        "a.sheet 23:9-23:14", "a.sheet 26:9-26:14",
      ])
    // From the sheet that uses another, and from that one.
    let across = ["a.sheet 6:10-6:11", "b.sheet 2:0-2:1"]
    #expect(edits(rename(6, 10, "twice")?["result"]) == across)
    session.open(files["/w/b.sheet"] ?? "", as: "file:///w/b.sheet")
    #expect(edits(rename(2, 0, "twice", in: "file:///w/b.sheet")?["result"]) == across)
    #expect(
      edits(rename(1, 6, "given", in: "file:///w/b.sheet")?["result"]) == [
        "a.sheet 1:2-1:3", "b.sheet 1:6-1:7", "b.sheet 2:4-2:5",
      ])
    let columns = edits(rename(18, 11, "money")?["result"])
    #expect(columns.contains("a.sheet 16:12-16:16"))
    #expect(rename(6, 1, "A")?["error"]?["message"]?.text?.contains("A") == true)
    #expect(rename(6, 1, "1x")?["error"] != nil)
    #expect(rename(3, 5, "x")?["error"] != nil)
    let references = session.request("textDocument/references", EditorSession.at(5, 0))?.list ?? []
    #expect(references.map { words(of: $0["range"]) } == ["1:7-1:8", "5:0-5:1", "6:14-6:15"])
    let prepared = session.request("textDocument/prepareRename", EditorSession.at(6, 10))
    #expect(prepared?["placeholder"]?.text == "y" && words(of: prepared?["range"]) == "6:10-6:11")
  }

  @Test("Symbols and folds are those of the statements")
  func symbols() {
    let session = session()
    let uri: JSONValue = ["textDocument": ["uri": "file:///w/a.sheet"]]
    let symbols = session.request("textDocument/documentSymbol", uri)?.list ?? []
    #expect(
      symbols.map { $0["name"]?.text } == [
        "b", "size", "A", "total", "count", "tap", "shape", "plan", "sum", "a tap counts", "wrong",
      ])
    let found = session.request("workspace/symbol", ["query": "ttl"])?.list ?? []
    #expect(found.map { $0["name"]?.text } == ["total"])
    let theirs = session.request("workspace/symbol", ["query": "y"])?.list ?? []
    #expect(theirs.map { $0["location"]?["uri"]?.text } == ["file:///w/b.sheet"])
    let folds = session.request("textDocument/foldingRange", uri)?.list ?? []
    let lines = folds.map { "\($0["startLine"]?.integer ?? -1)-\($0["endLine"]?.integer ?? -1)" }
    #expect(lines == ["0-2", "7-9", "11-14", "15-19", "21-24", "25-27"])
    session.open("a = 1\nsheet Two\nA1 = 1\nA2 = 2\n")
    let grids = session.request("textDocument/documentSymbol", uri)?.list ?? []
    let children = grids.last?["children"]?.list ?? []
    #expect(children.map { $0["name"]?.text } == ["A1", "A2"])
  }

  @Test("Tokens are words with what they mean")
  func tokens() {
    let text = "/// doc\ninput a: number = 1 // c\nt = SUM(a, \"x\")\ntable p {\n| a | b |\nc = a\n}\n"
    let found = SheetTokens(SheetDocument(name: "t", text)).tokens(in: SourceSpan(0, text.utf8.count))
    let shown = found.map { token in
      "\(SourceText(name: "t", text)[token.span]) \(token.kind.rawValue)\(token.modifiers == 1 ? "!" : "")"
    }
    #expect(
      shown == [
        "/// doc comment", "input keyword", "a property!", "number type", "1 number", "// c comment", "t variable!",
        "SUM function", "a property", "\"x\" string", "table keyword", "p struct!", "c property", "a property",
      ])
  }

  @Test("A number ends where the next sign begins")
  func numberTokens() {
    for (formula, tokens) in [
      ("100-b", ["100", "b"]), ("1.5*b", ["1.5", "b"]), ("1E-3-b", ["1E-3", "b"]), ("2e+3+b", ["2e+3", "b"]),
      ("2015-04-01-b", ["2015-04-01", "b"]), ("2015-4-b", ["2015", "4", "b"]), ("0..b", ["0", "b"]), ("1.", ["1"]),
      ("14:30", ["14", "30"]),
    ] {
      let text = "b = \(formula)"
      let found = SheetTokens(SheetDocument(name: "t", text)).tokens(in: SourceSpan(0, text.utf8.count))
      #expect(found.dropFirst().map { SourceText(name: "t", text)[$0.span] } == tokens, "\(formula)")
    }
  }

  @Test("Tokens of a changed text are told as what changes")
  func tokenDeltas() {
    let session = EditorSession()
    session.open("a = 1\nb = 2\nc = 3\n")
    let uri: JSONValue = ["uri": "file:///w/a.sheet"]
    let first = session.request("textDocument/semanticTokens/full", ["textDocument": uri])
    var data = first?["data"]?.list?.compactMap(\.integer) ?? []
    session.change([EditorSession.replacement("22 + a", (1, 4), (1, 5))])
    let id = first?["resultId"] ?? .null
    let delta = session.request(
      "textDocument/semanticTokens/full/delta", ["textDocument": uri, "previousResultId": id])
    for edit in delta?["edits"]?.list ?? [] {
      let start = edit["start"]?.integer ?? 0
      data.replaceSubrange(
        start..<start + (edit["deleteCount"]?.integer ?? 0), with: edit["data"]?.list?.compactMap(\.integer) ?? [])
    }
    let fresh = session.request("textDocument/semanticTokens/full", ["textDocument": uri])
    #expect(data == (fresh?["data"]?.list ?? []).map { $0.integer ?? -1 })
    #expect((delta?["edits"]?.list?.count ?? 0) == 1)
    let range = session.request(
      "textDocument/semanticTokens/range",
      ["textDocument": uri, "range": ["start": ["line": 2, "character": 0], "end": ["line": 3, "character": 0]]])
    #expect((range?["data"]?.list ?? []).map(\.integer) == [2, 0, 1, 5, 1, 0, 4, 1, 3, 0])
  }

  @Test("A finding with one obvious edit offers it, and the edit cures it")
  func codeActions() {
    func check(_ text: String, _ cured: String, _ title: String, at location: SourceLocation = #_sourceLocation) {
      let session = EditorSession()
      let found = session.open(text)
      let range = found.first?["range"] ?? .null
      let actions =
        session.request("textDocument/codeAction", ["textDocument": ["uri": "file:///w/a.sheet"], "range": range])?
        .list ?? []
      guard let action = actions.first(where: { $0["title"]?.text == title }) else {
        let titles = actions.compactMap { $0["title"]?.text }
        Issue.record("\(found.compactMap { $0["message"]?.text }) offers \(titles)", sourceLocation: location)
        return
      }
      let edits = action["edit"]?["changes"]?["file:///w/a.sheet"]?.list ?? []
      session.change(edits.map { ["range": $0["range"] ?? .null, "text": $0["newText"] ?? .null] })
      #expect(session.text == cured, sourceLocation: location)
      #expect(session.idle("file:///w/a.sheet").isEmpty, sourceLocation: location)
    }
    check("Amount = 1\nB = Amout + 1", "Amount = 1\nB = Amount + 1", "change to Amount")
    check("B = zz + 1", "input zz\nB = zz + 1", "declare input zz")
    check("A = 1\n/// Doc.\nB = zz + 1", "A = 1\ninput zz\n/// Doc.\nB = zz + 1", "declare input zz")
    check("B = SUMM(1)", "B = SUM(1)", "change to SUM")
    check("B = \"x", "B = \"x\"", "add the missing quotation mark")
    check("B = ‘x’", "B = \"x\"", "write it in quotation marks")
    check("B := 1", "B = 1", "write =")
    check("B = IF(1 == 1, 2, 3)", "B = IF(1 = 1, 2, 3)", "write =")
    check("B = IF(1 != 1, 2, 3)", "B = IF(1 <> 1, 2, 3)", "write <>")
    check("B = SUM(1; 2)", "B = SUM(1, 2)", "write a comma")
    check("B = (1 + 2", "B = (1 + 2)", "add the missing )")
    check("B = 1 + 2)", "B = 1 + 2", "leave out )")
    check("# hello", "// hello", "write //")
    check("let B = 1", "B = 1", "leave out let")
    check("inptu a = 1", "input a = 1", "change to input")
    check("input a: nubmer = 1", "input a: number = 1", "change to number")
    check("input a in 3..1", "input a in 1..3", "write 1..3")
    check("table t {\n  | a |\n  | 1\n}", "table t {\n  | a |\n  | 1 |\n}", "add the missing |")
    check("table t {\n  a | b |\n}", "table t {\n  | a | b |\n}", "add the missing |")
  }

  @Test("A client that knows how is told when values may be others because of another sheet")
  func refreshes() {
    let session = EditorSession(files: ["/w/b.sheet": "input y = 1\n"], isRunning: false)
    let ability: JSONValue = ["refreshSupport": true]
    _ = session.request(
      "initialize",
      ["rootUri": "file:///w", "capabilities": ["workspace": ["inlayHint": ability, "codeLens": ability]]])
    session.open("use \"b.sheet\" as b\nz = b.y * 2\n")
    func told(_ uri: String) -> [String] {
      session.server.handle([
        "method": "workspace/didChangeWatchedFiles", "params": ["changes": [["uri": .text(uri), "type": 2]]],
      ]).compactMap { $0["method"]?.text }
    }
    #expect(told("file:///w/c.sheet").isEmpty)
    #expect(told("file:///w/b.sheet") == ["workspace/codeLens/refresh", "workspace/inlayHint/refresh"])
  }

  @Test("A test is run from its line, and says what came of it")
  func codeLenses() {
    let session = session()
    let uri: JSONValue = ["textDocument": ["uri": "file:///w/a.sheet"]]
    func lenses() -> [JSONValue] { session.request("textDocument/codeLens", uri)?.list ?? [] }
    func titles() -> [String] { lenses().compactMap { $0["command"]?["title"]?.text } }
    #expect(titles() == ["explore", "run test", "run test"])
    func run(_ number: Int) -> JSONValue? {
      let command = lenses()[number]["command"]
      return session.request(
        "workspace/executeCommand",
        ["command": command?["command"] ?? .null, "arguments": command?["arguments"] ?? .null])
    }
    #expect(run(1)?["passed"]?.logical == true)
    #expect(run(2)?["message"]?.text == "1 of 1 failed · run again")
    #expect(titles() == ["explore", "passed · run again", "1 of 1 failed · run again"])
    let found = session.idle("file:///w/a.sheet")
    #expect(found.map { $0["code"]?.text } == ["failed-expectation"])
    #expect(words(of: found.first?["range"]) == "26:9-26:18")
    // What was said holds for the text as it was.
    #expect(session.change([EditorSession.replacement(" ", (5, 6), (5, 6))]).isEmpty)
    #expect(titles() == ["explore", "run test", "run test"])
    // And for the files that it uses.
    #expect(run(1)?["passed"]?.logical == true)
    session.disk.files["/w/b.sheet"] = "input y = 2\n"
    session.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": "file:///w/b.sheet", "type": 2]]])
    #expect(titles() == ["explore", "run test", "run test"])
    session.open("event tap\nstate n = 0 { on tap where n < 3 : n + 1 }\nnever \"three\": n = 3")
    #expect(run(0)?["message"]?.text == "1 broken in 4 states · explore again")
    #expect(session.idle("file:///w/a.sheet").first?["message"]?.text?.contains("tap; tap; tap") == true)
    // What goes wrong while the sheet runs is told as a broken check is.
    session.open(
      "event tap\nstate a = 0 {\n  on tap : 1\n  on b.changed : a + 1\n}\nstate b = 0 { on a.changed : b + 1 }")
    #expect(run(0)?["message"]?.text == "1 broken in 1 state · explore again")
    #expect(session.idle("file:///w/a.sheet").map { $0["code"]?.text } == ["event-loop"])
    // Not all that may come can be tried.
    session.open("event tap\nx = RAND()\nstate n = 0 { on tap : 1 - n }\nnever \"two\": n = 2")
    #expect(run(0)?["message"]?.text == "nothing breaks in the 2 states that can be tried · explore again")
    #expect(
      session.answer("workspace/executeCommand", ["command": "sheaf.runTest", "arguments": []])?["error"] != nil)
  }
}
