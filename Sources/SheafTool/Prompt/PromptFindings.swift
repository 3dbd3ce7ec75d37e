import Diagnostics
import LiveSheets
import SheetText

/// What is wrong with what was typed: each finding is shown where it was typed, and counts for the exit code.
final class PromptFindings {
  /// The name under which findings place what was typed.
  let sourceName: String
  /// Whether something has failed so far.
  private(set) var hasFailed = false
  /// Whether what came from a pipe is no text at all, so that the rest would only give more of the same.
  private(set) var endsInput = false
  private let console: Console
  private var typed = TypedEntries()

  init(_ console: Console) {
    self.console = console
    sourceName = console.isInteractive ? "prompt" : "stdin"
  }

  /// Takes note of an entry, in which findings of the sheet's text are shown.
  func note(_ text: String, fromLine line: Int) { typed.add(text, line: line) }

  func noteFailure() { hasFailed = true }

  /// Shows findings; what is about an entry is placed by its line of the input.
  func fail(_ diagnostics: [Diagnostic], _ source: SourceText, entered text: String, fromLine line: Int) {
    if diagnostics.contains(where: { $0.severity == .error }) { hasFailed = true }
    console.output.flush()
    if source.bytes.elementsEqual(text.utf8) {
      console.show(diagnostics, in: SourceText(name: sourceName, bytes: source.bytes, firstLine: line))
    } else {
      show(diagnostics, in: source)
    }
    if !console.isInteractive, diagnostics.contains(where: { $0.isOne(of: .notText) }) { endsInput = true }
  }

  /// Shows what cannot be done, and in a pipe where it was asked for.
  func fail(_ failure: CallFailure, at span: SourceSpan? = nil, entered text: String = "", fromLine line: Int) {
    hasFailed = true
    console.output.flush()
    console.report(failure)
    if console.isInteractive { return }
    let source = SourceText(name: sourceName, bytes: Array(text.utf8), firstLine: line)
    let place = source.location(of: span?.lower ?? 0)
    console.errors.line("  --> \(sourceName):\(place.line):\(place.column)")
  }

  /// Shows findings about the sheet's text where it was entered.
  func show(_ diagnostics: [Diagnostic], in source: SourceText) {
    for diagnostic in diagnostics {
      let placed = typed.placed(diagnostic, in: source, named: sourceName)
      console.show([placed.diagnostic], in: placed.source)
    }
  }

  func show(_ check: BrokenCheck, in source: SourceText) {
    hasFailed = true
    let placed = typed.placed(check.diagnostic, in: source, named: sourceName)
    console.show(placed.diagnostic, check.values, in: placed.source)
  }

  /// Tells somebody who typed `help` or `quit` how commands are written.
  static func withColonHint(_ diagnostics: [Diagnostic], _ text: String) -> [Diagnostic] {
    let word = String(text.trimmed.prefix { $0.isLetter })
    let isAlone = word.count == text.trimmed.count
    let help: String
    if SheetKeyword(rawValue: word.lowercased()) != nil {
      // What it begins is not there; a statement that goes on says what is wrong with it.
      guard isAlone else { return diagnostics }
      help = "\(word.lowercased()) begins a statement; :help \(word.lowercased()) shows one"
    } else if isAlone, StepKeyword(rawValue: word.lowercased()) != nil {
      help = "\(word.lowercased()) begins a step; :help \(word.lowercased()) shows one"
    } else if insertsRow(text) {
      return diagnostics
    } else if ["ans", "it"].contains(text.trimmed.lowercased()) {
      help = "the last value is called _"
    } else if let verb = PromptVerb(inOtherWords: word) {
      help = "commands of the prompt begin with a colon, as in :\(verb.rawValue)"
    } else {
      return diagnostics
    }
    return diagnostics.map { diagnostic in
      guard diagnostic.help == nil else { return diagnostic }
      var hinted = diagnostic
      hinted.help = help
      return hinted
    }
  }

  /// Whether a text is about a row of a table, and not about which rows of a grid make room.
  private static func insertsRow(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ", maxSplits: 1)
    return words.count == 2 && words[0] == "insert" && !StructureWords.areMeant(by: String(words[1]))
  }
}
