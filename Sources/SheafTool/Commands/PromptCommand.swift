import ArgumentParser

/// `sheaf [FILE]`: statements from a terminal or a pipe, one after the other.
struct PromptCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Reads statements and shows what changes; this is what sheaf does without a command.",
    usage: "sheaf [FILE] [--no-init] [--no-history]",
    discussion: """
      Examples: sheaf loan.sheet
                printf 'A = 20\\nA * 2\\n' | sheaf
      """)

  @Argument(help: "A sheet or a workbook to load first.", completion: .file())
  var file: String?

  @Flag(help: "Ends with the first thing that fails, where statements come from a pipe.")
  var bail = false

  @Flag(name: .customLong("no-init"), help: "Does not read the settings of the person who types.")
  var noInit = false

  @Flag(name: .customLong("no-history"), help: "Neither reads nor keeps what is typed on a terminal.")
  var noHistory = false

  @OptionGroup var export: ExportOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  var usesPersonalSettings: Bool { !noInit }

  func run(on console: Console) throws -> ExitStatus {
    guard console.input.isReadable else {
      throw CallFailure("there is nothing to read statements from: the standard input is closed")
    }
    let options = PromptOptions(
      endsAtFailure: bail, keepsHistory: !noHistory, guardsFormulas: export.guardsFormulas)
    let loading = try SheetLoading(sheet, network, console)
    // Statements are read from the standard input anyway.
    let file = file == FilePath.standardInput ? nil : file
    if let file, FileSystem.kind(file) == nil { throw FileSystem.missing(file) }
    if let file, WorkbookFile.isWorkbook(file) {
      let workbookFile = WorkbookFile(file, loading)
      return WorkbookPrompt(console, try workbookFile.open(console), of: workbookFile, options).run()
    }
    let session = try PromptSession(console, loading, file: file, options)
    // To what is no text nothing can be added that would be one.
    guard session.sheet.document.notText == nil else { return .sheet }
    let status = session.run()
    if !console.terminals.input { try console.input.checkWasRead() }
    return status
  }
}
