import ArgumentParser
import Diagnostics

/// What is said of a call whose arguments are not right, or ask for help: the parser's words, and what it cannot know.
struct UsageAnswer {
  private let arguments: [String]

  /// - Parameter arguments: Those after the name of the tool.
  init(to arguments: [String]) { self.arguments = arguments }

  /// Prints help where it was asked for, and what is wrong with the arguments where something is.
  func tell(_ error: any Error, on console: Console) -> ExitStatus {
    let text = SheafCommands.fullMessage(for: error)
    guard !SheafCommands.exitCode(for: error).isSuccess else {
      if let word = wordTakenForHelp() {
        console.report(CallFailure("unknown option '\(word)'", help: "a file of this name is ./\(word)"))
        return .call
      }
      console.output.line(text)
      return .success
    }
    var words = text.contains("Missing expected argument") ? unknownOption() ?? text : text
    if words.hasPrefix("Error: ") { words = "error: " + Self.lowercasingFirst(String(words.dropFirst(7))) }
    words = Self.withoutFarName(words)
    var lines = words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let help = helpForSign(lines[0]) ?? helpForSetting(lines[0], usage: words) {
      lines.insert("  = help: \(help)", at: 1)
    }
    for line in lines { console.errors.line(line) }
    return .call
  }

  /// A word that is no option and that the parser takes for letters of which one asks for help, such as `-other.sheet`.
  private func wordTakenForHelp() -> String? {
    let asks = ["help", "--help", "-h", "-help", "--version"]
    guard !arguments.contains(where: asks.contains) else { return nil }
    return arguments.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("h")
        && !word.dropFirst().allSatisfy("hnqv".contains)
    }
  }

  /// What the parser says of an option that is none, of which it tells only where no argument is missing.
  private func unknownOption() -> String? {
    for count in 1...2 {
      do { _ = try SheafCommands.parseAsRoot(arguments + Array(repeating: "x", count: count)) } catch {
        let text = SheafCommands.fullMessage(for: error)
        if text.contains("Unknown option") { return text }
      }
    }
    return nil
  }

  /// A message without the option that the parser suggests, where it is not near.
  private static func withoutFarName(_ message: String) -> String {
    guard let match = message.firstMatch(of: #/unknown option '--(\S+)'(\. Did you mean '--(\S+)'\?)/#),
      NearNames.suggestion(for: String(match.1), among: [String(match.3)]) == nil
    else { return message }
    return String(message[..<match.2.startIndex] + message[match.2.endIndex...])
  }

  /// What helps where a value is missing because the one that stands there begins with a sign, as options do.
  private func helpForSign(_ message: String) -> String? {
    guard let option = message.firstMatch(of: #/missing value for '(-[^\s']+)/#)?.1,
      let place = arguments.firstIndex(of: String(option)), place + 1 < arguments.count
    else { return nil }
    let value = arguments[place + 1]
    guard value.hasPrefix("-"), let second = value.dropFirst().first, second.isNumber || second == "." else {
      return nil
    }
    return "a value that begins with - is joined to its option: \(option)=\(value)"
  }

  /// What helps where `rate=5` stands by itself, beside a command that sets inputs.
  private func helpForSetting(_ message: String, usage: String) -> String? {
    guard usage.contains("--set "), let word = message.firstMatch(of: #/unexpected argument '([^']+)'/#)?.1 else {
      return nil
    }
    return CellSettings.help(forArgument: String(word))
  }

  private static func lowercasingFirst(_ text: String) -> String {
    guard let first = text.first, first.isUppercase else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
