import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's line editing library, opened at run time: editing, history and completion on a terminal.
///
/// libedit is preferred; readline, which has the same interface, will do. The library keeps its state in global
/// variables, so there is one editor in a process and it is used by one thread.
final class LineEditor {
  /// What is on the line while a completion is asked for.
  struct Context {
    /// The line up to the cursor.
    var line: String
    /// The part of ``line`` that the completion will replace.
    var word: String
  }

  /// What a completion may put in the place of the word, and how it is shown beside others.
  struct Candidate {
    var text: String
    /// Begins with the text.
    var label: String
  }

  /// The terminal that lines are edited on.
  struct Terminal {
    var input: Int32
    var output: Int32
  }

  private typealias ReadLine = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
  private typealias TakeText = @convention(c) (UnsafePointer<CChar>?) -> Int32
  private typealias TakeCount = @convention(c) (Int32) -> Void
  private typealias Perform = @convention(c) () -> Int32
  private typealias CompleteWord = @convention(c) (Int32, Int32) -> Int32
  private typealias GetByte = @convention(c) (OpaquePointer?) -> Int32
  private typealias Matches = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Complete = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Matches?

  private static let libraries = [
    "libedit.so.2", "libedit.so.0", "libreadline.so.8", "libedit.3.dylib",
  ]
  /// Where a word ends for completion.
  private nonisolated(unsafe) static let wordBreaks = strdup(" \t\n+-*/^&=<>(){}[],;:\"'%|#@!")

  private nonisolated(unsafe) static var completion: ((Context) -> [Candidate])?
  private nonisolated(unsafe) static var input = STDIN_FILENO
  private nonisolated(unsafe) static var wait: (() -> Bool)?
  /// Whether a completion is asked for only to learn where the cursor is.
  private nonisolated(unsafe) static var isLocating = false
  private nonisolated(unsafe) static var lineBuffer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  private nonisolated(unsafe) static var isCompletionOver: UnsafeMutablePointer<Int32>?
  /// Whether the library wants whole characters where readline wants bytes.
  private nonisolated(unsafe) static var takesCharacters = false

  private let library: UnsafeMutableRawPointer
  private let readLine: ReadLine
  private let addHistory: TakeText
  private let terminal: Terminal
  private let historyPath: String?
  private var lastEntry = ""
  private var prompt = ""

  /// Opens the library; `nil` where there is none.
  init?(on terminal: Terminal, historyPath: String?, completing completion: @escaping (Context) -> [Candidate]) {
    let opened = Self.libraries.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
    guard let library = opened, let readLine = dlsym(library, "readline"), let add = dlsym(library, "add_history")
    else {
      return nil
    }
    self.library = library
    self.readLine = unsafeBitCast(readLine, to: ReadLine.self)
    addHistory = unsafeBitCast(add, to: TakeText.self)
    self.terminal = terminal
    self.historyPath = historyPath
    // The width of what is typed depends on the character set of the locale.
    if setlocale(LC_CTYPE, "") == nil || !Self.localeReadsUTF8() { setlocale(LC_CTYPE, "C.UTF-8") }
    Self.completion = completion
    Self.takesCharacters = dlsym(library, "el_init") != nil
    Self.input = terminal.input
    TerminalState.remember(terminal.input)
    configure()
    if let historyPath { _ = call("read_history", historyPath) }
    if let stifle = dlsym(library, "stifle_history") { unsafeBitCast(stifle, to: TakeCount.self)(2000) }
  }

