import Testing

@testable import SheafTool

@Suite("The fmt command")
struct FormatCommandTests {
  @Test func standardInput() {
    let run = ToolRun("fmt", "-", input: "A=1+2// three\n")
    #expect(run.status == 0)
    #expect(run.output == "A = 1 + 2  // three\n")
    #expect(run.errors == "")
  }

  @Test func files() throws {
    let folder = try TemporaryFolder(["a.sheet": "A=1\n", "b.sheet": "B = 2\n"])
    let check = ToolRun("fmt", folder.path, "--check")
    #expect(check.status == 1)
    #expect(check.output == "\(folder["a.sheet"])\n")
    #expect(check.errors == "2 files, 1 to be formatted\n")
    #expect(try folder.text("a.sheet") == "A=1\n")

    #expect(ToolRun("fmt", folder.path).errors == "2 files, 1 formatted\n")
    #expect(try folder.text("a.sheet") == "A = 1\n")
    let again = ToolRun("fmt", folder.path, "--check", "-q")
    #expect(again.status == 0)
    #expect(again.output + again.errors == "")
  }

  @Test func difference() throws {
    let folder = try TemporaryFolder(["a.sheet": "A=1\nB = 2\n\n\n\nC = 3\nD = 4\nE = 5\nF = 6"])
    let run = ToolRun("fmt", folder["a.sheet"], "--diff", "-q")
    #expect(run.status == 1)
    #expect(
      run.output == """
        --- \(folder["a.sheet"])
        +++ \(folder["a.sheet"])
        @@ -1,8 +1,6 @@
        -A=1
        +A = 1
         B = 2
         
        -
        -
         C = 3
         D = 4
         E = 5

        """)
    #expect(try folder.text("a.sheet").hasPrefix("A=1"))
  }

  @Test("What a sheet means is no matter of form")
  func meaning() throws {
    let folder = try TemporaryFolder(["a.sheet": "A=B+nope\nB=A\nA=2\n"])
    #expect(ToolRun("fmt", folder["a.sheet"]).status == 0)
    #expect(try folder.text("a.sheet") == "A = B + nope\nB = A\nA = 2\n")
  }

  @Test("A sheet with an error is reported and stays")
  func errors() throws {
    let folder = try TemporaryFolder(["a.sheet": "A=(1\nB=2\n"])
    let run = ToolRun("fmt", folder["a.sheet"])
    #expect(run.status == 1)
    #expect(run.errors.contains("a.sheet:1"))
    #expect(run.errors.hasSuffix("1 file, 0 formatted, 1 with errors left as it is\n"))
    #expect(try folder.text("a.sheet") == "A=(1\nB=2\n")
    #expect(ToolRun("fmt", folder["none.sheet"]).status == 2)
  }
}
