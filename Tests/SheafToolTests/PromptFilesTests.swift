import FunctionLibrary
import LiveSheets
import SheetText
import Testing

@testable import SheafTool

@Suite("Files at the prompt")
struct PromptFilesTests {
  @Test("A file that is no text takes the place of nothing, and nothing is added to it")
  func noText() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\n"])
    let bytes: [UInt8] = [0xFF, 0xFE, 0x41, 0]
    try OutputFile.write(bytes, to: folder["u16.sheet"])
    let loaded = ToolRun([folder["a.sheet"]], input: "A = 5\n:load \(folder["u16.sheet"])\nA + 1\n")
    #expect(loaded.status == 1 && loaded.output == "A 1 → 5\n6\n")
    #expect(loaded.errors.contains("this file is UTF-16") && loaded.errors.contains("u16.sheet:1:1"))
    #expect(!loaded.errors.contains("loaded"))
    let begun = ToolRun([folder["u16.sheet"]], input: "B = 2\n:save\n")
    #expect(begun.status == 1 && begun.output.isEmpty && begun.errors.contains("[not-text]"))
    #expect(try FileSystem.read(folder["u16.sheet"]) == bytes)
  }

  @Test("A file that changed into no text is not read again")
  func noLongerText() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\n"])
    let file = folder["a.sheet"]
    let console = Console(output: TextSink(), errors: TextSink(), input: LineInput(""))
    let options = try SheetOptions.parse([])
    let loading = try SheetLoading(options, try NetworkOptions.parse([]), console)
    let session = try PromptSession(console, loading, file: file)
    try OutputFile.write([0x41, 0, 0x0A], to: file)
    #expect(throws: CallFailure.self) { try session.reload(isForced: false) }
    #expect(session.sheet.cells.count == 1)
    // What is there now is not what was read, and is not written over.
    #expect(throws: CallFailure.self) { try session.save("", isForced: false) }
  }

  @Test("A sheet with errors that is loaded counts for the exit code, as one that the call names")
  func errors() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1 +\n", "b.sheet": "B = 2\n"])
    #expect(ToolRun([folder["a.sheet"]], input: "1\n").status == 1)
    #expect(ToolRun([], input: ":load \(folder["a.sheet"])\n").status == 1)
    #expect(ToolRun([], input: ":load \(folder["b.sheet"])\n:reload\n").status == 0)
  }

  @Test("Files are named as in a shell: - is the output, ~ the folder of whoever types, quotation marks are closed")
  func names() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\n", "x(1.sheet": "B = 2\n"])
    let home = ["HOME": folder.path]
    #expect(ToolRun([], input: ":load ~/a.sheet\nA\n", environment: home).output == "1\n")
    #expect(ToolRun([], input: ":load \(folder["x(1.sheet"])\nB\n").output == "2\n")
    #expect(ToolRun([], input: "C = 3\n:save ~/c.sheet\n", environment: home).status == 0)
    #expect(try folder.text("c.sheet") == "C = 3\n")
    let shown = ToolRun([], input: "C = 3 // so\n:save -\n:save\n")
    #expect(shown.output == "C 3\nC = 3 // so\n" && shown.errors.contains("has no file yet"))
    let input = ToolRun([], input: ":load -\nA = 4\n")
    #expect(input.status == 1 && input.output == "A 4\n" && input.errors.contains("where commands come from"))
    let open = ToolRun([], input: "A = 4\n:save \"\(folder["d.sheet"])\n")
    #expect(open.status == 1 && open.errors.contains("is not closed"))
  }

  @Test("The text of a sheet is not written under the name of a workbook", arguments: ["m.xlsx", "m.csv", "m.ods"])
  func workbooks(_ name: String) throws {
    let folder = try TemporaryFolder([name: "old"])
    let run = ToolRun([], input: "A = 4\n:save \(folder[name])\n:save! \(folder[name])\n")
    #expect(run.status == 1 && run.errors.contains("sheaf convert"))
    #expect(try folder.text(name) == "old")
  }

  @Test(
    "A command that takes nothing says so, and does nothing", arguments: PromptVerb.allCases.filter(\.usage.isEmpty))
  func nothingBehind(_ verb: PromptVerb) throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\n"])
    let run = ToolRun([folder["a.sheet"]], input: "A = 5\n:\(verb.rawValue) b.sheet\nA\n")
    #expect(run.status == 1 && run.output == "A 1 → 5\n5\n", "\(run.output)")
    #expect(run.errors.contains(":\(verb.rawValue) takes nothing behind it"))
  }

  @Test("The prompt of a workbook takes files in quotation marks, and tells what it does not take")
  func ofAWorkbook() throws {
    let folder = try TemporaryFolder(["s.sheet": "B2 = 5\nC1 = B2 * 100\n"])
    #expect(ToolRun("convert", folder["s.sheet"], "-o", folder["s.xlsx"]).status == 0)
    let typed = "B2 = 7\n:save \"\(folder["new file.xlsx"])\"\n:undo 3\nC1\n:quit x\nC1\n"
    let run = ToolRun(folder["s.xlsx"], input: typed)
    #expect(run.output.hasSuffix("700\n700\n") && run.status == 1, "\(run.output)")
    for verb in [":undo", ":quit"] { #expect(run.errors.contains("\(verb) takes nothing behind it"), "\(run.errors)") }
    #expect(ToolRun("eval", folder["new file.xlsx"], "--get", "C1").output == "C1 700\n")
  }

  @Test(
    "A path is completed behind a quotation mark, and where the command is forced",
    arguments: [
      ":load ", ":load \"", ":load! ", ":save! \"",
    ])
  func completion(_ command: String) throws {
    let folder = try TemporaryFolder(["my book.sheet": "A = 1\n", "my boat.csv": "a\n"])
    let sheet = LiveSheet(SheetDocument(name: "x", ""), environment: LiveSheet.Environment(catalog: .standard))
    let matches = PromptCompletion(sheet).matches(
      LineEditor.Context(line: command + folder["my bo"], word: "bo"))
    #expect(Set(matches) == ["book.sheet", "boat.csv"])
  }

  @Test("A sheet that is saved in another folder says which of the files that it reads are not there")
  func otherFolder() throws {
    let folder = try TemporaryFolder([
      "a/s.sheet":
        "table t from \"d.csv\"\nuse \"p.sheet\" as p\ntable r of \"p.sheet\" { 2 rows }\ntable u from \"d.csv\"\n",
      "a/d.csv": "x\n1\n", "a/p.sheet": "A = 1\n", "b/p.sheet": "A = 2\n",
    ])
    let (old, new) = (folder["a"], folder["b"])
    let moved = ToolRun([folder["a/s.sheet"]], input: ":save \(new)/s.sheet\n")
    #expect(
      moved.errors == """
        \(new)/s.sheet reads \(new)/d.csv, which is not there; the file is \(old)/d.csv
        \(new)/s.sheet reads \(new)/p.sheet, which is another file than \(old)/p.sheet

        """)
    #expect(try folder.text("b/s.sheet") == folder.text("a/s.sheet"))
    #expect(ToolRun([folder["a/s.sheet"]], input: ":save \(old)/t.sheet\n").errors == "")
    #expect(ToolRun([folder["a/s.sheet"]], input: ":save \(new)/../a/t.sheet\n").errors == "")
  }
}
