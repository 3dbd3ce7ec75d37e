import CellModel

/// The different texts of a column in alphabetical order, in which those that begin alike stand together.
///
/// So a pattern such as `ab*` is compared with the few texts that begin so and not with all. They are put in order when several
/// patterns have asked for the same texts: few patterns read them as fast as they are, and where texts come with each row there
/// would be another order for each.
struct AlphabeticTexts {
  private static let leastSearches = 4

  /// The texts, which are folded and of ASCII alone, with their numbers.
  private var sorted: [(text: String, number: Int)] = []
  /// The numbers of texts of which their folded form does not tell: they may have more characters than it, or fewer.
  private var others: [Int] = []
  /// How many texts there were when a pattern asked last, and how many have asked since.
  private var asked: (count: Int, times: Int) = (0, 0)

  /// The texts that a pattern may match, and the numbers of those of which their folded form does not tell; `nil` where the pattern
  /// does not say how they begin, or too few have asked.
  ///
  /// - Parameters:
  ///   - count: How many texts there are. There are never others without there being more.
  ///   - texts: Gives the folded texts with their numbers.
  mutating func candidates(
    for pattern: Wildcard, among count: Int, _ texts: () -> [(text: String, number: Int)]
  ) -> (found: ArraySlice<(text: String, number: Int)>, others: [Int])? {
    let beginning = pattern.beginning
    guard !beginning.isEmpty else { return nil }
    if asked.count != count { asked = (count, 0) }
    asked.times += 1
    guard asked.times >= Self.leastSearches else { return nil }
    if asked.times == Self.leastSearches {
      let all = texts()
      sorted = all.filter { $0.text.isAscii }.sorted { $0.text < $1.text }
      others = all.filter { !$0.text.isAscii }.map(\.number)
    }
    let following = sorted[sorted.firstPlace { $0.text >= beginning }...]
    let end = following.firstPlace { !$0.text.utf8.starts(with: beginning.utf8) }
    return (following[..<end], others)
  }
}
