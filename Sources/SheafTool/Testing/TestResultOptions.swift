import ArgumentParser

/// The options that say where the results of tests are told, and how.
struct TestResultOptions: ParsableArguments {
  @Option(name: .letter("f"), help: "One of human, tap, junit, json, github and markdown.")
  var format: TestFormat = .human

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Writes a report to a file as well, as in junit=report.xml.", valueName: "format=file"),
    completion: .file())
  var reports: [String] = []

  @Flag(help: "Tells of every cell of a workbook that differs, not of the first ten of a sheet.")
  var all = false
}
