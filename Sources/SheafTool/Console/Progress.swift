/// A line on the terminal that says how far a long command has come.
///
/// It appears after half a second, only where messages go to a terminal, and leaves nothing behind.
struct Progress {
  private let console: Console
  private let start: Double
  private var lastShown: Double
  private var isShown = false

  init(_ console: Console) {
    self.console = console
    start = console.terminals.errors ? SystemClock.monotonicSeconds() : 0
    lastShown = 0
  }

  /// Shows a text, at most ten times a second.
  mutating func update(_ text: @autoclosure () -> String) {
    guard console.terminals.errors else { return }
    let now = SystemClock.monotonicSeconds()
    guard now - start > 0.5, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    console.errors.write("\r\u{1B}[K\(text())")
    console.errors.flush()
  }

  /// Removes the line; called before anything else is printed.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    console.errors.write("\r\u{1B}[K")
    console.errors.flush()
  }
}
