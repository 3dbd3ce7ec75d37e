import ArgumentParser
import Threads

/// The option of commands that can do several things at once.
struct JobOptions: ParsableArguments {
  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp("How many threads work; as many as there are cores unless told.", valueName: "n"))
  var jobs: Int?

  /// How many threads work.
  func workers() throws(CallFailure) -> Workers {
    guard let jobs else { return .all }
    guard (1...256).contains(jobs) else { throw CallFailure("--jobs takes a number of threads from 1 to 256") }
    return Workers(jobs)
  }
}
