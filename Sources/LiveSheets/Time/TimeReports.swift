import Diagnostics

/// Findings at run time, each once until somebody takes them, and once an instant.
struct TimeReports {
  /// How many different ones are kept.
  private static let limit = 1_000
  /// How many loops there may be in what follows from one change, or while the clock is moved on, before the rest is
  /// given up: each of them is as long as a loop may be.
  private static let mostLoops = 2
  private var kept: [Diagnostic] = []
  private var ofInstant: Set<Diagnostic> = []
  /// How many times something did not come to an end, be it told again or not.
  private(set) var loopCount = 0

  /// Adds the finding about something that does not come to an end.
  mutating func addLoop(_ diagnostic: Diagnostic) {
    loopCount += 1
    add(diagnostic)
  }

  /// Whether so many loops were found since there were some that the rest is to be given up.
  func hasManyLoops(since count: Int) -> Bool { loopCount - count >= Self.mostLoops }

  mutating func add(_ diagnostic: Diagnostic) {
    guard ofInstant.insert(diagnostic).inserted, kept.count < Self.limit else { return }
    if !kept.contains(diagnostic) { kept.append(diagnostic) }
  }

  /// Takes note that an instant is over.
  mutating func endInstant() { ofInstant.removeAll(keepingCapacity: true) }

  /// Takes all that were added since somebody did.
  mutating func takeAll() -> [Diagnostic] {
    defer { kept = [] }
    return kept
  }
}
