/// Finding what somebody meant by a name that is not there.
///
/// Nearness is the Damerau–Levenshtein distance with adjacent transpositions (F. Damerau, 1964), without regard to case.
/// A name of *n* letters may differ in max(1, *n*/3) places: what differs in more was hardly meant. Of equally near
/// candidates the one that begins most alike is taken, and the first of those.
///
/// The candidates are prepared once, so that many names are looked for among them at little cost.
package struct NearNames: Sendable {
  /// Longer names are not compared.
  private static let longest = 64

  private struct Candidate {
    var name: String
    var letters: [UInt32]
    /// A bit for each kind of letter in the name: names that are near have few that differ.
    var kinds: UInt64
  }

  /// The candidates by the length of their names.
  private var byLength: [[Candidate]] = Array(repeating: [], count: longest + 1)

  package init(_ candidates: some Sequence<String>) {
    for name in candidates where name.utf8.count <= 4 * Self.longest {
      let letters = Self.letters(name)
      guard letters.count <= Self.longest else { continue }
      byLength[letters.count].append(Candidate(name: name, letters: letters, kinds: Self.kinds(letters)))
    }
  }

  /// The letters of a name by their numbers, one for each letter of any script.
  private static func letters(_ name: String) -> [UInt32] { name.lowercased().unicodeScalars.map(\.value) }

  private static func kinds(_ letters: [UInt32]) -> UInt64 { letters.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

  /// The candidate nearest to a name, in its own spelling; `nil` when none is near enough to be meant.
  ///
  /// - Complexity: O(*c*), where *c* is the number of candidates of about the same length.
  package func suggestion(for name: String) -> String? {
    let wanted = Self.letters(name)
    guard !wanted.isEmpty, wanted.count <= Self.longest else { return nil }
    let limit = max(1, wanted.count / 3)
    let kinds = Self.kinds(wanted)
    var best: (name: String, distance: Int, start: Int)?
    for length in max(1, wanted.count - limit)...min(Self.longest, wanted.count + limit) {
      for candidate in byLength[length] {
        let other = candidate.letters
        let most = best?.distance ?? limit
        guard (kinds ^ candidate.kinds).nonzeroBitCount <= 2 * most else { continue }
        let found = Self.distance(wanted, other)
        // A name that shares nothing is no near name, however short it is.
        guard found <= most, found < max(wanted.count, other.count) else { continue }
        let start = zip(wanted, other).prefix { $0 == $1 }.count
        if let best, found == best.distance, start <= best.start { continue }
        best = (candidate.name, found, start)
      }
    }
    return best?.name
  }

  /// The candidate nearest to a name that is looked for once.
  package static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    let length = name.utf8.count
    let limit = max(1, length / 3) + 4
    return NearNames(candidates.lazy.filter { abs($0.utf8.count - length) <= limit }).suggestion(for: name)
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two texts.
  static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
