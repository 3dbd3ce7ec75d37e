import ArgumentParser

/// `sheaf completions SHELL`: what makes a shell complete commands, flags and files.
struct CompletionsCommand: ToolCommand {
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var shell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Writes what makes a shell complete commands and flags.",
    usage: "sheaf completions bash|zsh|fish",
    discussion: """
      It is made from the commands themselves, and a new version of sheaf may have others.

      Examples: sheaf completions bash > ~/.local/share/bash-completion/completions/sheaf
                sheaf completions zsh > ~/.zfunc/_sheaf
                sheaf completions fish > ~/.config/fish/completions/sheaf.fish
      """)

  @Argument(help: "One of bash, zsh and fish.")
  var shell: Shell

  @OptionGroup var shared: SharedOptions

  func run(on console: Console) -> ExitStatus {
    console.output.line(SheafCommands.completionScript(for: shell.shell))
    return .success
  }
}
