import ArgumentParser
import FunctionLibrary
import Functions
import LiveSheets

/// `sheaf functions [NAME]`: the catalog, or one function of it.
struct FunctionsCommand: ToolCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument { case human, json, docc }

  static let configuration = CommandConfiguration(
    commandName: "functions", abstract: "Lists the functions by family, or explains one.",
    usage: "sheaf functions [NAME] [--sheet FILE] [--language de|fr|es] [-f human|json|docc] [-o FOLDER]",
    discussion: """
      A name is found in any case, with the prefixes that files carry, and in German, French and Spanish. Any other word \
      lists the functions that have to do with it.

      The format json is for other tools. The format docc writes the reference pages of the guide into a folder.

      Examples: sheaf functions XLOOKUP
                sheaf functions interest
                sheaf functions tax --sheet prices.sheet
      """)

  @Argument(help: "A function, such as ROUND.", completion: .list(FunctionCatalog.standard.functions.map(\.name)))
  var name: String?

  @Option(
    name: .customLong("sheet"),
    help: ArgumentHelp("A sheet whose named LAMBDAs are functions, too.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("Lists the names of a language: one of de, fr and es.", valueName: "code"))
  var language: FormulaLanguage?

  @Option(name: .letter("f"), help: "One of human, json and docc.")
  var format: Format = .human

  @Option(
    name: .letter("o"), help: ArgumentHelp("The folder of the pages, for docc.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup(visibility: .hidden) var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let lambdas = try file.map { NamedLambda.all(of: try SheetLoading(sheet, network, console).sheet(at: $0)) } ?? []
    let guide = FunctionGuide(.standard, console.paint, lambdas: lambdas, language: language)
    switch format {
    case .human:
      for line in try name.map({ (name) throws(CallFailure) in try guide.answer(to: name) }) ?? guide.overview() {
        console.output.line(line)
      }
    case .json: console.output.line(try FunctionRecords(guide).json(named: name).compactText)
    case .docc:
      guard let output else {
        throw CallFailure("the format docc needs a folder", help: "sheaf functions --format docc --output FOLDER")
      }
      try FileSystem.requireFolder(output)
      for page in FunctionPages(guide).pages {
        try OutputFile.write(Array(page.text.utf8), to: FilePath.joined(output, page.file), .page)
      }
    }
    return .success
  }
}

extension FormulaLanguage: ExpressibleByArgument {}
