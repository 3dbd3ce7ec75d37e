@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of the tool in this process, with everything it printed.
struct ToolRun {
  let status: Int32
  let output: String
  let errors: String

  init(
    _ arguments: String..., input: String = "", terminals: Console.Terminals = Console.Terminals(),
    environment: [String: String] = [:]
  ) {
    self.init(arguments, input: input, terminals: terminals, environment: environment)
  }

  init(
    _ arguments: [String], input: String = "", terminals: Console.Terminals = Console.Terminals(),
    environment: [String: String] = [:]
  ) {
    let output = TextSink()
    let errors = TextSink()
    let console = Console(
      output: output, errors: errors, input: LineInput(input), terminals: terminals,
      environment: { environment[$0] }, now: { 42_095.5 })
    status = Tool.run(arguments: arguments, console: console)
    self.output = output.text
    self.errors = errors.text
  }
}

/// A folder of files that lasts as long as the value.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    var template = Array("/tmp/sheaf-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CallFailure("no folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, text) in files {
      if name.contains("/") { FileSystem.makeFolder(FilePath.directory(of: self[name])) }
      try OutputFile.write(Array(text.utf8), to: self[name])
    }
  }

  /// The path of a file in the folder.
  subscript(name: String) -> String { path + "/" + name }

  func text(_ name: String) throws -> String { String(decoding: try FileSystem.read(self[name]), as: UTF8.self) }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in (try? FileSystem.entries(of: path)) ?? [] where unlink("\(path)/\(name)") != 0 {
      remove("\(path)/\(name)")
    }
    rmdir(path)
  }
}

/// The sheet that most tests of the tool are about.
let talk = """
  A = 20
  B = 10
  C = (A + 50) + (B - 10)

  """
