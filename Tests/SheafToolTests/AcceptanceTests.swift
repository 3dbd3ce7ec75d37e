import Testing

@testable import SheafTool

/// What the tool promises to whoever calls it, from the lines of the README to input that is no sheet at all.
@Suite("What is promised of the tool")
struct AcceptanceTests {
  private let sheets = FilePath.directory(of: #filePath) + "/../../sheets"

  @Test("Lines from a pipe give what changed and nothing else")
  func pipe() {
    let run = ToolRun(input: "A = 20\nB = 10\nC = (A + 50) + (B - 10)\nA = 30\n")
    #expect((run.status, run.output, run.errors) == (0, "A 20\nB 10\nC 70\nA 20 → 30\nC 70 → 80\n", ""))
  }

  @Test("The sheet of the talk is evaluated with other inputs")
  func talkSheet() {
    let path = sheets + "/talk/cells.sheet"
    let run = ToolRun("eval", path, "--set", "A=30", "--get", "C", "--format", "json")
    #expect(run.status == 0)
    #expect(run.output == "{\"cells\": {\"C\": 80}, \"file\": \"\(path)\", \"version\": 1}\n")
    let refused = ToolRun("eval", path, "--set", "C=1")
    #expect((refused.status, refused.output) == (2, ""))
    #expect(refused.errors.contains("C is a formula"))
  }

  @Test("The example sheets pass their tests")
  func exampleSheets() {
    let run = ToolRun("test", sheets)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix(" passed, 0 failed\n"))
  }

  /// Evaluates a text that is wrong: one of its words is said, its place is named, and little is printed.
  private func check(
    _ text: String, _ words: String..., status: Int32 = 1, place: String? = nil, files: [String: String] = [:],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder(files.merging(["x.sheet": text]) { _, new in new })
    let run = ToolRun("check", folder["x.sheet"])
    #expect(run.status == status, "\(run.output.prefix(2000))", sourceLocation: location)
    for word in words { #expect(run.output.contains(word), "\(run.output.prefix(2000))", sourceLocation: location) }
    if let place {
      #expect(run.output.contains("x.sheet:\(place)"), "\(run.output.prefix(2000))", sourceLocation: location)
    }
    #expect(run.output.utf8.count < 20_000, sourceLocation: location)
  }

  @Test("A text that is wrong gives findings with their places")
  func wrongTexts() throws {
    try check("A = 1\nB = \"abc\nC = A\n", "error", place: "2:5")
    try check("A = 1\nA = 2\n", "A is defined twice", "again here", "first here", place: "2:1")
    try check(String(decoding: (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, as: UTF8.self), "error")
    try check("A = \"" + String(repeating: "y", count: 300_000) + "\n", "error", place: "1:5")
    try check("A = " + String(repeating: "(", count: 100_000) + "\n", "error", place: "1:")
  }

  @Test("A cycle of many cells is one finding with some of its places")
  func longCycle() throws {
    let count = 1_000
    let lines = (0..<count).map { "c_\($0) = c_\(($0 + 1) % count) + 1" }
    try check(lines.joined(separator: "\n"), "1000 cells depend on each other", "→ …")
  }

  @Test("A table file is read as spreadsheets write it, and what it lacks is said")
  func tableFiles() throws {
    let quoted = "\u{FEFF}\"aa\",\"b \"\"q\"\"\",note\r\n1,\"x, y\",\"line\r\ntwo\"\r\n2,\"\",\"z\"\r\n"
    let folder = try TemporaryFolder([
      "q.csv": quoted, "x.sheet": "table u from \"q.csv\" { twice = aa * 2 }\ns = SUM(u[twice])\nn = LEN(u[1].note)\n",
    ])
    let run = ToolRun("eval", folder["x.sheet"], "--get", "s", "--get", "n")
    #expect((run.status, run.output) == (0, "s 6\nn 9\n"), "\(run.errors)")
    let unread = try TemporaryFolder([
      "b.csv": "aa,bb\n1,2\n3\n", "x.sheet": "table u from \"b.csv\" { twice = aa * 2 }\n",
    ])
    let report = ToolRun("check", unread["x.sheet"])
    #expect(report.output.contains("b.csv:3: the row has 1 field"))
    #expect(report.output.hasSuffix("checked 1 file, 1 finding\n"))
    let missing = "table t from \"m.csv\" { margin = revenu - cost }\n"
    try check(missing, "revenu", "did you mean revenue?", place: "1:", files: ["m.csv": "revenue,cost\n10,5\n"])
  }
}
