import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Interrupts")
struct InterruptionTests {
  /// A sheet whose formula takes hours within its limit, and one with as many states as anybody has time for.
  private static let sheets = [
    "long.sheet": """
    fib = LAMBDA(n, IF(n < 2, n, fib(n - 1) + fib(n - 2)))
    a = fib(60)
    test "long" { expect a > 0 }

    """,
    "wide.sheet": "event e\nstate n = 0 { on e : n + 1 }\n",
    "in.csv": "x\n1\n",
  ]

  @Test(
    "An interrupt in the midst of a calculation ends every command with 130 and one line, and leaves no file",
    arguments: [
      ["eval", "long.sheet", "-o", "out", "--limit", "1000000000000"],
      ["eval", "long.sheet", "--save", "a=out.csv", "--limit", "1000000000000"],
      ["test", "long.sheet", "--limit", "1000000000000", "--report", "junit=out.xml"],
      ["check", "long.sheet", "--limit", "1000000000000"],
      ["explore", "wide.sheet", "--max-states", "1000000000"],
      ["convert", "long.sheet", "out.xlsx", "--limit", "1000000000000"],
      ["why", "a", "long.sheet", "--limit", "1000000000000"],
    ])
  func commands(_ words: [String]) throws {
    let folder = try TemporaryFolder(Self.sheets)
    let before = try FileSystem.entries(of: folder.path)
    let words = words.map { word in
      if word.hasPrefix("out") || word.hasSuffix(".sheet") { return folder[word] }
      if let equals = word.firstIndex(of: "="), word[equals...].hasPrefix("=out") {
        return word[...equals] + folder[String(word[equals...].dropFirst())]
      }
      return word
    }
    let process = try ToolProcess(words, input: "/dev/null", folder: folder)
    process.awaitHandlers()
    usleep(150_000)
    #expect(process.end(with: SIGINT) == 130)
    #expect(process.printed == "sheaf: interrupted\n")
    #expect(try FileSystem.entries(of: folder.path).filter { $0 != "printed" } == before)
  }
}
