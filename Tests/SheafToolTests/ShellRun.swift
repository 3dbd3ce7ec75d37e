import Foundation

@testable import SheafTool

/// A run of a shell script in a folder, in which `$SHEAF` is the built tool.
struct ShellRun {
  let status: Int32
  let output: String
  let errors: String

  init(_ script: String, in folder: TemporaryFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var environment = ProcessInfo.processInfo.environment
    environment["SHEAF"] = try TerminalRun.tool()
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "GITHUB_STEP_SUMMARY"] { environment[name] = nil }
    process.environment = environment
    // Files, which no amount of output fills, as it would a pipe.
    let files = [".output", ".errors"].map { folder[$0] }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    let texts = files.map { FileManager.default.contents(atPath: $0).map { String(decoding: $0, as: UTF8.self) } ?? "" }
    (output, errors) = (texts[0], texts[1])
  }
}
