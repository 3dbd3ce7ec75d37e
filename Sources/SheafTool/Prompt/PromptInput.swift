import CellModel
import Diagnostics
import Hosting
import SheetText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the prompt's lines come from: a line editor on a terminal, the terminal itself, or a pipe.
///
/// While it waits for a line, what comes into its inbox is done; what that prints stands above the line that is being
/// typed.
final class PromptInput {
  enum Line {
    case text(String)
    /// Ctrl-C: what was typed is dropped.
    case interrupted
    case end
  }

  private let console: Console
  private let inbox: Inbox
  private let editor: LineEditor?
  /// The prompt that stands on the terminal, waiting for a line.
  private var standingPrompt: String?

  /// - Parameter keepsHistory: Whether what is typed on a terminal is kept for the next time.
  init(
    _ console: Console, _ inbox: Inbox, keepsHistory: Bool = true,
    completing completion: @escaping (LineEditor.Context) -> [LineEditor.Candidate]
  ) {
    self.console = console
    self.inbox = inbox
    let historyPath = keepsHistory ? console.surroundings.stateFile("history") : nil
    editor = console.isInteractive ? Self.editor(console, historyPath, completing: completion) : nil
    guard let descriptor = console.input.descriptor else { return }
    let wait: () -> Bool = { [weak self] in
      guard let self else { return true }
      return inbox.wait(untilReadable: descriptor, within: makingRoom)
    }
    console.input.waitForMore = wait
    editor?.waitForInput = wait
  }

  /// The editor of the console's terminal, unless that is one that cannot move its cursor.
  private static func editor(
    _ console: Console, _ historyPath: String?,
    completing completion: @escaping (LineEditor.Context) -> [LineEditor.Candidate]
  ) -> LineEditor? {
    guard let input = console.input.descriptor, let output = console.output.descriptor,
      console.surroundings["TERM"] != nil, !console.surroundings.hasDumbTerminal
    else { return nil }
    return LineEditor(
      on: LineEditor.Terminal(input: input, output: output), historyPath: historyPath, completing: completion)
  }

  /// The next line; the prompt says whether it goes on with the one before.
  func next(isContinued: Bool) -> Line {
    guard console.isInteractive else {
      // Whoever waits for an answer before writing the next line must see it now.
      if !console.input.hasBufferedLine { console.flush() }
      return console.input.nextLine().map { .text(String(decoding: $0, as: UTF8.self)) } ?? .end
    }
    console.flush()
    let text = Interruption.readingEntry(waking: inbox) { line(after: isContinued ? "… " : "» ") }
    if let text { return .text(text) }
    if editor?.endsLines != true { console.output.line() }
    return Interruption.wasPromptInterrupted ? .interrupted : .end
  }

  /// Asks something that is answered with yes or no; the end of the input is a yes, an interrupt a no.
  func confirms(_ question: String) -> Bool {
    console.flush()
    let answer = Interruption.whilePrompting(waking: inbox) { line(after: "\(question) [y/N] ") }
    guard let answer else {
      if editor?.endsLines != true { console.output.line() }
      return !Interruption.wasPromptInterrupted
    }
    return ["y", "yes"].contains(answer.trimmed.lowercased())
  }

  private func line(after prompt: String) -> String? {
    standingPrompt = prompt
    defer { standingPrompt = nil }
    if let editor { return editor.line(prompt: prompt) }
    console.output.write(prompt)
    console.output.flush()
    return console.input.nextLine().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits for so long while timers and answers happen; `false` when an interrupt came before.
  func wait(for duration: Duration) -> Bool {
    waiting { inbox.wait(for: duration, within: makingRoom) }
  }

  /// Waits as long as a condition holds, which is asked whenever something has happened.
  func wait(while condition: () -> Bool) -> Bool {
    waiting { inbox.wait(while: condition, within: makingRoom) }
  }

  private func waiting(_ body: () -> Bool) -> Bool {
    console.flush()
    return console.isInteractive ? Interruption.whilePrompting(waking: inbox, body) : body()
  }

  /// Adds an entry to the history; one of several lines is kept as one line.
  func remember(_ entry: String) { editor?.remember(Self.inOneLine(entry)) }

  /// An entry in one line; of several lines the comments are left out, behind which nothing would be read.
  static func inOneLine(_ entry: String) -> String {
    guard entry.contains(where: \.endsLine) else { return entry }
    let document = SheetDocument(name: "", entry)
    let lines = document.replacing(document.comments.map { TextEdit($0, "") }).text.split(whereSeparator: \.endsLine)
    return lines.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }

  func close() { editor?.close() }

  // MARK: Printing while a line is typed

  /// Performs work; if it prints, the line that is being typed is taken away before and drawn again after.
  private func makingRoom(for work: () -> Void) {
    var isCleared = false
    let clear: () -> Void = { [weak self] in
      guard !isCleared else { return }
      isCleared = true
      self?.clearLine()
    }
    console.output.willWrite = clear
    if console.terminals.errors { console.errors.willWrite = clear }
    work()
    console.flush()
    console.output.willWrite = nil
    console.errors.willWrite = nil
    if isCleared { drawLine() }
  }

  private func clearLine() {
    guard standingPrompt != nil, let output = console.output.descriptor else { return }
    if let editor { return editor.clearLine() }
    // Without an editor the terminal itself holds what was typed, and goes on holding it.
    _ = write(output, "\n", 1)
  }

  private func drawLine() {
    guard let standingPrompt else { return }
    if let editor { return editor.drawLine() }
    console.output.write(standingPrompt)
    console.output.flush()
  }
}
