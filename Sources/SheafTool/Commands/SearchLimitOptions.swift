import ArgumentParser
import Verification

/// How far the states of a sheet are searched.
struct SearchLimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The most states that are kept; 1000000 by default.", valueName: "n"))
  var maxStates: Int?

  @Option(help: ArgumentHelp("The most memory for states, in MB; 2000 by default.", valueName: "mb"))
  var maxMemory: Int?

  @Flag(name: .customLong("fail-fast"), help: "Ends with the first thing that is found wrong.")
  var failsFast = false

  @Option(help: ArgumentHelp("Makes a random walk of so many steps, for spaces too big to finish.", valueName: "n"))
  var walk: Int?

  func check() throws(CallFailure) {
    if let maxStates, maxStates < 1 { throw CallFailure("--max-states takes a number greater than 0") }
    if let maxMemory, !(1...1_000_000).contains(maxMemory) {
      throw CallFailure("--max-memory takes a number of megabytes from 1 to 1000000")
    }
    if let walk, walk < 1 { throw CallFailure("--walk takes a number greater than 0") }
  }

  func apply(to options: inout SearchOptions) {
    options.maxStates = maxStates ?? options.maxStates
    options.maxBytes = maxMemory.map { $0 * 1_000_000 } ?? options.maxBytes
    if maxStates != nil || maxMemory != nil { options.mostEntries = nil }
    options.failFast = failsFast
    options.walk = walk
  }

  /// Whether a search went as far as it was to: to the end of the states, or to a limit that was given.
  func isFullEnd(_ end: SearchEnd) -> Bool {
    switch end {
    case .stateLimit: maxStates != nil
    case .memoryLimit: maxMemory != nil
    case .entryLimit, .outOfMemory: false
    case .allSeen, .stopped, .walked: true
    }
  }
}
