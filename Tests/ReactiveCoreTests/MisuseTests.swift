import Foundation
import Testing

/// What the compiler says to those who use the library in a way that cannot work.
///
/// Each file of the folder `Misuse` is the body of a function. Its first line, `// expect: …`, holds a part of the message
/// that it must get. All are type-checked in one call of the compiler.
@Suite("Misuse")
struct MisuseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Misuse")

  private static let compiler: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "swiftc") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

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

  /// The folder of the built modules, beside the program that runs the tests.
  private func modules() throws -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      for modules in [folder.appending(path: "Modules"), folder]
      where FileManager.default.fileExists(atPath: modules.appending(path: "ReactiveCore.swiftmodule").path) {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    throw MissingModule()
  }

  private struct MissingModule: Error, CustomStringConvertible {
    let description = "ReactiveCore.swiftmodule is in no folder above \(CommandLine.arguments[0])"
  }

  /// What the compiler says of a file.
  private func diagnostics(of source: String) throws -> [Substring] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "misuse-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Misuse.swift")
    let output = folder.appending(path: "output.txt")
    try source.write(to: file, atomically: true, encoding: .utf8)
    try "".write(to: output, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = Self.compiler
    process.arguments = [
      "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", try modules().path, file.path,
    ]
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
  }

  @Test("The compiler says what to write instead", .enabled(if: compiler != nil, "there is no swiftc on the PATH"))
  func messages() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(".swift.txt") }
      .sorted { $0.path < $1.path }
    let snippets = try files.map(Snippet.init)
    try #require(!snippets.isEmpty)
    let source = "import Dispatch\nimport Foundation\nimport ReactiveCore\n\n"
    let lines = try diagnostics(of: source + snippets.enumerated().map { $1.function($0) }.joined(separator: "\n"))
    for snippet in snippets {
      let own = lines.filter { $0.contains("\(snippet.name):") && !$0.contains(": note: ") }
      #expect(own.contains { $0.contains(snippet.expected) }, "\(snippet.name) gets\n\(own.joined(separator: "\n"))")
    }
  }
}
