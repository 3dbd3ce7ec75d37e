import ArgumentParser

/// The options that ask what tests reach.
struct CoverageOptions: ParsableArguments {
  @Flag(name: .customLong("coverage"), help: "Tells what the tests reach, and what they do not.")
  var tells = false

  @Option(
    name: .customLong("coverage-report"),
    help: ArgumentHelp(
      "Writes what the tests reach to a file, as in cobertura=coverage.xml: human, json, cobertura or lcov.",
      valueName: "format=file"), completion: .file())
  var reports: [String] = []

  /// Whether somebody wants to know, here or in a file.
  var isAsked: Bool { tells || !reports.isEmpty }
}
