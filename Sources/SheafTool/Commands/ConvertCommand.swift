import ArgumentParser

/// `sheaf convert IN OUT`: a sheet as a workbook, a workbook as a sheet, and either as a table.
struct ConvertCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Makes a workbook of a sheet, a sheet of a workbook, and tables of either.",
    usage: "sheaf convert IN OUT [--sheet NAME]",
    discussion: """
      The endings say what is read and written: .sheet, .xlsx, .ods, .fods, .csv and .tsv; .xlsm and .xltx are read.
      What is written is read back and compared, and what cannot be carried over is listed once.

      Without OUT, or with -, what a workbook or a table is as a sheet goes to the standard output; so git shows \
      differences of workbooks with textconv = sheaf convert.

      Examples: sheaf convert model.xlsx model.sheet
                sheaf convert loan.sheet loan.xlsx
                sheaf convert model.xlsx summary.csv --sheet Summary
      """)

  @Argument(help: "The file to read.", completion: .file())
  var input: String

  @Argument(help: "The file to write; - is the standard output.", completion: .file())
  var target: String?

  @Option(
    name: .letter("o"), help: ArgumentHelp("The file to write, named otherwise.", valueName: "out"),
    completion: .file())
  var output: String?

  @Option(name: .customLong("sheet"), help: ArgumentHelp("The sheet of which a table is written.", valueName: "name"))
  var table: String?

  @OptionGroup var export: ExportOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let path = target ?? output ?? FilePath.standardOutput
    guard target == nil || output == nil else {
      throw CallFailure("convert takes one file to write", help: "sheaf convert \(FilePath.shellWord(input)) OUT")
    }
    let conversion = try FileConversion(
      from: input, to: path, sheet: table, guardsFormulas: export.guardsFormulas,
      loading: try SheetLoading(sheet, network, console), console)
    return try conversion.run()
  }
}
