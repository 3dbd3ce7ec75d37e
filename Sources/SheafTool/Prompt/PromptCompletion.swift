import LiveSheets
import SheetText

/// What a word at the prompt may become: what a sheet may have there, and what commands take.
struct PromptCompletion {
  private let sheet: LiveSheet

  init(_ sheet: LiveSheet) { self.sheet = sheet }

  /// The texts that may take the place of the word, sorted within their kind.
  func matches(_ context: LineEditor.Context) -> [String] { found(context).map(\.text) }

  /// The same with what is shown of each: a function with its signature.
  ///
  /// Where no word has been begun inside a call, that is the signature of the function and the help of its argument.
  func candidates(_ context: LineEditor.Context) -> [LineEditor.Candidate] {
    let completion = SheetCompletion(sheet)
    if context.word.isEmpty, let hint = completion.hint(at: context.line) {
      return [hint.signature, "→ " + hint.activeWords].map { LineEditor.Candidate(text: "", label: $0) }
    }
    return found(context).map {
      LineEditor.Candidate(text: $0.text, label: PlainText.oneLine(completion.label(of: $0)))
    }
  }

  private func found(_ context: LineEditor.Context) -> [CompletionCandidate] {
    let line = context.line
    let before = String(line.dropLast(context.word.count))
    if before.trimmed == ":" { return fitting(context.word, PromptVerb.allCases.map(\.rawValue)) }
    guard line.trimmed.hasPrefix(":") else {
      return SheetCompletion(sheet).candidates(before: before, word: context.word)
    }
    let words = line.trimmed.dropFirst().split(maxSplits: 1, omittingEmptySubsequences: false) { $0.isWhitespace }
    let typed = words.count > 1 ? String(words[1]) : ""
    switch words.first.flatMap({ PromptVerb(word: String($0.last == "!" ? $0.dropLast() : $0)) }) {
    case .load?: return files(typed, context.word)
    case .save?: return savedThings(typed, context.word)
    case .run?: return fitting(context.word, sheet.triggers.names)
    case .watch?: return fitting(context.word, sheet.knownNames + ["off"], .name)
    case .explain?: return fitting(context.word, FindingGuide.codes)
    case .table?: return fitting(context.word, sheet.tables.map(\.name))
    case .functions?, .help?:
      return fitting(context.word, sheet.environment.catalog.names + NamedLambda.all(of: sheet).map(\.name), .name)
    default: return fitting(context.word, sheet.knownNames, .name)
    }
  }

  private func fitting(
    _ word: String, _ candidates: [String], _ kind: CompletionCandidate.Kind = .value
  ) -> [CompletionCandidate] {
    let prefix = word.lowercased()
    return Set(candidates.filter { $0.lowercased().hasPrefix(prefix) }).sorted().map {
      CompletionCandidate(text: $0, kind: kind)
    }
  }

  /// The tables and files that may be named behind `:save`.
  private func savedThings(_ typed: String, _ word: String) -> [CompletionCandidate] {
    let parts = typed.split(maxSplits: 1, omittingEmptySubsequences: false) { $0.isWhitespace }
    guard let table = parts.first, parts.count == 2 else {
      return fitting(word, sheet.tables.map(\.name)) + files(typed, word)
    }
    let isTable = sheet.tables.table(named: String(table)) != nil
    return files(isTable ? String(parts[1]) : typed, word)
  }

  /// The files and folders that a path may become; only its part from the word on is given back.
  private func files(_ typed: String, _ word: String) -> [CompletionCandidate] {
    // A quotation mark before the path is no part of it.
    let path = typed.hasPrefix("\"") ? String(typed.dropFirst()) : typed
    let folder = FilePath.directory(of: path)
    let name = FilePath.name(of: path)
    guard let entries = try? FileSystem.entries(of: folder) else { return [] }
    let kept = typed.utf8.count - word.utf8.count
    return entries.compactMap { entry in
      guard entry.hasPrefix(name), !entry.hasPrefix(".") || name.hasPrefix(".") else { return nil }
      let whole = typed.dropLast(name.count) + entry
      let isFolder = FileSystem.kind(FilePath.joined(folder, entry)) == .folder
      let text = String(decoding: whole.utf8.dropFirst(kept), as: UTF8.self) + (isFolder ? "/" : "")
      return CompletionCandidate(text: text, kind: .value)
    }
  }
}
