import Testing

@testable import SheafTool

@Suite("A process that has little memory")
struct MemoryLimitTests {
  @Test("A5: What ulimit allows ends as a value or a message, never as a fault of the tool")
  func addresses() throws {
    let arrays = { (count: Int, length: Int) in
      (1...count).map { "array\($0) = SEQUENCE(\(length)) + \($0)\n" }.joined()
    }
    let folder = try TemporaryFolder(["many.sheet": arrays(12, 1_000_000), "few.sheet": arrays(6, 100_000)])
    let rows: [(words: [String], expected: String)] = [
      (["check", folder["many.sheet"]], "The sheet takes more than"),
      // Enough for the arrays and for what is printed of them, a row after the other.
      (["eval", folder["few.sheet"], "-f", "json"], "\"version\": 1}"),
    ]
    for (words, expected) in rows {
      let process = try ToolProcess(words, input: folder["few.sheet"], folder: folder, megabytes: 200)
      let status = process.status()
      #expect(status == 0 || status == 1, "\(words)")
      let isExpected = process.printed.contains(expected)
      #expect(isExpected, "\(words)")
    }
  }
}
