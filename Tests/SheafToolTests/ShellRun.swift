import Foundation

@testable import SheafTool

/// A run of a shell script in a folder, in which `$SHEAF` is the built tool.
struct ShellRun {
  let status: Int32
  let output: String
  let errors: String

  init(status: Int32, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// - Parameter isMixed: Whether messages stand among the results, as on a terminal.
  init(_ script: String, in folder: TemporaryFolder, isMixed: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var environment = ProcessInfo.processInfo.environment
    environment["SHEAF"] = try TerminalRun.tool()
    // Whoever commits, and no settings of the user's.
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "Somebody"
      environment["GIT_\(role)_EMAIL"] = "somebody@example.com"
    }
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "GITHUB_STEP_SUMMARY"] { environment[name] = nil }
    process.environment = environment
    // Files, which no amount of output fills, as it would a pipe.
    let files = [".output", ".errors"].map { folder[$0] }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = isMixed ? process.standardOutput : FileHandle(forWritingAtPath: files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    let texts = files.map { FileManager.default.contents(atPath: $0).map { String(decoding: $0, as: UTF8.self) } ?? "" }
    (output, errors) = (texts[0], texts[1])
  }
}
