import Testing

@testable import SheafTool

@Suite("Watching files")
struct FileWatchTests {
  /// Runs a command that watches; before each pause with a number the change of that number is made, and behind the last
  /// all ends.
  private func watch(
    _ command: some WatchingCommand, _ changes: [() throws -> Void]
  ) throws -> (status: SheafTool.ExitStatus, output: String, errors: String) {
    let output = TextSink()
    let errors = TextSink()
    let console = Console(
      output: output, errors: errors, input: LineInput(""), terminals: Console.Terminals(), environment: { _ in nil },
      now: { 42_095.5 })
    var rest = changes[...]
    var quiet = 0
    let status = try FileWatch(console).run(command) {
      // A change is waited out before the next is made.
      quiet += 1
      guard quiet > 3 else { return true }
      quiet = 0
      guard let change = rest.popFirst() else { return false }
      try? change()
      return true
    }
    console.flush()
    return (status, output.text, errors.text)
  }

  private func write(_ text: String, to path: String) throws { try OutputFile.write(Array(text.utf8), to: path) }

  @Test("Only what has changed, or reads what has changed, runs again")
  func test() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "A = 1\ntest \"a\" { expect A = 1 }\n",
      "b.sheet": "use \"c.sheet\" as c\ntest \"b\" { expect c.C = 1 }\n",
      "c.sheet": "C = 1\n",
    ])
    let command = try TestCommand.parse([folder.path, "--watch"])
    let run = try watch(
      command,
      [
        { try write("A = 2\ntest \"a\" { expect A = 1 }\n", to: folder["a.sheet"]) },
        { try write("A = 1\ntest \"a\" { expect A = 1 }\n", to: folder["a.sheet"]) },
        { try write("C = 3\n", to: folder["c.sheet"]) },
      ])
    #expect(run.status == .sheet)
    let remarks = run.errors.split(separator: "\n").map(String.init).filter { $0.contains("changed") }
    #expect(remarks.count == 3)
    #expect(remarks.first?.contains("a.sheet changed") == true)
    #expect(remarks.last?.contains("c.sheet changed") == true)
    let output = run.output.replacing(folder.path + "/", with: "")
    // The third run is about the sheet that uses what has changed, and about that itself, and not about the other.
    #expect(output.matches(of: #/✓ a\.sheet|a\.sheet: 1/#).count <= 3)
    #expect(output.contains("actual") || output.contains("c.C"))
  }

  @Test("eval shows the new values, and a file that cannot be read is said")
  func eval() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\nB = A * 2\n"])
    let command = try EvalCommand.parse([folder["a.sheet"], "--get", "B", "--watch"])
    let run = try watch(
      command,
      [
        { try write("A = 5\nB = A * 2\n", to: folder["a.sheet"]) },
        { try write("A = (\n", to: folder["a.sheet"]) },
        { try write("A = 7\nB = A * 2\n", to: folder["a.sheet"]) },
      ])
    #expect(run.output.hasPrefix("B 2\nB 10\n"))
    #expect(run.output.hasSuffix("B 14\n"))
    #expect(run.errors.contains("a.sheet:1"))
    #expect(run.status == .success)
  }

  @Test("check and report run again; the page is written anew")
  func others() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\n"])
    let checked = try watch(
      CheckCommand.parse([folder["a.sheet"], "--watch"]), [{ try write("A = 1 / 0\n", to: folder["a.sheet"]) }])
    #expect(checked.status == .sheet)
    #expect(checked.output.contains("1 finding"))
    try write("A = 1\n", to: folder["a.sheet"])
    let reported = try watch(
      ReportCommand.parse([folder["a.sheet"], "-o", folder["a.html"], "--watch"]),
      [{ try write("A = 77\n", to: folder["a.sheet"]) }])
    #expect(reported.status == .success)
    #expect(try folder.text("a.html").contains("77"))
  }

  @Test("A new sheet of a folder is found")
  func newFiles() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\ntest \"a\" { expect A = 1 }\n"])
    let run = try watch(
      TestCommand.parse([folder.path, "--watch"]),
      [{ try write("B = 1\ntest \"b\" { expect B = 2 }\n", to: folder["b.sheet"]) }])
    #expect(run.status == .sheet)
    #expect(run.errors.contains("b.sheet changed"))
  }

  @Test func wrongCalls() {
    #expect(ToolRun("eval", "-", "--watch", input: "A = 1\n").status == 2)
  }
}
