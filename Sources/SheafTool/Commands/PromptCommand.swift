import ArgumentParser
import Diagnostics

/// `sheaf [FILE]`: statements from a terminal or a pipe, one after the other.
struct PromptCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Reads statements and shows what changes; this is what sheaf does without a command.",
    usage: "sheaf [FILE]")

  @Argument(help: "A sheet to load first.")
  var file: String?

  @OptionGroup var sheet: SheetOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    guard console.input.isReadable else {
      throw CallFailure("there is nothing to read statements from: the standard input is closed")
    }
    let loading = try SheetLoading(sheet, console)
    if let file, FileSystem.kind(file) == nil { throw missing(file) }
    let session = try PromptSession(console, loading, file: file)
    return session.run()
  }

  /// A missing file whose name is nearly that of a command was meant as one.
  private func missing(_ file: String) -> CallFailure {
    let commands = SheafCommands.configuration.subcommands.compactMap { $0.configuration.commandName }
    if !file.contains("."), let near = NearNames.suggestion(for: file, among: commands) {
      return CallFailure("there is no file and no command named \(file)", near: "sheaf \(near)")
    }
    return FileSystem.missing(file)
  }
}
