@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A run of the built tool without a terminal, whose input is a file or closed.
final class ToolProcess {
  private var process: pid_t = 0
  private var isRunning = false
  private let output: String

  /// Starts the tool.
  ///
  /// - Parameters:
  ///   - input: The file that is the standard input; without one that is closed.
  ///   - folder: Holds what the tool prints.
  ///   - isInside: Whether it runs in the folder.
  ///   - megabytes: The most addresses that it may have, as `ulimit -v` sets it.
  init(
    _ arguments: [String], input: String?, folder: TemporaryFolder, isInside: Bool = false, megabytes: Int? = nil
  ) throws {
    output = folder["printed"]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addclose(&actions, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    attributes.setUsualSignals()
    var before = isInside ? "cd '\(folder.path)'; " : ""
    if let megabytes { before += "ulimit -v \(megabytes << 10); " }
    let shell = before.isEmpty ? [] : ["/bin/sh", "-c", before + "exec \"$0\" \"$@\""]
    var words = (shell + [try TerminalRun.tool()] + arguments).map { strdup($0) } + [nil]
    let names = ["PATH", "LD_LIBRARY_PATH"]
    var environment = names.compactMap { name in getenv(name).map { strdup("\(name)=\(String(cString: $0))") } } + [nil]
    defer { for text in words + environment { free(text) } }
    let code = posix_spawn(&process, words[0]!, &actions, &attributes, &words, &environment)
    guard code == 0 else { throw PseudoTerminalFailure("the tool does not start: \(String(cString: strerror(code)))") }
    isRunning = true
  }

  deinit { if isRunning { _ = end(with: SIGKILL) } }

  /// Waits until the tool has installed its handlers; before that a signal ends it as it ends any program.
  func awaitHandlers() {
    let deadline = ContinuousClock.now + .seconds(30)
    let interrupt: UInt64 = 1 << (UInt64(SIGINT) - 1)
    while ContinuousClock.now < deadline {
      guard let status = try? FileSystem.read("/proc/\(process)/status") else { break }
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      // It has come to its end.
      if lines.contains(where: { $0.hasPrefix("State:\tZ") }) { return }
      let line = lines.first { $0.hasPrefix("SigCgt:") }
      let caught = line.flatMap { UInt64($0.dropFirst(7).trimmingPrefix("\t"), radix: 16) } ?? 0
      if caught & interrupt != 0 { return }
      usleep(2000)
    }
    usleep(500_000)
  }

  /// Sends a signal and waits for the end; gives the exit status, or 128 and the signal that ended it.
  func end(with signal: Int32) -> Int32 {
    kill(process, signal)
    return wait(0) ?? -1
  }

  /// The exit status; `nil` when the tool still runs after a generous while.
  func status() -> Int32? {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if let status = wait(WNOHANG) { return status }
      usleep(2000)
    }
    return nil
  }

  private func wait(_ options: Int32) -> Int32? {
    var status: Int32 = 0
    guard waitpid(process, &status, options) == process else { return nil }
    isRunning = false
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// What it printed, results and messages alike.
  var printed: String { (try? FileSystem.read(output)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
