import Foundation
import TestSupport
import Testing

@testable import SheafTool

/// The sheets and sessions of the guide and of the README, run as a reader would run them.
///
/// A block fenced with `sheet` that begins with `// NAME.sheet` begins that file, any other is written to the end of
/// the file before it. In a block fenced with `console`, `$ sheaf …` is a command and `» …` a line typed at its prompt;
/// all else is what is printed.
@Suite("Sessions of the guide")
struct GuideSessionTests {
  private static let root = FilePath.directory(of: #filePath) + "/../../"

  /// The host of the guide's servers; here a server of our own takes its place.
  private static let host = "people.example"

  /// A page whose session goes on in a shell and in a repository of git, where ``ReviewGuideTests`` has it.
  private static let inGit = "Sources/Sheaf/Sheaf.docc/ReviewingAnEdit.md"

  /// All pages for people.
  private static let pages: [String] = {
    let guide = "Sources/Sheaf/Sheaf.docc/"
    let pages = ((try? FileSystem.entries(of: root + guide)) ?? []).filter { $0.hasSuffix(".md") }
    return ["README.md", "CONTRIBUTING.md"] + pages.map { guide + $0 }
  }()

  private static func text(of page: String) throws -> String {
    String(decoding: try FileSystem.read(root + page), as: UTF8.self)
  }

  /// Those that show a session.
  private static let sessions = pages.filter { page in
    page != inGit && (try? text(of: page).contains("```console\n")) == true
  }

  @Test("No session stands in a block that nothing runs")
  func unrun() throws {
    #expect(Self.sessions.count >= 9)
    for page in Self.pages where page != Self.inGit {
      for block in try Self.text(of: page).matches(of: #/```(\w*)\n((?:.*\n)*?)```/#) where block.1 != "console" {
        let lines = block.2.split(separator: "\n")
        let commands = lines.count { $0.hasPrefix("$ ") }
        // Commands alone show nothing that could be otherwise.
        #expect(commands == 0 || commands == lines.count, "\(page): \(lines)")
        #expect(!lines.contains { $0.hasPrefix("» ") }, "\(page): \(lines)")
      }
    }
  }

  @Test("What a page shows is what the tool prints", arguments: sessions)
  func page(_ name: String) throws {
    let text = try Self.text(of: name)
    let server = try LoopbackServer(PeopleService().answer)
    var session = try GuideSession(server)
    let blocks = text.matches(of: #/```(sheet|console)\n((?:.*\n)*?)```/#)
    var count = 0
    for match in blocks {
      let line = text[..<match.1.startIndex].count { $0 == "\n" } + 1
      let block = match.2.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      if match.1 == "sheet" {
        try session.write(block)
      } else {
        let (shown, printed) = (trimmed(block), trimmed(session.replay(block)))
        #expect(shown == printed, "\(name):\(line)\n\(printed.joined(separator: "\n"))")
        count += 1
      }
    }
    #expect(count > 0)
    // What a page tests itself may fail there on purpose.
    for file in session.files where !text.contains("$ sheaf test \(file)\n") {
      let run = session.test(file)
      #expect(run.status == 0, "\(name): \(run.output)")
    }
  }

  @Test("Links between pages lead to files")
  func links() throws {
    for page in Self.pages {
      let text = try Self.text(of: page)
      for link in text.matches(of: #/\]\(([^)#:\s]+)\)/#) {
        let path = FilePath.joined(FilePath.directory(of: Self.root + page), String(link.1))
        #expect(FileSystem.kind(path) != nil, "\(page): \(link.1)")
      }
    }
  }

  @Test("Every command of the README's scripts runs as it stands")
  func scripts() throws {
    let text = try Self.text(of: "README.md")
    let block = try #require(text.firstMatch(of: #/```sh\n((?:.*\n)*?)```/#)).1
    let folder = try TemporaryFolder()
    var count = 0
    for line in block.split(separator: "\n") where line.hasPrefix("sheaf ") {
      let words = Self.words(line.split(separator: " #")[0]).dropFirst().map { word in
        let word = word.hasPrefix("sheets") ? Self.root + word : word
        return word.replacing("=people.csv", with: "=" + folder["people.csv"])
      }
      let run = ToolRun(words)
      #expect(run.status == 0, "\(line)\n\(run.errors)")
      count += 1
    }
    #expect(count > 6)
  }

  /// The words of a command as a shell takes them.
  private static func words(_ command: Substring) -> [String] {
    command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  /// Lines without the spaces at their ends, which a page does not keep.
  private func trimmed(_ lines: [String]) -> [String] {
    lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The files of one page and what its commands print.
  private struct GuideSession {
    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private var file = "talk.sheet"
    private var texts: [String: String] = [:]
    private var status: Int32 = 0

    init(_ server: LoopbackServer) throws {
      self.server = server
      folder = try TemporaryFolder()
    }

    /// Writes a block to its file, in which nothing may be wrong by then.
    mutating func write(_ block: [String]) throws {
      if let first = block.first?.wholeMatch(of: #/\/\/ (\S+\.sheet)/#) {
        file = String(first.1)
        texts[file] = ""
      }
      texts[file, default: ""] += block.joined(separator: "\n") + "\n\n"
      let text = texts[file, default: ""].replacing("https://\(GuideSessionTests.host)", with: server.url(""))
      try OutputFile.write(Array(text.utf8), to: folder[file])
      let check = ToolRun("check", folder[file])
      #expect(check.status == 0, "\(file): \(check.output)")
    }

    var files: [String] { texts.keys.sorted() }

    func test(_ file: String) -> ToolRun { ToolRun("test", folder[file]) }

    /// The lines of a block as they are when its commands run.
    mutating func replay(_ block: [String]) -> [String] {
      var lines: [String] = []
      var rest = block[...]
      while let command = rest.popFirst() {
        lines.append(command)
        let answer = rest.prefix { !$0.hasPrefix("$ ") }
        rest = rest.dropFirst(answer.count)
        if command == "$ echo $?" {
          lines.append("\(status)")
        } else {
          lines += run(command, typing: answer.filter { $0.hasPrefix("» ") })
        }
      }
      return lines
    }

    /// Runs a command once for each line that is typed, so that the lines stand between what they print.
    private mutating func run(_ command: String, typing typed: [String]) -> [String] {
      let arguments = command.split(separator: " ").dropFirst(2).map(argument)
      guard !typed.isEmpty else { return printed(arguments, "") }
      var lines: [String] = []
      var before = 0
      for count in 1...typed.count {
        let input = typed.prefix(count).map { $0.dropFirst(2) + "\n" }.joined()
        let all = printed(arguments, input)
        lines += [typed[count - 1]] + all.dropFirst(before)
        before = all.count
      }
      return lines
    }

    private mutating func printed(_ arguments: [String], _ input: String) -> [String] {
      let sink = TextSink()
      let console = Console(
        output: sink, errors: sink, input: LineInput(input), terminals: Console.Terminals(),
        environment: { _ in nil }, now: { 42_095.5 })
      status = Tool.run(arguments: arguments, console: console)
      let text = sink.text.replacing(folder.path + "/", with: "")
        .replacing(server.authority, with: GuideSessionTests.host)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      return lines.indices.compactMap { index in
        guard lines[index].trimmed.hasPrefix("--> stdin:") else { return lines[index] }
        // At a terminal nobody is told the place of a command; that of a finding comes with its line.
        let isFinding = index + 1 < lines.count && lines[index + 1].trimmed == "|"
        return isFinding ? lines[index].replacing("stdin:", with: "prompt:") : nil
      }
    }

    /// A word of a command, with files in the folder and the host of the server.
    private func argument(_ word: Substring) -> String {
      if texts[String(word)] != nil { return folder[String(word)] }
      return String(word).replacing(GuideSessionTests.host, with: server.authority)
    }
  }
}
