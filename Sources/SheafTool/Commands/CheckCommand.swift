import ArgumentParser
import Diagnostics
import Linting
import LiveSheets
import SheetText
import Threads

/// `sheaf check`: what is wrong with sheets and workbooks as they are loaded.
struct CheckCommand: SheetsCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Loads sheets and workbooks and reports what is wrong with their texts, cells and checks.",
    usage:
      "sheaf check PATH… [--fail-on error|warning|note] [--select CODES] [--ignore CODES] [--fix] [-j N] [-f FORMAT]",
    discussion: """
      Reports what cannot be read, errors in cells, checks that do not hold as loaded, and defaults that an input does \
      not accept; then what rules say of it, as an input that nothing reads. No service is called: what waits for an \
      answer is no error. A comment // allow CODE: reason allows a warning or a note on its line or the next.

      Of a workbook: formulas that cannot be read or call what is not there, errors in cells by their causes, circles, \
      and names that stand for nothing. Of a CSV file: what keeps it from being a table.

      Examples: sheaf check sheets
                sheaf check model.xlsx orders.csv
                sheaf check budget.sheet --fix --diff
                sheaf check . --baseline known.tsv
                sheaf check . --fail-on warning --ignore hides-function,empty-columns
                sheaf check . -f github --report sarif=findings.sarif
      """)

  @Argument(help: "Sheets and workbooks, and folders of them.", completion: .file())
  var paths: [String] = []

  @OptionGroup var choice: FindingOptions
  @OptionGroup var cures: CureOptions
  @OptionGroup var records: RecordOptions

  @OptionGroup var results: FindingReportOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console, noting log: FileLog) throws -> ExitStatus {
    guard !choice.listRules else {
      for line in FindingGuide(console.paint).list() { console.output.line(line) }
      return .success
    }
    guard !paths.isEmpty else { throw CallFailure("check takes sheets, workbooks or folders", help: "sheaf check .") }
    let settings = console.configuration.check
    let selection = try choice.selection(settings)
    let loading = try SheetLoading(sheet, network, console, noting: log)
    var unread = UnreadFiles(console)
    let files = try unread.others(of: foundFiles)
    let known = try records.baseline(console.configuration)
    let record = try records.data(console.configuration)
    let fixes = cures.fixes
    try cures.validate(for: files)
    let outputs = try ReportFiles<FindingFormat>(results.reports, on: paths, log)
    let page = StepSummary(console, results.format == .github)
    do {
      var reports = CheckReports(
        results.reporters(outputs, page, console), failing: choice.failing(settings), known: known,
        listsFindings: records.writtenBaseline != nil)
      let checker = FileChecker(
        loading, selection, fixes, tellsOnlyCures: cures.diff, limits: settings.limits, data: record,
        readsData: record != nil || records.writtenData != nil)
      let checked = try check(files, checker, &reports, &unread, console)
      if let record, !cures.diff {
        let left = record.findings(checked.read, selection)
        if !left.findings.isEmpty { reports.take(left) }
      }
      if fixes != nil {
        console.remark(
          "\(checked.cured) finding\(checked.cured == 1 ? "" : "s") \(cures.diff ? "to be cured" : "cured")")
      }
      if cures.diff {
        outputs.abandon()
        return unread.status(checked.cured > 0 ? .sheet : .success)
      }
      if let known = reports.known, known.count > 0 {
        console.remark("\(known.count) finding\(known.count == 1 ? "" : "s") of the baseline are gone; write it anew")
      }
      reports.finish(fileCount: files.count - unread.paths.count, isQuiet: console.isQuiet && results.format == .human)
      try outputs.finish(console)
      try page?.finish()
      return unread.status(try records.write(reports, checked.recorded, of: files, console, log))
    } catch {
      outputs.abandon()
      throw error
    }
  }

  /// What became of files beside their findings.
  private struct Checked {
    /// How many findings were cured.
    var cured = 0
    /// The files that sheets read, as they are now.
    var recorded: [(sheet: String, file: RecordedFile)] = []
    /// Their names, by the paths of the sheets.
    var read: [String: Set<String>] = [:]
  }

  /// Checks files, several at once where nothing depends on their order, and takes in what is found in theirs.
  private func check(
    _ files: [String], _ checker: FileChecker, _ reports: inout CheckReports, _ unread: inout UnreadFiles,
    _ console: Console
  ) throws -> Checked {
    var checked = Checked()
    var progress = Progress(console)
    // What is told of each file that is read, and the standard input, come one after the other; and a sheet that uses
    // another one uses it cured.
    let isInTurn =
      console.isVerbose || files.contains(FilePath.standardInput) || checker.fixes != nil && !checker.tellsOnlyCures
    progress.update("checking 1 of \(files.count): \(files.first ?? "")")
    try (isInTurn ? .inTurn : jobs.workers()).run(files.count) { index in
      Result { () throws(CallFailure) in try checker.check(files[index]) }
    } take: { (index, result: Result<FileChecker.Outcome, CallFailure>) throws(CallFailure) in
      progress.clear()
      let path = files[index]
      try unread.with(path, isAlone: files.count == 1) { () throws(CallFailure) in
        let outcome = try result.get()
        if let cure = outcome.cure {
          try show(cure, at: path, console)
          checked.cured += cure.count
        }
        checked.recorded += outcome.data.map { (path, $0) }
        checked.read[path] = Set(outcome.data.map(\.name))
        if let file = outcome.findings { reports.take(file) }
      }
      if index + 1 < files.count { progress.update("checking \(index + 2) of \(files.count): \(files[index + 1])") }
      return true
    }
    progress.clear()
    return checked
  }

  /// Writes a cured text in place of the one there was, or shows the difference.
  private func show(_ cure: FileChecker.Cure, at path: String, _ console: Console) throws(CallFailure) {
    let (original, document) = (cure.original, cure.document)
    if cures.diff {
      LineDifference(original.source, document.source).write(to: console.output, console.paint, path: path)
    } else if let remark = try OutputFile.write(document.bytes, to: path, replacing: FileVersion(original.bytes)) {
      console.remark(remark)
    }
  }
}
