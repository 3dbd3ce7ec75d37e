import ArgumentParser
import Threads

/// The option of commands that can do several things at once.
struct JobOptions: ParsableArguments {
  @Option(
    name: .letter("j"),
    help: ArgumentHelp("How many threads work; as many as there are cores by default.", valueName: "n"))
  var jobs: Int?

  /// Threads for pieces of milliseconds, such as files.
  func workers() throws(CallFailure) -> Workers { try count().map { Workers($0) } ?? .all }

  /// Threads for shorter pieces.
  func crew() throws(CallFailure) -> Crew { try count().map { Crew($0) } ?? .shared }

  private func count() throws(CallFailure) -> Int? {
    guard let jobs else { return nil }
    guard (1...256).contains(jobs) else { throw CallFailure("--jobs takes a number of threads from 1 to 256") }
    return jobs
  }
}
