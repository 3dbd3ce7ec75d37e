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

  /// The page of the tool, and those of its commands.
  var all: [Page] { [page(of: tool, isTool: true)] + tool.commands.map { page(of: $0, isTool: false) } }

  func page(of name: String?) throws(CallFailure) -> Page {
    guard let name else { return page(of: tool, isTool: true) }
    guard let command = tool.commands.first(where: { $0.name == name }) else {
      throw CallFailure(
        "there is no command named \(name)", near: NearNames.suggestion(for: name, among: tool.commands.map(\.name)))
    }
    return page(of: command, isTool: false)
  }

  private func page(of command: CommandDescription, isTool: Bool) -> Page {
    let title = isTool ? tool.name : "\(tool.name)-\(command.name)"
    var lines = [".TH \(Roff.word(title.uppercased())) 1 \"\" \"\(tool.name) \(Tool.version)\" \"User Commands\""]
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
      ? [Roff.text(tool.commands.filter(\.isShown).map { "\(tool.name)-\($0.name)(1)" }.joined(separator: ", "))]
      : [".BR \(tool.name) (1)"]
    return Page(file: "\(title).1", text: lines.joined(separator: "\n") + "\n")
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
    if let standard, !standard.isEmpty { words += " Unless told: \(standard)." }
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
