import ArgumentParser
import Diagnostics
import LiveSheets

/// `sheaf check`: what is wrong with the texts of sheets.
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
    commandName: "check", abstract: "Reads and loads sheets and reports what is wrong with them.",
    usage: "sheaf check PATH… [--fail-on error|warning|note]")

  @Argument(help: "Sheets, and folders of sheets.")
  var paths: [String]

  @Option(
    name: .customLong("fail-on"), help: ArgumentHelp("The least finding that fails the check.", valueName: "severity"))
  var failOn: Severity = .error

  @OptionGroup var sheet: SheetOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, console)
    let files = try FileSystem.sheets(at: paths)
    var progress = Progress(console)
    var count = 0
    var status = ExitStatus.success
    for (index, path) in files.enumerated() {
      progress.update("checking \(index + 1) of \(files.count): \(path)")
      let sheet = try loading.sheet(at: path)
      let findings = sheet.diagnostics
      if findings.contains(where: { $0.severity >= failOn.level }) { status = .sheet }
      guard !findings.isEmpty else { continue }
      progress.clear()
      count += findings.count
      for finding in findings {
        console.output.write(console.paint.rendered(finding, in: sheet.document.source))
      }
    }
    progress.clear()
    console.output.flush()
    let checked = "checked \(files.count) file\(files.count == 1 ? "" : "s")"
    console.remark(count == 0 ? checked : "\(checked), \(count) finding\(count == 1 ? "" : "s")")
    return status
  }
}
