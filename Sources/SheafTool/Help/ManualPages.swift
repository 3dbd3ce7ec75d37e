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

  init() throws(CallFailure) {
    do throws(JSONError) {
      tool = CommandDescription(try JSONReader.tree(of: Array(SheafCommands._dumpHelp().utf8))["command"] ?? .null)
    } catch { throw CallFailure("the commands cannot be described: \(error)") }
  }

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
    ("70", "A fault of sheaf."), ("130", "Interrupted."),
  ]
}

/// A command as the parser of arguments describes it.
private struct CommandDescription {
  let name: String
  let abstract: String
  /// What is said about it, without its examples.
  let description: String
  let examples: [String]
  let isShown: Bool
  let arguments: [ArgumentDescription]
  let commands: [CommandDescription]

  init(_ value: JSONValue) {
    name = value["commandName"]?.text ?? ""
    abstract = value["abstract"]?.text ?? ""
    isShown = value["shouldDisplay"]?.logical ?? true
    arguments = (value["arguments"]?.list ?? []).map(ArgumentDescription.init)
    commands = (value["subcommands"]?.list ?? []).map(CommandDescription.init).filter { $0.name != "help" }
    let discussion = value["discussion"]?.text ?? ""
    let head = "Examples: "
    let parts = discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = parts.firstIndex { $0.hasPrefix(head) } ?? parts.count
    description = parts[..<start].joined(separator: "\n").trimmedLines
    examples = parts[start...].enumerated().map { $0 == 0 ? String($1.dropFirst(head.count)) : String($1.trimmed) }
      .filter { !$0.isEmpty }
  }

  /// How it is called: the options that are shown, then what stands without a name.
  func usage(of tool: String?) -> [String] {
    guard let tool else { return ["\(name) [FILE]", "\(name) COMMAND …"] }
    let operands = arguments.filter { $0.isShown && $0.isOperand }.map(\.operand)
    return [([tool, name, "[OPTIONS]"] + operands).joined(separator: " ")]
  }
}

private struct ArgumentDescription {
  let isShown: Bool
  let isOperand: Bool
  private let names: [String]
  private let value: String
  private let abstract: String
  private let isFlag: Bool
  private let isOptional: Bool
  private let isRepeating: Bool
  private let values: [String]
  private let standard: String?

  init(_ argument: JSONValue) {
    isShown = argument["shouldDisplay"]?.logical ?? true
    let kind = argument["kind"]?.text
    isOperand = kind == "positional"
    isFlag = kind == "flag"
    value = argument["valueName"]?.text ?? "value"
    abstract = argument["abstract"]?.text ?? ""
    isOptional = argument["isOptional"]?.logical ?? false
    isRepeating = argument["isRepeating"]?.logical ?? false
    values = (argument["allValues"]?.list ?? []).compactMap(\.text)
    standard = argument["defaultValue"]?.text
    names = (argument["names"]?.list ?? []).compactMap { name in
      guard let text = name["name"]?.text else { return nil }
      return name["kind"]?.text == "short" ? "-\(text)" : "--\(text)"
    }.sorted { $0.count < $1.count }
  }

  /// How it stands in the usage.
  var operand: String {
    let word = value.uppercased() + (isRepeating ? "…" : "")
    return isOptional ? "[\(word)]" : word
  }

  /// Its paragraph.
  var lines: [String] {
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

extension String {
  /// The text without empty lines at its end.
  fileprivate var trimmedLines: String {
    var text = self[...]
    while text.last?.isNewline == true { text = text.dropLast() }
    return String(text)
  }
}

extension JSONValue {
  fileprivate var logical: Bool? { if case .logical(let logical) = self { logical } else { nil } }
}
