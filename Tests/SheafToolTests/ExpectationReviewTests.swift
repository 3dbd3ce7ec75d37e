import Testing

@testable import SheafTool

@Suite("Tests that failed, and expectations that are brought in line")
struct ExpectationReviewTests {
  private let loan = """
    amount = 12000
    rate = 5%
    interest = amount * rate as "#,##0.00"
    due = DATE(2015, 4, 1)
    test "interest" {
      amount = 24000
      expect interest = 600   // a year
      expect interest > 0, rate = 4%
    }
    test "days" {
      expect due = 2015-04-02
      expect TEXT(due, "mmm") = "May"
      expect 1 / 3 = 0.3
    }
    test "fine" {
      expect amount = 12000
    }

    """

  @Test("--accept writes the values that there are, and nothing else")
  func accept() throws {
    let folder = try TemporaryFolder(["loan.sheet": loan])
    let run = ToolRun("test", folder["loan.sheet"], "--accept")
    #expect(run.status == 0 && run.output.hasSuffix("3 tests passed, 0 failed\n"), "\(run.output)\(run.errors)")
    #expect(run.errors.contains("loan.sheet:7: interest\n  - expect interest = 600   // a year\n"))
    #expect(run.errors.hasSuffix("5 expectations accepted\n"), "\(run.errors)")
    let text = try folder.text("loan.sheet")
    #expect(
      text
        == loan.replacing("= 600   ", with: "= 1200   ").replacing("rate = 4%", with: "rate = 5%")
        .replacing("2015-04-02", with: "2015-04-01").replacing("\"May\"", with: "\"Apr\"")
        .replacing("= 0.3\n", with: "= 0.333333333333333\n"), "\(text)")
    let again = ToolRun("test", folder["loan.sheet"], "--accept")
    #expect(again.errors == "0 expectations accepted\n")
    #expect(try folder.text("loan.sheet") == text)
  }

  @Test(
    "What no value can be written for is left",
    arguments: [
      "expect A > 25", "expect A = 1/0", "expect B = 3", "expect A = C", "expect ISERROR(A)", "expect {1, 2} = 3",
    ])
  func left(expectation: String) throws {
    let text = "A = 20\nB = 1 / 0\nC = 21\ntest \"x\" {\n  \(expectation)\n}\n"
    let folder = try TemporaryFolder(["x.sheet": text])
    let run = ToolRun("test", folder["x.sheet"], "--accept")
    #expect(run.status == 1 && run.errors.contains("0 expectations accepted"), "\(run.errors)")
    #expect(try folder.text("x.sheet") == text)
  }

  @Test("In CI expectations are not changed")
  func inCI() throws {
    let folder = try TemporaryFolder(["loan.sheet": loan])
    for arguments in [["test", folder.path, "--accept"], ["review", folder.path]] {
      let run = ToolRun(arguments, environment: ["CI": "true"])
      #expect(run.status == 2 && run.errors.contains("CI is set"), "\(run.errors)")
    }
    #expect(try folder.text("loan.sheet") == loan)
  }

  @Test(
    "review asks for each, on a terminal",
    arguments: [
      ("y\nn\nx\ny\nq\n", 1, "2 accepted, 3 left", ["= 1200", "4%", "2015-04-01", "\"May\"", "= 0.3\n"]),
      ("n\na\n", 1, "4 accepted, 1 left", ["= 600", "5%", "2015-04-01", "\"Apr\"", "= 0.333"]),
      ("a\n", 0, "5 accepted, 0 left", ["= 1200", "5%", "2015-04-01", "\"Apr\"", "= 0.333"]),
      ("", 1, "0 accepted, 5 left", ["= 600", "4%", "2015-04-02", "\"May\"", "= 0.3\n"]),
    ])
  func review(answers: String, status: Int32, told: String, holds: [String]) throws {
    let folder = try TemporaryFolder(["loan.sheet": loan])
    let run = ToolRun(
      ["review", folder.path], input: answers, terminals: Console.Terminals(input: true, output: true))
    #expect(run.status == status && run.errors == told + "\n", "\(run.output)\(run.errors)")
    let text = try folder.text("loan.sheet")
    for part in holds { #expect(text.contains(part), "\(part) in \(text)") }
    let piped = ToolRun("review", folder.path)
    #expect(piped.status == 2 && piped.errors.contains("sheaf test --accept"))
  }

  @Test("--failed runs again what failed last, and forgets what has passed since")
  func failed() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "A = 1\ntest \"good\" {\n  expect A = 1\n}\ntest \"bad\" {\n  expect A = 2\n}\n",
      "b.sheet": "B = 1\ntest \"other\" {\n  expect B = 1\n}\n",
    ])
    let environment = ["XDG_STATE_HOME": folder["state"]]
    func run(_ options: String...) -> ToolRun { ToolRun(["test", folder.path] + options, environment: environment) }
    #expect(run("--failed").errors.contains("failed when it was run last"))
    #expect(run().status == 1)
    let unknown = ToolRun(["test", folder.path, "--failed"], environment: environment.merging(["CI": "true"]) { $1 })
    #expect(unknown.status == 1 && unknown.output.contains("2 tests passed, 1 test failed"), "\(unknown.output)")
    #expect(unknown.errors.hasPrefix("which tests failed is not kept here, as where CI is set; all are run\n"))
    let again = run("--failed")
    #expect(again.status == 1 && again.output.hasSuffix("0 passed, 1 test failed\n"), "\(again.output)")
    #expect(!again.output.contains("b.sheet"))
    // A run of other tests changes nothing about it.
    #expect(run("--filter", "good").status == 0)
    #expect(run("--failed").status == 1)
    try OutputFile.write(Array("A = 2\ntest \"bad\" {\n  expect A = 2\n}\n".utf8), to: folder["a.sheet"])
    #expect(run("--failed").output.hasSuffix("1 test passed, 0 failed\n"))
    let none = run("--failed")
    #expect(none.status == 0 && none.output.isEmpty)
    // What does not load counts with all of its tests; a broken check does as well.
    for text in ["A = (\ntest \"bad\" {\n}\n", "A = 2\nalways \"odd\": A = 1\ntest \"bad\" {\n  expect A = 2\n}\n"] {
      try OutputFile.write(Array(text.utf8), to: folder["a.sheet"])
      #expect(run().status == 1)
      #expect(run("--failed").status == 1)
    }
    // Where CI is set nothing is kept.
    let fresh = try TemporaryFolder(["a.sheet": "A = 1\ntest \"bad\" {\n  expect A = 2\n}\n"])
    let inCI = ["XDG_STATE_HOME": fresh["state"], "CI": "1"]
    #expect(ToolRun(["test", fresh.path], environment: inCI).status == 1)
    #expect(FileSystem.kind(fresh["state"]) == nil)
    let elsewhere = ["XDG_STATE_HOME": fresh["state"], "CI": "false"]
    #expect(ToolRun(["test", fresh.path], environment: elsewhere).status == 1)
    #expect(FileSystem.kind(fresh["state"]) != nil)
  }
}
