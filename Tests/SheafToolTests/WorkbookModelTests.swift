import Testing

@testable import SheafTool

/// A workbook where a sheet is accepted: batches, the prompt, `use` and tables.
@Suite("Workbooks beside sheets")
struct WorkbookModelTests {
  private static let model = """
    <?xml version="1.0"?>
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x">
    <office:body><office:spreadsheet>
    <table:table table:name="Inputs"><table:table-row><table:table-cell/></table:table-row>
    <table:table-row><table:table-cell/><table:table-cell office:value-type="percentage" office:value="0.05"/>
    </table:table-row>
    <table:table-row><table:table-cell/><table:table-cell office:value-type="date" office:date-value="2026-01-31"/>
    </table:table-row></table:table>
    <table:table table:name="Summary"><table:table-row table:number-rows-repeated="9"><table:table-cell/>
    </table:table-row>
    <table:table-row><table:table-cell table:number-columns-repeated="2"/>
    <table:table-cell table:formula="of:=[Inputs.B2]*100" office:value-type="float" office:value="5"/>
    <table:table-cell table:formula="of:=[.C10]+1" office:value-type="float" office:value="6"/>
    </table:table-row></table:table>
    <table:table table:name="Orders">
    <table:table-row><table:table-cell office:value-type="string" office:string-value="item"/>
    <table:table-cell office:value-type="string" office:string-value="price"/></table:table-row>
    <table:table-row><table:table-cell office:value-type="string" office:string-value="pen"/>
    <table:table-cell office:value-type="float" office:value="2.5"/></table:table-row>
    <table:table-row><table:table-cell office:value-type="string" office:string-value="ink"/>
    <table:table-cell office:value-type="float" office:value="4"/></table:table-row></table:table>
    <table:named-expressions><table:named-range table:name="rate" table:cell-range-address="$Inputs.$B$2"/>
    <table:named-expression table:name="half" table:base-cell-address="$Inputs.$A$1" table:expression="of:=[$Inputs.$B$2]/2"/>
    </table:named-expressions></office:spreadsheet></office:body></office:document>
    """

  private func folder(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    try TemporaryFolder(files.merging(["model.fods": Self.model]) { $1 })
  }

