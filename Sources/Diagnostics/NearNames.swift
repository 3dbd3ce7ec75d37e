/// Finding what somebody meant by a name that is not there.
package enum NearNames {
  /// The candidate nearest to a name, in its own spelling; `nil` when none is near enough to be meant.
  ///
  /// Nearness is the Damerau–Levenshtein distance with adjacent transpositions (F. Damerau, 1964), without regard to
  /// case; longer names may differ in more places. Of equally near candidates the one that begins most alike is taken, and
  /// the first of those.
  package static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let limit = wanted.count <= 2 ? 1 : wanted.count <= 5 ? 2 : 3
    var best: (name: String, distance: Int, start: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().utf8)
      guard abs(other.count - wanted.count) <= limit, other.count <= 64 else { continue }
      let found = distance(wanted, other)
      // A name of two letters that shares none of them is no near name.
      guard found <= limit, found < max(wanted.count, other.count), found <= best?.distance ?? Int.max else { continue }
      let start = zip(wanted, other).prefix { $0 == $1 }.count
      if let best, found == best.distance, start <= best.start { continue }
      best = (candidate, found, start)
    }
    return best?.name
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two texts.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
