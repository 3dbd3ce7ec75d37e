import Diagnostics

/// What `-h` says of a command: examples, then its own flags in a line each, on one screen.
///
/// `--help` tells all.
struct ShortHelp {
  /// Flags of many commands, which are only named here.
  private static let common: Set<String> = [
    "--now", "--seed", "--allow-read", "--max-file-size", "--limit", "--text", "--encoding", "--separator",
    "--allow-net", "--timeout", "--color", "--ascii", "--chdir", "--config", "--no-config", "--quiet", "--verbose",
    "--version", "--help", "--guard-formulas",
  ]
  private static let width = 100

  private let paint: Paint

  init(_ paint: Paint) { self.paint = paint }

  /// The page of a command; `nil` where there is none of that name.
  func page(of name: String) throws(CallFailure) -> [String]? {
    let tool = try CommandDescription.tool()
    guard let command = tool.commands.first(where: { $0.name == name }) else { return nil }
    var lines = ["\(paint.strong("\(tool.name) \(name)")): \(command.abstract)", ""]
    lines += command.examples.map { "  \($0)" }
    if !command.examples.isEmpty { lines.append("") }
    let shown = command.arguments.filter(\.isShown)
    let own = shown.filter { Self.common.isDisjoint(with: $0.names) }
    let width = own.map { TextWidth.of($0.head) }.max() ?? 0
    for argument in own {
      let head = paint.name(TextWidth.padded(argument.head, to: width))
      lines.append("  \(head)  \(Self.shortened(argument.abstract, to: Self.width - width - 4))")
    }
    let others = shown.filter { !Self.common.isDisjoint(with: $0.names) }.compactMap(\.names.last)
    if !others.isEmpty { lines += [""] + Self.wrapped("and \(others.joined(separator: " "))") }
    return lines + ["sheaf \(name) --help tells all."]
  }

  /// The first sentence, or as much of it as fits.
  private static func shortened(_ text: String, to width: Int) -> String {
    let part = text.split(separator: ";", maxSplits: 1).first.map(String.init) ?? text
    let sentence = part.hasSuffix(".") ? part : part + "."
    guard TextWidth.of(sentence) > width else { return sentence }
    let cut = sentence.prefix(max(width - 1, 8))
    return "\(cut[..<(cut.lastIndex(of: " ") ?? cut.endIndex)])…"
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if TextWidth.of(lines[lines.count - 1]) + word.count >= width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}

extension ArgumentDescription {
  /// How it is written, as in `-o, --output <out>`.
  fileprivate var head: String {
    if isOperand { return "<\(value)>" }
    return names.joined(separator: ", ") + (isFlag ? "" : " <\(value)>")
  }
}
