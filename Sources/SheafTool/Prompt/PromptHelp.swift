import Functions

/// What `:help` and `:functions` say: statements and commands, or a word of the language, a command or a function.
struct PromptHelp {
  private let paint: Paint
  private let guide: FunctionGuide

  init(_ paint: Paint, _ guide: FunctionGuide) {
    self.paint = paint
    self.guide = guide
  }

  func functions(_ name: String) throws(CallFailure) -> [String] {
    try name.isEmpty ? guide.overview() : guide.answer(to: name)
  }

  func lines(about topic: String) throws(CallFailure) -> [String] {
    try topic.isEmpty ? overview : explanation(of: topic)
  }

  private static let statements = [
    ("A = 20", "defines a cell, or sets an input"),
    ("C = A + 50", "defines a cell by a formula"),
    ("C * 2", "shows a value; _ is the last one, _1 the one before"),
    ("t[1].x = 5", "sets a cell of a table; insert last t (5), delete t[1]"),
    ("tap", "fires an event or triggers an action, as in push {type: \"A\"}"),
    ("login replies TRUE", "answers a call of a service that waits; login fails \"why\" does, too"),
  ]

  private var overview: [String] {
    let commands = PromptVerb.allCases.map { (":\($0.rawValue) \($0.usage)", $0.summary) }
    let words = LanguageGuide.entries.map { $0.words[0] }.filter { $0.first?.isLetter == true }
    let width = (Self.statements + commands).map { TextWidth.of($0.0) }.max() ?? 0
    func line(_ head: String, _ summary: String) -> String {
      "\(paint.name(TextWidth.padded(head, to: width)))  \(summary)"
    }
    return Self.statements.map(line) + [""] + commands.map(line) + [""] + [
      line(":help input", "explains a word: \(words.joined(separator: " "))"),
      line(":help lookup", "lists what has to do with a word; ?lookup is the same"),
    ]
  }

  /// A word of the language, a command or a function, or what has to do with a topic.
  private func explanation(of topic: String) throws(CallFailure) -> [String] {
    let isCommand = topic.hasPrefix(":")
    let word = isCommand ? String(topic.dropFirst()) : topic
    let language = LanguageGuide(paint)
    let entry = isCommand ? nil : LanguageGuide.entry(for: word)
    let page = entry.map(language.page) ?? []
    if let verb = entry == nil ? PromptVerb(word: word) : PromptVerb(rawValue: word.lowercased()) {
      return page + (page.isEmpty ? [] : [""]) + [":\(verb.rawValue) \(verb.usage)  \(verb.summary)"]
    }
    if entry != nil { return page }
    let failure: CallFailure
    do throws(CallFailure) { return try guide.page(named: topic) } catch { failure = error }
    let found = language.list(LanguageGuide.entries(about: topic)) + guide.lines(guide.functions(about: topic))
    guard found.isEmpty else { return found }
    let name = PlainText.oneLine(topic)
    throw CallFailure("there is no command, word of the language or function named \(name)", help: failure.help)
  }
}
