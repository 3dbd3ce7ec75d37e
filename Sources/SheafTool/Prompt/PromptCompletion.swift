import Functions
import LiveSheets
import SheetPrograms
import SheetText

/// What a word at the prompt may become.
struct PromptCompletion {
  private static let keywords = SheetKeyword.allCases.map { $0.rawValue + " " }.sorted()

  private let sheet: LiveSheet

  init(_ sheet: LiveSheet) { self.sheet = sheet }

  /// The texts that may take the place of the word, sorted within their kind.
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
      case .functions?, .help?:
        return fitting(context.word, sheet.environment.catalog.names + sheet.namedLambdas.map(\.name))
      default: return fitting(context.word, sheet.knownNames)
      }
    }
    if let table = tableBeforeBracket(before) { return fitting(context.word, table.columns) }
    if let values = valuesOfInput(before) { return fitting(context.word, values) }
    guard !context.word.isEmpty else { return [] }
    // What the sheet has comes before what all sheets have.
    let names = fitting(context.word, sheet.knownNames + sheet.triggerNames + sheet.serviceNames)
    let functions = fitting(context.word, sheet.environment.catalog.names.map { $0 + "(" })
    return (start.isEmpty ? fitting(context.word, Self.keywords) : []) + names + functions
  }

  /// The same with what is shown of each: a function with its signature.
  ///
  /// Where no word has been begun inside a call, that is the signature of the function and the help of its argument.
  func candidates(_ context: LineEditor.Context) -> [LineEditor.Candidate] {
    if context.word.isEmpty, let call = OpenCall(at: context.line), let hints = hints(for: call) {
      return hints.map { LineEditor.Candidate(text: "", label: $0) }
    }
    let lambdas = Dictionary(sheet.namedLambdas.map { ($0.name, $0.signature) }) { first, _ in first }
    return matches(context).map { text in
      let function = text.hasSuffix("(") ? sheet.environment.catalog.function(named: String(text.dropLast())) : nil
      // The signature of an alias would begin with another name.
      let signature = function.flatMap { $0.name + "(" == text ? $0.signature : nil }
      return LineEditor.Candidate(text: text, label: signature ?? lambdas[text] ?? labelWithValue(text))
    }
  }

  /// The name of a cell with what it shows, any other text as it is.
  private func labelWithValue(_ text: String) -> String {
    guard sheet.knownNames.contains(text), case .success(let cell) = sheet.cell(text), cell.area == nil else {
      return text
    }
    let value = PlainText.oneLine(sheet.summary(of: sheet.value(of: cell), format: cell.format))
    return "\(text) = \(value.count > 40 ? value.prefix(39) + "…" : value)"
  }

  /// The values that an input may have, behind `name =`.
  private func valuesOfInput(_ before: String) -> [String]? {
    let trimmed = before.trimmed
    guard trimmed.hasSuffix("=") else { return nil }
    let name = trimmed.dropLast().trimmed.lowercased()
    guard let input = sheet.inputs.first(where: { $0.path.lowercased() == name }) else { return nil }
    switch input.rule.domain {
    case .choices(let choices)?: return choices.map { sheet.literal($0) }
    case .range?: return nil
    case nil: return input.rule.type == .logical ? ["FALSE", "TRUE"] : nil
    }
  }

  private func hints(for call: OpenCall) -> [String]? {
    if let function = sheet.environment.catalog.function(named: call.function) {
      let parameter = function.info(ofArgument: call.argument)
      return [function.signature, "→ " + (parameter.map { "\($0.name): \($0.help)" } ?? function.summary)]
    }
    let name = call.function.lowercased()
    guard let lambda = sheet.namedLambdas.first(where: { $0.name.lowercased() == name }) else { return nil }
    let parameter = call.argument < lambda.parameters.count ? lambda.parameters[call.argument] : nil
    let help = parameter.map { $0.help.isEmpty ? $0.name : "\($0.name): \($0.help)" } ?? lambda.summary
    return [lambda.signature, "→ " + help]
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

/// The innermost call that is open at the end of a line, and the place of the argument that comes next.
struct OpenCall: Equatable {
  var function: String
  var argument: Int

  init?(at line: String) {
    var open: [(start: String.Index, commas: Int)] = []
    var isQuoted = false
    for index in line.indices {
      switch line[index] {
      case "\"": isQuoted.toggle()
      case _ where isQuoted: continue
      case "(", "[", "{": open.append((index, 0))
      case ")", "]", "}": _ = open.popLast()
      case ",": if !open.isEmpty { open[open.count - 1].commas += 1 }
      default: continue
      }
    }
    guard !isQuoted, let last = open.last, line[last.start] == "(" else { return nil }
    let name = line[..<last.start].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty else { return nil }
    function = String(name.reversed())
    argument = last.commas
  }
}
