import Foundation
import TestSupport
import Testing

/// What the compiler says to those who use the library in a way that cannot work.
///
/// Each file of the folder `Misuse` is the body of a function. Its first line, `// expect: …`, holds a part of the message
/// that it must get. All are type-checked in one call of the compiler.
@Suite("Misuse")
struct MisuseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Misuse")

  private static let compiler = Compiler(for: "ReactiveCore")

  private struct Snippet {
    let name: String
    let text: String
    let expected: String

    init(_ file: URL) throws {
      name = file.lastPathComponent
      text = try String(contentsOf: file, encoding: .utf8)
      let prefix = "// expect: "
      let first = text.prefix { $0 != "\n" }
      try #require(first.hasPrefix(prefix), "\(name) begins with `\(prefix)`")
      expected = String(first.dropFirst(prefix.count))
    }

    /// A function with the snippet in it, whose lines the compiler counts as those of the file.
    func function(_ number: Int) -> String {
      let body = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("import ") ? "" : $0 }
        .joined(separator: "\n")
      return
        "func misuse\(number)() throws {\n#sourceLocation(file: \"\(name)\", line: 1)\n\(body)\n#sourceLocation()\n}\n"
    }
  }

  @Test(
    "The compiler says what to write instead",
    .enabled(if: compiler != nil, "there is no swiftc on the PATH, or no module beside the tests"))
  func messages() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(".swift.txt") }
      .sorted { $0.path < $1.path }
    let snippets = try files.map(Snippet.init)
    try #require(!snippets.isEmpty)
    let source = "import Dispatch\nimport Foundation\nimport ReactiveCore\n\n"
    let compiler = try #require(Self.compiler)
    let functions = snippets.enumerated().map { $1.function($0) }.joined(separator: "\n")
    let lines = try compiler.diagnostics(of: source + functions)
    for snippet in snippets {
      let own = lines.filter { $0.contains("\(snippet.name):") && !$0.contains(": note: ") }
      #expect(own.contains { $0.contains(snippet.expected) }, "\(snippet.name) gets\n\(own.joined(separator: "\n"))")
    }
  }
}
