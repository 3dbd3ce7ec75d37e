import ArgumentParser

/// The options that ask what tests reach, and what they would notice.
struct CoverageOptions: ParsableArguments {
  @Flag(name: .customLong("coverage"), help: "Tells what the tests reach, and what they do not.")
  var tells = false

  @Option(
    name: .customLong("coverage-report"),
    help: ArgumentHelp(
      "Writes what the tests reach to a file, as in cobertura=coverage.xml: human, json, cobertura or lcov.",
      valueName: "format=file"), completion: .file())
  var reports: [String] = []

  @Flag(help: "Changes one thing at a time and tells what no test notices.")
  var mutate = false

  /// Whether somebody wants to know what they reach, here or in a file.
  var isAsked: Bool { tells || !reports.isEmpty }
}
