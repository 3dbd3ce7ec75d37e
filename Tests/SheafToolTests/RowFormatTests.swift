import Testing

@testable import SheafTool

@Suite("The files of sheaf eval --rows")
struct RowFormatTests {
  private let sheet = "input a = 1\ninput b = 10\nn = a + b\n"

  private func run(_ sheet: String, _ rows: String, _ arguments: String...) throws -> ToolRun {
    let folder = try TemporaryFolder(["x.sheet": sheet])
    return ToolRun(["eval", folder["x.sheet"], "--rows", "-"] + arguments, input: rows)
  }

  @Test("- is the standard input, in CSV, TSV and lines of JSON")
  func standardInput() throws {
    #expect(try run(sheet, "a,b\n1,2\n3,4\n", "-f", "csv").output == "n\n3\n7\n")
    #expect(try run(sheet, "a\tb\n1\t2\n", "-f", "csv").output == "n\n3\n")
    #expect(
      try run(sheet, "{\"a\": 1, \"b\": 2}\n\n{\"b\": 4, \"a\": 3}", "-f", "jsonl").output == "{\"n\": 3}\n{\"n\": 7}\n"
    )
    let empty = try run(sheet, "", "-f", "csv")
    #expect(empty.status == 2)
    #expect(empty.errors.contains("stdin:1:1: "))
    let both = ToolRun(["eval", "-", "--rows", "-"], input: sheet)
    #expect(both.status == 2)
    #expect(both.errors.contains("the standard input is one file"))
  }

  @Test("A line of JSON that leaves a name out has what the sheet has; null is a blank")
  func missingNames() throws {
    let lines = "{\"a\": 5, \"b\": 1}\n{\"a\": 5}\n{\"b\": null, \"a\": 5}\n{}\n"
    #expect(try run(sheet, lines, "-f", "csv").output == "n\n6\n15\n5\n11\n")
    // Row by row, since a table is neither a cell nor computed from cells.
    let table = sheet + "table t { | v |\n| 1 |\non a.changed : insert last (a) }\nm = SUM(t[v]) + n\n"
    #expect(try run(table, lines, "--get", "m", "-f", "csv").output == "m\n12\n21\n11\n12\n")
  }

  @Test("Dates are texts in JSON, and what JSON nests is a record, a list or an array")
  func values() throws {
    let dates = "input d: date\ninput t: text\nn = d + 1\nm = t & \"!\"\n"
    #expect(
      try run(dates, "{\"d\": \"2026-01-31\", \"t\": \"2026-01-31\"}\n", "-f", "jsonl").output
        == "{\"m\": \"2026-01-31!\", \"n\": \"2026-02-01\"}\n")
    let nested = "input p: record\ninput l: list\nn = p.age + SUM(l)\n"
    #expect(
      try run(nested, "{\"p\": {\"age\": 36}, \"l\": [1, 2, 3]}\n", "-f", "csv").output == "n\n42\n")
  }

  @Test("A list or a record of a CSV file may stand in quotation marks, which its commas need; a text is a text")
  func quotedLists() throws {
    let sheet = "input r: record\ninput l: list\ninput a\nn = r.k + SUM(l)\nm = a & \"!\"\n"
    let rows = "r,l,a\n\"{k: 5, m: \"\"x\"\"}\",\"{1,2}\",\"{1,2}\"\n{k: 5},{1;2},\"{k: 5}\"\n"
    #expect(try run(sheet, rows, "-f", "csv").output == "n,m\n8,\"{1,2}!\"\n8,{k: 5}!\n")
  }

  @Test("Of a file that quotes every field an input takes what is in the quotation marks, where it takes no texts")
  func quotedFields() throws {
    let sheet = """
      input n: number in 0..10
      input d: date
      input b: logical
      input t: text
      input u
      m = n * 2 & TEXT(d, "|yyyy-mm-dd|") & b & TYPE(t) & TYPE(u)

      """
    let rows = "n,d,b,t,u\n\"5\",\"2026-02-03\",\"TRUE\",\"7\",\"8\"\n\"x\",\"\",\"\",\"\",8\n\"11\",,,,\n"
    let result = try run(sheet, rows, "-f", "csv")
    #expect(result.output == "m\n10|2026-02-03|TRUE22\n#VALUE!\n#VALUE!\n")
    #expect(result.errors.contains("n takes a number, and “x” is a text"))
    #expect(result.errors.contains("n must be in 0..10, and 11 is not"))
  }

  @Test("A line that is no object, or names what the first does not, is a row with an error")
  func badLines() throws {
    let run = try run(sheet, "{\"a\": 1}\n{\"a\": 1,, }\n7\n{\"a\": 2, \"c\": 3}\n{\"a\": 4}\n", "-f", "csv")
    #expect(run.output == "n\n11\n#VALUE!\n#VALUE!\n#VALUE!\n14\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("the line is no JSON: "))
    #expect(run.errors.contains("--> stdin:2:9"))
    #expect(run.errors.contains("error: the line is no JSON object\n  --> stdin:3:1"))
    #expect(run.errors.contains("error: the line names c, which the first line does not\n  --> stdin:4:1"))
    let first = try self.run(sheet, "{\"a\": 1\n", "-f", "csv")
    #expect(first.status == 2)
    #expect(first.errors.contains("stdin:1:8: the line is no JSON: the text ends within an object"))
  }

  @Test("--keep carries columns as they stand, before the outputs, whether they are inputs or not")
  func keptColumns() throws {
    let rows = "id,a,name,b\n007,1,\"x, y\",1.50\n,2,\"12\",2\n"
    #expect(
      try run(sheet, rows, "--keep", "b,ID", "--keep", "name", "-f", "csv").output
        == "b,id,name,n\n1.50,007,\"x, y\",2.5\n2,,\"12\",4\n")
    #expect(
      try run(sheet, rows, "--keep", "id,name,a", "-f", "jsonl").output
        == "{\"a\": 1, \"id\": \"007\", \"n\": 2.5, \"name\": \"x, y\"}\n{\"a\": 2, \"id\": null, \"n\": 4, \"name\": \"12\"}\n"
    )
    #expect(
      try run(sheet, "{\"id\": \"007\", \"a\": 1}\n", "--keep", "id", "-f", "csv").output == "id,n\n007,11\n")
    #expect(
      try run(sheet, "id,a\nx,1\n", "--keep", "id").output == "          id             n\n           x            11\n"
    )
    // A row that is refused keeps its fields, too.
    let refused = try run("input r: number in 0..1 = 0\nx = r * 2", "id,r\na,7\nb,1\nc\n", "--keep", "id", "-f", "csv")
    #expect(refused.output == "id,x\na,#VALUE!\nb,2\nc,#VALUE!\n")
    #expect(refused.errors.contains("--> stdin:2:3"))
    let table = sheet + "table t { | v |\n| 1 |\non a.changed : insert last (a) }\nm = SUM(t[v]) + n\n"
    #expect(try run(table, "id,a\nx,5\n", "--keep", "id", "--get", "m", "-f", "csv").output == "id,m\nx,21\n")
  }

  @Test("Where circles settle round by round, no row begins with the rounds of the one before")
  func circles() throws {
    let sheet =
      "option iterate = 100, 0.001\ninput a = 100\nb = (b + a / MAX(b, 1)) / 2\nd = IF(a > 100, a - 0.1 * d, d)\n"
    let rows = try run(sheet, "a\n100\n400\n100\n400\n", "-f", "csv").output.split(separator: "\n")
    #expect(rows.count == 5 && rows[1] == rows[3] && rows[2] == rows[4] && rows[1] != rows[2], "\(rows)")
    // As with a fresh sheet, in which the input is what it was before.
    #expect(rows.dropFirst().first == "10.000000000107445,")
  }

  @Test("--error-column says what is wrong in a row, whichever way it is evaluated")
  func errorColumn() throws {
    let sheet = "input a: number in 0..9 = 1\nn = 6 / a\n"
    let rows = "a\n2\n0\n77\n3,4\n"
    let expected = """
      n,error
      3,
      #DIV/0!,n is #DIV/0!: The divisor is 0.
      #VALUE!,"a must be in 0..9, and 77 is not."
      #VALUE!,"the row has 2 fields, and the header has 1."

      """
    let inBlocks = try run(sheet, rows, "--error-column", "error", "-f", "csv")
    #expect(inBlocks.output == expected)
    #expect(inBlocks.status == 1)
    // A table is neither a cell nor computed from cells.
    let byRow = sheet + "table t { | v |\n| 1 |\non a.changed : insert last (a) }\nm = SUM(t[v])\n"
    #expect(try run(byRow, rows, "--get", "n", "--error-column", "error", "-f", "csv").output == expected)
    let check = sheet + "always \"small\": n < 5\n"
    #expect(
      try run(check, "a\n1\n", "--error-column", "why", "-f", "jsonl").output
        == "{\"n\": 6, \"why\": \"always \\\"small\\\" is broken: n = 6\"}\n")
    #expect(
      try run(sheet, "id,a\nx,2\n", "--keep", "id", "--error-column", "why", "-f", "jsonl").output
        == "{\"id\": \"x\", \"n\": 3, \"why\": null}\n")
    let twice = try run(sheet, "id,a\nx,2\n", "--keep", "id", "--error-column", "ID", "-f", "json")
    #expect(twice.status == 2 && twice.errors.contains("--keep and --error-column name the same column ID"))
  }

  @Test("What cannot be kept is told")
  func wrongKeeping() throws {
    let unknown = try run(sheet, "id,a\n1,1\n", "--keep", "idd")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("stdin:1:1: "))
    let missing = try run(sheet, "a\n1\n", "--keep", "id")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("error: stdin has no column id to keep\n  = help: it has a"))
    let alone = ToolRun(["eval", "-", "--keep", "id"], input: sheet)
    #expect(alone.status == 2)
    #expect(alone.errors.contains("--keep is about --rows, which is not given"))
  }
}
