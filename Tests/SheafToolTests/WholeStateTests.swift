import Testing

@testable import SheafTool

/// What a sheet remembers is all put back: for the rows of a batch and for the states of a search.
@Suite("The whole state of a sheet")
struct WholeStateTests {
  private static let boundCell = "table t {\n  | a |\n  | 7 |\n}\nt[1].a <~ k * 10\ny = t[1].a\n"

  private func rows(_ sheet: String, _ values: String, _ names: String...) throws -> String {
    let folder = try TemporaryFolder(["m.sheet": sheet, "r.csv": values])
    let run = ToolRun(
      ["eval", folder["m.sheet"], "-f", "csv", "--rows", folder["r.csv"]] + names.flatMap { ["--get", $0] })
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test("Rows of a batch")
  func batches() throws {
    let spill = "input n = 3\nC1 = SEQUENCE(2) * n\nevent e\nstate k = 0 { on e : 1 }\n"
    #expect(try rows(spill, "n\n1\n2\n", "C2") == "C2\n2\n4\n")
    #expect(try rows(spill, "n\n1\n2\n", "C1", "C2").hasSuffix("1,2\n2,4\n"))
    #expect(try rows("input k = 0\n" + Self.boundCell, "k\n1\n0\n2\n", "y") == "y\n10\n0\n20\n")
  }

  @Test(
    "States of a search",
    arguments: [
      "input k: number in {0, 1} = 0\n" + boundCell + "never \"reached\": y = 10\n",
      """
      input k: number in {0, 1, 2} = 0
      table t {
        | a |
        | 7 |
      }
      t[1].a <~ IF(k = 2, NA(), k)
      y = t[1].a
      never "reached": AND(k = 2, y = 1)
      """,
      """
      event e: number in 0..2
      event tap
      state st = 0 { on tap : INDIRECT("e") }
      never "reached": st = 1
      """,
    ])
  func searches(sheet: String) throws {
    let folder = try TemporaryFolder(["m.sheet": sheet])
    let run = ToolRun("explore", folder["m.sheet"])
    #expect(run.status == 1 && run.output.contains("reached"), "\(run.output)\(run.errors)")
  }
}
