import CellModel
import FunctionLibrary
import SessionModel
import SheetText
import Testing

@testable import LiveSheets

@Suite("A session and its text")
struct SessionTests {

  private static let files = [
    "u.sheet": "input k = 3\n", "row.sheet": "input name: text\ninput x: number = 1\ninput far = 0\nz = x * 2\n",
  ]

  private func sheet(_ text: String, _ lines: [String]) -> LiveSheet {
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", text),
      environment: LiveSheet.Environment(
        catalog: .standard, readFile: { Array((Self.files[$0] ?? "a\n1\n").utf8) },
        services: .program { _, hasBody in !hasBody }))
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    for line in lines { _ = sheet.enter(line) }
    return sheet
  }

  /// Whether lines make a text of another, and whether each of them can be taken back and made again.
  private func check(
    _ text: String, _ lines: String..., gives expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    let sheet = sheet(text, lines)
    #expect(sheet.document.text == expected, sourceLocation: location)
    let values = SessionPicture(sheet).values
    var count = 0
    while sheet.undo() { count += 1 }
    #expect(sheet.document.text == text, sourceLocation: location)
    #expect(SessionPicture(sheet) == SessionPicture(self.sheet(text, [])), sourceLocation: location)
    for _ in 0..<count { sheet.redo() }
    #expect(sheet.document.text == expected, sourceLocation: location)
    #expect(SessionPicture(sheet).values == values, sourceLocation: location)
  }

  @Test("An entry that gives a definition several values or kinds is made again with the last of them")
  func severalValues() {
    check("", "x = 7; input x = 6", gives: "input x = 6\n")
    check("", "a = 1; x = 7; x = a + 1; event go", gives: "a = 1\nx = a + 1\nevent go\n")
    check(
      "input x = 7\n", "x = 8; input x: number in 0..10 = 6; x = 9; input x = 4", "x = 3; event go; x = 2",
      gives: "input x = 2\nevent go\n")
    check("event go\n", "x = 7; state x = 3 { on go : x + 1 }", gives: "event go\nstate x = 3 { on go : x + 1 }\n")
    check("input x = 7\n", "a = 1; x = 8; x <~ a", gives: "input x = 8\na = 1\nx <~ a\n")
  }

  @Test("A binding takes the place of one of the same input, and goes by itself")
  func bindings() {
    let text = "input x\na = 1\nx <~ a\n"
    check(text, "x <~ a * 2", gives: "input x\na = 1\nx <~ a * 2\n")
    check(text + "A1 <~ a\nA1 = 5\n", "A1 <~ 7", gives: text + "A1 <~ 7\nA1 = 5\n")
    check(text, "input y", "y <~ a", "X <~ 3", gives: "input x\na = 1\nX <~ 3\ninput y\ny <~ a\n")
    let sheet = sheet(text, ["x <~ a * 2"])
    #expect(sheet["x"] == 2)
    _ = sheet.delete("x <~")
    #expect(sheet.document.text == "input x\na = 1\n")
    #expect(sheet.undo() && sheet["x"] == 2)
    #expect(sheet.undo() && sheet.document.text == text && sheet["x"] == 1)
  }

  @Test("An input that says all about itself is entered where the sheet runs, and any other with the text")
  func newInputs() {
    let text = "a = 1\nevent tap\nstate s = 0 { on tap : s + a }\n"
    check(
      text, "/// of a\ninput x: number in 0..9 = 4 // four", "x = 5", "a = x + 1",
      gives: "a = x + 1\nevent tap\nstate s = 0 { on tap : s + a }\n/// of a\ninput x: number in 0..9 = 5 // four\n")
    check(
      text, "input x in {\"S\", \"M\"} = \"m\"; input y: date; y = 2026-01-31", "clear y",
      gives: text + "input x in {\"S\", \"M\"} = \"m\"\ninput y: date\n")
    func runsOn(_ line: String, after lines: [String] = []) -> Bool {
      let sheet = self.sheet(text, lines)
      let engine = sheet.engine
      let outcomes = sheet.enter(line)
      #expect(outcomes.contains { if case .defined = $0 { true } else { false } }, "\(line)")
      return sheet.engine === engine
    }
    for line in ["input x", "input x: number = 3", "input x in 1..5 as \"0.0\"", "input x = {1, 2}"] {
      #expect(runsOn(line))
    }
    for line in ["input x = a", "input x in 0..a", "input x = 1 where x > 0", "input a = 4", "input s = 1"] {
      #expect(!runsOn(line), "\(line)")
    }
    // Something may wait for the name.
    #expect(!runsOn("input x", after: ["b = x + 1"]))
    let sheet = self.sheet(text, ["b = x + 1", "input x = 4", "input z = 1"])
    #expect(sheet["b"] == 5)
    for line in ["input x in 0..9 = 12", "input y: number = \"t\"", "input y: number in {\"a\"}"] {
      guard case .failed = sheet.enter(line).first else {
        Issue.record("\(line)")
        continue
      }
    }
    #expect(sheet.document.text == text + "b = x + 1\ninput x = 4\ninput z = 1\n")
  }

  @Test("Of two inputs that are kept equal both come back with what one of them belongs to")
  func boundBothWays() {
    let text = "use \"u.sheet\" as u\nuse \"u.sheet\" as v\nu.k <~> v.k\n"
    for set in ["u.k = 4", "v.k = 4"] {
      let sheet = sheet(text, [set])
      _ = sheet.delete("u")
      #expect(sheet.undo() && sheet.document.text == text)
      #expect(sheet["u.k"] == 4 && sheet["v.k"] == 4, "\(set)")
      #expect(sheet.undo() && sheet["u.k"] == 3 && sheet["v.k"] == 3, "\(set)")
    }
  }

  @Test("What is taken back leaves the text that the sheet runs")
  func undoOfAStatement() {
    let sheet = sheet("", ["A = 1", "A = 5", "always \"x\": TRUE"])
    #expect(sheet.undo() && sheet["A"] == 5)
    #expect(sheet.document.text == "A = 5\n")
    #expect(sheet.undo() && sheet["A"] == 1)
    #expect(sheet.document.text == "A = 1\n")
  }

  @Test("A cell is written under the line of its grid")
  func grids() {
    let grids = "sheet One\nA1 = 1\nsheet Two\nA1 = 2\n"
    check(grids, "A1 = 5", gives: "sheet One\nA1 = 5\nsheet Two\nA1 = 2\n")
    check(grids, "Two!A1 = 9", gives: "sheet One\nA1 = 1\nsheet Two\nA1 = 9\n")
    check(grids, "B1 = 6", "x = A1", gives: "sheet One\nA1 = 1\nB1 = 6\nx = A1\nsheet Two\nA1 = 2\n")
    check(grids, "Two!B1 = A1 * 2", gives: "sheet One\nA1 = 1\nsheet Two\nA1 = 2\nB1 = A1 * 2\n")
    check(grids, "sheet Two", "C1 = A1", gives: "sheet One\nA1 = 1\nsheet Two\nA1 = 2\nC1 = A1\n")
    check("A1 = 1\n", "sheet Two", "A1 = 7", gives: "A1 = 1\nsheet Two\nA1 = 7\n")
  }

  @Test("A grid is there while cells come before the first line of a grid")
  func gridsThatGo() {
    let grids = "A1 = 4\nsheet Two\nB1 = 3\n"
    check(grids, "clear A1", gives: "sheet Two\nB1 = 3\n")
    check(grids, "clear A1", "B1 = 8", "A1 = 5", gives: "sheet Two\nB1 = 8\nA1 = 5\n")
    check(grids, "A1 = 5; clear A1; Two!B1 = 1", gives: "sheet Two\nB1 = 1\n")
    let sheet = sheet(grids, ["clear A1"])
    #expect(sheet.sheetNames == ["Two"] && sheet["B1"] == 3)
    #expect(sheet.undo() && sheet["A1"] == 4 && sheet.sheetNames.count == 2)
    _ = sheet.delete("A1")
    #expect(sheet.sheetNames == ["Two"] && sheet["B1"] == 3)
    #expect(sheet.undo() && sheet["A1"] == 4 && sheet.document.text == grids)
  }

  @Test("Rows that are changed by hand are in the text")
  func rows() {
    let table = "table t {\n  | a   | b |\n  | 1   | x | // c\n  | 2   |   |\n}\n"
    check(table, "t[1].a = 10", gives: "table t {\n  | a   | b |\n  | 10  | x | // c\n  | 2   |   |\n}\n")
    check(table, "t[2].b = \"5\"", gives: "table t {\n  | a   | b |\n  | 1   | x | // c\n  | 2   | \"5\" |\n}\n")
    check(
      table, "insert last t (5, \"p|q\")",
      gives: "table t {\n  | a   | b |\n  | 1   | x | // c\n  | 2   |   |\n  | 5   | p\\|q |\n}\n")
    check(
      table, "insert after 1 t (5)",
      gives: "table t {\n  | a   | b |\n  | 1   | x | // c\n  | 5   |   |\n  | 2   |   |\n}\n")
    check(table, "delete t[1]", gives: "table t {\n  | a   | b |\n  | 2   |   |\n}\n")
    check(table, "clear t[1].b", gives: "table t {\n  | a   | b |\n  | 1   |   | // c\n  | 2   |   |\n}\n")
    // A percentage that goes takes its kind with it, also where it is the only row.
    check("table t {\n| a |\n| 7 |\n| 19% |\n}\n", "delete t[2]", gives: "table t {\n| a |\n| 7 |\n}\n")
    check("table t {\n| a |\n| 19% |\n}\n", "delete t[1]", gives: "table t {\n| a |\n}\n")
    // A row is the same when its table was another for a while.
    check(table, "insert last t (5)", "table t {\n| a |\n| 9 |\n}", gives: "table t {\n| a |\n| 9 |\n}\n")
    check("table t { | a |\n| 1 | }", "insert last t (2)", gives: "table t { | a |\n| 1 |\n| 2 | }")
    check("table t {\n| a |\n}\n", "insert last t (2)", gives: "table t {\n| a |\n| 2 |\n}\n")
  }

  @Test("So are those that are sheets, as far as the header names their inputs")
  func rowsOfSheets() {
    let table = "table t of \"row.sheet\" {\n  | x  | name |\n  | 2  | ann  | // c\n  | 5  | bob  |\n}\n"
    func rows(_ rows: String...) -> String {
      "table t of \"row.sheet\" {\n  | x  | name |\n" + rows.map { "  \($0)\n" }.joined() + "}\n"
    }
    check(table, "t[1].x = 10", gives: rows("| 10 | ann  | // c", "| 5  | bob  |"))
    check(table, "t[2].name = \"19%\"", "clear t[1].x", gives: rows("|    | ann  | // c", "| 5  | 19%  |"))
    check(table, "insert last t (\"cy\")", gives: rows("| 2  | ann  | // c", "| 5  | bob  |", "| 1  | cy   |"))
    check(table, "insert first t (\"cy\", 7)", "delete t[2]", gives: rows("| 7  | cy   |", "| 5  | bob  |"))
    // No cell of a row says what these hold.
    check(table, "t[1].far = 10", "insert last t (\"cy\", 7, 8)", gives: table)
  }

  @Test("Rows that are counted stay so")
  func countedRows() {
    let table = "table t {\n  2 rows\n  | a |\n}\n"
    check(table, "t[1].a = 5", "insert last t (7)", "delete t[2]", gives: table)
    #expect(UnwrittenValue.all(in: sheet(table, ["t[1].a = 5", "insert last t (7)"])).map(\.name) == ["t"])
  }

  @Test("A statement that loads the text anew keeps rows, states and answers")
  func carrying() {
    let text =
      "event tap\nstate n = 0 { on tap : n + 1 }\nservice s()\nfetch f = s()\ntable t { | a |\n| 1 |\non tap : insert last (n) }\n"
    let sheet = sheet(text, ["tap", "tap", "s replies 7", "t[1].a = 9", "always \"x\": TRUE"])
    #expect(sheet["n"] == 2 && sheet["f"] == 7)
    #expect(sheet.tables[0].rowCount == 3)
    _ = sheet.enter("event other")
    #expect(sheet["n"] == 2 && sheet["f"] == 7)
    #expect(sheet.tables[0].rowCount == 3)
    #expect(UnwrittenValue.all(in: sheet).map(\.name) == ["n", "f", "t"])
    #expect(sheet.undo() && sheet.undo() && sheet["n"] == 2)
    #expect(sheet.undo() && sheet.document.text == text)
    #expect(sheet.tables[0].rowCount == 3)
  }

  @Test("A call that is open goes on when a statement loads the text anew")
  func openCalls() {
    let sheet = sheet("service s()\naction go = s()\n", ["go", "always \"x\": TRUE", "s replies 5"])
    #expect(sheet["go.value"] == 5)
  }

  @Test("A format and a documentation are what the text says")
  func formats() {
    check("two = 1+1 as \"0.00\"\n", "two = 19%", gives: "two = 19% as \"0.00\"\n")
    check("two = 1+1 as \"0.00\"\n", "two = 3 as \"0\"", gives: "two = 3 as \"0\"\n")
    check("/// old\ntwo = 1 // c\n", "/// new\ntwo = 2", gives: "/// new\ntwo = 2 // c\n")
    check("two = 1\n", "/// new\ntwo = 2", gives: "/// new\ntwo = 2\n")
    check("two = 1 as \"0.0\"\n", "/// new\ntwo = 2", gives: "/// new\ntwo = 2 as \"0.0\"\n")
    let sheet = sheet("two = 1+1 as \"0.00\"\n", ["two = 19%"])
    #expect(sheet.cells.first.map(sheet.text) == "0.19")
  }

  @Test("What is defined is listed in the order of the text, whenever it was entered")
  func order() {
    let sheet = sheet(
      "first = 1\ninput second = 2\nA1 = 3\nA2:A3 = A1\ntable t {\n| a |\n| 1 |\n}\n",
      ["A1 = 4", "second = 7", "new = 1", "C1 = {1, 2}", "first = 100 + 1"])
    let names = ["first", "second", "A1", "A2:A3", "t", "new", "C1:D1"]
    #expect(sheet.contents.map(\.name) == names)
    #expect(self.sheet(sheet.document.text, []).contents.map(\.name) == names)
    _ = sheet.undo()
    #expect(sheet.contents.map(\.name) == names)
  }

  @Test("A cell that was new is gone when it is taken back")
  func newCells() {
    let sheet = sheet("", ["B2 = 5", "x = 1"])
    #expect(sheet.undo() && sheet.undo() && sheet.cells.isEmpty)
    #expect(sheet.takeGoneNames() == ["x", "B2"])
  }

  @Test("A cell of a fill that was defined apart is as the fill again when its definition goes")
  func cellsOfFills() {
    let fill = "A1:A3 = 1\nB1:B3 = A1 + 1\n"
    check(fill, "B2 = 9", gives: fill + "B2 = 9\n")
    let sheet = sheet(fill, ["B2 = 9"])
    _ = sheet.delete("B2")
    #expect(sheet["B2"] == 2 && sheet.document.text == fill)
    #expect(sheet.undo() && sheet["B2"] == 9)
    #expect(sheet.redo() == true && sheet["B2"] == 2)
  }

  @Test("An input that is set is set in the text, one that is bound both ways with its other")
  func inputs() {
    check("input x: number = 3 // c\n", "x = 9", gives: "input x: number = 9 // c\n")
    check("input x: number in 0..9\n", "x = 9", gives: "input x: number in 0..9 = 9\n")
    check("input x: number = 3\n", "clear x", gives: "input x: number\n")
    check("input x = 1 where x > 0\n", "x = 2 * 4", gives: "input x = 8 where x > 0\n")
    check("A = 1\ninput x = 1\n", "{ A = 2; x = 5 }", gives: "A = 2\ninput x = 5\n")
    check(
      "use \"u.sheet\" as u\ninput i = 2\nu.k <~> i\n", "u.k = 7",
      gives: "use \"u.sheet\" as u\ninput i = 7\nu.k <~> i\n")
    // What only follows its model since the load is not touched by what has nothing to do with it.
    check(
      "input w = 1\ninput v = 7\nw <~> v\ninput q = 5\n", "q = 6",
      gives: "input w = 1\ninput v = 7\nw <~> v\ninput q = 6\n")
    check("input w = 1\ninput v = 7\nw <~> v\n", "v = 8", gives: "input w = 1\ninput v = 8\nw <~> v\n")
  }

  /// What cells hold after lines, and once more after a statement that loads the text anew.
  private func check(
    _ text: String, _ lines: [String], _ expected: (String, CellValue)...,
    at location: SourceLocation = #_sourceLocation
  ) {
    let sheet = sheet(text, lines)
    for (path, value) in expected { #expect(sheet[path] == value, "\(path)", sourceLocation: location) }
    _ = sheet.enter("event loadedAnew")
    for (path, value) in expected { #expect(sheet[path] == value, "\(path), anew", sourceLocation: location) }
    let values = SessionPicture(sheet).values
    var count = 0
    while sheet.undo() { count += 1 }
    #expect(SessionPicture(sheet) == SessionPicture(self.sheet(text, [])), sourceLocation: location)
    for _ in 0..<count { sheet.redo() }
    #expect(SessionPicture(sheet).values == values, sourceLocation: location)
  }

  private static let used = "use \"u.sheet\" as u\nuse \"u.sheet\" as v\ninput i = 2\n"

  @Test("What a binding has set stays when the text is loaded anew, and so does what was set by hand since")
  func boundInputs() {
    let text = Self.used
    check(text + "u.k <~> i\n", ["u.k = 4", "i = 7"], ("u.k", 7), ("i", 7))
    check(text + "u.k <~> i\n", ["i = 7", "u.k = 4"], ("u.k", 4), ("i", 4))
    check(text + "input m: number\nm <~ i + 1\n", ["m = 9", "i = 4"], ("m", 5))
    check(text + "input m: number\nm <~ i + 1\n", ["i = 4", "m = 9"], ("m", 9))
    check(text + "u.k <~> v.k\n", ["u.k = 4"], ("u.k", 4), ("v.k", 4))
    check(text + "u.k <~ v.k + 1\n", ["v.k = 7"], ("u.k", 8), ("v.k", 7))
    check(text + "u.k <~ v.k + 1\n", ["v.k = 7", "u.k = 1"], ("u.k", 1), ("v.k", 7))
    // A binding that is new sets its input, as it does at load; one that reads otherwise is new.
    check(text, ["u.k = 9", "u.k <~ i"], ("u.k", 2))
    check(text + "u.k <~ i\n", ["u.k = 9", "input i = 5"], ("u.k", 5))
    check(text + "u.k <~> i\n", ["u.k = 9", "input i = 5"], ("u.k", 5), ("i", 5))
    check(text + "i <~> u.k\n", ["u.k = 9", "input i = 5"], ("u.k", 5), ("i", 5))
  }

  @Test("What a binding has made of a state stays when the text is loaded anew")
  func bindingsToStates() {
    let text = Self.used + "event tap\nstate n = 0 { on tap : n + 1 }\nu.k <~ n\n"
    let sheet = sheet(text, ["tap", "tap", "event e"])
    #expect(sheet["u.k"] == 2)
    for line in ["u.k = 9", "event f"] { _ = sheet.enter(line) }
    #expect(sheet["u.k"] == 9)
    for line in ["tap", "event g"] { _ = sheet.enter(line) }
    #expect(sheet["u.k"] == 3)
  }

  @Test("What is taken back gives an input what it held, though a binding has set it since")
  func undoOfBindings() {
    let sheet = sheet(Self.used + "u.k <~ i\nv.k <~ u.k + 1\n", ["v.k = 8", "u.k = 3", "v.k = 9", "i = 5"])
    #expect(sheet["u.k"] == 5 && sheet["v.k"] == 6)
    #expect(sheet.undo() && sheet["u.k"] == 3 && sheet["v.k"] == 9)
    #expect(sheet.undo() && sheet.undo() && sheet["u.k"] == 2 && sheet["v.k"] == 8)
    #expect(sheet.redo() && sheet.redo() && sheet.redo() && sheet["u.k"] == 5 && sheet["v.k"] == 6)
    // That it found the input as it would have set it is no reason to set it now.
    _ = sheet.enter("u.k = 7")
    _ = sheet.enter("i = 7")
    #expect(sheet.undo() && sheet["u.k"] == 7)
    // Nor is that the text was loaded anew.
    _ = sheet.enter("input i = 1")
    #expect(sheet["u.k"] == 1 && sheet.undo() && sheet["u.k"] == 7)
  }

  @Test("A used sheet that gets another name keeps what was set by hand in it")
  func renamedUse() {
    let sheet = sheet(Self.used + "v.k <~ u.k\nx = u.k + v.k\n", ["u.k = 4", "v.k = 9"])
    _ = sheet.rename("u", to: "w")
    #expect(sheet["w.k"] == 4 && sheet["v.k"] == 9 && sheet["x"] == 13)
    _ = sheet.rename("v", to: "u")
    #expect(sheet["w.k"] == 4 && sheet["u.k"] == 9 && sheet["x"] == 13)
    _ = sheet.enter("event e")
    #expect(sheet["x"] == 13)
    for _ in 1...3 { #expect(sheet.undo()) }
    #expect(sheet["u.k"] == 4 && sheet["v.k"] == 9 && sheet["x"] == 13)
  }

  @Test("A text that takes the place of another gives its inputs; what has happened stays")
  func reloading() {
    let text = Self.used + "event tap\nstate n = 0 { on tap : n + 1 }\nv.k <~ n\n"
    let sheet = sheet(text, ["u.k = 4", "tap", "v.k = 8", "i = 3"])
    sheet.replaceText(with: SheetDocument(name: "x.sheet", text), line: ":reload")
    #expect(sheet["u.k"] == 3 && sheet["i"] == 2 && sheet["n"] == 1 && sheet["v.k"] == 1)
    #expect(sheet.undo() && sheet["u.k"] == 4 && sheet["i"] == 3 && sheet["n"] == 1 && sheet["v.k"] == 8)
  }

  @Test("What no text can say is named")
  func unwritten() {
    func names(_ text: String, _ lines: String...) -> [String] {
      UnwrittenValue.all(in: sheet(text, lines)).map(\.description)
    }
    #expect(names("A = 1\n", "A = 2") == [])
    #expect(names("A = 1\n", "clear A", "always \"x\": TRUE") == ["A is blank, and 1 when it is loaded"])
    #expect(names("B1:B2 = 7\n", "clear B2") == ["B2 is blank, and 7 when it is loaded"])
    #expect(names("B1:B2 = 7\n", "B2 = 1", "clear B2") == ["B2 is blank, and 7 when it is loaded"])
    #expect(names("B1:B2 = 7\n", "clear B2", "B2 = 5") == [])
    #expect(sheet("B1:B2 = 7\n", ["clear B2", "B2 = 5"])["B2"] == 5)
    #expect(sheet("sheet One\nB1:B2 = 7\n", ["clear B2", "B1:B2 = 8"])["B2"] == 8)
    #expect(sheet("sheet One\nB1 = 1\nsheet Two\nB1:B2 = 7\n", ["clear Two!B2", "Two!B2 = 5"])["Two!B2"] == 5)
    #expect(names("use \"u.sheet\" as u\n", "u.k = 7", "always \"x\": TRUE") == ["u.k is 7, and 3 when it is loaded"])
    #expect(names("table t from \"c.csv\"\n", "insert last t (4)") == ["t is 2 rows, and 1 row when it is loaded"])
    #expect(names("event e\nstate n = 0 { on e : 5 }\n", "e") == ["n is 5, and 0 when it is loaded"])
  }

  @Test("A line is one entry, whatever it holds")
  func lines() {
    check("A = 1\n", "A = 2; B = 3\nC = 4", gives: "A = 2\nB = 3\nC = 4\n")
    let sheet = sheet("A = 1\n", ["A = 2; B = 3"])
    #expect(sheet.pastLines == ["A = 2; B = 3"])
    #expect(sheet.undo() && sheet.document.text == "A = 1\n")
  }

  @Test("Names are changed wherever they are used, and definitions taken away")
  func renaming() {
    let sheet = sheet("A = 1\nB = A + 1\nevent e\nstate n = A { on e : n + 1 }\n", ["e"])
    _ = sheet.rename("n", to: "count")
    #expect(sheet["count"] == 2)
    _ = sheet.rename("A", to: "first")
    #expect(sheet["B"] == 2 && sheet["count"] == 2)
    #expect(sheet.document.text == "first = 1\nB = first + 1\nevent e\nstate count = first { on e : count + 1 }\n")
    #expect(sheet.undo() && sheet.undo() && sheet["n"] == 2)
    _ = sheet.delete("B")
    #expect(sheet.document.text == "A = 1\nevent e\nstate n = A { on e : n + 1 }\n")
    #expect(sheet.undo() && sheet["B"] == 2)
    if case .failed = sheet.rename("zz", to: "y") {} else { Issue.record("renamed") }
    if case .refused = sheet.delete("zz") {} else { Issue.record("deleted") }
  }

  @Test("A formula that comes back in the entry that takes its name away reads no blank")
  func nameThatGoes() {
    check("A = B * 2\n", "A = 1; B = 2", gives: "A = 1\nB = 2\n")
    let sheet = sheet("A = B * 2\n", ["A = 1; B = 2"])
    #expect(sheet.undo() && sheet["A"] == .error(.name))
  }

  @Test("_ is the last result, _1 the one before, also when a text was loaded anew")
  func results() {
    let sheet = sheet("", ["1 + 1", "2 + 3", "always \"x\": TRUE"])
    guard case .value(let value, _)? = sheet.enter("_ * 10 + _1").last else {
      Issue.record("no value")
      return
    }
    #expect(value == 52)
  }

  @Test("What stands between braces at the prompt happens in one instant, as in a test")
  func instants() {
    let text = """
      event tap
      event key: any
      input A = 1
      state tapped = 0 { on tap : tapped + A }
      state pressed = 0 { on key : key }
      service login()
      action go(q) = login()
      """
    for (line, tapped, pressed) in [
      ("{ tap; A = 5 }", 5.0, 0.0), ("{ A = 5; tap }", 5, 0), ("{ tap }", 1, 0), ("{tap; key 3}", 1, 3),
      ("{ key 3; A = 2 }", 0, 3), ("{ key A + 1\ntap }", 1, 2), ("key A", 0, 1), ("{ key A; tap }", 1, 1),
      ("{ go(\"x\"); tap }", 1, 0),
    ] {
      let sheet = sheet(text, [line])
      #expect(sheet["tapped"] == .number(tapped) && sheet["pressed"] == .number(pressed), "\(line)")
    }
    #expect(sheet(text, ["{ go(\"x\"); tap }", "login replies 2"])["go.value"] == 2)
    // A word that means nothing was meant as a text.
    for line in ["A = hello", "key hello"] {
      guard case .failed(let findings, _?)? = sheet(text, []).enter(line).first else {
        Issue.record("\(line)")
        continue
      }
      #expect(findings.map(\.message) == ["there is no cell named hello"], "\(line)")
      #expect(findings.first?.help == "a text stands in quotes: \"hello\"", "\(line)")
    }
    // An array of values stays one.
    #expect(sheet(text, []).enter("{A; A}").map(\.isDone) == [false])
    for (line, message) in [
      ("{ tap; A = nosuch }", "there is no cell named nosuch"),
      ("{ tap; key nosuch }", "there is no cell named nosuch"),
      ("key nosuch", "there is no cell named nosuch"), ("{ tap; new = 3 }", "there is no cell named new"),
    ] {
      let sheet = sheet(text, [])
      guard case .failed(let findings, let source?)? = sheet.enter(line).first else {
        Issue.record("\(line)")
        continue
      }
      #expect(findings.map(\.message) == [message] && source.bytes.count == line.utf8.count, "\(line)")
      #expect(sheet["tapped"] == 0 && sheet["pressed"] == 0)
    }
  }
}
