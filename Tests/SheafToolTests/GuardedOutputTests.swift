import Testing

@testable import SheafTool

@Suite("Guarded output")
struct GuardedOutputTests {
  private let sheet = """
    table t {
    | a | b |
    | "=1+1" | -5 |
    | @SUM(A1) | plain |
    }
    x = "+1+1"

    """

  @Test("Texts that leave are no formulas to other programs where that is asked for, and else stay as they are")
  func formulas() throws {
    let folder = try TemporaryFolder([
      "x.sheet": sheet, "rows.csv": "n\n\"=2\"\n", "r.sheet": "input n: text\nm = n & 1\n",
    ])
    let path = folder["x.sheet"]
    #expect(ToolRun("eval", path, "--get", "t", "-f", "csv").output == "a,b\n=1+1,-5\n@SUM(A1),plain\n")
    #expect(
      ToolRun("eval", path, "--get", "t", "-f", "csv", "--guard-formulas").output == "a,b\n'=1+1,-5\n'@SUM(A1),plain\n")
    #expect(ToolRun("eval", path, "--get", "x", "-f", "tsv", "--guard-formulas").output == "name\tvalue\nx\t'+1+1\n")
    #expect(
      ToolRun("eval", folder["r.sheet"], "--rows", folder["rows.csv"], "-f", "csv", "--guard-formulas").output
        == "m\n'=21\n")
    // Only delimited files are opened by such programs.
    #expect(ToolRun("eval", path, "--get", "x", "-f", "json", "--guard-formulas").output.contains("\"+1+1\""))
    _ = ToolRun("eval", path, "--save", "t=\(folder["t.csv"])", "--guard-formulas")
    #expect(try folder.text("t.csv") == "a,b\r\n'=1+1,-5\r\n'@SUM(A1),plain\r\n")
    _ = ToolRun("--guard-formulas", path, input: ":save t \(folder["u.csv"])\n")
    #expect(try folder.text("u.csv") == "a,b\r\n'=1+1,-5\r\n'@SUM(A1),plain\r\n")
    _ = ToolRun(path, input: ":save t \(folder["u.csv"])\n")
    #expect(try folder.text("u.csv").contains("=1+1,-5") && !folder.text("u.csv").contains("'"))
  }
}
