import Foundation

/// The Swift compiler on the search path, to type-check texts against the modules that the tests were built with.
package struct Compiler: Sendable {
  private let program: URL
  private let modules: URL

  /// Finds the compiler, and the folder of a built module beside the program that runs the tests; `nil` without them.
  package init?(for module: String) {
    let program = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: "swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let program else { return nil }
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      for modules in [folder.appending(path: "Modules"), folder]
      where FileManager.default.fileExists(atPath: modules.appending(path: "\(module).swiftmodule").path) {
        self.program = program
        self.modules = modules
        return
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// How the modules in C are found, which the build describes beside what it makes of them.
  private var moduleMaps: [URL] {
    let builds = modules.lastPathComponent == "Modules" ? modules.deletingLastPathComponent() : modules
    let folders = (try? FileManager.default.contentsOfDirectory(at: builds, includingPropertiesForKeys: nil)) ?? []
    return folders.map { $0.appending(path: "module.modulemap") }.filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  /// The compiler ended before it had read the text.
  private struct Failure: Error {
    let output: String
  }

  /// What the compiler says of a text, line by line.
  ///
  /// - Throws: When the compiler is not there, or is ended by a signal.
  package func diagnostics(of source: String) throws -> [Substring] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "typecheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Source.swift")
    let output = folder.appending(path: "output.txt")
    try source.write(to: file, atomically: true, encoding: .utf8)
    try "".write(to: output, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = program
    var arguments = ["-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path]
    for map in moduleMaps { arguments += ["-Xcc", "-fmodule-map-file=" + map.path] }
    process.arguments = arguments + [file.path]
    process.currentDirectoryURL = folder
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let said = try String(contentsOf: output, encoding: .utf8)
    guard process.terminationReason == .exit else { throw Failure(output: said) }
    return said.split(separator: "\n")
  }
}
