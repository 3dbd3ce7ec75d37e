import CellModel
import Foundation
import Testing
import Workbooks

@testable import SheafTool

/// `sheaf eval`, `sheaf test` and `sheaf why` of workbooks.
@Suite("Workbooks on the command line")
struct WorkbookCommandTests {
  @Test("A value is set, and what depends on it is printed")
  func eval() {
    let path = workbook("constructs/sheet-names-and-operators.xlsx")
    let all = ToolRun("eval", path)
    #expect(all.status <= 1)
    #expect(!all.output.isEmpty)
    let dates = ToolRun("eval", workbook("values/1904.xlsx"), "-f", "json")
    #expect(dates.output.contains("\"file\""))
    let run = ToolRun("eval", workbook("tables-names/ForShifting.xlsx"), "--get", "Nowhere!A1")
    #expect(run.status == 2)
    #expect(run.errors.contains("there is no cell, range or name Nowhere!A1"))
  }

  @Test("A sheet with one cell has rows and columns as any other")
  func sheetOfOneCell() throws {
    let folder = try TemporaryFolder(["s.sheet": "sheet One\nA1 = 20\nsheet Two\nA1 = 5\nB1 = 6\n"])
    #expect(ToolRun("convert", folder["s.sheet"], "-o", folder["s.xlsx"]).status == 0)
    #expect(ToolRun("eval", folder["s.xlsx"]).output == "One\n   A\n  20\nTwo\n  A  B\n  5  6\n")
    #expect(ToolRun("eval", folder["s.xlsx"], "-f", "json").output.contains("\"One\": [[20]], \"Two\": [[5, 6]]"))
    #expect(
      ToolRun("eval", folder["s.xlsx"], "-f", "csv").output == "name,value\nOne!A1,20\nTwo!A1,5\nTwo!B1,6\n")
    // A cell that is asked for is that cell.
    #expect(ToolRun("eval", folder["s.xlsx"], "--get", "One!A1", "-f", "json").output.contains("\"One!A1\": 20"))
  }

  @Test(
    "A letter with an accent is written byte by byte, whatever spelling of it stands elsewhere",
    arguments: ["xlsx", "ods"])
  func spellingsOfALetter(ending: String) throws {
    let folder = try TemporaryFolder(["s.sheet": "A1 = \"\u{E9}\"\nA2 = \"e\u{301}\"\nA3 = \"\u{E9}\"\n"])
    let workbook = folder["s.\(ending)"]
    #expect(ToolRun("convert", folder["s.sheet"], "-o", workbook).status == 0)
    #expect(ToolRun("eval", workbook, "-e", "TEXTJOIN(\" \", FALSE, LEN(A1:A3))").output.hasSuffix("1 2 1\n"))
  }

  @Test("At the prompt of a workbook what was set is taken back, made again and saved")
  func promptOfAWorkbook() throws {
    let folder = try TemporaryFolder(["s.sheet": "sheet In\nB2 = 5\nsheet Out\nC1 = In!B2 * 100\n"])
    #expect(ToolRun("convert", folder["s.sheet"], "-o", folder["s.xlsx"]).status == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder["s.xlsx"]))
    let run = ToolRun(
      folder["s.xlsx"],
      input:
        "In!B2 = 7\n:undo\n:undo\n:redo\nIn!B2 = 1+2\n:save \(folder["n.xlsx"])\n:undo\n:save \(folder["n.xlsx"])\n")
    #expect(
      run.output
        == "Out!C1  500 → 700\nOut!C1  700 → 500\nOut!C1  500 → 700\nOut!C1  700 → 300\nOut!C1  300 → 700\n")
    #expect(run.errors.contains("there is nothing to take back"), "\(run.errors)")
    #expect(run.errors.contains("In!B2 has got a formula here, and only values are saved"), "\(run.errors)")
    #expect(ToolRun("eval", folder["n.xlsx"], "--get", "Out!C1").output == "Out!C1 700\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder["s.xlsx"])) == bytes)
    // The same file is saved as often as one likes.
    let again = ToolRun(
      folder["s.xlsx"], input: "In!B2 = 8\n:save \(folder["m.xlsx"])\nIn!B2 = 9\n:save\n")
    #expect(again.status == 0, "\(again.errors)")
    #expect(ToolRun("eval", folder["m.xlsx"], "--get", "Out!C1").output == "Out!C1 900\n")
    let own = ToolRun(folder["s.xlsx"], input: "In!B2 = 8\n:save! \(folder["s.xlsx"])\n")
    #expect(own.status == 1 && own.errors.contains("is what the results are made from"), "\(own.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder["s.xlsx"])) == bytes)
    let wrong = ToolRun(folder["s.xlsx"], input: ":save\n:save \(folder["n.ods"])\n:sve x.xlsx\n")
    for words in [":save takes a file", "did you mean :save?", "n.ods is another kind of file"] {
      #expect(wrong.errors.contains(words), "\(wrong.errors)")
    }
    #expect(wrong.status == 1)
  }

  @Test(
    "A date that is typed is one in the new file; what follows it is shown by its cell's format",
    arguments: ["xlsx", "ods"])
  func typedDates(_ ending: String) throws {
    let folder = try TemporaryFolder(["s.sheet": "A1 = 5\nA2 = A1 + 1\nB1 = 5%\nB2 = B1\n"])
    let (book, new) = (folder["s." + ending], folder["n." + ending])
    #expect(ToolRun("convert", folder["s.sheet"], book).status == 0)
    let prompt = ToolRun(book, input: "A1 = 2026-01-31\nB1 = 7%\n:save \(new)\n")
    #expect(prompt.output == "s!A2  6 → 46054\ns!B2  5% → 7%\n", "\(prompt.output)")
    #expect(ToolRun("eval", new, "-f", "csv").output == "A,B\n2026-01-31,7%\n46054,7%\n")
  }

  @Test(
    "A workbook's own rules for typing are kept: by --set, at the prompt and row by row",
    arguments: ["xlsx", "ods", "fods"])
  func typingRules(_ ending: String) throws {
    let folder = try TemporaryFolder([
      "s.sheet": "input rate in 1..10 = 5\nB1 = rate\nC1 = B1 * 2\n", "r.csv": "rate\n7\n99\n8\n",
    ])
    let book = folder["s." + ending]
    #expect(ToolRun("convert", folder["s.sheet"], book).status == 0)
    let run = ToolRun("eval", book, "--set", "rate=99")
    #expect(run.errors.contains("rate must be in 1..10, and 99 is not"), "\(run.errors)")
    #expect(run.status == 2)
    #expect(ToolRun("eval", book, "--set", "rate=99", "-o", folder["n." + ending]).status == 2)
    #expect(ToolRun("eval", book, "--set", "rate=9", "-o", folder["n." + ending]).status == 0)
    let prompt = ToolRun(book, input: "rate = 99\nrate\n:undo\n")
    #expect(prompt.errors.contains("must be in 1..10, and 99 is not"), "\(prompt.errors)")
    #expect(prompt.errors.contains("there is nothing to take back"), "\(prompt.errors)")
    #expect(prompt.output == "5\n", "\(prompt.output)")
    let rows = ToolRun("eval", book, "--rows", folder["r.csv"], "--get", "rate", "-f", "csv")
    #expect(rows.errors.contains("r.csv:3:1"), "\(rows.errors)")
    #expect(rows.output.contains("7\n") && rows.output.contains("8\n") && !rows.output.contains("99"), "\(rows.output)")
  }

  @Test("What is set is saved in files of each kind, and under an ending of another kind it is said what does that")
  func savedKinds() throws {
    let folder = try TemporaryFolder(["s.sheet": "A1 = 5\nA2 = A1 * 2\n", "t.csv": "a,b\n1,2\n"])
    for ending in ["ods", "xlsx", "fods"] {
      #expect(ToolRun("convert", folder["s.sheet"], "-o", folder["s." + ending]).status == 0)
      let run = ToolRun("eval", folder["s." + ending], "--set", "A1=6", "-o", folder["n." + ending])
      #expect((run.status, run.errors) == (0, ""))
      #expect(
        ToolRun("eval", folder["n." + ending], "--get", "A1", "--get", "A2").output == "A1 6\nA2 12\n", "\(ending)")
      #expect(ToolRun("test", folder["n." + ending]).status == 0)
      // What is not set stays as it is.
      #expect(ToolRun("convert", folder["s." + ending], folder["m." + ending]).status == 0)
      #expect(ToolRun("diff", folder["s." + ending], folder["m." + ending]).status == 0)
    }
    for (from, to) in [("s.xlsx", "n.ods"), ("s.ods", "n.xlsx"), ("s.ods", "n.fods"), ("s.fods", "n.ods")] {
      let run = ToolRun("eval", folder[from], "--set", "A1=6", "-o", folder[to])
      #expect(run.errors.contains("another kind of file"), "\(run.errors)")
      #expect(run.errors.contains("sheaf convert"), "\(run.errors)")
    }
    #expect(
      ToolRun("eval", folder["t.csv"], "--set", "A1=6", "-o", folder["n.xlsx"]).errors.contains("t.csv is no workbook"))
    #expect(ToolRun("eval", folder["s.ods"], "--set", "A1=6", "--write").errors.contains("s.ods writes the workbook"))
    #expect(ToolRun("eval", folder["s.xlsx"], "--set", "A1=6", "--write").errors.contains("s.xlsx writes the workbook"))
    #expect(ToolRun("eval", folder["t.csv"], "--set", "A1=6", "--write").errors.contains("new.sheet makes one of it"))
  }

  @Test("what-if shows what of a workbook would change, by how much, and nothing that only chance or the clock moves")
  func whatIf() throws {
    let folder = try TemporaryFolder([
      "s.sheet":
        "sheet In\nB2 = 5\nB3 = 2020-01-31\nsheet Out\nC1 = In!B2 * 100 as \"0.00\"\nC2 = RAND() + NOW()\n"
        + "C3 = 1 / (In!B2 - 7)\nC4 = In!B3 + 1\n"
    ])
    #expect(ToolRun("convert", folder["s.sheet"], "-o", folder["s.xlsx"]).status == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder["s.xlsx"]))
    let path = folder["s.xlsx"]
    let run = ToolRun("what-if", path, "--set", "In!B2=6")
    #expect(run.output == "In!B2 5 → 6 (+1)\nOut!C1 500.00 → 600.00 (+100.00)\nOut!C3 -0.5 → -1 (-0.5)\n")
    #expect((run.status, run.errors) == (0, ""))
    #expect(ToolRun("what-if", path, "--set", "In!B2=5").errors == "nothing would change\n")
    #expect(ToolRun("what-if", path, "--set", "In!B2=7").status == 1, "Out!C3 would be an error")
    #expect(ToolRun("what-if", path, "--set", "Out!C1=1").status == 2)
    let dates = ToolRun("what-if", path, "--set", "In!B3=2020-02-28", "-f", "json").output
    #expect(dates.contains("{\"cell\": \"Out!C4\", \"new\": \"2020-02-29\", \"old\": \"2020-02-01\"}"), "\(dates)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("A workbook whose values come out again passes, sheet by sheet")
  func agreement() {
    let path = workbook("constructs/column_row_ranges.xlsx")
    let run = ToolRun("test", path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("ok    \(path)"))
    #expect(run.errors.contains("30 of 30 cells agree with what is stored"))
    #expect(ToolRun("test", path, "-f", "json").status == 0)
  }

  @Test("A cell is explained down to constants, across sheets")
  func why() {
    let run = ToolRun("why", "A1", workbook("constructs/dynamic_arrays.xlsx"))
    #expect(run.output == "Sheet1!A1 = 1   constant\n")
    let formula = ToolRun("why", "F1", workbook("constructs/dynamic_arrays.xlsx"))
    #expect(formula.output.contains("= SUM(D1#)"))
    #expect(formula.output.contains("Sheet1!D1"))
  }

  @Test("A sheet whose cells lie far apart is shown in the parts that they lie in")
  func farCells() throws {
    let folder = try TemporaryFolder([:])
    var sheet = WorkbookSheet(name: "Far")
    for (row, column, value) in [(0, 0, 1), (1, 1, 2), (499, 25, 7), (Area.lastRow, Area.lastColumn, 5)] {
      sheet.columns[column, default: ConstantColumn()].append(.number(Double(value)), row: row, style: 0)
    }
    sheet.formulas = [
      StoredFormula(row: 1, column: 2, style: 0, kind: .plain("A1+XFD1048576"), stored: 6)
    ]
    var workbook = Workbook()
    workbook.numberFormats = ["General"]
    workbook.sheets = [sheet]
    try Data(try ExcelWriter.bytes(workbook)).write(to: URL(fileURLWithPath: folder["far.xlsx"]))
    let run = ToolRun("eval", folder["far.xlsx"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Far!A1:C2\n  A  B  C"), "\(run.output)")
    #expect(run.output.hasSuffix("Far!Z500       7\nFar!XFD1048576 5\n"), "\(run.output)")
    #expect(run.errors.contains("Far is shown in 3 parts; what lies between them is blank"))
    let json = ToolRun("eval", folder["far.xlsx"], "-f", "json")
    #expect(
      json.output.contains("{\"Far!A1:C2\": [[1, null, null], [null, 2, 6]], \"Far!XFD1048576\": 5, \"Far!Z500\": 7}"))
    let table = ToolRun("convert", folder["far.xlsx"], folder["far.csv"])
    #expect(table.status == 2)
    #expect(table.errors.contains("the cells of \(folder["far.xlsx"]) reach to XFD1048576"))
  }

  @Test("A file that is no workbook is refused with the reason and what to do, as a file that is not there")
  func refusals() {
    for (file, words) in [
      ("refuse/Simple.xlsb", "this is a binary workbook (.xlsb), which is not read"),
      ("refuse/date.xls", "this is a workbook of Excel 97 to 2003 (.xls), which is not read"),
      ("refuse/encryptAES.xlsx", "the workbook is encrypted with a password"),
    ] {
      let path = workbook(file)
      let run = ToolRun("eval", path)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("error: \(path): \(words)\n  = help: save it "))
      #expect(ToolRun("test", path).status == 1)
    }
    #expect(ToolRun("eval", "nowhere.xlsx").status == 2)
  }

  @Test("check tells of a workbook what cannot be computed, errors by their causes, circles and broken names")
  func checking() throws {
    func row(_ formulas: String...) -> String {
      let cells = formulas.map { formula in
        formula.isEmpty
          ? "<table:table-cell/>"
          : "<table:table-cell table:formula=\"of:=\(formula)\" office:value-type=\"float\" office:value=\"3\"/>"
      }
      return "<table:table-row>\(cells.joined())</table:table-row>"
    }
    let folder = try TemporaryFolder([
      "model.fods": """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
      <table:table table:name="Plan">\(row("1/0", "[.A1]+1", "SUM([.B1:.B1])"))\(row("MYFUNC(1)", "1+*2"))\(row("1/0", "[.C3]", "[.B3]+1"))\(row("MYFUNC(1)"))</table:table>
      <table:named-expressions><table:named-expression table:name="Gone" table:base-cell-address="$Plan.$A$1" table:expression="of:=[$Plan.$A$1]+[.#REF!]"/></table:named-expressions>
      </office:spreadsheet></office:body></office:document>
      """,
      "ragged.csv": "a,b\n1,2\n3\n", "good.csv": "a,b\n1,2\n",
    ])
    let run = ToolRun("check", folder["model.fods"], "-f", "short")
    #expect(run.status == 1)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.dropFirst(folder["model.fods"].utf8.count + 1) }
    #expect(
      lines == [
        "1:1: warning[unknown-name]: the name Gone refers to cells that are gone",
        "2:1: error[unknown-function]: Plan!A2 calls MYFUNC, which is not there; it and 1 more keep their stored values",
        "3:12: error[missing-operand]: Plan!B2 has a formula that cannot be read: a value is missing behind +; it keeps its stored value",
        "4:1: error[cell-error]: Plan!A1 and 1 more of its column are #DIV/0!: The divisor is 0; 2 cells wait for it: Plan!B1, Plan!C1",
        "5:1: error[circular-reference]: Plan!B3 is #CYCLE!: It depends on itself: B3 → C3 → B3; 1 cell waits for it: Plan!C3",
      ])
    let ragged = ToolRun("check", folder["ragged.csv"], folder["good.csv"])
    #expect(ragged.status == 0)
    #expect(ragged.output.contains("warning: the row has 1 field, the header has 2 [csv-short-row]"))
    #expect(ragged.output.hasSuffix("checked 2 files, 1 finding\n"))
    let refused = ToolRun("check", workbook("refuse/Simple.xlsb"), "-f", "short")
    #expect(refused.status == 1)
    #expect(refused.output.contains("the workbook cannot be read: this is a binary workbook (.xlsb)"))
    #expect(ToolRun("test", workbook("refuse/Simple.xlsb")).errors.isEmpty)
    #expect(ToolRun("test", workbook("refuse/Simple.xlsb")).output.contains("which is not read [unreadable-workbook]"))
  }

  @Test("A workbook is saved with an input set, and converted to a sheet, a table and back")
  func writing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "sheaf-convert-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    let source = workbook("constructs/column_row_ranges.xlsx")

    #expect(ToolRun("eval", source, "--set", "'Column ranges'!E9=1000", "-o", path("set.xlsx")).status == 0)
    #expect(ToolRun("eval", path("set.xlsx"), "--get", "'Column ranges'!A1").output.contains("1000"))
    #expect(ToolRun("test", path("set.xlsx")).status == 0)
    #expect(ToolRun("eval", source, "-o", source).status == 2)
    #expect(ToolRun("eval", source, "-o", path("set.xlsm")).status == 2)

    let convert = ToolRun("convert", source, path("made.sheet"))
    #expect(convert.status == 0, "\(convert.errors)")
    #expect(ToolRun("convert", path("made.sheet"), "-o", path("made.xlsx")).status == 0)
    let test = ToolRun("test", path("made.xlsx"))
    #expect(test.errors.contains("30 of 30 cells agree"), "\(test.errors)")

    try Data("name,paid,on\nAda,7%,2026-01-31\n\"1\",,x|y\n".utf8).write(to: folder.appending(path: "t.csv"))
    #expect(ToolRun("convert", path("t.csv"), path("t.sheet")).status == 0)
    #expect(
      try String(contentsOf: folder.appending(path: "t.sheet"), encoding: .utf8)
        == "table t {\n  | name | paid | on         |\n  | Ada  | 7%   | 2026-01-31 |\n  | \"1\"  |      | x\\|y       |\n}\n"
    )
    #expect(ToolRun("convert", path("t.csv"), path("t.xlsx")).status == 0)
    #expect(ToolRun("convert", path("t.xlsx"), path("again.tsv")).status == 0)
    #expect(
      try String(contentsOf: folder.appending(path: "again.tsv"), encoding: .utf8).hasPrefix("name\tpaid\ton"))

    let several = ToolRun("convert", source, path("x.csv"))
    #expect(several.status == 2)
    #expect(several.errors.contains("--sheet"))
    for (arguments, words) in [
      (["convert", source, path("a.ods"), "-o", path("b.ods")], "convert takes one file to write"),
      (["convert", source, path("x.pdf")], "has no ending of a file that can be written"),
      (["convert", path("made.sheet"), path("b.sheet")], "is a sheet already"),
      (["convert", path("made.xlsx"), path("made.xlsx")], "is what would be converted"),
    ] {
      let run = ToolRun(arguments)
      #expect(run.status == 2)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test("A table of text has the values of the sheet it is made of, not those of a workbook made of it")
  func tablesOfSheets() throws {
    let folder = try TemporaryFolder([
      "t.sheet": "table t {\n  | a |\n  | 1 |\n  | |\n  b = a\n  c = IF(a > 0, a)\n  d = PREVIOUS(a, 7)\n}\n",
      "cells.sheet":
        "sheet Out\nA1 = SEQUENCE(2, 2)\nA3 = 2026-01-31 as \"d.m.yy\"\nB3 = IF(TRUE,)\nC3 = EASTERSUNDAY(2026)\n",
      "names.sheet": "a = IF(TRUE,)\nb = {1, 19%}\nstate s = 2 + 1 { on e : 4 }\nevent e\nf = 1 / 0\n",
      "wrong.sheet": "sheet wrong\nA1 = 1 +\nA2 = 3\n",
      // A format is for people; the value keeps its own kind.
      "formats.sheet":
        "sheet F\nA1 = 45000 as \"yyyy-mm-dd\"\nB1 = 1.5 as \"[h]:mm\"\nA2 = 2026-01-31 as \"0\"\nB2 = 19% as \"0.00\"\n",
    ])
    for (file, status, text) in [
      ("t", 0, "a,b,c,d\n1,1,1,7\n,,FALSE,1\n"), ("cells", 0, "1,2,\n3,4,\n2026-01-31,0,2026-04-05\n"),
      ("names", 0, "a,,\ns,3,\nf,#DIV/0!,\nb,1,19%\n"),
      ("wrong", 1, "#NAME?\n3\n"), ("formats", 0, "45000,1.5\n2026-01-31,19%\n"),
    ] {
      #expect(ToolRun("convert", folder["\(file).sheet"], folder["\(file).csv"]).status == status)
      let written = try String(contentsOfFile: folder["\(file).csv"], encoding: .utf8)
      #expect(written.replacing("\r\n", with: "\n") == text)
    }
  }

  @Test("A function that Excel does not have is listed where a workbook for it is made, and in no other")
  func functionsWithoutExcel() throws {
    let folder = try TemporaryFolder(["a.sheet": "sheet A\nA1 = EASTERSUNDAY(2026)\nA2 = MONTHS(A1, A1 + 40) + A1\n"])
    let run = ToolRun("convert", folder["a.sheet"], folder["a.xlsx"])
    #expect(run.status == 0)
    #expect(
      run.errors.split(separator: "\n").map { $0.drop { $0 != ":" } } == [
        ": not carried over: EASTERSUNDAY, a function that Excel does not have",
        ": not carried over: MONTHS, a function that Excel does not have",
      ])
    #expect(ToolRun("convert", folder["a.sheet"], folder["a.ods"]).errors == "")
    #expect(ToolRun("convert", folder["a.ods"], folder["b.xlsx"]).errors.contains("MONTHS, a function that Excel"))
  }

  @Test("What is shown of formulas that are not computed is told when something is set that they would read")
  func staleValues() throws {
    func cell(_ value: Int, _ formula: String? = nil) -> String {
      let attribute = formula.map { " table:formula=\"of:=\($0)\"" } ?? ""
      return "<table:table-cell\(attribute) office:value-type=\"float\" office:value=\"\(value)\"/>"
    }
    let folder = try TemporaryFolder([
      "m.fods": """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
      <table:table table:name="S"><table:table-row>\(cell(2))\(cell(7, "MYFUNC([.A1])"))\(cell(8, "[.B1]+1"))\(cell(3, "[.A1]+1"))</table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """,
      "rows.csv": "A1\n5\n6\n",
    ])
    let path = folder["m.fods"]
    let told = "\(path): S!B1 calls MYFUNC, which is not there; it keeps its stored value, whatever is set\n"
    let run = ToolRun("eval", path, "--set", "A1=3", "--get", "C1")
    #expect(run.errors == told)
    #expect(run.output == "C1 8\n")
    #expect(ToolRun("eval", path, "--set", "A1=3").errors == told)
    #expect(ToolRun("eval", path, "--set", "A1=3", "--get", "D1").errors.isEmpty)
    #expect(ToolRun("eval", path, "--get", "C1").errors.isEmpty)
    #expect(ToolRun("eval", path, "--set", "A1=3", "--get", "C1", "-q").errors.isEmpty)
    #expect(ToolRun("what-if", path, "--set", "A1=3").errors == told)
    #expect(ToolRun("eval", path, "--rows", folder["rows.csv"], "--get", "D1").errors.isEmpty)
    #expect(ToolRun("eval", path, "--rows", folder["rows.csv"], "--get", "C1", "--get", "D1").errors == told)
    let why = ToolRun("why", "C1", path, "--set", "A1=3")
    #expect(why.errors == told)
    #expect(
      why.output.contains("  S!B1 = 7\n    = @MYFUNC(A1)\n    stored, because it calls MYFUNC, which is not there\n"))
    let prompt = ToolRun("repl", path, input: "A1 = 3\nD1\n")
    #expect(prompt.output == "S!D1  3 → 4\n4\n")
    #expect(prompt.errors == told)
  }

  @Test("A workbook that computes otherwise in another format is written, and its cells are told")
  func writtenOtherwise() throws {
    // 60 is 29 February 1900 in .xlsx and the 28th in OpenDocument; the days to the next are as many.
    let cells = """
      <table:table-row><table:table-cell office:value-type="date" office:date-value="1900-02-28"/><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>
      <table:table-row><table:table-cell office:value-type="date" office:date-value="1900-03-01"/></table:table-row>
      <table:table-row><table:table-cell table:formula="of:=DAY([.A1])" office:value-type="float" office:value="28"/><table:table-cell table:formula="of:=[.A2]-[.A1]" office:value-type="float" office:value="1"/></table:table-row>
      """
    let folder = try TemporaryFolder([
      "days.fods": """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
      <table:table table:name="Days">\(cells)</table:table></office:spreadsheet></office:body></office:document>
      """
    ])
    let run = ToolRun("convert", folder["days.fods"], folder["days.xlsx"])
    #expect(run.status == 1)
    #expect(run.errors.contains("1 of 5 cells have other values than in \(folder["days.fods"]): Days!A3"))
    #expect(ToolRun("eval", folder["days.xlsx"], "--get", "A3").output.hasSuffix("29\n"))
    #expect(ToolRun("eval", folder["days.xlsx"], "--get", "B3").output.hasSuffix("1\n"))
    let same = ToolRun("convert", folder["days.fods"], folder["days.ods"])
    #expect(same.status == 0 && same.errors == "", "\(same.errors)")
  }

  @Test("What a workbook has not is told: values nobody computed, parts of arrays, what takes a sheet only")
  func whatIsNotThere() throws {
    let cells = """
      <table:table-row><table:table-cell office:value-type="date" office:date-value="2020-01-01"/><table:table-cell table:formula="of:=DATE(2024;3;1)-[.A1]"/><table:table-cell table:formula="of:=MYFUNC(1)"/><table:table-cell table:formula="of:=[.C1]+1"/></table:table-row>
      <table:table-row><table:table-cell table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2" table:formula="of:={1;2}*3" office:value-type="float" office:value="3"/></table:table-row>
      <table:table-row><table:table-cell office:value-type="float" office:value="6"/></table:table-row>
      """
    let folder = try TemporaryFolder([
      "few.fods": """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
      <table:table table:name="S">\(cells)</table:table></office:spreadsheet></office:body></office:document>
      """,
      "table.sheet": "table t from \"few.fods#S!A1:D3\"\n",
    ])
    let path = folder["few.fods"]
    let run = ToolRun("eval", path, "-f", "json", "--get", "A1:B1")
    #expect(run.output.contains("[[\"2020-01-01\", 1521]]"), "days between two days are a number: \(run.output)")
    #expect(ToolRun("eval", path, "--get", "D1", "-f", "csv").output.hasSuffix("#NAME?\n"))
    for (arguments, words) in [
      (["eval", path, "--set", "S!A3=9", "--get", "A2"], "S!A3 is part of an array formula, and cannot be set alone"),
      (["eval", path, "--save", "a=\(folder["b.csv"])"], "is a workbook, and --save writes tables of a sheet"),
      (["eval", path, "-e", "1+1", "-o", folder["o.xlsx"]], "-e, --rows, --save and --format have no place"),
      (["explore", path], "is a workbook, and explore takes a sheet"),
      (["fmt", path], "is a workbook, and fmt takes a sheet"),
    ] {
      let run = ToolRun(arguments)
      #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
    }
    let table = ToolRun("eval", folder["table.sheet"])
    #expect(table.status == 1)
    #expect(table.errors.contains("few.fods#S!A1:D3:1: B1 has a formula without a stored value"), "\(table.errors)")
  }

  private func workbook(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "LiveWorkbooksTests/Workbooks/\(name)").path
  }
}
