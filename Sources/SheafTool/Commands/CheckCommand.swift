import ArgumentParser
import Diagnostics
import LiveSheets

/// `sheaf check`: what is wrong with sheets as they are loaded.
struct CheckCommand: ToolCommand {
  enum Severity: String, CaseIterable, ExpressibleByArgument {
    case error, warning, note

    var level: Diagnostic.Severity {
      switch self {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Loads sheets and reports what is wrong with their texts, cells and checks.",
    usage: "sheaf check PATH… [--fail-on error|warning|note] [--select CODES] [--ignore CODES] [-f FORMAT]",
    discussion: """
      Reports what cannot be read, errors in cells, checks that do not hold as loaded, and defaults that an input does \
      not accept. No service is called: what waits for an answer is no error.

      Examples: sheaf check sheets
                sheaf check budget.sheet -f short
                sheaf check . --fail-on warning --ignore hides-function,empty-columns
                sheaf check . -f github --report sarif=findings.sarif
      """)

  @Argument(help: "Sheets, and folders of sheets.")
  var paths: [String] = []

  @Option(
    name: .customLong("fail-on"), help: ArgumentHelp("The least finding that fails the check.", valueName: "severity"))
  var failOn: Severity = .error

  @Option(help: ArgumentHelp("Reports only findings with these codes, with commas between them.", valueName: "codes"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Reports no findings with these codes.", valueName: "codes"))
  var ignore: [String] = []

  @Flag(help: "Lists all findings with their severity and checks nothing.")
  var listRules = false

  @Option(name: .shortAndLong, help: "One of human, short, json, github and sarif.")
  var format: FindingFormat = .human

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Writes a report to a file as well, as in sarif=findings.sarif.", valueName: "format=file"))
  var reports: [String] = []

  @Flag(name: .shortAndLong, help: "Prints only findings.")
  var quiet = false

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    guard !listRules else {
      for line in FindingGuide(console.paint).list() { console.output.line(line) }
      return .success
    }
    guard !paths.isEmpty else { throw CallFailure("check takes sheets or folders", help: "sheaf check .") }
    let selection = try FindingSelection(selecting: select, ignoring: ignore)
    let loading = try SheetLoading(sheet, network, console)
    let files = try FileSystem.sheets(at: paths)
    let outputs = try ReportFiles<FindingFormat>(reports, on: paths)
    do {
      var reporters = [format.reporter(console.output, console.paint)]
      reporters += outputs.opened.map { $0.format.reporter($0.file.sink, Paint(isOn: false)) }
      var count = 0
      var status = ExitStatus.success
      var progress = Progress(console)
      var users = SheetUsers()
      for (index, path) in files.enumerated() {
        progress.update("checking \(index + 1) of \(files.count): \(path)")
        var environment = loading.environment(forFolder: FilePath.directory(of: path))
        // Nobody answers here, and what waits for an answer is not wrong.
        environment.services = .mocked
        let sheet = LiveSheet(try loading.document(at: path), environment: environment)
        let file = FileFindings(path, sheet, selection, readElsewhere: users.names(readIn: path))
        progress.clear()
        if file.findings.contains(where: { $0.diagnostic.severity >= failOn.level }) { status = .sheet }
        count += file.findings.count
        for index in reporters.indices { reporters[index].show(file) }
      }
      let checked = "checked \(files.count) file\(files.count == 1 ? "" : "s")"
      let summary = count == 0 ? checked : "\(checked), \(count) finding\(count == 1 ? "" : "s")"
      for index in reporters.indices where index > 0 || !(quiet && format == .human) {
        reporters[index].finish(summary)
      }
      try outputs.finish()
      return status
    } catch {
      outputs.abandon()
      throw error
    }
  }
}