  @Test("Cells are set and read, by address and by name; dates are ISO texts in JSON")
  func values() throws {
    let folder = try folder()
    let model = folder["model.fods"]
    #expect(ToolRun("eval", model, "--set", "Inputs!B2=0.07", "--get", "Summary!C10", "-f", "csv").output.contains("7"))
    #expect(ToolRun("eval", model, "--set", "rate=7%", "--get", "Summary!D10").output.contains("8"))
    let json = ToolRun("eval", model, "--get", "Inputs!B3", "-f", "json")
    #expect(json.output.contains("\"Inputs!B3\": \"2026-01-31\""))
    let refused = ToolRun("eval", model, "--set", "Summary!C10=1")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("Summary!C10 has a formula, which cannot be set"))
    #expect(ToolRun("convert", model, folder["a.csv"], "--sheet", "Inputs").status == 0)
    #expect(try folder.text("a.csv") == ",\r\n,5%\r\n,2026-01-31\r\n")
    // A name may stand for no cells.
    #expect(ToolRun("eval", model, "--get", "HALF", "-f", "csv").output.contains("0.025"))
    let named = ToolRun("eval", model, "--set", "half=1")
    #expect(named.status == 2 && named.errors.contains("half is a name for 'Inputs'!$B$2/2, and not for cells"))
    let unknown = ToolRun("eval", model, "-e", "nothing + 1")
    #expect(unknown.errors.hasPrefix("error: nothing + 1 is #NAME?"), "\(unknown.errors)")
  }

  @Test("A batch evaluates the workbook once for each row")
  func rows() throws {
    let folder = try folder(["rows.csv": "Inputs!B2\n0.01\n2%\n"])
    let run = ToolRun(
      "eval", folder["model.fods"], "--rows", folder["rows.csv"], "--get", "Summary!C10", "--get", "Summary!D10", "-f",
      "csv")
    #expect(run.output == "Summary!C10,Summary!D10\n1,2\n2,3\n", "\(run.errors)")
    #expect(run.status == 0)
    #expect(ToolRun("eval", folder["model.fods"], "--rows", folder["rows.csv"]).errors.contains("needs --get"))
    let wrong = try self.folder(["rows.csv": "Summary!C10\n1\n"])
    let refused = ToolRun("eval", wrong["model.fods"], "--rows", wrong["rows.csv"], "--get", "Summary!D10")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("rows.csv:1:1: Summary!C10 has a formula, which cannot be set"))
  }

  @Test("The prompt opens a workbook, sets its cells and explains them")
  func prompt() throws {
    let folder = try folder()
    let run = ToolRun(
      folder["model.fods"],
      input: "Summary!C10\nInputs!B2 = 0.07\nSummary!C10 * 2\nrate\n:why Summary!C10\n:uses Inputs!B2\n:quit\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.hasPrefix("5\nSummary!C10  5 → 7\nSummary!D10  6 → 8\n14\n7.00%\nSummary!C10 = 7\n  = Inputs!B2*100\n")
    )
    #expect(run.output.contains("Inputs!B2 = 7.00%   constant"))
    #expect(run.output.hasSuffix("Summary!C10\n"))
    let quoted = ToolRun(folder["model.fods"], input: ":set 'Inputs!B2' = 0.07\n:why 'Summary!C10'\n:set 3\n")
    #expect(quoted.output.hasPrefix("Summary!C10  5 → 7\nSummary!D10  6 → 8\nSummary!C10 = 7\n"))
    #expect(quoted.errors.contains(":set takes a cell and a value"))
    let entered = ToolRun(
      folder["model.fods"], input: "Inputs!B2 = 1+2\nInputs!B2 = 0.05\n{1,2;3,4}\nSEQUENCE(2)*half\n")
    #expect(entered.status == 0, "\(entered.errors)")
    #expect(
      entered.output
        == "Summary!C10  5 → 300\nSummary!D10  6 → 301\nSummary!C10  300 → 5\nSummary!D10  301 → 6\n1\t2\n3\t4\n0.025\n0.05\n"
    )
    let wrong = ToolRun(folder["model.fods"], input: ":whi A1\nSummary!C10 = 3\n1 +\n")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("there is no command :whi"))
    #expect(wrong.errors.contains("Summary!C10 has a formula, which cannot be set"))
    #expect(wrong.errors.contains("“1 +” is neither a formula nor a command"))
  }

  @Test("A sheet uses a workbook, binds its cells and expects its values")
  func use() throws {
    let folder = try folder([
      "a.sheet": """
      rate = 0.07
      use "model.fods" as model
      model.Inputs!B2 <~ rate
      total = model.Summary!D10
      test "the rate arrives" {
        expect model.Summary!C10 = 7, total = 8
        rate = 0.02
        expect model.Summary!C10 = 2
      }
      """
    ])
    let run = ToolRun("test", folder["a.sheet"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(ToolRun("eval", folder["a.sheet"], "--get", "total", "-f", "csv").output.contains("8"))
  }

  @Test("Errors of a used workbook are one finding, and paths with quoted blanks are one word at the prompt")
  func useWithErrors() throws {
    let broken = Self.model.replacing("of:=[Inputs.B2]*100", with: "of:=1/0").replacing(
      "of:=[.C10]+1", with: "of:=NA()"
    )
    .replacing("table:name=\"Orders\"", with: "table:name=\"My orders\"")
    let folder = try TemporaryFolder(["model.fods": broken, "a.sheet": "use \"model.fods\" as model\na = 1\n"])
    let check = ToolRun("check", folder["a.sheet"])
    #expect(check.output.contains("model.Summary!C10 is #DIV/0!"), "\(check.output)")
    #expect(check.output.contains("another cell begins one; sheaf check model.fods tells of each"))
    #expect(check.output.components(separatedBy: "[cell-error]").count == 2)
    let prompt = ToolRun(
      folder["a.sheet"],
      input:
        ":set 'model.My orders'!B2 9\n:watch 'model.My orders'!B2, a\n:save 'model.My orders'!A2:B3 \(folder["o.csv"])\n"
    )
    #expect(prompt.output.hasPrefix("'model.My orders'!B2 2.5 → 9\n"), "\(prompt.output)\(prompt.errors)")
    #expect(try folder.text("o.csv") == "pen,9\r\nink,4\r\n")
  }

  @Test("The rows of a used workbook's table stand under the names of its columns")
  func tableOfUsedWorkbook() throws {
    let folder = try TemporaryFolder([
      "t.sheet": "table sales {\n| id | total |\n| a | 5 |\n| b | 7 |\n}\n", "x.sheet": "use \"book.xlsx\" as book\n",
    ])
    #expect(ToolRun("convert", folder["t.sheet"], folder["book.xlsx"]).status == 0)
    func eval(_ arguments: String...) -> ToolRun { ToolRun(["eval", folder["x.sheet"]] + arguments) }
    #expect(eval("--save", "book.sales=\(folder["o.csv"])").status == 0)
    #expect(try folder.text("o.csv") == "id,total\r\na,5\r\nb,7\r\n")
    #expect(eval("--get", "book.sales", "-f", "csv").output == "id,total\na,5\nb,7\n")
    let records = "[{\"id\": \"a\", \"total\": 5}, {\"id\": \"b\", \"total\": 7}]"
    #expect(eval("--get", "book.sales", "-f", "json").output.contains("\"book.sales\": \(records)"))
    // A part of it is a range.
    #expect(eval("--save", "book.sales[total]=\(folder["c.csv"])").status == 0)
    #expect(try folder.text("c.csv") == "5\r\n7\r\n")
  }

  @Test("A table is read from a sheet or a range of a workbook")
  func tables() throws {
    let folder = try folder([
      "a.sheet": """
      table orders from "model.fods#Orders" { twice = price * 2 }
      table part from "model.fods#Orders!A1:B2"
      total = SUM(orders[twice])
      first = ROWS(part)
      """,
      "b.sheet": "table orders from \"model.fods#Nowhere\"\n",
    ])
    let run = ToolRun("eval", folder["a.sheet"], "--get", "total", "--get", "first", "-f", "json")
    #expect(run.output.contains("\"total\": 13"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("\"first\": 1"))
    #expect(ToolRun("eval", folder["b.sheet"]).errors.contains("no table, sheet, range or name Nowhere"))
  }

  @Test("A CSV file is read as it is told")
  func separated() throws {
    let folder = try TemporaryFolder(["a.csv": "0012;x\n", "b.csv": "a|b\n"])
    #expect(ToolRun("eval", folder["a.csv"], "--get", "A1", "-f", "json").output.contains("12"))
    #expect(ToolRun("eval", folder["a.csv"], "--text", "--get", "A1", "-f", "json").output.contains("\"0012\""))
    #expect(ToolRun("eval", folder["b.csv"], "--separator", "|", "--get", "B1", "-f", "json").output.contains("\"b\""))
    let wrong = ToolRun("eval", folder["a.csv"], "--encoding", "windows-9253")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("there is no encoding windows-9253"))
  }

  @Test("A day before March 1900 is the same one when it is shown and set, and the same number in another file")
  func earlyDays() throws {
    let names = ["office", "table", "text"].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }
    let text = """
      <office:document \(names.joined(separator: " ")) office:version="1.2"><office:body><office:spreadsheet>
      <table:table table:name="S"><table:table-row>
      <table:table-cell office:value-type="date" office:date-value="1900-01-15"/>
      <table:table-cell office:value-type="date" office:date-value="2020-02-29"/>
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """
    let folder = try TemporaryFolder(["days.fods": text])
    let shown = "{\"cells\": {\"S\": [[\"1900-01-15\", \"2020-02-29\"]]}"
    #expect(ToolRun("eval", folder["days.fods"], "-f", "json").output.hasPrefix(shown))
    #expect(ToolRun("convert", folder["days.fods"], "-o", folder["days.ods"]).status == 0)
    #expect(ToolRun("eval", folder["days.ods"], "-f", "json").output.hasPrefix(shown))
    #expect(ToolRun("convert", folder["days.fods"], "-o", folder["days.xlsx"]).status == 0)
    // Excel, and a sheet, call the number 16 so; formulas count with the number.
    let inExcel = "{\"cells\": {\"S\": [[\"1900-01-16\", \"2020-02-29\"]]}"
    #expect(ToolRun("eval", folder["days.xlsx"], "-f", "json").output.hasPrefix(inExcel))
    #expect(ToolRun("convert", folder["days.xlsx"], "-o", folder["back.ods"]).status == 0)
    #expect(ToolRun("eval", folder["back.ods"], "-f", "json").output.hasPrefix(inExcel))
    #expect(ToolRun("convert", folder["days.fods"], "-o", folder["days.sheet"]).status == 0)
    #expect(ToolRun("eval", folder["days.sheet"], "--get", "A1", "-f", "csv").output == "name,value\nA1,1900-01-16\n")
    #expect(
      ToolRun("eval", folder["days.fods"], "--set", "S!A1=1900-02-10", "--get", "S!A1").output == "S!A1 1900-02-10\n")
  }

  @Test("Days before 1900, which no sheet has, are shown as the days that they are, and keep their numbers")
  func daysBeforeTheCalendar() throws {
    let names = ["office", "table", "text"].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }
    let cells = ["1899-12-30", "1899-12-31", "1899-12-30T12:00:00", "1850-05-01"].map {
      "<table:table-cell office:value-type=\"date\" office:date-value=\"\($0)\"/>"
    }
    let folder = try TemporaryFolder([
      "days.fods": """
      <office:document \(names.joined(separator: " ")) office:version="1.2"><office:body><office:spreadsheet>
      <table:table table:name="S"><table:table-row>\(cells.joined())</table:table-row></table:table>
      </office:spreadsheet></office:body></office:document>
      """
    ])
    let values = "{\"cells\": {\"S\": [[0, 1, 0.5, -18140]]}"
    #expect(ToolRun("eval", folder["days.fods"], "-f", "json").output.hasPrefix(values))
    for file in ["days.ods", "days.xlsx", "days.sheet"] {
      #expect(ToolRun("convert", folder["days.fods"], "-o", folder[file]).status == 0)
    }
    #expect(ToolRun("eval", folder["days.ods"], "-f", "json").output.hasPrefix(values))
    #expect(ToolRun("eval", folder["days.ods"], "--get", "S!A1").output == "S!A1 1899-12-30\n")
    #expect(ToolRun("eval", folder["days.sheet"], "--get", "C1", "-f", "csv").output == "name,value\nC1,0.5\n")
    #expect(ToolRun("eval", folder["days.xlsx"], "--get", "S!D1", "-f", "csv").output == "name,value\nS!D1,-18140\n")
  }
}
