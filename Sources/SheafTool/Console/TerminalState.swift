#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a terminal was set before a line editor changed it, so that whoever reads it next finds it as it was.
///
/// It is plain memory, which a signal handler may read: it is written once, by the thread that opens the prompt, before a handler
/// looks at it.
enum TerminalState {
  private nonisolated(unsafe) static var settings = termios()
  /// The terminal; -1 while nothing is to be restored.
  private nonisolated(unsafe) static var descriptor: Int32 = -1

  /// Remembers a terminal as it is now; the first that is remembered counts.
  static func remember(_ terminal: Int32) {
    guard descriptor < 0, tcgetattr(terminal, &settings) == 0 else { return }
    descriptor = terminal
  }

  /// Stops the process as Ctrl-Z asks, with the terminal as it was, and goes on with it as it is now; a signal handler may
  /// call it.
  static func stopProcess() {
    let code = errno
    var present = termios()
    let isChanged = descriptor >= 0 && tcgetattr(descriptor, &present) == 0
    restore()
    raise(SIGSTOP)
    if isChanged { _ = tcsetattr(descriptor, TCSANOW, &present) }
    errno = code
  }

  /// Sets the terminal as it was; a signal handler may call it.
  static func restore() {
    guard descriptor >= 0 else { return }
    let code = errno
    _ = tcsetattr(descriptor, TCSANOW, &settings)
    errno = code
  }
}
