import ArgumentParser
import Diagnostics
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The tool: arguments in, text out, and a status.
package enum Tool {
  /// Runs the tool of this process.
  package static func main(_ arguments: [String]) -> Int32 {
    StandardStreams.fillGaps()
    Interruption.install()
    let console = Console.standard()
    if let count = console.surroundings["SHEAF_JOBS"].flatMap({ Int($0) }) { Crew.shared.limit(to: count) }
    return run(arguments: arguments, console: console)
  }

  /// Runs one call and gives the exit status; `arguments` are those after the name of the tool.
  package static func run(arguments: [String], console: Console) -> Int32 {
    let status = outcome(of: arguments, console)
    console.flush()
    if let failure = console.output.failure, status != .interrupted {
      console.report(CallFailure("the output cannot be written: \(failure)"))
      console.flush()
      return ExitStatus.call.rawValue
    }
    return status.rawValue
  }

  private static func outcome(of arguments: [String], _ console: Console) -> ExitStatus {
    let arguments = helpFirst(commandFirst(arguments))
    if arguments.first == "help", arguments.count == 2, !SheafCommands.names.contains(arguments[1]),
      let page = HelpTopics(console.paint).page(of: arguments[1])
    {
      for line in page { console.output.line(line) }
      return .success
    }
    if arguments.count > 1, arguments.dropFirst().contains("-h"), !arguments.contains("--"),
      SheafCommands.names.contains(arguments[0]),
      let page = try? ShortHelp(console.paint).page(of: arguments[0])
    {
      for line in page { console.output.line(line) }
      return .success
    }
    if let failure = unknownCommand(arguments) {
      console.report(failure)
      return .call
    }
    var command: any ParsableCommand
    do {
      command = try plainCommand(arguments) ?? SheafCommands.parseAsRoot(arguments)
    } catch {
      return UsageAnswer(to: arguments).tell(error, on: console)
    }
    do {
      guard let known = command as? any ToolCommand else {
        // The parser's own commands answer by throwing what they have to say.
        do { try command.run() } catch { return UsageAnswer(to: arguments).tell(error, on: console) }
        return .success
      }
      try known.shared.apply(to: console, usesPerson: known.usesPersonalSettings)
      let start = ContinuousClock.now
      let status = try known.run(on: console)
      console.detail(
        "\(type(of: known).configuration.commandName ?? "sheaf"): status \(status.rawValue) after \(ContinuousClock.now - start)"
      )
      return status
    } catch let failure as CallFailure {
      console.report(failure)
      return .call
    } catch {
      console.report(CallFailure("\(error)", help: "this is a fault of sheaf; please report it"))
      return .fault
    }
  }

  /// The command that stands first, read by itself; `nil` where anything else than running it is asked for.
  ///
  /// To read the options of all commands together takes longer than to evaluate a small sheet. Help and messages need
  /// them, since they name the tool.
  private static func plainCommand(_ arguments: [String]) -> (any ToolCommand)? {
    guard let name = arguments.first,
      let command = SheafCommands.configuration.subcommands.first(where: { $0.configuration.commandName == name })
    else { return nil }
    return (try? command.parseAsRoot(Array(arguments.dropFirst()))) as? any ToolCommand
  }

  /// `sheaf -q -C sheets check .` means what `sheaf check . -q -C sheets` does.
  private static func commandFirst(_ arguments: [String]) -> [String] {
    var index = 0
    while index < arguments.count, let count = SharedOptions.wordCount(of: arguments[index]) { index += count }
    guard index > 0, index < arguments.count, SheafCommands.names.contains(arguments[index]) else { return arguments }
    return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
  }

  /// `sheaf --help eval` asks for the help of `eval`, as `sheaf help eval` does.
  private static func helpFirst(_ arguments: [String]) -> [String] {
    guard arguments.count == 2, ["--help", "-h"].contains(arguments[0]), !arguments[1].hasPrefix("-") else {
      return arguments
    }
    return ["help", arguments[1]]
  }

  /// A word that stands for a command and is none; a sheet to load may stand there, too.
  private static func unknownCommand(_ arguments: [String]) -> CallFailure? {
    let isHelp = arguments.first == "help" && arguments.count > 1
    guard let word = isHelp ? arguments[1] : arguments.first, !word.hasPrefix("-"), !word.isEmpty, word != "help",
      !SheafCommands.names.contains(word),
      isHelp || !word.contains(".") && !word.contains("/") && FileSystem.kind(word) == nil
    else { return nil }
    let near = NearNames.suggestion(
      for: word, among: isHelp ? SheafCommands.names + HelpTopics.names : SheafCommands.names)
    let topics = isHelp ? "; the topics are \(HelpTopics.titles.joined(separator: ", "))" : ""
    return CallFailure(
      isHelp ? "there is no command and no topic named \(word)" : "there is no file and no command named \(word)",
      help: near.map { Diagnostic.didYouMean(isHelp ? "sheaf help \($0)" : "sheaf \($0)") }
        ?? "the commands are \(SheafCommands.names.joined(separator: ", "))\(topics)")
  }
}

