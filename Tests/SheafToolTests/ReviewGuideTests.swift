import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the guide says about reviews, done in a shell and in repositories of git.
@Suite("Reviews in git", .enabled(if: ShellRun.hasGit))
struct ReviewGuideTests {
  /// The tool stands in the path as `sheaf`.
  private static let path = "mkdir -p .git/bin && ln -sf \"$SHEAF\" .git/bin/sheaf && PATH=\"$PWD/.git/bin:$PATH\"; "

  private final class Repository {
    let folder: TemporaryFolder

    init(_ files: [String: String] = [:]) throws {
      folder = try TemporaryFolder(files)
      if !files.isEmpty { #expect(run("git init -q -b main . && git add . && git commit -q -m begun").status == 0) }
    }

    func run(_ command: String) -> ShellRun {
      (try? ShellRun(ReviewGuideTests.path + command, in: folder, isMixed: true)) ?? ShellRun(status: -1)
    }

    deinit { _ = try? ShellRun("rm -rf .git", in: folder) }
  }

  @Test("The pull request of the guide goes as the guide says")
  func pullRequest() throws {
    let page = FilePath.directory(of: #filePath) + "/../../Sources/Sheaf/Sheaf.docc/ReviewingAnEdit.md"
    let text = String(decoding: try FileSystem.read(page), as: UTF8.self)
    let repository = try Repository()
    var status: Int32 = 0
    var count = 0
    for match in text.matches(of: #/```(sheet|console)\n((?:.*\n)*?)```/#) {
      let block = match.2.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      if match.1 == "sheet" {
        let name = String(try #require(block.first).dropFirst(3))
        try OutputFile.write(Array((block.joined(separator: "\n") + "\n").utf8), to: repository.folder[name])
        continue
      }
      var printed: [String] = []
      for command in block where command.hasPrefix("$ ") {
        printed.append(command)
        if command == "$ echo $?" {
          printed.append("\(status)")
          continue
        }
        let run = repository.run(String(command.dropFirst(2)))
        status = run.status
        printed += run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        count += 1
      }
      #expect(block == printed, "\(printed.joined(separator: "\n"))")
    }
    #expect(count > 12)
  }

  @Test("A version of git reads what its revision has")
  func filesOfARevision() throws {
    let repository = try Repository([
      "m.sheet": "use \"parts/part.sheet\" as p\ntable t from \"t.csv\"\ny = p.x + SUM(t[a])\n",
      "parts/part.sheet": "x = 3\n", "t.csv": "a\n1\n",
    ])
    func check(_ command: String, _ status: Int32, _ output: String) {
      let run = repository.run(command)
      #expect(run.status == status && run.output == output, "\(command): \(run.output)")
    }
    check("sheaf diff HEAD:m.sheet", 0, "")
    let moved = "p.x  3 → 5  because of a file that is read\ny    4 → 6  because of a file that is read\n"
    check("sed -i 's/3/5/' parts/part.sheet && sheaf diff HEAD:m.sheet", 1, moved)
    check("cd parts && sheaf diff HEAD:m.sheet ../m.sheet", 1, moved)
    check("sheaf diff HEAD:m.sheet HEAD:m.sheet", 0, "")
    check(
      "git commit -q -a -m five && sed -i 's/5/6/' parts/part.sheet && sheaf diff HEAD~1:m.sheet HEAD:m.sheet", 1, moved
    )
    check("git checkout -q -- parts t.csv && rm t.csv && sheaf diff HEAD~1:m.sheet HEAD:m.sheet", 1, moved)
    check(
      "git checkout -q -- parts t.csv && sed -i 's/1/2/' t.csv && sheaf diff HEAD:m.sheet", 1,
      "t (1 of 1 cells, first row 1, column a)  1 → 2  because of a file that is read\n"
        + "y                                        6 → 7  because of a file that is read\n")
  }

  @Test("Two lines of configuration make git show differences of sheets and workbooks")
  func configuration() throws {
    let repository = try Repository([
      "price.sheet": "A = 20\nB = 10\nC = (A + 50) + (B - 10)\n", ".gitattributes": "*.xlsx diff=sheaf\n",
    ])
    let setUp = repository.run(
      """
      git config difftool.sheaf.cmd 'sheaf diff "$LOCAL" "$REMOTE"' && git config diff.sheaf.textconv 'sheaf convert' && \
      sheaf convert price.sheet price.xlsx && git add . && git commit -q -m workbook && \
      sed -i 's/A = 20/A = 21/' price.sheet && sheaf convert price.sheet price.xlsx && printf 'D = 1\\n' > new.sheet && git add -N new.sheet
      """)
    #expect(setUp.status == 0, "\(setUp.output)")
    let told = "changed A\n  - A = 20\n  + A = 21\n\nA  20 → 21  because of A\nC  70 → 71  because of A\n"
    #expect(repository.run("git difftool -y -t sheaf -- price.sheet").output == told)
    #expect(repository.run("git difftool -y -t sheaf -- new.sheet").output == "added D\n  + D = 1\n")
    #expect(repository.run("sheaf diff HEAD:price.sheet").output == told)
    #expect(repository.run("cd .git && sheaf diff -C .. HEAD:price.sheet").output == told)
    #expect(repository.run("sheaf diff HEAD:price.sheet HEAD:price.sheet").status == 0)
    let workbook = repository.run("git diff price.xlsx").output
    #expect(workbook.contains("\n-A1 = \"A\"; A = 20") && workbook.contains("\n+A1 = \"A\"; A = 21"), "\(workbook)")
    #expect(repository.run("sheaf diff HEAD:price.xlsx").output.hasPrefix("changed A\n  - A = 20\n  + A = 21\n"))
  }
}

extension ShellRun {
  fileprivate static let hasGit =
    (try? TemporaryFolder()).flatMap { try? ShellRun("git --version", in: $0).status } == 0

  /// A run that could not be made.
  fileprivate init(status: Int32) { self.init(status: status, output: "", errors: "") }
}
