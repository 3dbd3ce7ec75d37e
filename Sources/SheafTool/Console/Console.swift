import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Everything the tool shares with the outside: its streams, what they are connected to, and the environment.
///
/// Results go to ``output``, everything else to ``errors``. A test makes a console of sinks in memory and runs the
/// tool in its own process.
package final class Console {
  /// Which streams are a terminal.
  package struct Terminals: Sendable {
    package var input: Bool
    package var output: Bool
    package var errors: Bool

    package init(input: Bool = false, output: Bool = false, errors: Bool = false) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  package let output: TextSink
  package let errors: TextSink
  package let input: LineInput
  package let terminals: Terminals
  private let environment: (String) -> String?
  /// The current date and time as a serial number of the 1900 system.
  package let now: () -> Double

  var colorChoice: ColorChoice = .auto
  /// Whether only results are printed, and what is wrong.
  var isQuiet = false
  /// Whether it is told how things are done.
  var isVerbose = false
  /// What files of settings say.
  var configuration = Configuration()
  /// Whether somebody has asked for ASCII.
  private var usesASCII = false
  /// Whether texts in delimited files are written so that no program takes them for formulas.
  var guardsFormulas = false
  /// Whether what is typed on a terminal is kept for the next time.
  var keepsHistory = true
  /// Takes in the engines of this call where somebody wants to know what they have done.
  var work: WorkReport?

  package init(
    output: TextSink, errors: TextSink, input: LineInput, terminals: Terminals = Terminals(),
    environment: @escaping (String) -> String? = { _ in nil }, now: @escaping () -> Double = { 36_526 }
  ) {
    self.output = output
    self.errors = errors
    self.input = input
    self.terminals = terminals
    self.environment = environment
    self.now = now
    (output.companion, errors.companion) = (errors, output)
    // What goes to a file or a pipe is UTF-8 wherever it is made.
    output.marksAreASCII = terminals.output && !isUnicode
    errors.marksAreASCII = terminals.errors && !isUnicode
  }

  /// The console of this process.
  package static func standard() -> Console {
    Console(
      output: TextSink(descriptor: STDOUT_FILENO), errors: TextSink(descriptor: STDERR_FILENO),
      input: LineInput(descriptor: STDIN_FILENO),
      terminals: Terminals(
        input: isatty(STDIN_FILENO) == 1, output: isatty(STDOUT_FILENO) == 1, errors: isatty(STDERR_FILENO) == 1),
      environment: { name in getenv(name).map { String(cString: $0) } }, now: SystemClock.serial)
  }

  /// A variable of the environment; an empty one counts as absent.
  func variable(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else { return nil }
    return value
  }

  /// The path of a file of ours, where the XDG base directories put state.
  func stateFile(_ name: String) -> String? {
    if let state = variable("XDG_STATE_HOME") { return "\(state)/sheaf/\(name)" }
    return variable("HOME").map { "\($0)/.local/state/sheaf/\(name)" }
  }

  /// Whether the call is one of continuous integration, after which nothing is to be left.
  var isInCI: Bool { variable("CI").map { $0.lowercased() != "false" } ?? false }

  /// Whether somebody types and sees what comes of it, so that questions can be asked.
  var isInteractive: Bool { terminals.input && terminals.output }

  /// Whether the locale has other characters than those of ASCII; where nothing is said of it, it has.
  var isUnicode: Bool {
    if usesASCII { return false }
    guard let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// What small charts are drawn with.
  var blocks: Sparkline.Blocks { isUnicode ? .unicode : .ascii }

  /// Leaves out what is not ASCII, whatever the locale has and wherever the text goes.
  func useASCII() {
    usesASCII = true
    output.marksAreASCII = true
    errors.marksAreASCII = true
  }

  /// How results are coloured.
  var paint: Paint { Paint(isOn: isColored(terminals.output)) }
  /// How messages are coloured.
  var errorPaint: Paint { Paint(isOn: isColored(terminals.errors)) }

  private func isColored(_ isTerminal: Bool) -> Bool {
    switch colorChoice {
    case .always: return true
    case .never: return false
    case .auto:
      if variable("NO_COLOR") != nil { return false }
      if let forced = variable("FORCE_COLOR") ?? variable("CLICOLOR_FORCE") { return forced != "0" }
      if let choice = configuration.display.color, choice != .auto { return choice == .always }
      return isTerminal && variable("TERM") != "dumb"
    }
  }

  /// How many columns the terminal of the results has; `nil` where nobody knows.
  var width: Int? {
    guard terminals.output else { return nil }
    if let told = variable("COLUMNS").flatMap({ Int($0) }), told > 0 { return told }
    var size = winsize()
    guard let descriptor = output.descriptor, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Prints a message about the call, with what may help.
  func report(_ failure: CallFailure) {
    if let findings = failure.findings { return show(findings.diagnostics, in: findings.source) }
    let paint = errorPaint
    let code = failure.code.map { " [\($0.rawValue)]" } ?? ""
    errors.line("\(paint.error("error:")) \(PlainText.message(failure.message))\(code)")
    if let help = failure.help { errors.line("  = help: \(PlainText.message(help))") }
  }

  /// Prints a line that is neither a result nor an error.
  func remark(_ text: String) { if !isQuiet { errors.line(PlainText.oneLine(text)) } }

  /// Prints a line about how it is done, for who wants to know.
  func detail(_ text: @autoclosure () -> String) { if isVerbose { errors.line(text()) } }

  func flush() {
    output.flush()
    errors.flush()
  }
}

/// The clock of this machine.
enum SystemClock {
  /// The local date and time as a serial number of the 1900 system.
  static func serial() -> Double {
    var instant = timespec()
    clock_gettime(CLOCK_REALTIME, &instant)
    var seconds = instant.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    let shifted = Double(seconds + local.tm_gmtoff) + Double(instant.tv_nsec) / 1e9
    return shifted / 86_400 + 25_569
  }

  /// Seconds since some moment in the past, never going back.
  static func monotonicSeconds() -> Double {
    var instant = timespec()
    clock_gettime(CLOCK_MONOTONIC, &instant)
    return Double(instant.tv_sec) + Double(instant.tv_nsec) / 1e9
  }
}
