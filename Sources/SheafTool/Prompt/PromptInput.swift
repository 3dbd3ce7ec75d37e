/// Where the prompt's lines come from: a line editor on a terminal, the terminal itself, or a pipe.
final class PromptInput {
  enum Line {
    case text(String)
    /// Ctrl-C: what was typed is dropped.
    case interrupted
    case end
  }

  private let console: Console
  private let editor: LineEditor?
  let isInteractive: Bool

  init(_ console: Console, completing completion: @escaping (LineEditor.Context) -> [String]) {
    self.console = console
    isInteractive = console.terminals.input && console.terminals.output
    editor = isInteractive ? LineEditor(historyPath: Self.historyPath(console), completing: completion) : nil
  }

  /// The file of the history, where the XDG base directories put state.
  private static func historyPath(_ console: Console) -> String? {
    if let state = console.variable("XDG_STATE_HOME") { return state + "/sheaf/history" }
    return console.variable("HOME").map { $0 + "/.local/state/sheaf/history" }
  }

  /// The next line; the prompt says whether it goes on with the one before.
  func next(isContinued: Bool) -> Line {
    guard isInteractive else {
      // Whoever waits for an answer before writing the next line must see it now.
      if !console.input.hasBufferedLine { console.flush() }
      return console.input.nextLine().map { .text(String(decoding: $0, as: UTF8.self)) } ?? .end
    }
    console.flush()
    let prompt = isContinued ? "… " : "» "
    let line = editor.map { $0.line(prompt: prompt) } ?? plainLine(prompt)
    if let line { return .text(line) }
    console.output.line()
    return Interruption.wasPromptInterrupted ? .interrupted : .end
  }

  private func plainLine(_ prompt: String) -> String? {
    Interruption.wasPromptInterrupted = false
    Interruption.isPrompting = true
    defer { Interruption.isPrompting = false }
    console.output.write(prompt)
    console.output.flush()
    return console.input.nextLine().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Adds an entry to the history; one of several lines is kept as one line.
  func remember(_ entry: String) {
    editor?.remember(entry.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  func close() { editor?.saveHistory() }
}
