import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal whose keys a test types and whose screen it reads.
final class PseudoTerminal {
  private let master: Int32
  /// The device that a program takes for its terminal.
  let path: String
  private(set) var screen: TerminalScreen
  /// Whether the program has closed the terminal.
  private(set) var isClosed = false

  init(columns: Int = 80, height: Int = 24) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0, let path = Self.unlockedDevice(of: master) else {
      throw PseudoTerminalFailure("no terminal: \(String(cString: strerror(errno)))")
    }
    self.path = path
    screen = TerminalScreen(columns: columns, height: height)
    var size = winsize(ws_row: UInt16(height), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  deinit { close(master) }

  /// The device at the program's side, which others may open from now on.
  private static func unlockedDevice(of master: Int32) -> String? {
    #if canImport(Glibc)
      // Swift sees neither the functions of the C library for this nor the names of the requests that they make.
      let setLock: UInt = 0x4004_5431
      let getNumber: UInt = 0x8004_5430
      var isLocked: Int32 = 0
      var number: Int32 = 0
      guard ioctl(master, setLock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else {
        return nil
      }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
      return ptsname(master).map { String(cString: $0) }
    #endif
  }

  /// How the terminal is set: what it does with input, output and signals.
  var modes: [UInt32] {
    var settings = termios()
    // Of the side of the test the system tells the settings of the other side.
    guard tcgetattr(master, &settings) == 0 else { return [] }
    return [settings.c_iflag, settings.c_oflag, settings.c_lflag].map { UInt32(truncatingIfNeeded: $0) }
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      position += count
    }
  }

  /// Types nothing for a while.
  func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// Reads what the program writes until the screen is as wanted; `false` after a generous while, or when the program
  /// has closed the terminal.
  func wait(until isAsWanted: (TerminalScreen) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while !isAsWanted(screen) {
      guard !isClosed, ContinuousClock.now < deadline else { return false }
      read()
    }
    return true
  }

  /// Waits until the screen shows a text, which may be broken at its edge.
  func expect(_ text: String, at location: SourceLocation = #_sourceLocation) {
    let isShown = wait { $0.text.contains(text) || $0.unbrokenText.contains(text) }
    #expect(isShown, "“\(text)” is not on the screen:\n\(screen.text)", sourceLocation: location)
  }

  /// Waits until the screen shows an entry, and the cursor is on an empty line below it.
  func expect(entered text: String, at location: SourceLocation = #_sourceLocation) {
    let isEntered = wait { $0.text.contains(text) && $0.textBeforeCursor.isEmpty }
    #expect(isEntered, "“\(text)” is not entered:\n\(screen.text)", sourceLocation: location)
  }

  /// Waits until the last lines of the screen are these.
  func expect(lastLines: String..., at location: SourceLocation = #_sourceLocation) {
    expect(lastLines: lastLines, at: location)
  }

  /// Waits until the last lines of the screen are these.
  func expect(lastLines: [String], at location: SourceLocation = #_sourceLocation) {
    let isShown = wait { Array($0.lines.suffix(lastLines.count)) == lastLines }
    #expect(isShown, "the screen does not end with \(lastLines):\n\(screen.text)", sourceLocation: location)
  }

  /// Reads until the program closes the terminal.
  func readToEnd() { _ = wait { _ in false } }

  private func read() {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 100) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = bytes.withUnsafeMutableBytes { readBytes(master, $0) }
    if count > 0 { screen.write(Array(bytes[..<count])) } else { isClosed = true }
  }
}

/// The system's `read`, where a method of that name hides it.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

struct PseudoTerminalFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A run of the built tool at a terminal of its own.
final class TerminalRun {
  let terminal: PseudoTerminal
  private var process: pid_t = 0
  /// Whether there is a process to be ended: without one its number means the group of the tests themselves.
  private var isRunning = false

  /// Starts the tool; the history of its prompt lies in a folder.
  init(
    _ arguments: String..., folder: TemporaryFolder, columns: Int = 80, environment: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal(columns: columns)
    var variables = ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "XDG_STATE_HOME": folder.path]
    for name in ["PATH", "LD_LIBRARY_PATH"] { variables[name] = getenv(name).map { String(cString: $0) } }
    variables.merge(environment) { $1 }
    try start([try Self.tool()] + arguments, variables)
  }

  deinit {
    if isRunning {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// The tool that was built beside the program that runs the tests.
  static func tool() throws -> String {
    var folder = FilePath.resolved(CommandLine.arguments[0]).map(FilePath.directory) ?? "."
    while folder != FilePath.directory(of: folder) {
      let tool = FilePath.joined(folder, "sheaf")
      if FileSystem.kind(folder + "/sheaf.product") == .folder, access(tool, X_OK) == 0 { return tool }
      folder = FilePath.directory(of: folder)
    }
    throw PseudoTerminalFailure("the tool is not beside \(CommandLine.arguments[0])")
  }

  private func start(_ words: [String], _ variables: [String: String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes the one whose Ctrl-C reaches it.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    #if canImport(Glibc)
      let startsSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not see
    #else
      let startsSession = Int16(POSIX_SPAWN_SETSID)
    #endif
    attributes.setUsualSignals(startsSession)
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
    guard code == 0 else {
      throw PseudoTerminalFailure("\(words[0]) does not start: \(String(cString: strerror(code)))")
    }
    isRunning = true
  }

  /// Types Ctrl-D, and yes where the prompt asks because of what has not been saved; gives the exit status.
  func leave() -> Int32? {
    terminal.type("\u{4}")
    if terminal.wait(until: { $0.text.contains("[y/N]") }) { terminal.type("y\r") }
    return status()
  }

  /// Sends a signal to the tool.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits until the tool ends, and gives its exit status; `nil` when it goes on or a signal ended it.
  func status() -> Int32? {
    terminal.readToEnd()
    guard terminal.isClosed else { return nil }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    isRunning = false
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}

/// Whether the line editor of the system is here; tests of editing need it.
let isEditorInstalled = ["libedit.so.2", "libedit.so.0", "libedit.3.dylib"].contains { (name: String) in
  dlopen(name, RTLD_NOW) != nil
}
