import ReactiveCore
import TestSupport
import Testing

@testable import SheafTool

@Suite("Several threads")
struct WorkersTests {
  @Test("Results come in the order of the pieces, whichever is done first", arguments: [1, 2, 7])
  func order(threads: Int) {
    let begun = Atomic(0)
    var taken: [Int] = []
    Workers(threads).run(200) { piece in
      begun.modify { $0 += 1 }
      var sum = 0
      for number in 0..<(piece % 7 * 1_000) { sum &+= number }
      return piece + min(sum, 0)
    } take: { piece, result in
      #expect(piece == result)
      taken.append(result)
      return true
    }
    #expect(taken == Array(0..<200) && begun.value == 200)
  }

  @Test("Who has enough stops the work", arguments: [1, 2, 7])
  func stop(threads: Int) {
    let begun = Atomic(0)
    var taken = 0
    Workers(threads).run(10_000) { piece in
      begun.modify { $0 += 1 }
    } take: { piece, _ in
      taken += 1
      return piece < 20
    }
    #expect(taken == 21)
    #expect(begun.value <= 21 + threads * 5 + 1, "no more is begun than a little ahead")
  }

  @Test("An error ends it, too, and nothing to do is done at once", arguments: [1, 2])
  func ends(threads: Int) {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try Workers(threads).run(50) {
        $0
      } take: { (piece, _) throws(Enough) in
        if piece == 3 { throw Enough() }
        return true
      }
    }
    Workers(threads).run(0) {
      $0
    } take: { _, _ in
      false
    }
  }

  @Test("A run of tests tells the same with any number of threads")
  func tests() throws {
    var files: [String: String] = ["broken.sheet": "A = (\n", "data.csv": "x\n1\n", "b.xlsx": "no archive"]
    for number in 0..<12 {
      files["f\(number).sheet"] = """
        A = \(number)
        table t from "data.csv" { y = x + A }
        test "one" {
          expect A < 8
        }
        test "two" {
          expect SUM(t[y]) = A + 1
        }
        """
    }
    let folder = try TemporaryFolder(files)
    for options in [[], ["--fail-fast"], ["--filter", "two"], ["-f", "json"], ["--mutate"]] {
      let one = ToolRun(["test", folder.path, "-j", "1"] + options)
      let several = ToolRun(["test", folder.path, "--jobs", "5"] + options)
      #expect(one.status == several.status && one.output == several.output && one.errors == several.errors)
      #expect(!one.output.isEmpty)
    }
    let none = ToolRun("test", folder.path, "-j", "0")
    #expect(none.status == 2 && none.errors.contains("--jobs takes a number of threads from 1 to 256"))
  }

  @Test("A check tells the same with any number of threads")
  func checks() throws {
    var files = [
      "broken.sheet": "A = (\n", "data.csv": "x\n1\n", "bad.csv": "x,x\n1\n", "b.xlsx": "no archive",
      "user.sheet": "use \"f3.sheet\" as other\nB = other.unused\n",
    ]
    for number in 0..<12 {
      files["f\(number).sheet"] = """
        input unused = \(number)
        C = 1 / \(number % 3)
        name = "Ada\(number % 2 == 0 ? " " : "")"
        same = name = "Ada"
        today = NOW()
        """
    }
    let folder = try TemporaryFolder(files)
    let baseline = folder["known.tsv"]
    _ = ToolRun("check", folder["f1.sheet"], "--write-baseline", baseline)
    let rows = [
      [], ["--fail-on", "warning"], ["-f", "json"], ["-f", "sarif"], ["-f", "github"], ["-q"], ["-v"],
      ["--fix", "--diff"],
      ["--baseline", baseline], ["--select", "all"], ["--fix"],
    ]
    for options in rows {
      let one = ToolRun(["check", folder.path, "-j", "1"] + options)
      if options == ["--fix"] { for (name, text) in files { try OutputFile.write(Array(text.utf8), to: folder[name]) } }
      let several = ToolRun(["check", folder.path, "--jobs", "5"] + options)
      #expect(one.status == several.status && one.output == several.output, "\(options)")
      // How long it took is told with -v.
      if options != ["-v"] { #expect(one.errors == several.errors, "\(options)") }
      #expect(!one.output.isEmpty)
    }
    #expect(ToolRun("check", folder.path, "-j", "0").status == 2)
  }
}
