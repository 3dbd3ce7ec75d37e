import ArgumentParser
import Hosting

/// `sheaf man [COMMAND]`: manual pages, made from the declarations of the commands.
struct ManualCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Writes manual pages for man, made from the commands themselves.",
    usage: "sheaf man [COMMAND] [-o FOLDER]",
    discussion: """
      Without a command it is the page of sheaf itself. With a folder the pages of all commands are written into it, as sheaf.1, sheaf-eval.1 \
      and so on; sheaf-format.5 is about the texts of sheets.

      Examples: sheaf man eval | man -l -
                sheaf man format | man -l -
                sheaf man -o ~/.local/share/man/man1
      """)

  @Argument(
    help: "A command, such as eval, or format for the texts of sheets.", completion: .list(ManualPages.names))
  var command: String?

  @Option(
    name: .letter("o"), help: ArgumentHelp("Writes all pages into a folder.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let pages = try ManualPages()
    if let output {
      try FileSystem.requireFolder(output)
      for page in pages.all {
        try OutputFile.write(Array(page.text.utf8), to: FilePath.joined(output, page.file), .page)
      }
      console.remark("wrote \(pages.all.count) pages into \(output)")
      return .success
    }
    console.output.write(try pages.page(of: command).text)
    return .success
  }
}
