import ArgumentParser
import Diagnostics
import LiveSheets
import Threads
import Verification

/// `sheaf test`: the tests and checks of sheets.
struct TestCommand: SheetsCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Runs the tests of sheets and judges their checks.",
    usage:
      "sheaf test PATH… [--filter RE] [--fail-fast] [--coverage] [--mutate] [-f FORMAT] [--report FORMAT=FILE]…",
    discussion: """
      --coverage tells which formulas, branches of IF and its kin, clauses, modes and rows of checks no test reaches. \
      --mutate changes one operator, constant, condition, reference or clause at a time, runs the tests that reach the \
      place, and shows each change that none of them notices with a test that would; it fails when there is one.

      Examples: sheaf test sheets
                sheaf test loan.sheet --filter '^interest' --fail-fast
                sheaf test . -f github --report junit=tests.xml
                sheaf test loan.sheet --coverage --coverage-report lcov=lcov.info
                sheaf test loan.sheet --mutate
      """)

  @Argument(help: "Sheets and workbooks, and folders of them.", completion: .file())
  var paths: [String]

  @OptionGroup var choice: TestChoiceOptions

  @Option(name: .letter("f"), help: "One of human, tap, junit, json, github and markdown.")
  var format: TestFormat = .human

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Writes a report to a file as well, as in junit=report.xml.", valueName: "format=file"),
    completion: .file())
  var reports: [String] = []

  @OptionGroup var coverage: CoverageOptions

  @Flag(
    help:
      "Writes the values that there are into expectations that fail, as in expect C = 71; look at them with git diff.")
  var accept = false

  @Flag(help: "Changes one thing at a time and tells what no test notices.")
  var mutate = false

  @Flag(help: "Tells of every cell of a workbook that differs, not of the first ten of a sheet.")
  var all = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console, noting log: FileLog) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console, noting: log)
    var known = FailedTests(console)
    let selection = try TestSelection(matching: choice.filter, failed: choice.failed ? known : nil)
    var unread = UnreadFiles(console)
    let files = selection.files(try unread.others(of: foundFiles))
    if choice.failed, files.isEmpty {
      console.remark("no test of \(paths.joined(separator: ", ")) failed when it was run last")
      return unread.status(.success)
    }
    let outputs = try ReportFiles<TestFormat>(reports, on: paths, log)
    let coverageOutputs: ReportFiles<CoverageFormat>
    do throws(CallFailure) {
      coverageOutputs = try ReportFiles(coverage.reports, of: "--coverage-report", on: paths, log)
      if accept { try acceptValues(of: files, loading, selection, console) }
    } catch {
      outputs.abandon()
      throw error
    }
    let summary = StepSummary(console, format == .github)
    do {
      // What is told of mutants in JSON is told alone.
      let isAlone = mutate && format == .json
      var reporters = isAlone ? [] : [format.reporter(console.output, console.paint, isQuiet: console.isQuiet)]
      reporters += outputs.opened.map { $0.format.reporter($0.file.sink, Paint(isOn: false)) }
      if let summary { reporters.append(MarkdownTestReporter(sink: summary.sink)) }
      let totals = try run(files, loading, selection, &unread, console) { report in
        known.note(report, isWhole: selection.filter(of: report.path) == nil && !choice.failFast)
        for index in reporters.indices { reporters[index].show(report) }
        console.output.flush()
      }
      known.save()
      if choice.filter != nil, totals.ran == 0, totals.notRun == 0 { throw noMatch(files, loading) }
      for index in reporters.indices { reporters[index].finish(totals) }
      try outputs.finish()
      try summary?.finish()
      if !totals.hasTests, totals.brokenFiles == 0, !console.isQuiet {
        console.remark("there are no tests in \(paths.joined(separator: ", "))")
      }
      let readable = files.filter { !unread.paths.contains($0) }
      if coverage.isAsked { try cover(readable, loading, selection, coverageOutputs, console) }
      guard totals.failed == 0 else {
        if mutate { console.remark("nothing was changed: tests that fail notice nothing") }
        return unread.status(.sheet)
      }
      let survivors = mutate ? try countSurvivors(readable, loading, console) : 0
      return unread.status(survivors > 0 ? .sheet : .success)
    } catch {
      outputs.abandon()
      coverageOutputs.abandon()
      throw error
    }
  }

  private func run(
    _ files: [String], _ loading: SheetLoading, _ selection: TestSelection, _ unread: inout UnreadFiles,
    _ console: Console, each: (TestFileReport) -> Void
  ) throws(CallFailure) -> TestTotals {
    var totals = TestTotals()
    var progress = Progress(console)
    progress.update("testing \(files.first ?? "")")
    // What is told of each file that is read, and the standard input, come one after the other.
    let isInTurn = console.isVerbose || files.contains(FilePath.standardInput)
    try (isInTurn ? .inTurn : jobs.workers()).run(files.count) { index in
      Result { () throws(CallFailure) in try report(on: files[index], loading, selection) }
    } take: { (index, result: Result<TestFileReport, CallFailure>) throws(CallFailure) in
      progress.clear()
      try unread.with(files[index], isAlone: files.count == 1) { () throws(CallFailure) in
        let report = try result.get()
        totals.add(report.counts)
        for remark in report.remarks { console.remark(remark) }
        // A file that the filter leaves nothing of is not mentioned, unless it is counted.
        let counted = report.counts.ran + report.counts.failed + report.notRun.count
        if selection.filter(of: report.path) == nil || counted > 0 { each(report) }
      }
      if index + 1 < files.count { progress.update("testing \(files[index + 1]), \(totals.ran) so far") }
      return !choice.failFast || totals.failed == 0
    }
    progress.clear()
    return totals
  }

  private func report(
    on path: String, _ loading: SheetLoading, _ selection: TestSelection
  ) throws(CallFailure) -> TestFileReport {
    let filter = selection.filter(of: path)
    if WorkbookFile.isWorkbook(path) {
      return try WorkbookFile(path, loading).comparison(filter: filter ?? { _ in true }, showsAll: all)
    }
    return TestFileReport(
      of: try loading.document(at: path, keepsTrees: false), at: path, loading.testEnvironment(forFile: path),
      filter: filter, failFast: choice.failFast)
  }

  // MARK: Arguments

  private func noMatch(_ files: [String], _ loading: SheetLoading) -> CallFailure {
    var labels: [String] = []
    for path in files {
      if let document = try? loading.document(at: path) {
        labels += TestRunner(
          document: document, environment: loading.environment(forFile: path)
        ).tests.map(\.label.text)
      }
    }
    let suggestion = NearNames.suggestion(for: choice.filter ?? "", among: labels)
    return CallFailure(
      "the filter “\(choice.filter ?? "")” matches none of \(labels.count) test\(labels.count == 1 ? "" : "s")",
      near: suggestion.map { "“\($0)”" })
  }
}
