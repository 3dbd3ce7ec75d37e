import ArgumentParser
import Diagnostics
import LiveSheets
import Review
import SheetText

/// `sheaf diff OLD NEW`: what two versions of a sheet define differently, and which edit moved which value.
struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what differs between two versions of a sheet, and which edit moved which value.",
    usage: "sheaf diff OLD [NEW] [-f FORMAT] [-o OUT] [--report FORMAT=FILE]…",
    discussion: """
      Definitions are compared whatever their order and blanks, a fill as one. A version may be a file or what git has, \
      as in HEAD:budget.sheet; without NEW that is compared with the file. Workbooks and CSV files are compared as the \
      sheets that convert makes of them, with each other or with sheets. The status is 1 if anything differs.

      Examples: sheaf diff old.sheet new.sheet
                sheaf diff HEAD:budget.sheet
                sheaf diff main:budget.sheet budget.sheet -f markdown
                sheaf diff HEAD~1:budget.sheet --report markdown=summary.md
                sheaf diff HEAD:model.xlsx
      """)

  @Argument(help: "The sheet before, as a file or as REVISION:FILE.", completion: .file())
  var old: String

  @Argument(help: "The sheet now; without it, the file that a revision names.", completion: .file())
  var new: String?

  @Option(
    name: .letter("f"), help: "One of human, markdown, json and github; else what the ending of -o says, or human.")
  var format: ComparisonFormat?

  @OptionGroup var page: OutputOptions

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Writes a report to a file as well, as in markdown=summary.md.", valueName: "format=file"),
    completion: .file())
  var reports: [String] = []

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console)
    let revision = GitRevision(old)
    guard let path = new ?? revision?.path else {
      throw CallFailure("diff takes two sheets", help: "sheaf diff \(FilePath.shellWord(old)) NEW")
    }
    let format = try ComparisonFormat.chosen(format, for: page.file, else: .human)
    return try page.write(as: format, from: [old, path], loading.log, console) {
      try compare(path, loading, as: format, console)
    }
  }

  private func compare(
    _ path: String, _ loading: SheetLoading, as format: ComparisonFormat, _ console: Console
  ) throws -> ExitStatus {
    let versions = try ComparedVersions(old, path, loading, console)
    let (before, after) = (versions.old, versions.new)
    for document in [before, after] where document.hasErrors {
      console.show(document.diagnostics.filter { $0.severity == .error }, in: document.source)
      return .sheet
    }
    let outputs = try ReportFiles<ComparisonFormat>(reports, on: [old, path], loading.log)
    do {
      let now = loading.clock()
      let comparison = versions.comparison { environment(loading, $0, now) }
      let report = ComparisonReport(comparison, after, of: path)
      report.write(format, to: console.output, console.paint)
      for output in outputs.opened { report.write(output.format, to: output.file.sink, Paint(isOn: false)) }
      try outputs.finish(console)
      if let summary = StepSummary(console, format == .github) {
        report.write(.markdown, to: summary.sink, Paint(isOn: false))
        try summary.finish()
      }
      return comparison.isEmpty ? .success : .sheet
    } catch {
      outputs.abandon()
      throw error
    }
  }

  /// Both versions have one clock and one series of random numbers, so that only edits make a difference.
  private func environment(_ loading: SheetLoading, _ path: String, _ now: Double) -> LiveSheet.Environment {
    var environment = loading.environment(forFile: path, seed: loading.seed ?? 0x5EAF)
    environment.now = { now }
    environment.services = .mocked
    return environment
  }
}
