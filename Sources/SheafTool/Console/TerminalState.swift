#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a terminal was set before a line editor changed it, so that whoever reads it next finds it as it was.
///
/// The handler of a signal may ask for it: the settings are plain memory, which is written once, before there is a
/// descriptor that they belong to.
enum TerminalState {
  private nonisolated(unsafe) static let settings = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
  }()
  /// The terminal; -1 while nothing is to be restored.
  private static let descriptor = SignalNumber(-1)
  private static var terminal: Int32 { Int32(descriptor.value) }

  /// Makes the memory, so that a handler need not.
  static func prepare() { _ = (settings, terminal) }

  /// Remembers a terminal as it is now; the first that is remembered counts.
  static func remember(_ terminal: Int32) {
    guard self.terminal < 0, tcgetattr(terminal, settings) == 0 else { return }
    descriptor.value = Int(terminal)
  }

  /// Stops the process as Ctrl-Z asks, with the terminal as it was, and goes on with it as it is now; a signal handler may
  /// call it.
  static func stopProcess() {
    let code = errno
    var present = termios()
    let isChanged = terminal >= 0 && tcgetattr(terminal, &present) == 0
    restore()
    raise(SIGSTOP)
    if isChanged { _ = tcsetattr(terminal, TCSANOW, &present) }
    errno = code
  }

  /// Sets the terminal as it was; a signal handler may call it.
  static func restore() {
    guard terminal >= 0 else { return }
    let code = errno
    _ = tcsetattr(terminal, TCSANOW, settings)
    errno = code
  }
}
