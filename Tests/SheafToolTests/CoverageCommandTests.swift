import Testing

@testable import SheafTool

@Suite("Coverage and mutants on the command line")
struct CoverageCommandTests {
  private static let sheet = """
    input age: number in 0..120 = 30
    fare = IF(age >= 18, 10, 5)
    test "adults" {
      expect fare = 10
    }

    """

  @Test("Coverage is told in words, in JSON, and in the formats of build servers")
  func coverage() throws {
    let folder = try TemporaryFolder(["f.sheet": Self.sheet])
    let path = folder["f.sheet"]
    let run = ToolRun("test", path, "--coverage", "--quiet")
    #expect(run.status == 0)
    #expect(
      run.output.hasSuffix(
        "\(path): 1 of 1 formula, 1 of 2 branches reached\n  \(path):2:26: no test reaches the branch 5 of fare\n"))
    let lcov = ToolRun("test", path, "--coverage-report", "lcov=\(folder["lcov.info"])")
    #expect(lcov.status == 0)
    #expect(
      try folder.text("lcov.info")
        == "TN:\nSF:\(path)\nBRDA:2,0,0,1\nBRDA:2,0,1,0\nBRF:2\nBRH:1\nDA:2,0\nLF:1\nLH:0\nend_of_record\n")
    _ = ToolRun("test", path, "--coverage-report", "cobertura=\(folder["c.xml"])")
    let xml = try folder.text("c.xml")
    #expect(xml.contains("<line number=\"2\" hits=\"0\" branch=\"true\" condition-coverage=\"50% (1/2)\"/>"))
    #expect(xml.contains("branch-rate=\"0.5000\""))
    let json = ToolRun("test", path, "-f", "json", "--coverage", "--coverage-report", "json=\(folder["c.json"])")
    #expect(!json.output.contains("no test reaches") && json.errors.contains("no test reaches"))
    #expect(try folder.text("c.json").contains("\"branch\": {\"all\": 2, \"reached\": 1}"))
    #expect(ToolRun("test", path, "--coverage-report", "word=x").status == 2)
  }

  @Test("A mutant that survives is a diff with the missing test")
  func mutants() throws {
    let folder = try TemporaryFolder(["f.sheet": Self.sheet])
    let path = folder["f.sheet"]
    let run = ToolRun("test", path, "--mutate", "--quiet")
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        """
        \(path):2:15: no test notices another operator
          - fare = IF(age >= 18, 10, 5)
          + fare = IF(age > 18, 10, 5)
          a test that would notice:
            test "…" {
              age = 18
              expect fare = 10
            }
        """))
    #expect(run.output.hasSuffix("\(path): 6 mutants, 3 noticed, 3 survived\n"), "\(run.output)")
    let json = ToolRun("test", path, "--mutate", "-f", "json")
    #expect(json.output.hasPrefix("{\"files\": [{\"file\": ") && json.output.contains("\"survived\": 3"))
    let refusing = try TemporaryFolder(["r.sheet": "input n = 1 where n < 3\na = n\ntest \"t\" { n = 2; expect a = 2 }"]
    )
    let refused = ToolRun("test", refusing["r.sheet"], "--mutate", "--quiet")
    #expect(refused.status == 0, "\(refused.output)")
    #expect(
      refused.output.hasSuffix(": 5 mutants, 0 noticed, 0 survived, 3 only change what is refused, 2 do not load\n"),
      "\(refused.output)")
    let failing = try TemporaryFolder(["f.sheet": Self.sheet.replacing("expect fare = 10", with: "expect fare = 11")])
    let none = ToolRun("test", failing["f.sheet"], "--mutate")
    #expect(none.status == 1 && none.errors.contains("nothing was changed"))
  }
}
