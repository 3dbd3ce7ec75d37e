import Hosting
import Verification

/// What tests reach, and what they would notice.
extension TestCommand {
  /// Tells what the tests of each sheet reach; a sheet that does not load is left out.
  func cover(
    _ files: TestedFiles, _ outputs: ReportFiles<CoverageFormat>, _ console: Console
  ) throws(CallFailure) {
    var covered: [FileCoverage] = []
    try files.eachSheet { path, document, environment in
      covered.append(
        FileCoverage(
          path: document.source.name,
          coverage: CoverageRun(document: document, environment: environment)
            .run(filter: files.selection.filter(of: path) ?? { _ in true })))
    }
    // Results in another format than this keep their stream to themselves.
    let sink = results.format == .human ? console.output : console.errors
    if coverage.tells { sink.write(CoverageFormat.human.text(covered)) }
    for report in outputs.opened { report.file.sink.write(report.format.text(covered)) }
    try outputs.finish(console)
  }

  /// Changes one thing of each sheet at a time, and tells which changes no test notices; gives how many these are.
  func countSurvivors(_ files: TestedFiles, _ console: Console) throws(CallFailure) -> Int {
    var reports: [MutationReport] = []
    var progress = Progress(console)
    let workers = try jobs.workers()
    try files.eachSheet { path, document, environment in
      let run = MutationRun(document: document, environment: environment)
      let report = MutationReport(document, run, workers) { number, count in
        progress.update("\(path): mutant \(number + 1) of \(count)")
        return true
      }
      progress.clear()
      guard report.all > 0 else { return }
      reports.append(report)
      if results.format != .json { for line in report.lines(console.paint) { console.output.line(line) } }
    }
    if results.format == .json {
      console.output.line(
        JSONValue.object(["files": .list(reports.map(\.json)), "version": 1]).compactText)
    }
    return reports.reduce(0) { $0 + $1.survived }
  }
}
