import Diagnostics
import Hosting

/// Manual pages of all commands, made of what the parser of arguments knows about them.
struct ManualPages {
  struct Page {
    let file: String
    /// The page in the macros of `man`, as groff and mandoc read them.
    let text: String
  }

  private let tool: CommandDescription

  init() throws(CallFailure) { tool = try CommandDescription.tool() }

  /// The page of the tool, those of its commands, and that of the files.
  var all: [Page] { [page(of: tool, isTool: true)] + tool.commands.map { page(of: $0, isTool: false) } + [format] }

  /// What stands for the page of the files.
  private static let formatName = "format"

  /// What there are pages of by name.
  static let names = SheafCommands.names + [formatName]

  func page(of name: String?) throws(CallFailure) -> Page {
    guard let name else { return page(of: tool, isTool: true) }
    if name == Self.formatName { return format }
    guard let command = tool.commands.first(where: { $0.name == name }) else {
      throw CallFailure(
        "there is no command named \(name)",
        near: NearNames.suggestion(for: name, among: tool.commands.map(\.name) + [Self.formatName]))
    }
    return page(of: command, isTool: false)
  }

  private func page(of command: CommandDescription, isTool: Bool) -> Page {
    let title = isTool ? tool.name : "\(tool.name)-\(command.name)"
    var lines = [".TH \(Roff.word(title.uppercased())) 1 \"\" \"\(tool.name) \(Release.version)\" \"User Commands\""]
    lines += [".SH NAME", "\(Roff.text(title)) \\- \(Roff.text(command.abstract.withoutFullStop))"]
    lines += [".SH SYNOPSIS"]
    for usage in command.usage(of: isTool ? nil : tool.name) { lines += [".B \(Roff.text(usage))", ".br"] }
    if !command.description.isEmpty { lines += [".SH DESCRIPTION"] + Roff.paragraphs(command.description) }
    if isTool {
      lines += [".SH COMMANDS"]
      for command in tool.commands where command.isShown {
        lines += [".TP", ".B \(Roff.text("\(tool.name) \(command.name)"))", Roff.text(command.abstract)]
      }
    }
    let options = command.arguments.filter(\.isShown)
    if !options.isEmpty { lines += [".SH OPTIONS"] + options.flatMap(\.lines) }
    if !command.examples.isEmpty {
      lines += [".SH EXAMPLES", ".nf"] + command.examples.map(Roff.text) + [".fi"]
    }
    lines += [".SH EXIT STATUS"]
    for (code, meaning) in Self.codes { lines += [".TP", ".B \(code)", Roff.text(meaning)] }
    lines += [".SH SEE ALSO"]
    lines +=
      isTool
      ? [
        Roff.text(
          tool.commands.filter(\.isShown).map { "\(tool.name)-\($0.name)(1)" }.joined(separator: ", ")
            + ", sheaf-format(5)")
      ]
      : [".BR \(tool.name) (1)"]
    return Page(file: "\(title).1", text: lines.joined(separator: "\n") + "\n")
  }

  /// Sheets and files of settings: each word of the language with an example, and each key.
  private var format: Page {
    var lines = [".TH \(Roff.word("SHEAF-FORMAT")) 5 \"\" \"\(tool.name) \(Release.version)\" \"File Formats\""]
    lines += [
      ".SH NAME", Roff.text("sheaf-format") + " \\- the texts of sheets, and files of settings", ".SH DESCRIPTION",
    ]
    lines += Roff.paragraphs(
      "A sheet is a text in UTF-8 with one statement a line. A statement goes on over the line end while a bracket is open. // begins a comment."
    )
    lines += [".SH WORDS"]
    for entry in LanguageGuide.entries {
      lines += [".TP", ".B \(Roff.text(PlainText.oneLine(entry.form)))", Roff.text(entry.meaning)]
      lines += [".RS", ".nf"] + entry.example.map(Roff.text) + [".fi", ".RE"]
    }
    lines += [".SH SETTINGS", Roff.text("\(ConfigurationFiles.projectName) is TOML; these are its keys.")]
    for key in SettingKey.all {
      lines += [".TP", ".B \(Roff.text(key.path))", Roff.text("\(key.summary): \(key.takes)")]
    }
    lines += [".SH SEE ALSO", ".BR \(tool.name) (1)"]
    return Page(file: "sheaf-format.5", text: lines.joined(separator: "\n") + "\n")
  }

  static let codes = [
    ("0", "All is well."), ("1", "The sheet is not right: an error, a failed test or check, a finding, a difference."),
    ("2", "The call is not right: a flag, a missing file, a name or filter that matches nothing."),
    ("70", "A fault of sheaf."), ("130", "Interrupted."), ("143", "Terminated."),
  ]
}

extension ArgumentDescription {
  /// Its paragraph.
  fileprivate var lines: [String] {
    var head = isOperand ? value.uppercased() : names.joined(separator: ", ")
    if !isOperand, !isFlag { head += " \(value)" }
    var words = abstract
    let listed =
      values.isEmpty || values.allSatisfy(abstract.contains) ? "" : "One of \(values.joined(separator: ", "))."
    if !listed.isEmpty { words += " \(listed)" }
    if let standard, !standard.isEmpty { words += " Default: \(standard)." }
    return [".TP", ".B \(Roff.text(head))", Roff.text(words)]
  }
}

/// Text for `man`.
private enum Roff {
  /// A text in which nothing is taken for a request or an escape.
  static func text(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'" where result.isEmpty, "." where result.isEmpty: result += "\\&\(character)"
      default: result += escapes[character] ?? ascii(character)
      }
    }
    return result
  }

  /// Marks that man pages have names for.
  private static let escapes: [Character: String] = [
    "…": "...", "→": "\\(->", "“": "\\(lq", "”": "\\(rq", "–": "\\(en", "’": "\\(cq",
  ]

  /// A character as groff and mandoc write what is not ASCII.
  private static func ascii(_ character: Character) -> String {
    if character.isASCII { return String(character) }
    return character.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }.joined()
  }

  /// One argument of a request.
  static func word(_ text: String) -> String { "\"\(self.text(text).replacing("\"", with: "\\(dq"))\"" }

  /// Paragraphs with an empty line between them.
  static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(line.trimmed.isEmpty ? ".PP" : self.text(String(line)))
    }
    return lines
  }
}
