import TestSupport
import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Calls of the tool that nobody would make: any words after any command, any input, and signals.
@Suite("Random command lines")
struct CommandLineAttackTests {
  private static let files = [
    "a.sheet": """
    input x: number in 1..9 = 2
    y = x * 2
    A1 = 1
    A2:A5 = A1 + 1
    B1 = SEQUENCE(3)
    event tap
    state n = 0 { on tap : MOD(n + 1, 5) }
    table t {
    | a | b  |
    | 1 | x  |
    | 2 | =z |
    c = a * 2
    }
    always "p": y > 0
    test "one" { x = 3; expect y = 6 }

    """,
    "two.sheet": "sheet One\nA1 = 1\nsheet Two\nA1 = One!A1 + 1\nuse \"a.sheet\" as u\n",
    "bad.sheet": "A = (1\ninput =\nstate { }\n1 = 2\nq = qq\nA = 2\n", "empty.sheet": "", "-dash.sheet": "a = 1\n",
    "in.csv": "x,y\n1,a\n2,b\n", "bad.csv": "x,x\n\"1\n", "t.json": "{\"a\": [1, 2]}",
  ]
  private static let commands = [
    "eval", "test", "check", "explore", "why", "convert", "functions", "translate", "repl", "help", "nonsense", "--",
  ]
  private static let flags = [
    "--set", "--get", "--rows", "-f", "--format", "--formatted", "-o", "--output", "--save", "--guard-formulas",
    "--now", "--seed", "--allow-read", "--max-file-size", "--limit", "--text", "--encoding", "--separator",
    "--allow-net", "--timeout", "--color", "--version", "-h", "--report", "--filter", "--max-states", "--from", "--to",
    "--all", "--nope", "-x", "--", "--set=x=3", "--get=", "--limit=-1",
  ]
  private static let values = [
    "", "1", "-1", "0", "1e308", "99999999999999999999", "x", "y", "x=3", "x=", "=3", "A1", "A1#", "t", "t[a]",
    "Two!A1", "json", "csv", "human", "junit", "tap=out.tap", "junit=out.xml", "out.csv", "out.xlsx", "out.ods",
    "out.sheet", "t=t.csv", "A1=q.csv", "de", "SUM(A1)", "=SUMME(A1;1,5)", "SUM", "*", "2015-04-01", "utf-8", "tab",
    "always", "\u{1}", "\u{202E}", String(repeating: "x", count: 5_000), "/dev/null", "/dev/full", "none/x", ".", "-",
    "none.sheet", "/proc/self/environ",
  ]
  private static let lines = [
    "x = 3", "A1 = 5", ":undo", ":undo 3", ":redo", ":save out.sheet", ":save", ":save!", "t[1].a = 9",
    "insert last t (5)", "delete t[1]", "tap", "wait 3", ":help", ":cells", "clear A1", "1 +", "B7 = SEQUENCE(2) + one",
    "one = B8", ":delete y", ":rename y z", ":wat", ":why y", ":test", ":diff", ":quit", "A1:A999 = ROW()", "sheet Q",
    "option iterate = 9", "\"", "}", "\0", "a = 1/0", ":save t out.csv", "?", ":watch y",
  ]

  /// The statuses that the guide tells of, besides those of signals.
  private static let statuses: Set<Int32> = [0, 1, 2]

  @Test("Whatever is asked, the tool ends, with a status that is told of and nothing left behind", arguments: 0..<4)
  func calls(shard: Int) throws {
    var random = SeededGenerator(seed: UInt64(shard))
    let words = Self.values + Self.files.keys.sorted()
    for _ in 0..<TestLength.count(3, of: 500) {
      let folder = try TemporaryFolder(Self.files)
      var call = random.happens(85) ? [random.one(of: Self.commands)] : []
      for _ in 0..<random.number(0...6) { call.append(random.one(of: random.happens(50) ? Self.flags : words)) }
      let entries = (0..<random.number(0...12)).map { _ in random.one(of: Self.lines) }
      try OutputFile.write(Array(entries.joined(separator: "\n").utf8), to: folder["typed"])
      let process = try ToolProcess(
        call, input: random.happens(90) ? folder["typed"] : nil, folder: folder, isInside: true)
      let signal = random.happens(25) ? random.one(of: [SIGINT, SIGTERM, SIGHUP]) : nil
      if let signal {
        process.awaitHandlers()
        usleep(UInt32(random.number(0...100_000)))
        let status = process.end(with: signal)
        let isTold = Self.statuses.contains(status) || status == 128 + signal
        #expect(isTold, "\(call), \(entries): \(status) after the signal \(signal)")
      } else {
        let status = process.status()
        let isTold = status.map(Self.statuses.contains) == true
        #expect(isTold, "\(call), \(entries): \(status.map(String.init) ?? "no end")\n\(process.printed.suffix(300))")
      }
      let left = try FileSystem.entries(of: folder.path).filter { $0.hasPrefix(".sheaf-") }
      #expect(left == [], "\(call), \(entries)")
    }
  }
}