  private static func localeReadsUTF8() -> Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0).uppercased() } == "UTF-8"
  }

  private func variable<Value>(_ name: String, as type: Value.Type) -> UnsafeMutablePointer<Value>? {
    dlsym(library, name)?.assumingMemoryBound(to: type)
  }

  private func call(_ function: String, _ text: String) -> Int32 {
    guard let symbol = dlsym(library, function) else { return -1 }
    return unsafeBitCast(symbol, to: TakeText.self)(text)
  }

  private func call(_ function: String) {
    guard let symbol = dlsym(library, function) else { return }
    _ = unsafeBitCast(symbol, to: Perform.self)()
  }

  private func configure() {
    Self.lineBuffer = variable("rl_line_buffer", as: UnsafeMutablePointer<CChar>?.self)
    Self.isCompletionOver = variable("rl_attempted_completion_over", as: Int32.self)
    variable("rl_completer_word_break_characters", as: UnsafeMutablePointer<CChar>?.self)?.pointee = Self.wordBreaks
    variable("rl_basic_word_break_characters", as: UnsafeMutablePointer<CChar>?.self)?.pointee = Self.wordBreaks
    variable("rl_completion_append_character", as: Int32.self)?.pointee = 0
    variable("rl_catch_signals", as: Int32.self)?.pointee = 0
    let complete: Complete = { _, start, end in LineEditor.matches(start: Int(start), end: Int(end)) }
    variable("rl_attempted_completion_function", as: Complete?.self)?.pointee = complete
    let getByte: GetByte = { _ in LineEditor.nextCharacter() }
    variable("rl_getc_function", as: GetByte?.self)?.pointee = getByte
    if terminal.input != STDIN_FILENO || terminal.output != STDOUT_FILENO {
      variable("rl_instream", as: UnsafeMutablePointer<FILE>?.self)?.pointee = fdopen(terminal.input, "r")
      variable("rl_outstream", as: UnsafeMutablePointer<FILE>?.self)?.pointee = fdopen(terminal.output, "w")
    }
    call("rl_initialize")
  }

  /// Waits until a byte can be read, and lets other things happen meanwhile; `false` when an interrupt came.
  var waitForInput: (() -> Bool)? {
    get { Self.wait }
    set { Self.wait = newValue }
  }

  /// Reads a line; `nil` at the end of the input, or after an interrupt, which ``Interruption`` tells.
  func line(prompt: String) -> String? {
    self.prompt = prompt
    // libedit would do so after it has shown the prompt, and the terminal would show a key that comes between as well.
    if let prepare = dlsym(library, "rl_prep_terminal") { unsafeBitCast(prepare, to: TakeCount.self)(1) }
    guard let text = readLine(prompt) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Whether the cursor goes to a line of its own when there is no line; libedit leaves it where it is.
  var endsLines: Bool { !Self.takesCharacters }

  /// Adds an entry to the history, unless it repeats the last one.
  func remember(_ entry: String) {
    guard entry != lastEntry, !entry.isEmpty, entry.utf8.count < 1 << 16 else { return }
    lastEntry = entry
    _ = addHistory(entry)
  }

  /// Gives the terminal back as it was found.
  func close() {
    TerminalState.restore()
    saveHistory()
  }

  private func saveHistory() {
    guard let historyPath else { return }
    FileSystem.makeFolder(FilePath.directory(of: historyPath))
    _ = call("write_history", historyPath)
    chmod(historyPath, 0o600)
  }

  // MARK: The line while it is typed

  /// Takes the line that is being typed off the terminal; the cursor stands where its prompt began.
  func clearLine() {
    let row = rowOfCursor()
    send(row > 0 ? "\r\u{1B}[\(row)A\u{1B}[J" : "\r\u{1B}[J")
  }

  /// Draws the prompt and the line again, from where the cursor is.
  func drawLine() {
    call("rl_on_new_line")
    call("rl_forced_update_display")
  }

  private func send(_ text: String) { _ = text.withCString { write(terminal.output, $0, strlen($0)) } }

  /// How many rows of the terminal the cursor is below its prompt.
  private func rowOfCursor() -> Int {
    var size = winsize()
    let columns = ioctl(terminal.output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    var (row, column) = (0, 0)
    for character in prompt + textBeforeCursor() {
      // What controls the terminal is shown as two characters, such as ^A.
      let width = character.unicodeScalars.first.map { $0.value < 0x20 } == true ? 2 : DisplayWidth.of(character)
      if column + width > columns { (row, column) = (row + 1, 0) }
      column += width
    }
    return column == columns ? row + 1 : row
  }

  private func textBeforeCursor() -> String {
    locateCursor()
    guard let point = variable("rl_point", as: Int32.self)?.pointee else { return "" }
    return Self.typedText(upTo: Int(point)) ?? ""
  }

  /// Brings the variables of the library up to date.
  ///
  /// libedit does so only when it asks for a completion, so it is made to ask for one that gives nothing.
  private func locateCursor() {
    guard Self.takesCharacters, let complete = dlsym(library, "rl_complete") else { return }
    Self.isLocating = true
    _ = unsafeBitCast(complete, to: CompleteWord.self)(0, 9)
    Self.isLocating = false
  }

  // MARK: Calls from the library

  /// The next character or byte of the terminal, or -1 at the end and after an interrupt.
  private static func nextCharacter() -> Int32 {
    guard let first = nextByte() else { return -1 }
    guard takesCharacters, first >= 0xC2 else { return Int32(first) }
    let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var bytes = [first]
    for _ in 0..<count {
      guard let byte = nextByte() else { return -1 }
      bytes.append(byte)
    }
    return Int32(bitPattern: String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD)
  }

  private static func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      if let wait, !wait() { return nil }
      let count = read(input, &byte, 1)
      if count == 1 { return byte }
      if count < 0, errno == EINTR, !Interruption.wasPromptInterrupted { continue }
      return nil
    }
  }

  /// The line up to an offset of the library, which counts characters in libedit and bytes in readline.
  private static func typedText(upTo offset: Int) -> String? {
    guard offset >= 0, let buffer = lineBuffer?.pointee else { return nil }
    let line = String(cString: buffer)
    guard takesCharacters else { return String(decoding: line.utf8.prefix(offset), as: UTF8.self) }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(offset)))
  }

  /// The matches for the word between two offsets, as the library wants them: first what all begin with.
  private static func matches(start: Int, end: Int) -> Matches? {
    isCompletionOver?.pointee = 1
    guard !isLocating, let completion, start <= end, let line = typedText(upTo: end),
      let before = typedText(upTo: start)
    else { return nil }
    let word = String(decoding: line.utf8.dropFirst(before.utf8.count), as: UTF8.self)
    let context = Context(line: line, word: word)
    let found = completion(context)
    guard let first = found.first else { return nil }
    var common = Array(first.text.utf8)
    for other in found.dropFirst() {
      let shared = zip(common, other.text.utf8).prefix { $0 == $1 }.count
      common.removeLast(common.count - shared)
    }
    // What was typed in another case must not become shorter.
    if common.count < context.word.utf8.count { common = Array(context.word.utf8) }
    let texts = found.count == 1 ? [first.text] : [String(decoding: common, as: UTF8.self)] + found.map(\.label)
    guard let memory = malloc((texts.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride) else { return nil }
    let entries = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { entries[index] = strdup(text) }
    entries[texts.count] = nil
    return entries
  }
}
