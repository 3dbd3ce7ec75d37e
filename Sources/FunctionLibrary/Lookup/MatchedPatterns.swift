import CellModel

/// Where the first text stands, or the last, that a pattern matches, for the patterns that were looked for last.
///
/// `VLOOKUP("*total", A$1:B$9999, 2, FALSE)` filled down looks for one pattern in each row.
struct MatchedPatterns {
  private struct Question: Hashable {
    let pattern: Wildcard
    let fromEnd: Bool
  }

  struct Found {
    let place: Int?
    /// How many bytes were looked at.
    let length: Int
  }

  private static let mostKept = 256

  private var found: [Question: Found] = [:]

  /// What was found, or is found now.
  mutating func place(of pattern: Wildcard, fromEnd: Bool, _ find: () -> Found) -> Found {
    let question = Question(pattern: pattern, fromEnd: fromEnd)
    if let known = found[question] { return known }
    let new = find()
    if found.count == Self.mostKept { found.removeAll(keepingCapacity: true) }
    found[question] = new
    return new
  }
}
