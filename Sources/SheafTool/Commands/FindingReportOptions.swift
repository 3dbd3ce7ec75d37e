import ArgumentParser

/// In which formats findings are told, and where.
struct FindingReportOptions: ParsableArguments {
  @Option(name: .letter("f"), help: "One of human, short, json, github, sarif and markdown.")
  var format: FindingFormat = .human

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Writes a report to a file as well, as in sarif=findings.sarif.", valueName: "format=file"),
    completion: .file())
  var reports: [String] = []

  /// What tells the findings: the format of the output, reports in files, and the page of a step.
  func reporters(
    _ outputs: ReportFiles<FindingFormat>, _ page: StepSummary?, _ console: Console
  ) -> [any FindingReporter] {
    var reporters = [format.reporter(console.output, console.paint)]
    reporters += outputs.opened.map { $0.format.reporter($0.file.sink, Paint(isOn: false)) }
    if let page { reporters.append(MarkdownFindings(sink: page.sink)) }
    return reporters
  }
}
