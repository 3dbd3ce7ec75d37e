import ArgumentParser
import Drawing
import Hosting
import LiveSheets

/// `sheaf why CELL FILE`: a value, its formula with every intermediate result, down to the inputs.
struct WhyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explains a value: its formula, each step, and what it was made of.",
    usage: "sheaf why CELL FILE [--set A=11]… [--depth N] [-f human|json|mermaid] [-o OUT]",
    discussion: """
      Examples: sheaf why total loan.sheet
                sheaf why 'ledger[2].C' ledger.sheet --set rate=5% -f json
                sheaf why total loan.sheet --depth 2 -f mermaid
      """)

  @Argument(help: "The cell, such as C, B7 or ledger[2].C, or an expression.")
  var cell: String

  @Argument(help: "The sheet.", completion: .file())
  var file: String

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @Option(help: ArgumentHelp("Goes so many steps down, not to the inputs.", valueName: "n"))
  var depth: Int?

  @Option(name: .letter("f"), help: "One of human, json and mermaid; else what the ending of -o says, or human.")
  var format: ExplanationFormat?

  @OptionGroup var page: OutputOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console)
    let settings = try CellSettings(settings)
    if let depth, depth < 1 { throw CallFailure("--depth takes a number greater than 0") }
    if FileSystem.kind(file) == nil, FileSystem.kind(cell) == .file {
      throw CallFailure(
        "there is no file named \(file)",
        help: "the cell comes first: sheaf why \(FilePath.shellWord(file)) \(FilePath.shellWord(cell))")
    }
    let format = try ExplanationFormat.chosen(format, for: page.file, else: .human)
    return try page.write(as: format, from: [file], loading.log, console) {
      try explain(loading, settings, as: format, console)
    }
  }

  private func explain(
    _ loading: SheetLoading, _ settings: CellSettings, as format: ExplanationFormat, _ console: Console
  ) throws -> ExitStatus {
    if WorkbookFile.isWorkbook(file) {
      guard depth == nil, format != .mermaid else {
        throw CallFailure(
          "--depth and the format mermaid are for sheets",
          help: "sheaf graph \(FilePath.shellWord(file)) --into \(FilePath.shellWord(cell)) --to mermaid")
      }
      return try WorkbookFile(file, loading).explain(cell, settings, format, console)
    }
    let sheet = try loading.sheet(at: file)
    console.show(sheet.diagnostics, in: sheet.document.source)
    try settings.apply(to: sheet, console)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let explanation = try explanation(in: sheet)
    switch format {
    case .human:
      for line in ExplanationTree(console.paint).lines(explanation) { console.output.line(line) }
    case .json:
      let object: JSONValue = [
        "explanation": explanation.json, "file": .text(sheet.document.source.name), "version": 1,
      ]
      console.output.line(object.compactText)
    case .mermaid: console.output.write(Diagram(explanation).mermaid)
    }
    return explanation.error != nil || sheet.hasErrors ? .sheet : .success
  }

  /// The explanation of the cell, or of the expression that was given in place of one.
  private func explanation(in sheet: LiveSheet) throws(CallFailure) -> Explanation {
    switch sheet.why(cell, depth: depth) {
    case .success(let explanation): return explanation
    case .failure(let failure):
      guard let explanation = sheet.explanation(ofExpression: cell, depth: depth) else { throw CallFailure(failure) }
      return explanation
    }
  }
}
