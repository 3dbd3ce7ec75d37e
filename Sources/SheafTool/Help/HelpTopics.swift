import Diagnostics

/// What `sheaf help TOPIC` tells beside the help of commands: topics about the tool, and the words of the language.
struct HelpTopics {
  private let paint: Paint

  init(_ paint: Paint) { self.paint = paint }

  private struct Topic {
    let name: String
    let summary: String
    let lines: [String]
  }

  private static let topics = [
    Topic(
      name: "exit-codes", summary: "how a call ends",
      lines: ManualPages.codes.map { "  \(TextWidth.padded($0.0, to: 3))  \($0.1)" }),
    Topic(
      name: "environment", summary: "variables that change how things are shown, never what comes out",
      lines: [
        "  NO_COLOR     no colour, unless --color=always",
        "  FORCE_COLOR, CLICOLOR_FORCE  colour in pipes, too",
        "  TERM=dumb    no colour",
        "  COLUMNS      the width of the terminal",
        "  LC_ALL, LC_CTYPE, LANG  a locale without UTF-8 has arrows and quotes in ASCII on a terminal",
        "  CI           nobody is asked anything",
        "  SHEAF_COLOR, SHEAF_ASCII  as --color and --ascii",
        "  XDG_CONFIG_HOME, XDG_STATE_HOME  where settings of a person and the history of the prompt are",
        "  SHEAF_JOBS   how many threads calculate at most; as many as there are cores by default",
      ]),
    Topic(
      name: "files", summary: "which files a command reads and writes",
      lines: [
        "  .sheet, .xlsx, .ods and .csv stand wherever a sheet does; - is the standard input; folders are searched.",
        "  A sheet reads files in its own folder; others need --allow-read. Hosts need --allow-net.",
        "  Nothing is written that the call does not name, and each file whole or not at all.",
      ]),
    Topic(
      name: "settings", summary: "what files of settings may say",
      lines: [
        "  sheet.toml is looked for from the current folder upward to the root of the repository; --config names another",
        "  file, --no-config reads none. $XDG_CONFIG_HOME/sheaf/config.toml may have settings of display only.",
        "  A flag outranks the environment, that the project, and that the person. What a sheet may read and reach is",
        "  said by flags alone.", "",
      ] + settings),
    Topic(
      name: "formats", summary: "what -f writes for other programs",
      lines: [
        "  eval     human, json, jsonl, csv, tsv, markdown, html",
        "  check    human, short, json, github, sarif, markdown",
        "  test     human, tap, junit, json, github, markdown",
        "  JSON has a version, sorted keys and no times; --report FORMAT=FILE writes a report beside the output.",
      ]),
    Topic(
      name: "findings", summary: "codes of findings, and what to do about them",
      lines: [
        "  The code stands in brackets behind a message. sheaf explain CODE tells what it means and how it is cured;",
        "  sheaf check --list-rules lists all. // allow CODE: reason allows a warning on its line or the next.",
      ]),
  ]

  /// The keys by their tables, as a file writes them.
  private static let settings: [String] = {
    let width = SettingKey.all.map { TextWidth.of($0.name) }.max() ?? 0
    var lines: [String] = []
    var table = ""
    for key in SettingKey.all {
      if key.table != table { lines.append("  [\(key.table)]") }
      table = key.table
      lines.append("  \(TextWidth.padded(key.name, to: width))  \(key.summary): \(key.takes)")
    }
    return lines
  }()

  /// The page of a topic, of a word of the language, or the list of topics; `nil` for any other word.
  func page(of word: String) -> [String]? {
    let key = word.lowercased()
    if key == "topics" { return list }
    if let topic = Self.topics.first(where: { $0.name == key }) {
      return [paint.strong(topic.name) + ": \(topic.summary)", ""] + topic.lines
    }
    let language = LanguageGuide(paint)
    return LanguageGuide.entry(for: key).map(language.page)
  }

  /// The topics alone, without the words of the language.
  static var titles: [String] { topics.map(\.name) + ["topics"] }

  /// What there is to ask for.
  static var names: [String] { titles + LanguageGuide.entries.flatMap(\.words) }

  private var list: [String] {
    let width = Self.topics.map { TextWidth.of($0.name) }.max() ?? 0
    let lines = Self.topics.map { "  \(paint.name(TextWidth.padded($0.name, to: width)))  \($0.summary)" }
    let words = LanguageGuide.entries.map { $0.words[0] }.filter { $0.first?.isLetter == true }
    return lines + ["", "  Words of the language: \(words.joined(separator: " "))"]
  }
}
