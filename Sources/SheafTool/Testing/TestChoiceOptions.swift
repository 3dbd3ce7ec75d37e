import ArgumentParser

/// The options that choose tests, and how far a run of them goes.
struct TestChoiceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Runs only tests whose name contains a match.", valueName: "re"))
  var filter: String?

  @Flag(help: "Runs only the tests that failed when they were run last.")
  var failed = false

  @Flag(help: "Stops at the first failure.")
  var failFast = false
}
