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

  package private(set) var output: TextSink
  package let errors: TextSink
  package let input: LineInput
  private(set) var terminals: Terminals
  let surroundings: Surroundings
  /// How texts look, which tells the streams as well what they write.
  var appearance = Appearance() {
    didSet { updateMarks() }
  }
  /// Whether only results are printed, and what is wrong.
  var isQuiet = false
  /// Whether it is told how things are done.
  var isVerbose = false
  /// What files of settings say.
  var configuration = Configuration()
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
    surroundings = Surroundings(variable: environment, now: now)
    (output.companion, errors.companion) = (errors, output)
    updateMarks()
  }

  private func updateMarks() {
    // What goes to a file or a pipe is UTF-8 wherever it is made, unless somebody asks for ASCII.
    output.marksAreASCII = appearance.isASCII || terminals.output && !isUnicode
    errors.marksAreASCII = appearance.isASCII || terminals.errors && !isUnicode
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

  /// Whether somebody types and sees what comes of it, so that questions can be asked.
  var isInteractive: Bool { terminals.input && terminals.output }

  /// Whether texts may have other characters than those of ASCII.
  var isUnicode: Bool { appearance.isUnicode(in: surroundings) }

  /// What small charts are drawn with.
  var blocks: Sparkline.Blocks { isUnicode ? .unicode : .ascii }

  /// How results are coloured.
  var paint: Paint { Paint(isOn: !output.isPlain && appearance.isColored(onTerminal: terminals.output, surroundings)) }
  /// How messages are coloured.
  var errorPaint: Paint { Paint(isOn: appearance.isColored(onTerminal: terminals.errors, surroundings)) }

  /// How many columns the terminal of the results has; `nil` where nobody knows.
  var width: Int? {
    guard terminals.output else { return nil }
    if let told = surroundings["COLUMNS"].flatMap({ Int($0) }), told > 0 { return told }
    var size = winsize()
    guard let descriptor = output.descriptor, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Runs what prints results, which go to a file: without colours, and as wide as they are.
  func writing<Result>(to sink: TextSink, _ body: () throws -> Result) rethrows -> Result {
    let (screen, places) = (output, terminals)
    defer { (output, terminals) = (screen, places) }
    sink.isPlain = true
    (output, terminals.output) = (sink, false)
    updateMarks()
    return try body()
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
