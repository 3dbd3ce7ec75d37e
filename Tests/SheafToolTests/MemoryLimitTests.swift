import Testing

@testable import SheafTool

@Suite("A process that has little memory")
struct MemoryLimitTests {
  @Test("What ulimit allows ends as a value or a message, never as a fault of the tool")
  func addresses() throws {
    let arrays = { (count: Int, length: Int) in
      (1...count).map { "array\($0) = SEQUENCE(\(length)) + \($0)\n" }.joined()
    }
    let folder = try TemporaryFolder([
      "many.sheet": arrays(300, 100_000), "few.sheet": arrays(6, 100_000),
      "one.sheet": "a = SEQUENCE(1048576, 9)\nb = a + 1\nc = SUM(MUNIT(3000))\n",
      "table.sheet": "table t from \"long.csv\"\ns = SUM(t[a])\n",
      "long.csv": "a,b\n" + String(repeating: "1,text\n", count: 1_500_000),
    ])
    let rows: [(words: [String], megabytes: Int, expected: String)] = [
      (["check", folder["many.sheet"]], 200, "The sheet takes more than"),
      // An array as large as all that there is, and what is no array.
      (["eval", folder["one.sheet"]], 200, "There is too little memory for an array of 1048576 × 9."),
      (["eval", folder["one.sheet"], "--get", "c"], 200, "There is too little memory for an array of 3000 × 3000."),
      (["eval", folder["table.sheet"]], 90, "error: there is too little memory for this: the shell allows 90 MB\n"),
      // Enough for the arrays and for what is printed of them, a row after the other.
      (["eval", folder["few.sheet"], "-f", "json"], 200, "\"version\": 1}"),
    ]
    for (words, megabytes, expected) in rows {
      let process = try ToolProcess(words, input: folder["few.sheet"], folder: folder, megabytes: megabytes)
      let status = process.status()
      #expect(status == 0 || status == 1, "\(words)")
      let isExpected = process.printed.contains(expected)
      #expect(isExpected, "\(words)")
      #expect(!process.printed.contains("fault of sheaf"), "\(words)")
    }
  }
}
