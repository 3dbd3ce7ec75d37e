import ArgumentParser
import Conversion
import Drawing
import LiveSheets

/// `sheaf graph FILE`: who reads whom in a sheet, as a picture or for programs.
struct GraphCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Draws which cells are made of which.",
    usage: "sheaf graph FILE [--to dot|mermaid|svg|json] [--from CELL] [--into CELL] [--depth N] [--values] [-o OUT]",
    discussion: """
      A column of a table is one node, and so is a fill. Inputs are boxes, what nothing reads has a double line, what \
      events do is dashed, and cells that depend on themselves are red. Of more than \(Diagram.mostDrawn) nodes the nearest are \
      drawn; --all draws all.

      Examples: sheaf graph loan.sheet -o loan.svg
                sheaf graph loan.sheet --into total_paid --values -o why.svg
                sheaf graph loan.sheet --from yearly_rate --depth 2 --to mermaid
                sheaf graph model.xlsx --to dot | dot -Tpdf > model.pdf
      """)

  @Argument(help: "The sheet or workbook.", completion: .file())
  var file: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "One of dot, mermaid, svg and json; else what the ending of -o says, or dot.", valueName: "format"))
  var format: DiagramFormat?

  @OptionGroup var part: GraphPartOptions

  @Flag(help: "Shows values beside names.")
  var values = false

  @Flag(help: "Draws all nodes, however many.")
  var all = false

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @OptionGroup var page: OutputOptions

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    try part.check()
    let loading = try SheetLoading(sheet, network, console)
    let settings = try CellSettings(settings)
    guard let source = try source(loading, settings, console) else { return .sheet }
    let format = try chosenFormat()
    let diagram = try part.part(of: source, limit: format == .json || all ? nil : Diagram.mostDrawn, console)
    return try page.write(as: format, from: [file], loading.log, console) {
      console.output.write(format.bytes(diagram))
      return source.hasErrors ? .sheet : .success
    }
  }

  /// - Throws: That the ending of a file stands for no format, where none is named.
  private func chosenFormat() throws(CallFailure) -> DiagramFormat {
    if let format { return format }
    guard let output = page.file, FilePath.name(of: output).dropFirst().contains(".") else { return .dot }
    if let format = DiagramFormat(ofFile: output) { return format }
    // A sheet is refused with its own reason where it would be written.
    if FilePath.hasExtension(output, "sheet") { return .dot }
    throw CallFailure(
      "\(output) has no ending that says what is written",
      help: "one of .svg, .dot, .mmd and .json, or --to names the format")
  }

  private func source(
    _ loading: SheetLoading, _ settings: CellSettings, _ console: Console
  ) throws(CallFailure) -> DiagramSource? {
    if WorkbookFile.isWorkbook(file) {
      return source(try WorkbookFile(file, loading).open(console, setting: settings))
    }
    let document = try loading.document(at: file)
    var environment = loading.environment(forFile: file)
    environment.services = .mocked
    let sheet = LiveSheet(document, environment: environment)
    console.show(sheet.diagnostics, in: document.source)
    guard !document.hasErrors else { return nil }
    try settings.apply(to: sheet, console)
    let relations = SheetRelations(of: sheet)
    let diagram = Diagram(relations, titled: document.source.name, value: values ? { sheet.fewWords(on: $0) } : nil)
    return DiagramSource(diagram: diagram, nodes: relations.itemsWithoutLabels, hasErrors: sheet.hasErrors) {
      (path) throws(CallFailure) in
      if let item = relations.item(named: path) { return item }
      switch sheet.cell(path) {
      case .success(let cell):
        guard let item = relations.item(of: cell) else {
          throw CallFailure("\(path) is nothing that the sheet defines")
        }
        return item
      case .failure(let failure): throw CallFailure(failure)
      }
    }
  }

  private func source(_ opened: OpenWorkbook) -> DiagramSource {
    let relations = WorkbookRelations(opened.live)
    let readings = WorkbookReadings(opened.live)
    let diagram = Diagram(
      relations.result, titled: file, value: values ? { readings.fewWords(on: $0) } : nil)
    return DiagramSource(diagram: diagram, nodes: Array(diagram.nodes.indices)) { (path) throws(CallFailure) in
      guard let item = relations.items(in: try opened.area(path)).first else {
        throw CallFailure("\(path) has no formula, and no formula reads it")
      }
      return item
    }
  }
}
