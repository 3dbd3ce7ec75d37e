import CellModel
import Diagnostics
import SheetText
import Testing

@testable import SheetPrograms

@Suite("Sheet program")
struct SheetProgramTests {
  @Test("A statement knows the row of the cell that bears its name")
  func rows() {
    let made = program("A = 1\naction go = A\nB = go.value\nstate n = 0 { on go.succeeded : n + 1 }\nB7 = 2")
    #expect(made.statements.map(\.row) == [0, -1, 5, 6, -1])
    #expect(made.otherNames == ["go": "action"])
  }

  @Test("The first to define a name has it")
  func twice() {
    let made = program("A = 1\na = 2\nservice a(x)\nB2 = 1\nB2 = 2\nA1:A3 = 1\nA3:A9 = 2")
    #expect(made.statements.count == 3)
    #expect(
      made.findings.map(\.message) == [
        "a is defined twice", "a is defined twice", "B2 is defined twice", "some of these cells are filled twice",
      ])
  }

  @Test("What could not be read keeps its place, so that its error is seen")
  func unread() {
    let made = program("state A\nA = 2")
    #expect(made.statements.count == 1)
    #expect(made.statements[0].statement.meaning.unreadName?.text == "A")
  }

  @Test("Names of used sheets stand behind the name of the use, services do not")
  func uses() {
    let made = program(
      "use \"Rate.sheet\" as low\nuse \"Rate.sheet\" as high",
      files: ["Rate.sheet": "input rate: number = 1\nservice ask(x)\naction go = ask(1)"])
    #expect(made.units.map(\.prefix) == ["", "low.", "high."])
    #expect(
      made.statements.compactMap { $0.definedName?.text } == [
        "low", "high", "low.rate", "ask", "low.go", "high.rate", "high.go",
      ])
    #expect(made.triggers == ["low.go", "high.go"])
    #expect(made.otherNames["ask"] == "service")
  }

  @Test("Files that each use the next one twice are not read without end")
  func manyUses() {
    let files = Dictionary(
      uniqueKeysWithValues: (1...30).map {
        ("\($0).sheet", "use \"\($0 + 1).sheet\" as a\nuse \"\($0 + 1).sheet\" as b")
      })
    var reader = UnitReader(
      main: "0.sheet", readFile: { Array((files[$0] ?? "").utf8) }, WorkbookCache(), most: 100)
    let units = reader.units(from: SheetUnit(SheetDocument(name: "0.sheet", files["1.sheet"] ?? "")))
    let findings = reader.takeFindings()
    #expect(units.count == 101 && !reader.unread.isEmpty)
    #expect(findings.map(\.code) == ["unreadable-file"])
    #expect(findings.first?.labels.first?.text == "used here: more than 100 sheets are used")
  }

  @Test("A sheet that uses itself, or one that is not there, is a finding where it is used")
  func badUses() {
    let made = program(
      "use \"A.sheet\" as a\nuse \"none.sheet\" as b", files: ["A.sheet": "use \"A.sheet\" as again"])
    #expect(made.findings.map(\.code) == ["unreadable-file", "circular-use"])
    #expect(made.unreadUses == ["a.again", "b"])
    #expect(made.findings.last?.message == "A.sheet:1:5: “A.sheet” uses itself")
  }

  @Test("Why a file cannot be read is told where it is used, however deep that is")
  func whyUnread() {
    let made = program(
      "use \"A.sheet\" as a", files: ["A.sheet": "use \"none.sheet\" as b\ntable t from \"none.csv\" {}"])
    #expect(made.findings.map(\.code) == ["unreadable-file", "unreadable-file"])
    for finding in made.findings {
      #expect(finding.labels.first.map { $0.text.hasPrefix("used here: ") } == true, "\(finding)")
    }
  }

  @Test("Grids have the names of their lines, and those of used sheets the names of the uses")
  func grids() {
    let made = program("A1 = 1\nsheet Inputs\nB1 = 2\nuse \"G.sheet\" as g", files: ["G.sheet": "A1 = 3"])
    #expect(made.grids.names == ["main", "Inputs", "g"])
    #expect(made.grids.numbers[""] == 0)
  }

  @Test("Moments count only where they are read as values")
  func moments() {
    #expect(program("action go = 1\nstate n = 0 { on go.failed : 1 }").moments == [])
    #expect(program("action go = 1\nA = go.failed").moments == [.failed])
  }

  @Test("A table of sheets has a column for each cell: inputs, what is shown, what comes with actions")
  func rowsOfSheets() {
    let made = program(
      "table people of \"Person.sheet\" { 2 rows }",
      files: ["Person.sheet": "B = a + 1\ninput a: number = 3\nevent tap\naction go = B\nA1 = 4"])
    #expect(
      made.tables[0].columns.map(\.name) == ["a", "B", "tap", "go.isEnabled", "go.isExecuting", "go.value", "go.error"])
    #expect(made.tables[0].columns.map { $0.kind == .part }.suffix(5) == [false, true, true, true, true])
    // What has no name stands once for all rows.
    #expect(made.findings.isEmpty)
    #expect(made.units.map(\.prefix) == ["", "people."])
    #expect(made.grids.names == ["main", "people"])
  }

  @Test("A table of a file has the columns of the file; one that is not there those of the text")
  func files() {
    let made = program(
      "table a from \"a.csv\" { y = x * 2 }\ntable b from \"b.csv\" { z = 1 }", files: ["a.csv": "x,w\n1,2\n"])
    #expect(made.tables.map { $0.columns.map(\.name) } == [["x", "w", "y"], ["z"]])
    #expect(made.findings.map(\.code) == ["unreadable-file"])
  }

  @Test("A column of the file that a formula is called by is a finding; those that the text has twice its reader tells")
  func columnsTwice() {
    let files = ["a.csv": "x\n1\n", "A.sheet": "input x = 1"]
    for source in ["from \"a.csv\"", "of \"A.sheet\""] {
      let made = program("table t \(source) {\nx = 2\ny = 1\ny = 2\n}", files: files)
      #expect(made.findings.map(\.message) == ["the column x is there already"])
      #expect(made.tables[0].columns.map(\.name) == ["x", "y"])
    }
    #expect(program("table t {\n| x |\n| 1 |\nx = 2\n}").findings.isEmpty)
  }

  @Test("The type of a column is asked of the file, and its first field of another type is told with its line")
  func typedFiles() {
    let made = program(
      "table a from \"a.csv\" {\n| n: number | id: text |\n}", files: ["a.csv": "n,id\n1,1\nfoo,2\nbar,3\n007,4\n"])
    #expect(made.findings.map(\.code) == ["cell-type"])
    #expect(made.findings.map(\.message) == ["a.csv:3: \"foo\" is not a number"])
    #expect(made.findings.first?.labels.map(\.text) == ["read from here", "n is declared here"])
  }

  @Test(
    "A table is not read from a file that holds something else than rows",
    arguments: [
      ("a.json", "[{\"x\": 1}]", ".json holds no rows of fields"),
      ("a.XML", "<a/>", ".xml holds no rows of fields"),
      ("b.sheet", "A = 1", ".sheet holds no rows of fields"),
      ("a.xls", "\u{D0CF}", "a.xls: "), ("a.xlsb", "PK", "a.xlsb: "),
    ])
  func otherFiles(name: String, content: String, message: String) {
    let made = program("table a from \"\(name)\" { y = 2 }", files: [name: content])
    #expect(made.findings.map(\.code) == ["unreadable-file"])
    #expect(made.findings.first?.labels.first?.text.contains(message) == true, "\(made.findings)")
  }
}

struct NoFile: Error {}

func program(_ text: String, files: [String: String] = [:]) -> SheetProgram {
  SheetProgram(SheetDocument(name: "main.sheet", text)) { name in
    guard let text = files[name] else { throw NoFile() }
    return Array(text.utf8)
  }
}
