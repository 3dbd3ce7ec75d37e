import Diagnostics
import Hosting

/// A command as the parser of arguments describes it.
struct CommandDescription: Sendable {
  let name: String
  let abstract: String
  /// What is said about it, without its examples.
  let description: String
  let examples: [String]
  let isShown: Bool
  let arguments: [ArgumentDescription]
  let commands: [CommandDescription]

  /// The tool with all commands.
  static func tool() throws(CallFailure) -> CommandDescription { try described.get() }

  /// Described once: the parser goes through the options of all commands for it.
  private static let described = Result { () throws(CallFailure) in
    do throws(JSONError) {
      return CommandDescription(try JSONReader.tree(of: Array(SheafCommands._dumpHelp().utf8))["command"] ?? .null)
    } catch { throw CallFailure("the commands cannot be described: \(error)") }
  }

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

/// What help says of an argument or an option.
struct ArgumentDescription: Sendable {
  let isShown: Bool
  let isOperand: Bool
  let names: [String]
  let value: String
  let abstract: String
  let isFlag: Bool
  private let isOptional: Bool
  private let isRepeating: Bool
  let values: [String]
  let standard: String?

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
