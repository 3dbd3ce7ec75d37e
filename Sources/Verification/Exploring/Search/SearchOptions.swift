import Threads

/// How far a search goes, and how.
package struct SearchOptions {
  /// The most states that are kept.
  package var maxStates = 1_000_000
  /// The most bytes that the states and what is remembered of steps may take.
  package var maxBytes = 2_000_000_000
  /// The most rows, timers and calls by which one place may have grown; `nil` lets it grow.
  package var mostEntries: Int? = 1_000
  /// The most memory in MB that there may be, once a step has met it: what it gave is then no state of the sheet.
  var metMemoryLimit: () -> Int? = { nil }
  /// The most memory in MB that there may be, where the process takes more; asked now and then while states are added.
  package var exceededMemory: () -> Int? = { nil }
  /// Whether the search ends with the first thing that is found wrong.
  package var failFast = false
  /// How many steps of a random walk are made instead of seeing all states; `nil` sees all.
  package var walk: Int?
  package var seed: UInt64 = 0x5EAF
  /// Whether every step is kept, and not only the first to each state.
  package var keepsTransitions = false
  /// The threads that look where steps lead.
  package var crew = Crew.shared
  /// Less work than this, in nanoseconds of one thread, is not given to another; tests give all of it.
  package var leastWork = 50_000
  /// Asked now and then; `true` ends the search.
  package var progress: (_ states: Int, _ steps: Int) -> Bool = { _, _ in false }

  package init() {}

  /// Whether a state is judged as soon as it is reached, and not together with others.
  var judgesAtOnce: Bool { failFast || walk != nil }
}

/// Why a search ended.
package enum SearchEnd: Hashable {
  case allSeen
  case stateLimit(Int)
  case memoryLimit(bytes: Int)
  /// A slot has grown by so many entries.
  case entryLimit(slot: Int, count: Int)
  /// There is no more memory: the states take it, or a step did, so that its values are errors.
  case outOfMemory(megabytes: Int)
  /// Something was found wrong, and the search was to end with it, or somebody who was asked has ended it.
  case stopped
  case walked(Int)
}
