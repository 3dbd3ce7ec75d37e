import Testing

@testable import SheafTool

/// What a sheet or a table has and the file of a workbook cannot have.
@Suite("What workbooks have no room for")
struct UnwritableCellsTests {
  @Test(
    "A table as long as a sheet does not fit below its header, and is refused in words", arguments: ["xlsx", "ods"])
  func longTable(kind: String) throws {
    let folder = try TemporaryFolder(["long.csv": "x\n" + String(repeating: "1\n", count: 1_048_576)])
    let run = ToolRun("convert", folder["long.csv"], folder["long.\(kind)"])
    #expect(run.status == 2)
    #expect(run.errors.contains("the sheet long would have 1048577 rows, and a workbook has room for 1048576"))
    #expect(FileSystem.kind(folder["long.\(kind)"]) == nil)
  }

  @Test("Texts that a format changes are told beside the cells in which they are other texts")
  func texts() throws {
    let folder = try TemporaryFolder([
      "long.csv": "x\n\(String(repeating: "a", count: 32_768))\n\(String(repeating: "b", count: 32_767))\n",
      "control.csv": "x\na\u{1}b\n",
    ])
    func remarks(_ file: String, _ kind: String) -> String {
      ToolRun("convert", folder["\(file).csv"], folder["\(file).\(kind)"]).errors
    }
    #expect(remarks("long", "xlsx").hasSuffix("text of more characters than Excel takes in a cell, which it cuts\n"))
    #expect(remarks("long", "ods") == "")
    #expect(remarks("control", "xlsx") == "")
    let told = "not carried over: control character in a text, which OpenDocument cannot have"
    #expect(remarks("control", "ods").contains(told))
  }

  @Test("A formula with more than Excel takes keeps its value, and is told; a formula with as much stays")
  func formulasWithTooMuch() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "IF(A1=1,", count: count) + "1" + String(repeating: ")", count: count)
    }
    func sum(_ count: Int) -> String { "SUM(\(Array(repeating: "A1", count: count).joined(separator: ",")))" }
    func text(_ count: Int) -> String { "\"\(String(repeating: "y", count: count))\"&A1" }
    let folder = try TemporaryFolder([
      "x.sheet": """
      A1 = 1
      B1 = \(Array(repeating: "A1", count: 3_000).joined(separator: "+"))
      B2 = \(sum(256))
      B3 = \(text(256))
      B4:B5 = \(nested(65))
      C1 = \(Array(repeating: "A1", count: 2_700).joined(separator: "+"))
      C2 = \(sum(255))
      C3 = \(text(255))
      C4 = \(nested(64))

      """
    ])
    let run = ToolRun("convert", folder["x.sheet"], folder["x.xlsx"])
    let told = run.errors.split(separator: "\n").compactMap { line in
      line.firstRange(of: "formula with ").map { String(line[$0.upperBound...]) }
    }
    let rest = "than Excel takes, which keeps its value"
    #expect(run.status == 0)
    #expect(
      told == [
        "a longer text \(rest)", "more arguments \(rest)", "more calls inside one another \(rest) (2)",
        "more characters \(rest)",
      ], "\(run.errors)")
    // The values are there, and only the formulas that Excel takes follow A1.
    let changed = ToolRun("eval", folder["x.xlsx"], "--set", "x!A1=2", "-f", "csv")
    for value in ["3000", "256", "5400", "510"] { #expect(changed.output.contains(value), "\(changed.output)") }
    for value in ["6000", "512"] { #expect(!changed.output.contains(value), "\(changed.output)") }
  }

  @Test("A record is told, as no cell of a workbook can hold one")
  func records() throws {
    let folder = try TemporaryFolder(["r.sheet": "r = {a: 1}\nn = r.a\n"])
    let run = ToolRun("convert", folder["r.sheet"], folder["r.xlsx"])
    #expect(run.errors.contains("not carried over: record, which no cell of a workbook can hold\n"), "\(run.errors)")
  }

  @Test("A file whose name is no UTF-8 is not suggested for itself")
  func namesOfOtherBytes() throws {
    let run = try ShellRun(
      #"name=$(printf 'a\377.sheet'); echo 'A = 1' > "$name"; "$SHEAF" eval "$name""#, in: TemporaryFolder())
    #expect(run.status == 2 && run.errors.contains("  = help: a file is found by a name in UTF-8"), "\(run.errors)")
  }

  @Test("A file without a name is no file, and a command that is proposed has the name as a shell takes it")
  func names() throws {
    let folder = try TemporaryFolder()
    for name in ["", "sub/", folder.path + "/"] {
      let run = ToolRun("init", name)
      #expect(run.status == 2 && (name.isEmpty ? run.errors.contains("empty") : run.errors.contains("is a folder")))
    }
    #expect(ToolRun("man", "-o", "").errors == "error: the name of a folder is empty\n")
    // In a process of its own: the folder would be that of all tests.
    let run = try ShellRun(#""$SHEAF" init -- "-it's a.sheet""#, in: folder)
    #expect(run.status == 0)
    #expect(run.errors.contains(#"try: sheaf eval './-it'\''s a.sheet', sheaf test"#), "\(run.errors)")
    #expect(FilePath.shellWord("sheets/größer-1.sheet") == "sheets/größer-1.sheet")
    #expect(FilePath.shellWord("a$b") == "'a$b'" && FilePath.shellWord("-") == "-")
    try OutputFile.write(Array("A = 1\n".utf8), to: folder["a b.sheet"])
    let path = folder["a b.sheet"]
    for (call, help) in [
      (["convert", path, "-"], "sheaf convert '\(path)' OUT writes another kind of file"),
      (
        ["eval", path, "-o", folder["c d.xlsx"]],
        "sheaf convert '\(path)' '\(folder["c d.xlsx"])' makes a workbook of a sheet"
      ),
      (["what-if", path], "sheaf what-if '\(path)' --set NAME=VALUE"), (["diff", path], "sheaf diff '\(path)' NEW"),
      (["why", path, "A"], "the cell comes first: sheaf why A '\(path)'"),
      (["convert", path, "x", "-o", "y"], "sheaf convert '\(path)' OUT"),
    ] {
      #expect(ToolRun(call).errors.contains("  = help: \(help)\n"), "\(ToolRun(call).errors)")
    }
    for words in [["convert", "x.sheet", ""], ["convert", "", "x.xlsx"]] {
      let run = ToolRun(words)
      #expect(run.status == 2)
      #expect(run.errors == "error: the name of a file is empty\n")
    }
  }
}
