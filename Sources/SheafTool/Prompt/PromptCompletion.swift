import LiveSheets

/// What a word at the prompt may become.
struct PromptCompletion {
  private static let keywords = [
    "action ", "always ", "event ", "fetch ", "input ", "modes ", "never ", "service ", "sheet ", "state ", "table ",
    "test ", "use ",
  ]

  private let sheet: LiveSheet

  init(_ sheet: LiveSheet) { self.sheet = sheet }

  /// The texts that may take the place of the word, sorted.
  func matches(_ context: LineEditor.Context) -> [String] {
    let line = context.line
    let before = String(line.dropLast(context.word.count))
    let start = before.trimmed
    if start == ":" { return fitting(context.word, PromptVerb.allCases.map(\.rawValue)) }
    if line.trimmed.hasPrefix(":") {
      let words = line.trimmed.dropFirst().split(maxSplits: 1, omittingEmptySubsequences: false) { $0.isWhitespace }
      switch words.first.flatMap({ PromptVerb(word: String($0)) }) {
      case .load?: return files(words.count > 1 ? String(words[1]) : "", context.word)
      case .save?: return savedThings(words.count > 1 ? String(words[1]) : "", context.word)
      case .run?: return fitting(context.word, sheet.triggerNames)
      case .watch?: return fitting(context.word, sheet.knownNames + ["off"])
      case .table?: return fitting(context.word, sheet.tables.map(\.name))
      case .functions?, .help?: return fitting(context.word, sheet.environment.catalog.names)
      default: return fitting(context.word, sheet.knownNames)
      }
    }
    if let table = tableBeforeBracket(before) { return fitting(context.word, table.columns) }
    var candidates = sheet.knownNames + sheet.triggerNames + sheet.serviceNames
    candidates += sheet.environment.catalog.names.map { $0 + "(" }
    if start.isEmpty { candidates += Self.keywords }
    return context.word.isEmpty ? [] : fitting(context.word, candidates)
  }

  /// The tables and files that may be named behind `:save`.
  private func savedThings(_ typed: String, _ word: String) -> [String] {
    let parts = typed.split(maxSplits: 1, omittingEmptySubsequences: false) { $0.isWhitespace }
    guard let table = parts.first, parts.count == 2 else {
      return fitting(word, sheet.tables.map(\.name)) + files(typed, word)
    }
    let isTable = sheet.tables.contains { $0.name.lowercased() == table.lowercased() }
    return files(isTable ? String(parts[1]) : typed, word)
  }

  private func fitting(_ word: String, _ candidates: [String]) -> [String] {
    let prefix = word.lowercased()
    return Set(candidates.filter { $0.lowercased().hasPrefix(prefix) }).sorted()
  }

  /// The table whose bracket is open right before the word.
  private func tableBeforeBracket(_ before: String) -> TableInfo? {
    guard before.hasSuffix("[") || before.hasSuffix("[@") else { return nil }
    let name = before.reversed().drop { "[@".contains($0) }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let key = String(name.reversed()).lowercased()
    return sheet.tables.first { $0.name.lowercased() == key }
  }

  /// The files and folders that a path may become; only its part from the word on is given back.
  private func files(_ typed: String, _ word: String) -> [String] {
    let folder = FilePath.directory(of: typed)
    let name = FilePath.name(of: typed)
    guard let entries = try? FileSystem.entries(of: folder) else { return [] }
    let kept = typed.utf8.count - word.utf8.count
    return entries.compactMap { entry in
      guard entry.hasPrefix(name), !entry.hasPrefix(".") || name.hasPrefix(".") else { return nil }
      let whole = typed.dropLast(name.count) + entry
      let isFolder = FileSystem.kind(FilePath.joined(folder, entry)) == .folder
      return String(decoding: whole.utf8.dropFirst(kept), as: UTF8.self) + (isFolder ? "/" : "")
    }
  }
}
