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
  @OptionGroup var results: TestResultOptions
  @OptionGroup var coverage: CoverageOptions

  @Flag(
    help:
      "Writes the values that there are into expectations that fail, as in expect C = 71; look at them with git diff.")
  var accept = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console, noting log: FileLog) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console, noting: log)
    let known = FailedTests(console)
    let runsFailed = choice.failed && known.areKept
    // To run none of them would be a success that says nothing.
    if choice.failed, !runsFailed {
      console.remark("which tests failed is not kept here, as where CI is set; all are run")
    }
    let selection = try TestSelection(matching: choice.filter, failed: runsFailed ? known : nil)
    var unread = UnreadFiles(console)
    let files = TestedFiles(paths: selection.files(try unread.others(of: foundFiles)), loading, selection)
    if runsFailed, files.paths.isEmpty {
      console.remark("no test of \(paths.joined(separator: ", ")) failed when it was run last")
      return unread.status(.success)
    }
    var reports = try TestReports(results, coverage, on: paths, console, log)
    do {
      if accept { try acceptValues(of: files, console) }
      let status = try judge(files, known, &reports, &unread, console)
      return unread.status(status)
    } catch {
      reports.abandon()
      throw error
    }
  }

  /// Runs the tests, tells what became of them, and does what else is asked for.
  private func judge(
    _ files: TestedFiles, _ known: FailedTests, _ reports: inout TestReports, _ unread: inout UnreadFiles,
    _ console: Console
  ) throws(CallFailure) -> ExitStatus {
    var known = known
    let totals = try run(files, &unread, console) { report in
      known.note(report, isWhole: files.selection.filter(of: report.path) == nil && !choice.failFast)
      reports.show(report)
    }
    known.save()
    if choice.filter != nil, totals.ran == 0, totals.notRun == 0 { throw noMatch(files) }
    try reports.finish(totals)
    if !totals.hasTests, totals.brokenFiles == 0, !console.isQuiet {
      console.remark("there are no tests in \(paths.joined(separator: ", "))")
    }
    let readable = files.without(unread.paths)
    if coverage.isAsked { try cover(readable, reports.coverage, console) }
    guard totals.failed == 0 else {
      if coverage.mutate { console.remark("nothing was changed: tests that fail notice nothing") }
      return .sheet
    }
    guard coverage.mutate else { return .success }
    return try countSurvivors(readable, console) > 0 ? .sheet : .success
  }

  private func run(
    _ files: TestedFiles, _ unread: inout UnreadFiles, _ console: Console, each: (TestFileReport) -> Void
  ) throws(CallFailure) -> TestTotals {
    let paths = files.paths
    var totals = TestTotals()
    var progress = Progress(console)
    progress.update("testing \(paths.first ?? "")")
    // What is told of each file that is read, and the standard input, come one after the other.
    let isInTurn = console.isVerbose || paths.contains(FilePath.standardInput)
    try (isInTurn ? .inTurn : jobs.workers()).run(paths.count) { index in
      Result { () throws(CallFailure) in try files.report(paths[index], choice.failFast, showsAll: results.all) }
    } take: { (index, result: Result<TestFileReport, CallFailure>) throws(CallFailure) in
      progress.clear()
      try unread.with(paths[index], isAlone: paths.count == 1) { () throws(CallFailure) in
        let report = try result.get()
        totals.add(report.counts)
        for remark in report.remarks { console.remark(remark) }
        // A file that the filter leaves nothing of is not mentioned, unless it is counted.
        let counted = report.counts.ran + report.counts.failed + report.notRun.count
        if files.selection.filter(of: report.path) == nil || counted > 0 { each(report) }
      }
      if index + 1 < paths.count { progress.update("testing \(paths[index + 1]), \(totals.ran) so far") }
      return !choice.failFast || totals.failed == 0
    }
    progress.clear()
    return totals
  }

  private func noMatch(_ files: TestedFiles) -> CallFailure {
    let labels = files.labels
    let suggestion = NearNames.suggestion(for: choice.filter ?? "", among: labels)
    return CallFailure(
      "the filter “\(choice.filter ?? "")” matches none of \(labels.count) test\(labels.count == 1 ? "" : "s")",
      near: suggestion.map { "“\($0)”" })
  }
}
