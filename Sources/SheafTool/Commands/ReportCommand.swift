import ArgumentParser
import LiveSheets
import Verification

/// `sheaf report FILE -o OUT`: all of a sheet on one page.
struct ReportCommand: WatchingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a sheet as one page of HTML: values with their reasons, charts, tests, findings.",
    usage: "sheaf report FILE [-o OUT] [--set A=11]… [--explore]",
    discussion: """
      The page needs nothing from elsewhere and no scripts; it prints, and is light or dark as its reader likes. Equal \
      sheets make equal pages. No service is called. The status is 1 when a test fails or something is wrong.

      Examples: sheaf report loan.sheet -o loan.html
                sheaf report loan.sheet --set amount=250000 -o offer.html
                sheaf report form.sheet --explore -o form.html
                sheaf report model.xlsx -o model.html
      """)

  @Argument(help: "The sheet or workbook.", completion: .file())
  var file: String

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(help: "Walks every state that the sheet can reach, and shows them.")
  var explore = false

  @OptionGroup var page: OutputOptions

  @OptionGroup var watching: WatchOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  var watchedPaths: [String] {
    get { [file] }
    set { if let first = newValue.first { file = first } }
  }

  func run(on console: Console, noting log: FileLog) throws -> ExitStatus {
    if let output = page.file, Self.otherEndings.contains(where: { FilePath.hasExtension(output, $0) }) {
      throw CallFailure(
        "\(output) would hold a page of HTML, and has the ending of other files",
        help: "the endings are .html and .htm")
    }
    let loading = try SheetLoading(sheet, network, console, noting: log)
    let settings = try CellSettings(settings)
    guard !WorkbookFile.isWorkbook(file) else { return try reportWorkbook(loading, settings, console) }
    let report = try report(loading, settings, console)
    try write(HTMLReport(report).bytes, log, console)
    if !report.findings.isEmpty {
      let count = report.findings.count
      console.remark("\(file): \(count) finding\(count == 1 ? "" : "s"), which sheaf check shows, too")
    }
    return report.hasFailures ? .sheet : .success
  }

  private func reportWorkbook(
    _ loading: SheetLoading, _ settings: CellSettings, _ console: Console
  ) throws(CallFailure) -> ExitStatus {
    guard !explore else { throw CallFailure("--explore walks the states of a sheet, and \(file) is a workbook") }
    let workbook = WorkbookFile(file, loading)
    let opened = try workbook.open(console, setting: settings)
    let tests = try workbook.comparison(filter: { _ in true }, showsAll: false)
    for remark in tests.remarks { console.remark(remark) }
    let report = HTMLWorkbookReport(path: file, opened: opened, readings: try opened.wholeSheets(console), tests: tests)
    try write(report.bytes, loading.log, console)
    return tests.counts.failed > 0 ? .sheet : .success
  }

  private func write(_ bytes: [UInt8], _ log: FileLog, _ console: Console) throws(CallFailure) {
    guard let output = page.file else { return console.output.write(bytes) }
    let remarks = [
      try OutputFile.write(bytes, to: output, .results(from: [file], log)), ReadingFormat.html.remark(on: output),
    ]
    for remark in remarks.compactMap(\.self) { console.remark(remark) }
  }

  private func report(
    _ loading: SheetLoading, _ settings: CellSettings, _ console: Console
  ) throws(CallFailure) -> SheetReport {
    let document = try loading.document(at: file)
    var environment = loading.environment(forFile: file, seed: loading.seed ?? 0x5EAF)
    environment.services = .mocked
    let now = loading.clock()
    environment.now = { now }
    let live = LiveSheet(document, environment: environment)
    try settings.apply(to: live, console)
    let fixed = loading.testEnvironment(forFile: file)
    var exploration: Exploration?
    if explore, !live.hasErrors {
      var options = Explorer.Options()
      options.search.keepsTransitions = true
      options.search.maxStates = Self.mostStates
      exploration = Explorer(document: document, environment: fixed, options: options).run()
    }
    return SheetReport(file, live, TestFileReport(of: document, fixed), exploration)
  }

  /// The endings of files that somebody may hope for, and that a page of HTML is not.
  private static let otherEndings = ["pdf", "md", "txt", "json", "xml", "docx", "png", "svg"]

  /// How many states are walked for a page.
  private static let mostStates = 100_000
}