/// A command that prints to a console.
protocol ToolCommand: ParsableCommand {
  var shared: SharedOptions { get }
  /// Whether settings of the person who calls are read.
  var usesPersonalSettings: Bool { get }
  func run(on console: Console) throws -> ExitStatus
}

extension ToolCommand {
  var usesPersonalSettings: Bool { true }
}

/// Options that every command has.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Whether to print in colour: auto, always or never.", valueName: "when"))
  var color: ColorChoice?

  @Flag(name: .customLong("ascii"), help: "Prints arrows, quotes and lines of charts in ASCII.")
  var isASCII = false

  @Option(
    name: .letter("C"), help: ArgumentHelp("Runs as if called in this folder.", valueName: "folder"),
    completion: .directory)
  var chdir: [String] = []

  @Option(
    help: ArgumentHelp("Reads settings from this file instead of the project's sheet.toml.", valueName: "file"),
    completion: .file())
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Reads no files of settings.")
  var noConfig = false

  @Flag(name: .shortAndLong, help: "Prints only results, and what is wrong.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Tells what is read and how long it takes.")
  var verbose = false

  /// How many words an option of every command takes with its value; `nil` for what is none.
  static func wordCount(of word: String) -> Int? {
    switch word {
    case "-C", "--chdir", "--color", "--config": 2
    case "--ascii", "--no-config", "-q", "--quiet", "-v", "--verbose": 1
    default: ["--chdir=", "--color=", "--config="].contains(where: word.hasPrefix) ? 1 : nil
    }
  }

  /// Makes the console, and the process, be as the options ask.
  ///
  /// - Parameter usesPerson: Whether settings of the person who calls are read.
  func apply(to console: Console, usesPerson: Bool = true) throws(CallFailure) {
    if noConfig, config != nil { throw CallFailure("--config names a file, and --no-config reads none") }
    // What is wrong with the settings is told as the flags ask.
    console.appearance.color = color ?? .auto
    console.appearance.isASCII = isASCII
    console.isVerbose = verbose
    // One after the other, as make and git do it.
    for folder in chdir {
      guard Self.enter(folder) == 0 else {
        throw CallFailure("the folder \(folder) cannot be entered: \(SystemFailure.message(errno))")
      }
    }
    console.configuration = try ConfigurationFiles.configuration(
      ConfigurationFiles.Choice(file: config, usesProject: !noConfig, usesPerson: usesPerson && !noConfig), console)
    let display = console.configuration.display
    let told = try Self.variable("SHEAF_COLOR", console, "auto, always or never") { ColorChoice(rawValue: $0) }
    let chosen = color ?? told
    console.appearance.color = chosen ?? .auto
    console.appearance.preferredColor = chosen == nil ? display.color ?? .auto : .auto
    let ascii = try Self.variable("SHEAF_ASCII", console, "true or false") { Bool($0) }
    console.appearance.isASCII = isASCII || ascii ?? display.isASCII ?? false
    console.isQuiet = quiet || display.isQuiet ?? false
    console.isVerbose = verbose || display.isVerbose ?? false
  }

  /// What a variable of the environment says.
  private static func variable<Value>(
    _ name: String, _ console: Console, _ takes: String, _ read: (String) -> Value?
  ) throws(CallFailure) -> Value? {
    guard let text = console.surroundings[name] else { return nil }
    guard let value = read(text) else { throw CallFailure("\(name) takes \(takes), and “\(text)” is neither") }
    return value
  }

  private static func enter(_ folder: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.chdir(folder)
    #else
      Darwin.chdir(folder)
    #endif
  }
}

extension ColorChoice: ExpressibleByArgument {}

/// All commands by name; without one, the prompt.
struct SheafCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheaf",
    abstract: "A spreadsheet in a text file: evaluated, tested and explained.",
    usage: "sheaf [FILE]\nsheaf <command> …",
    discussion: """
      Without a command, sheaf reads statements: at a prompt on a terminal, else from its input.

      Exit codes: 0 all well, 1 the sheet is not right, 2 the call is not right, 70 a fault of sheaf, 130 interrupted, \
      143 terminated.
      """,
    version: "sheaf \(Release.version)",
    subcommands: [
      PromptCommand.self, EvalCommand.self, TestCommand.self, CheckCommand.self, ExploreCommand.self, WhyCommand.self,
      ConvertCommand.self, FormatCommand.self, FunctionsCommand.self, TranslateCommand.self, LanguageServerCommand.self,
      DiffCommand.self, ExplainCommand.self, InitCommand.self, ManualCommand.self, GraphCommand.self,
      ReportCommand.self, ReviewCommand.self, WhatIfCommand.self, CompletionsCommand.self,
    ],
    defaultSubcommand: PromptCommand.self)

  /// The names of all commands.
  static let names = configuration.subcommands.compactMap { $0.configuration.commandName }
}
